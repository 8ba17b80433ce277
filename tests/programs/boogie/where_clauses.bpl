// SPDX-License-Identifier: Apache-2.0
var g: int where g >= 0;

procedure f() returns (r: int where r < 5);
  modifies g;

procedure main()
  modifies g;
{
  var x: int where x > 10;
  assert x > 10 && g >= 0;
  x := 3;
  havoc x;
  assert x > 10;
  call x := f();
  assert x < 5 && g >= 0;
}
