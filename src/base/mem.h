// SPDX-License-Identifier: Apache-2.0
// Counted heap memory: every allocation of the project passes here.
//
// Allocation never returns NULL. When the system (or a test) refuses, the
// handler of mem_on_failure runs; it must not return. The default one ends the
// process with MEM_EXIT_STATUS, which the supervisor reads as "unknown:
// memory".
#ifndef BASE_MEM_H
#define BASE_MEM_H

#include <stddef.h>
#include <stdint.h>

enum { MEM_EXIT_STATUS = 77 };

void *mem_alloc(size_t size);            // zeroed; size 0 is allowed
void *mem_realloc(void *p, size_t size); // p may be NULL; growth is not zeroed
void mem_free(void *p);                  // p may be NULL
char *mem_strdup(const char *text);

size_t mem_live(void); // bytes allocated and not yet freed, by all threads
size_t mem_peak(void); // the largest mem_live so far

// A library ran out of memory: the same as a failed allocation.
_Noreturn void mem_exhausted(void);

// NULL: the default handler again.
void mem_on_failure(void (*handler)(void));
// For tests: the n-th allocation from now on fails (0: none does).
void mem_fail_at(uint64_t n);

#endif
