// A pointer that travels through integers.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;

int a[2];
static word kept[2];

static int *back(word w) { return (int *)w; }

static word forth(int *p) { return (word)p; }

int main(void) {
  int k = __VERIFIER_nondet_int() > 0;
  kept[k] = forth(&a[k]);
  *back(kept[k]) = 7;
  if (a[k] != 7)
    reach_error();
  unsigned long long wide = kept[k] + sizeof(int);
  int *next = (int *)(word)wide;
  if (next != &a[k] + 1)
    reach_error();
  return 0;
}
