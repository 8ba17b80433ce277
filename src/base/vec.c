// SPDX-License-Identifier: Apache-2.0
// The functions behind the macros of vec.h, which cannot know the element type:
// arrays are grown and zeroed as bytes.
#include "base/vec.h"

#include <string.h>

#include "base/mem.h"

enum { FIRST_CAPACITY = 8 };

// 'data' is the address of a pointer of some other type, so it is read and
// written as bytes: an access as void * would break the aliasing rules.
void vec_grow_(void **data, uint32_t *cap, uint32_t need, size_t size) {
  void *p;
  memcpy(&p, data, sizeof p);
  assert(size > 0 && (p || *cap == 0));
  if (need <= *cap) // the length wrapped around: there is no such memory
    p = mem_realloc(p, SIZE_MAX);
  uint32_t grown = *cap > UINT32_MAX / 2 ? UINT32_MAX : *cap * 2;
  if (grown < FIRST_CAPACITY)
    grown = FIRST_CAPACITY;
  if (grown < need)
    grown = need;
  size_t bytes = grown > SIZE_MAX / size ? SIZE_MAX : grown * size;
  p = mem_realloc(p, bytes);
  memcpy(data, &p, sizeof p);
  *cap = grown;
}

void vec_zero_(void *data, uint32_t from, uint32_t to, size_t size) {
  assert(data || to == 0);
  if (to > from)
    memset((char *)data + from * size, 0, (to - from) * size);
}

void vec_free_(void *data) { mem_free(data); }
