// SPDX-License-Identifier: Apache-2.0
// Null of the program is an error, also where a pointer from outside may be null.
extern int *find(void);

int main(void) {
  int *p = find();
  if (p != 0)
    p = 0;
  *p = 1;
  return 0;
}
