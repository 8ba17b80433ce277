// SPDX-License-Identifier: Apache-2.0
var g: int;

procedure add(n: int) returns (r: int)
  requires n >= 0;
  modifies g;
  ensures g == old(g) + n;
  ensures r == old(g);
{
  r := g;
  g := g + n;
}

procedure main()
  modifies g;
{
  var a, b: int;
  g := 3;
  call a := add(4);
  call b := add(a);
  assert a == 3 && b == 7 && g == 10;
}
