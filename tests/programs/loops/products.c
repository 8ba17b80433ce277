// Equations with products that a loop keeps: least common multiple by E. W.
// Dijkstra. 32-bit multipliers that cancel are beyond solvers of bits.
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_error(void);

int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  unsigned x = a, y = b, u = b, v = a;
  while (1) {
    if (x * u + y * v != 2 * a * b)
      __VERIFIER_error();
    if (x == y)
      return 0;
    if (x > y) {
      x -= y;
      v += u;
    } else {
      y -= x;
      u += v;
    }
  }
}
