// SPDX-License-Identifier: Apache-2.0
// The outer loop takes back what the inner one has counted.
var i, j, n, m, x: int;

procedure main()
  modifies i, j, x;
{
  i, j, x := 0, 0, 0;
  while (i < n) {
    while (j < m) {
      j, x := j + 1, x + 1;
    }
    i, j, x := i + 1, 0, x - j;
  }
  assert x == 0;
}
