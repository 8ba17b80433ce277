// SPDX-License-Identifier: Apache-2.0
// A list of compound literals that ended with their rounds.
extern void reach_error(void);
struct n { int v; struct n *next; };
int main(void) {
  struct n *head = 0;
  for (int i = 0; i < 3; i++)
    head = &(struct n){i, head};
  if (head->next == head)
    reach_error();
  return 0;
}
