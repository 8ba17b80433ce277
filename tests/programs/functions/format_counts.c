// %n stores how much has been written so far, whatever becomes of the output.
#include <stdio.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void check(int holds) {
  if (!holds)
    reach_error();
}

// Closed by a contract: what it writes must be known.
static int global;
static int recursive(int n) {
  printf("ab%n", &global);
  return n > 0 ? recursive(n - 1) + 1 : 0;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), x = 0;
  long l = 0;
  short h = 0;
  long long ll = 0;
  signed char hh = 0;
  char text[4] = {0};
  printf("abc%n", &x);
  check(x == 3);
  fprintf(stderr, "%d%n%s%ln\n", 1234, &x, "five", &l);
  check(x == 4 && l == 8);
  printf("%u%n", n < 0 ? 10u : (unsigned)n, &x);
  check(x >= 1 && x <= 10);
  snprintf(text, sizeof text, "%s%hn%c%hhn", "abcdef", &h, 'x', &hh);
  check(h == 6 && hh == 7 && text[2] == 'c' && text[3] == 0);
  sprintf(text, "a%llnb", &ll);
  check(ll == 1 && text[1] == 'b');
  global = 7;
  recursive(3);
  check(global == 2);
  return 0;
}
