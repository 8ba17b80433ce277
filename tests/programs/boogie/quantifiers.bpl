// SPDX-License-Identifier: Apache-2.0
// Witnesses are looked for, Booleans are tried, definitions are applied.
function double(int): int;
axiom (forall x: int :: { double(x) } double(x) == x + x);

procedure main() {
  var m: [int]int;
  var n: [int]int;
  var i: int;
  assume (exists k: int :: 2 * k == i);
  assert i mod 2 == 0;
  n := m[3 := double(2)];
  assert (forall k: int :: k != 3 ==> n[k] == m[k]);
  assert (forall a, b: bool :: (a ==> b) || (b ==> a));
  assert n[3] == 4;
}
