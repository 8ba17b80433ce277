// SPDX-License-Identifier: Apache-2.0
type Ref;
const unique nil: Ref;
const other: Ref;
function f(Ref) returns (int);

procedure main() {
  assert f(nil) == f(other);
}
