// SPDX-License-Identifier: Apache-2.0
const n: int;
const unique a, b, c: int;
function square(x: int): int { x * x }
function twice(x: int): int { x + x }
function both(x: int): int { square(twice(x)) }
function limit(): int;
axiom n > 3;
axiom limit() == both(n);

procedure main() {
  assert n >= 4;
  assert limit() == 4 * square(n);
  assert a != b && b != c && a != c;
}
