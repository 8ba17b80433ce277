// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var m: [int]int;
  var i: int;
  assume (forall k: int :: m[k] > 0);
  m[i] := 5;
  assert m[i] == 5;
}
