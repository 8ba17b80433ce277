// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var x, y: int;
  var p, q: bool;
  havoc p, q, x;
  assert (p ==> q) == (!p || q);
  assert (p <== q) == (q ==> p);
  assert (p <==> q) == (p == q);
  assert p ==> q ==> p;
  y := if x < 0 then -x else x;
  assert y >= 0 && (y == x || y == -x);
  assert p && q || !p || !q;
}
