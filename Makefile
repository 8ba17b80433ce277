# SPDX-License-Identifier: Apache-2.0
# Two commands are enough: 'make demo' and 'make test'. Everything else is
# CMake's (CMakePresets.json), under build/.
BUILD := build/release
PREFIX ?= /usr/local

export DESTDIR # 'cmake --install' puts it before PREFIX

.PHONY: build setup setup-test demo test test-long check bench asan tsan install deb clean

build: setup
	@scripts/build release

setup:
	@scripts/setup build

setup-test:
	@scripts/setup test

# Verifies the examples and prints what it did.
demo: build
	@examples/demo $(BUILD)/wedge

# Unit tests with assertions on, then everything with the tool as it is used.
test: setup-test build
	@scripts/build debug
	ctest --test-dir build/debug -L unit -j 2 --output-on-failure
	ctest --test-dir build/release -LE unit -j 2 --output-on-failure

# All programs in both data models, with every engine, and many random programs:
# what 'make test' takes a part of.
test-long: setup-test build
	ctest --test-dir build/release -C long -L long -j 2 --output-on-failure

# Format, dependency direction, sizes, symbols, options.
check: setup-test build
	@scripts/check

# The same tests under the address and undefined-behavior sanitizers.
asan: setup setup-test
	@scripts/build asan
	ctest --test-dir build/asan -j 2 --output-on-failure -LE slow

# What runs in several threads, under the thread sanitizer: data-flow analysis
# beside the engines that use its invariants.
tsan: setup setup-test
	@scripts/build tsan
	export TSAN_OPTIONS="exitcode=66 suppressions=$(CURDIR)/tests/tsan.supp"; \
	ctest --test-dir build/tsan -j 2 --output-on-failure \
	  -R 'test_df|unit/base' || exit 1; \
	for engine in imc kinduction df; do \
	  tests/programs/run --match loops/ --jobs 2 \
	    build/tsan/wedge --engine $$engine --time 60 || exit 1; done

bench: build
	bench/start $(BUILD)/wedge
	bench/limits $(BUILD)/wedge
	bench/locks $(BUILD)/wedge
	bench/overhead $(BUILD)/wedge

install: build
	cmake --install "$(BUILD)" --prefix "$(PREFIX)"

# A package for Debian 12, from what 'make install' installs.
deb: build
	@scripts/setup deb
	cd $(BUILD) && DESTDIR= cpack -G DEB

clean:
	rm -rf build
