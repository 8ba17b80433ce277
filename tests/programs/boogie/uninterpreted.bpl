// SPDX-License-Identifier: Apache-2.0
type Ref;
type Pair a b;
const unique nil, one, two: Ref;
const other: Ref;
function f(Ref) returns (int);
function g(x: Ref, y: int): Ref;
var p: Pair Ref int;

procedure main() {
  var a, b: Ref;
  var q: Pair Ref int;
  assert nil != one && one != two && two != nil;
  havoc a, b;
  if (a == b) {
    assert f(a) == f(b);
    assert g(a, 3) == g(b, 1 + 2);
  }
  q := p;
  assert q == p;
}
