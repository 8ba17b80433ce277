// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var i, j: int;
  i := 0;
outer:
  while (true) {
    j := 0;
    while (*) {
      j := j + 1;
      if (i + j == 7) {
        break outer;
      }
      if (j == 3) {
        break;
      }
    }
    i := i + 1;
    if (i > 6) {
      break;
    }
  }
  assert i + j == 7 || i == 7;
  assert i <= 7 && j <= 3;
}
