// SPDX-License-Identifier: Apache-2.0
// Identifiers may have backslashes, which SMT-LIB's symbols may not.
var \g: int;
procedure main() modifies \g; {
  var x\y, x\\: int;
  havoc x\y;
  \g := x\y;
  x\\ := \g;
  assert x\\ == x\y;
}
