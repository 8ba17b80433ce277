// Three nodes in a ring have different numbers and send on the greatest they
// have heard of: whoever hears its own is the leader, and there is one alone.
// E. Chang, R. Roberts: "An Improved Algorithm for Decentralized Extrema-
// Finding in Circular Configurations of Processes" (CACM 1979).
extern signed char __VERIFIER_nondet_char(void);
extern void __VERIFIER_error(void);

signed char number1, number2, number3;
signed char sent1, sent2, sent3;
_Bool leads1, leads2, leads3;

static signed char greater(signed char heard, signed char own) {
  return heard > own ? heard : own;
}

int main(void) {
  number1 = __VERIFIER_nondet_char();
  number2 = __VERIFIER_nondet_char();
  number3 = __VERIFIER_nondet_char();
  if (number1 == number2 || number1 == number3 || number2 == number3)
    return 0;
  sent1 = number1;
  sent2 = number2;
  sent3 = number3;
  while (1) {
    signed char heard1 = sent3, heard2 = sent1, heard3 = sent2;
    leads1 = leads1 || heard1 == number1;
    leads2 = leads2 || heard2 == number2;
    leads3 = leads3 || heard3 == number3;
    sent1 = greater(heard1, number1);
    sent2 = greater(heard2, number2);
    sent3 = greater(heard3, number3);
    if (leads1 + leads2 + leads3 > 1)
      __VERIFIER_error();
  }
}
