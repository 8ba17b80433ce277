// A number that is read from allocated bytes and from behind them.
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  unsigned char *bytes;
  if (n < 8 || n > 100 || i > n - 3)
    return 0;
  bytes = malloc(n);
  if (bytes == NULL)
    return 0;
  bytes[i] = 1;
  if (*(unsigned *)(bytes + i) == 3)
    bytes[0] = 1;
  free(bytes);
  return 0;
}
