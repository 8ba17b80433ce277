// A number that begins in allocated bytes and ends behind them.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  unsigned char *bytes;
  if (n < 8 || n > 100 || i > n - 3)
    return 0;
  bytes = malloc(n);
  if (bytes == NULL)
    return 0;
  *(unsigned *)(bytes + i) = 1;
  if (bytes[i] != 1)
    reach_error();
  return 0;
}
