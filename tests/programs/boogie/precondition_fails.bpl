// SPDX-License-Identifier: Apache-2.0
procedure half(n: int) returns (r: int)
  requires n mod 2 == 0;
{
  r := n div 2;
}

procedure main() {
  var k: int;
  call k := half(8);
  call k := half(k + 1);
}
