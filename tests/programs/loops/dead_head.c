// Two of three loops are never entered: what they are for is excluded by
// constants. A proof has to say something of them all the same.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static unsigned shift_up(unsigned x) {
  unsigned n = 0;
  if (x < 256)
    while (!(x & 256)) {
      x <<= 1;
      n++;
    }
  return n;
}

int main(void) {
  unsigned rounds = __VERIFIER_nondet_uint(), i = 0, odd = 1;
  unsigned first = shift_up(300), second = shift_up(1000);
  while (i < rounds) {
    odd += 2;
    i++;
  }
  assert(odd % 2 == 1 && first == 0 && second == 0);
  return 0;
}
