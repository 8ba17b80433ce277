// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var m: [int]int;
  var i, j: int;
  havoc i, j;
  m[i] := 1;
  m[j] := 2;
  assert m[i] == 1;
}
