// Each round counts one of four counters: their sum is the number of rounds.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int rounds = __VERIFIER_nondet_uint(), done = 0;
  unsigned int a = 0, b = 0, c = 0, d = 0;
  while (done < rounds) {
    int which = __VERIFIER_nondet_int();
    if (which == 0)
      a++;
    else if (which == 1)
      b++;
    else if (which == 2)
      c++;
    else
      d++;
    done++;
  }
  if (a + b + c + d != rounds)
    reach_error();
  return 0;
}
