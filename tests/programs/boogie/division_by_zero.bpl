// SPDX-License-Identifier: Apache-2.0
// What a division by zero gives is not known.
procedure main() {
  var x: int;
  x := 5 div 0;
  assert x == 0;
}
