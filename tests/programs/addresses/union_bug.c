// As union.c, with a wrong distance.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;

union both {
  int *p;
  word n;
};

int a[2];
static union both kept;

int main(void) {
  union both u;
  int *p = a;
  u.p = &a[1];
  if (u.n % 4 != 0 || u.n == 0)
    reach_error();
  kept.n = u.n;
  *kept.p = 5;
  kept.n -= 0;
  *kept.p = 6;
  if (a[0] != 6 || a[1] != 5)
    reach_error();
  *(word *)&p += sizeof(int);
  if (*p != 5)
    reach_error();
  return 0;
}
