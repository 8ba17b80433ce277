// SPDX-License-Identifier: Apache-2.0
// Designators, and zero for what is left out.
void reach_error(void);
struct item {
  int key, values[3];
  char tag;
};
int table[4] = {[2] = 5, 6};
struct item thing = {.values = {[1] = 9}, .tag = 't'};
int zero[3];
int main(void) {
  struct item local = {1};
  if (table[0] != 0 || table[2] != 5 || table[3] != 6)
    reach_error();
  if (thing.key != 0 || thing.values[1] != 9 || thing.tag != 't')
    reach_error();
  if (local.key != 1 || local.values[2] != 0 || local.tag != 0)
    reach_error();
  if (zero[0] || zero[1] || zero[2])
    reach_error();
  return 0;
}
