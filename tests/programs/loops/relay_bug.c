// Stations in a ring pass a number on and count the hands; which one is next
// is not known before. One of them forgets to count when the number is 77.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

enum { WAITS, HAS, DONE };

int token, sent;
int first = HAS, second = WAITS, third = WAITS;

int main(void) {
  token = __VERIFIER_nondet_int();
  sent = token;
  while (1) {
    if (first == HAS && __VERIFIER_nondet_int()) {
      token += 1;
      first = DONE;
      second = HAS;
    }
    if (second == HAS && __VERIFIER_nondet_int()) {
      token += 1;
      second = DONE;
      third = HAS;
    }
    if (third == HAS && __VERIFIER_nondet_int()) {
      if (token != 77)
        token += 1;
      third = DONE;
    }
    if (third == DONE) {
      if (token != sent + 3)
        __VERIFIER_error();
      token = __VERIFIER_nondet_int();
      sent = token;
      first = HAS;
      second = WAITS;
      third = WAITS;
    }
  }
}
