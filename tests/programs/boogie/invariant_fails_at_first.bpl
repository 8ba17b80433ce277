// SPDX-License-Identifier: Apache-2.0
procedure main(n: int) {
  var i: int;
  i := n;
  while (i > 0)
    invariant i >= 0;
  {
    i := i - 1;
    assume i < 3;
  }
}
