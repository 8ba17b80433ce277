// SPDX-License-Identifier: Apache-2.0
procedure first(x: int) returns (y: int)
  requires x > 0;
  ensures y > 1;
{
  y := x + 1;
}

procedure second() {
  var y: int;
  call y := first(7);
  assert y == 8;
}
