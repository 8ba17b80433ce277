// SPDX-License-Identifier: Apache-2.0
// A single loop without branches: both variables grow together.
var x, y, n: int;

procedure main()
  modifies x, y;
{
  x, y := 0, 0;
  while (x < n) {
    x, y := x + 1, y + 1;
  }
  assert x == y;
}
