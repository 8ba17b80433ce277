// SPDX-License-Identifier: Apache-2.0
// The loop is dead but for the jump into it.
procedure main() {
  var x: int;
  x := 1;
  goto inside;
  while (x < 3) {
    x := 5;
  inside:
    x := x + 1;
  }
  assert x != 6;
}
