// SPDX-License-Identifier: Apache-2.0
var g: int;

procedure f();
  modifies g;

procedure main()
  modifies g;
{
  g := 1;
  call f();
  assert g == 1;
}
