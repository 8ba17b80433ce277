// SPDX-License-Identifier: Apache-2.0
// A struct that does not fit into registers.
void reach_error(void);
struct big {
  int values[6];
  char tail;
};
static struct big filled(struct big b, int with) {
  for (int i = 0; i < 6; i++)
    b.values[i] += with;
  b.tail = 'z';
  return b;
}
int main(void) {
  struct big b = {{1, 2, 3, 4, 5, 6}, 'a'};
  struct big c = filled(b, 10);
  if (b.values[5] != 6 || b.tail != 'a' || c.values[5] != 16 || c.tail != 'z')
    reach_error();
  return 0;
}
