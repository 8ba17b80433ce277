// SPDX-License-Identifier: Apache-2.0
// An error that needs what constructors did.
void reach_error(void);
int __VERIFIER_nondet_int(void);
static int log_of_calls, input;
static void add(int digit) { log_of_calls = 10 * log_of_calls + digit; }
__attribute__((constructor)) static void last(void) { add(3); }
__attribute__((constructor(200))) static void second(void) { add(2); }
__attribute__((constructor(101))) static void first(void) {
  add(1);
  input = __VERIFIER_nondet_int();
}
int main(void) {
  if (log_of_calls == 123 && input == 4711)
    reach_error();
  return 0;
}
