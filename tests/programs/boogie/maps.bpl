// SPDX-License-Identifier: Apache-2.0
type table = [int, bool]int;
var m: table;

procedure main()
  modifies m;
{
  var n: [int][int]int;
  var k: [int]int;
  m[1, true], n[2][3] := 10, 20;
  m := m[1, false := 11][2, true := 12];
  assert m[1, true] == 10 && m[1, false] == 11 && m[2, true] == 12;
  k := n[2];
  n[2][4] := 5;
  assert n[2][3] == 20 && n[2] == k[4 := 5];
  m[1, true] := m[1, false];
  assert m == m[1, true := 11];
}
