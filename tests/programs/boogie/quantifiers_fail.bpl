// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var m: [int]int;
  m[7] := 1;
  assert (forall k: int :: m[k] == 0 || k < 7 || k > 7);
}
