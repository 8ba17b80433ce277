// SPDX-License-Identifier: Apache-2.0
procedure largest(a, b: int) returns (r: int)
  ensures r >= a && r >= b;
{
  if (a > b) {
    r := a;
  } else if (b > a + 5) {
    r := a;
  } else {
    r := b;
  }
}

procedure main() {
  var x, y, z: int;
  havoc x, y;
  call z := largest(x, y);
}
