// SPDX-License-Identifier: Apache-2.0
// A controller with modes and a number that is computed with: of that number it
// counts between which of the constants it is.
extern void reach_error(void);
extern int nondet(void);
int mode = 2, fan = 0, heat = 150;
void step(int button, int turn) {
  if (mode == 2 && button == 1 && heat > 99 && heat <= 180) {
    heat = (heat * 9 / 10) % 41 + 140;
    mode = 3;
  } else if (mode == 3 && button == 2 && heat > 99 && heat <= 180) {
    heat = (heat + turn) % 29999 - 30400;
    fan = 1;
    mode = 4;
  } else if (mode == 4 && button == 3 && heat <= -200) {
    heat = (heat - turn) % 29999 - 30400;
    mode = 4;
  } else if (mode == 4 && button == 4 && heat <= -200) {
    heat = heat % 40 + 140;
    fan = 0;
    mode = 2;
  } else if (mode == 4 && heat > 180) {
    mode = 5;
  }
}
int main(void) {
  while (1) {
    int button = nondet();
    if (button < 1 || button > 4)
      return 0;
    step(button, nondet() % 1000);
    if (mode == 5 || (fan == 1 && heat > -200))
      reach_error();
  }
}
