// SPDX-License-Identifier: Apache-2.0
// memcpy between bytes that may overlap; memmove may do so.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
void *memcpy(void *, const void *, __SIZE_TYPE__);
void *memmove(void *, const void *, __SIZE_TYPE__);
char b[16];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8)
    return 0;
  memmove(b, b + 1, 8);
  memcpy(b, b + 8, 8);
  memcpy(b + 4, b, n);
  if (n > 4)
    reach_error();
  return 0;
}
