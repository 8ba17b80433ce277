// SPDX-License-Identifier: Apache-2.0
// A definition in the old style, called without a prototype.
void reach_error();
int add();
int main() {
  if (add(2, 3) != 5)
    reach_error();
  return 0;
}
int add(a, b)
int a;
int b;
{ return a + b; }
