// Vectors as GCC has them: operators work lane by lane, elements are written by
// index, and a vector lies in memory as an array does.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef int four __attribute__((vector_size(16)));
typedef short eight __attribute__((vector_size(16)));

static four table[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}};

static four twice(four a) { return a + a; }

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned i = (unsigned)n % 3;
  four a = {n, n + 1, n + 2, n + 3};
  four sum = twice(a);
  if (sum[3] != 2 * n + 6)
    reach_error();
  eight parts = (eight)a;
  if (parts[0] != (short)n)
    reach_error();
  four less = a < n + 2;
  if (less[0] != -(n < n + 2) || less[2] != 0)
    reach_error();
  table[i][i] = n;
  table[i] -= 1;
  if (((int *)table)[5 * i] != n - 1)
    reach_error();
  if (table[1][3] != (i == 1 ? 7 : 8))
    reach_error();
  return 0;
}
