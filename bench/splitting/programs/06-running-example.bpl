// SPDX-License-Identifier: Apache-2.0
// One variable goes up while another one goes down: the sum stays.
procedure main() {
  var x, y, z, n: int;
  assume n == x && y == 0 && z == 0;
  while (x != 0) {
    if (*) {
      x, y := x + 1, y - 1;
    }
    if (*) {
      y, z := y + 1, z - 1;
    }
    if (*) {
      z, x := z + 1, x - 1;
    }
  }
  assert n == y + z;
}
