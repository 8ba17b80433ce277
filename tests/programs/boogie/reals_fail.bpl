// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var x: real;
  havoc x;
  assume 0.0 <= x && x <= 1.0;
  assert x * x == x;
}
