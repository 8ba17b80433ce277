// SPDX-License-Identifier: Apache-2.0
type pointer = { base: int, offset: int };
var memory: [pointer]int;
var refs: [int]pointer;

procedure main()
  modifies memory, refs;
{
  var p, q: pointer;
  p := { base: 1, offset: 0 };
  q := p;
  q!offset := 4;
  memory[p], refs[0] := 7, q;
  memory[refs[0]] := 8;
  assert memory[p] == 7 && memory[{ base: 1, offset: 4 }] == 8;
  refs[0]!base := 2;
  assert refs[0] == { base: 2, offset: 4 } && refs[0] != q && p != q;
  assert refs[0]!offset == p!offset + 4;
}
