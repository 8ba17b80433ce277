// The lowest bit of an address says what it points to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;

int small;
long large;

static word tag(void *p, int is_large) { return (word)p | (is_large != 0); }

static long get(word tagged) {
  if (tagged & 1)
    return *(long *)(tagged & ~(word)1);
  return *(int *)tagged;
}

int main(void) {
  int choice = __VERIFIER_nondet_int();
  small = 3;
  large = 70;
  word w = choice > 0 ? tag(&large, 1) : tag(&small, 0);
  long found = get(w);
  if (found != (choice > 0 ? 70 : 3))
    reach_error();
  return 0;
}
