// SPDX-License-Identifier: Apache-2.0
// Growing arrays of any type.
//
//   VEC(term) roots = {0};
//   vec_push(&roots, t);
//   for (uint32_t i = 0; i < roots.len; i++) use(roots.data[i]);
//   vec_free(&roots);
//
// A zeroed VEC is empty. Pushing may move the data.
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define VEC(type)                                                              \
  struct {                                                                     \
    type *data;                                                                \
    uint32_t len, cap;                                                         \
  }

#define vec_push(v, x)                                                         \
  do {                                                                         \
    if ((v)->len == (v)->cap)                                                  \
      vec_grow_((void **)&(v)->data, &(v)->cap, (v)->len + 1u,                 \
                sizeof *(v)->data);                                            \
    (v)->data[(v)->len++] = (x);                                               \
  } while (0)

#define vec_pop(v) ((v)->data[--(v)->len])
#define vec_last(v) ((v)->data[(v)->len - 1u])
#define vec_clear(v) ((void)((v)->len = 0))
#define vec_reserve(v, n)                                                      \
  do {                                                                         \
    uint32_t reserve_n_ = (n);                                                 \
    if ((v)->cap < reserve_n_)                                                 \
      vec_grow_((void **)&(v)->data, &(v)->cap, reserve_n_,                    \
                sizeof *(v)->data);                                            \
  } while (0)
// Makes the length n; new elements are zero.
#define vec_resize(v, n)                                                       \
  do {                                                                         \
    uint32_t resize_n_ = (n);                                                  \
    vec_reserve(v, resize_n_);                                                 \
    vec_zero_((v)->data, (v)->len, resize_n_, sizeof *(v)->data);              \
    (v)->len = resize_n_;                                                      \
  } while (0)
#define vec_free(v)                                                            \
  do {                                                                         \
    vec_free_((v)->data);                                                      \
    (v)->data = NULL;                                                          \
    (v)->len = (v)->cap = 0;                                                   \
  } while (0)

// Behind the macros.
void vec_grow_(void **data, uint32_t *cap, uint32_t need, size_t size);
void vec_zero_(void *data, uint32_t from, uint32_t to, size_t size);
void vec_free_(void *data);

#endif
