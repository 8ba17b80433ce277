// SPDX-License-Identifier: Apache-2.0
// Division and remainder are Euclidean; by zero they have some value.
procedure main() {
  var x, y: int;
  assert 7 div 2 == 3 && 7 mod 2 == 1;
  assert -7 div 2 == -4 && -7 mod 2 == 1;
  assert 7 div -2 == -3 && 7 mod -2 == 1;
  assert -7 div -2 == 4 && -7 mod -2 == 1;
  assert -7 / 2 == -4 && -7 % 2 == 1;
  havoc x, y;
  if (y != 0) {
    assert x == y * (x div y) + x mod y || x < -50 || x > 50 || y < -9 || y > 9;
  }
  assert x div 0 == x div 0;
  y := 0;
  assert x mod y == x mod 0;
}
