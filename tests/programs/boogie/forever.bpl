// SPDX-License-Identifier: Apache-2.0
// The loop ends for no n; the assertion behind it is never reached.
procedure main(n: int) {
  var i: int;
  i := 0;
  while (true) {
    i := i + 1;
    assert i > 0 || n == n + 1;
    if (i > 3) {
      i := 1;
    }
  }
  assert false;
}
