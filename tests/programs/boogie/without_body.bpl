// SPDX-License-Identifier: Apache-2.0
var g, h: int;

procedure f() returns (r: int);
  modifies g;
  ensures g == old(g) + 1;
  ensures r > g;

procedure main()
  modifies g, h;
{
  var x: int;
  g, h := 1, 2;
  call x := f();
  assert g == 2 && h == 2 && x >= 3;
}
