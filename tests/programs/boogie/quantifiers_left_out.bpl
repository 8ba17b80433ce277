// SPDX-License-Identifier: Apache-2.0
// That all elements are zero is not used, so the last assertion stays open.
procedure main() {
  var m: [int]int;
  var i: int;
  assume (forall k: int :: m[k] == 0);
  assert i == i;
  assert m[i] == 0;
}
