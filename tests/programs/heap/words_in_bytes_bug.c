// As words_in_bytes.c, with the bytes in another order.
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint(), copy;
  unsigned char *bytes;
  if (n < 8 || n > 100 || i > n - 4)
    return 0;
  bytes = malloc(n);
  if (bytes == NULL)
    return 0;
  *(unsigned *)(bytes + i) = 0x11223344;
  if (bytes[i + 1] != 0x22)
    reach_error();
  bytes[i] = 0xff;
  memcpy(&copy, bytes + i, sizeof copy);
  if (copy != 0x112233ff)
    reach_error();
  free(bytes);
  return 0;
}
