// SPDX-License-Identifier: Apache-2.0
// What is free is assumed on both sides.
procedure f(n: int) returns (r: int);
  free requires n > 10;
  free ensures r > n;

procedure g(n: int) returns (r: int)
  free requires n > 10;
{
  assert n > 10;
  r := n;
}

procedure main() {
  var x: int;
  call x := f(0);
  assert x > 0;
  havoc x;
  call x := g(x);
  assert x > 10;
}
