// SPDX-License-Identifier: Apache-2.0
var a, b: int;

procedure swap()
  modifies a, b;
  ensures a == old(b) && b == old(a);
  ensures a + b == old(a + b);
{
  a, b := b, a;
}

procedure main()
  modifies a, b;
{
  a, b := 1, 2;
  call swap();
  assert a == 2 && b == 1;
  a, b := a + b, a - b;
  assert a == 3 && b == 1;
}
