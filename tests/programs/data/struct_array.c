// SPDX-License-Identifier: Apache-2.0
// An array of structs with a variable index.
void reach_error(void);
unsigned __VERIFIER_nondet_uint(void);
struct slot {
  int key, value;
};
int main(void) {
  struct slot slots[3] = {{1, 10}, {2, 20}, {3, 30}};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  slots[i].value += 5;
  if (slots[i].value != slots[i].key * 10 + 5)
    reach_error();
  if (slots[(i + 1) % 3].value % 10 != 0)
    reach_error();
  return 0;
}
