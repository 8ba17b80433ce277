// SPDX-License-Identifier: Apache-2.0
// The invariant fails in the fourth round only.
procedure main() {
  var i: int;
  i := 0;
  while (i < 10)
    invariant i != 3;
  {
    i := i + 1;
  }
}
