// A loop with two phases, far too long to be unrolled: what it does for the
// first half of its rounds says nothing about the second one.
extern void __VERIFIER_error(void);

int main(void) {
  unsigned n = 3000000, half = 1500000, x = 0, late = 0;
  while (x < n) {
    if (x >= half)
      late++;
    x++;
  }
  if (late != half)
    __VERIFIER_error();
}
