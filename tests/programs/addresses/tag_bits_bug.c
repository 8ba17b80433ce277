// As tag_bits.c, but the tag of one object is forgotten.
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
  small = 4;
  large = 3;
  word w = choice > 0 ? tag(&large, 0) : tag(&small, 0);
  long found = get(w);
  if (found != 4)
    reach_error();
  return 0;
}
