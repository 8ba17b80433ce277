// SPDX-License-Identifier: Apache-2.0
// Bit-fields cut off and extend by their own width and sign.
void reach_error(void);
struct flags {
  signed a : 3;
  unsigned b : 5;
  unsigned : 0;
  unsigned c : 1;
  long long d : 40;
};
int main(void) {
  struct flags f = {0};
  f.a = 5;
  f.b = 33;
  f.c = 3;
  f.d = 1LL << 39;
  if (f.a != -3 || f.b != 1 || f.c != 1 || f.d >= 0)
    reach_error();
  f.b--;
  f.b--;
  if (f.b != 31 || f.a != -3 || f.c != 1)
    reach_error();
  return 0;
}
