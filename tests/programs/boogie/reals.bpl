// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var x, y: real;
  var i: int;
  assert 0.1 + 0.2 == 0.3;
  assert 1.5e1 == 15.0 && 5e-1 == 1.0 / 2.0;
  havoc x, i;
  assume 0.0 < x && x < 1.0;
  y := x / 2.0;
  assert 0.0 < y && y < x;
  assert int(2.75) == 2 && int(-2.75) == -3;
  assert real(3) == 3.0;
  if (real(i) < x) {
    assert i <= 0;
  }
}
