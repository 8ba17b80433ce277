// As walk.c, with a wrong sum: an array that is filled by arithmetic on integers, as some tools write
// programs back.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
typedef __UINTPTR_TYPE__ word;

int a[6];

int main(void) {
  unsigned int i = 0;
  word start = (word)a;
  while (1) {
    if (!(i < 6U))
      break;
    *((int *)(start + 4U * i)) = (int)i;
    i = i + 1U;
  }
  word at = start;
  int sum = 0;
  while (at < start + sizeof a) {
    sum += *(int *)at;
    at += 4;
  }
  if (sum != 10 || at - start != sizeof a)
    reach_error();
  i = (unsigned int)__VERIFIER_nondet_int();
  if (i < 6U && *((int *)((word)(a) + 4U * i)) != (int)i)
    reach_error();
  return 0;
}
