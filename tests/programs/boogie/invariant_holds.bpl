// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var i, s: int;
  i, s := 0, 0;
  while (i < 6)
    invariant 0 <= i && i <= 6;
    invariant 2 * s == i * (i - 1);
    free invariant s >= 0;
  {
    s := s + i;
    i := i + 1;
  }
  assert s == 15;
}
