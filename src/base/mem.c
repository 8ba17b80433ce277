// SPDX-License-Identifier: Apache-2.0
// Counted heap memory over malloc.
//
// Each block carries its size in a header in front of it, so that freeing can
// uncount it without asking the C library. The counters are relaxed atomics:
// they are sums, no other memory is published through them.
#include "base/mem.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// As large as the strictest alignment, so that the payload keeps malloc's.
typedef struct {
  _Alignas(16) size_t size;
} header;

static_assert(sizeof(header) == 16, "the payload should stay aligned to 16");

static atomic_size_t live, peak;
static _Atomic uint64_t fail_countdown; // 0: nothing fails
static _Atomic(void (*)(void)) failure_handler;

// Quiet on purpose: the standard streams may need memory themselves, and the
// supervisor that reads the exit status has a better message.
static void default_handler(void) { _exit(MEM_EXIT_STATUS); }

_Noreturn void mem_exhausted(void) {
  void (*handler)(void) = atomic_load(&failure_handler);
  if (!handler)
    handler = default_handler;
  handler();
  abort(); // a handler must not return
}

static bool should_fail(void) {
  if (atomic_load_explicit(&fail_countdown, memory_order_relaxed) == 0)
    return false;
  return atomic_fetch_sub(&fail_countdown, 1) == 1;
}

static void count(size_t added, size_t removed) {
  // Unsigned wrap-around makes one addition do for growth and for shrinking.
  size_t delta = added - removed;
  size_t now =
      atomic_fetch_add_explicit(&live, delta, memory_order_relaxed) + delta;
  size_t top = atomic_load_explicit(&peak, memory_order_relaxed);
  while (now > top &&
         !atomic_compare_exchange_weak_explicit(
             &peak, &top, now, memory_order_relaxed, memory_order_relaxed)) {
  }
}

static bool is_too_large(size_t size) {
  return size > SIZE_MAX / 2 - sizeof(header);
}

void *mem_alloc(size_t size) {
  if (is_too_large(size) || should_fail())
    mem_exhausted();
  header *h = calloc(1, sizeof(header) + size);
  if (!h)
    mem_exhausted();
  h->size = size;
  count(size, 0);
  return h + 1;
}

void *mem_realloc(void *p, size_t size) {
  if (!p)
    return mem_alloc(size);
  if (is_too_large(size) || should_fail())
    mem_exhausted();
  header *h = (header *)p - 1;
  size_t old = h->size;
  assert(old <= mem_live()); // else the header was overwritten
  h = realloc(h, sizeof(header) + size);
  if (!h)
    mem_exhausted();
  h->size = size;
  count(size, old);
  return h + 1;
}

void mem_free(void *p) {
  if (!p)
    return;
  header *h = (header *)p - 1;
  assert(h->size <= mem_live()); // else the header was overwritten
  count(0, h->size);
  free(h);
}

char *mem_strdup(const char *text) {
  assert(text);
  size_t size = strlen(text) + 1;
  return memcpy(mem_alloc(size), text, size);
}

size_t mem_live(void) {
  return atomic_load_explicit(&live, memory_order_relaxed);
}

size_t mem_peak(void) {
  return atomic_load_explicit(&peak, memory_order_relaxed);
}

void mem_on_failure(void (*handler)(void)) {
  atomic_store(&failure_handler, handler);
}

void mem_fail_at(uint64_t n) { atomic_store(&fail_countdown, n); }
