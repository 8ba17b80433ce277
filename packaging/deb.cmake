# SPDX-License-Identifier: Apache-2.0
# 'make deb'. The libraries that the tool links are found by dpkg-shlibdeps; the
# clang that it calls, and the headers that programs include, stand here.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME wedge)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "")
set(CPACK_PACKAGE_CONTACT "the authors of Wedge <wedge@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "software model checker for C and Boogie")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Finds errors of memory, overflows and failing assertions in C programs, or
proves that there are none. A program gets the answer true, with a proof that
was checked again, false, with an execution that was run again, or unknown,
with the reason.")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libc6-dev-i386, graphviz")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS
    "llvm-19-dev, libz3-dev, libcadical-dev, libgmp-dev, libbdd-dev, libyaml-dev, libmd-dev, zlib1g-dev, libzstd-dev")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
include(CPack)
