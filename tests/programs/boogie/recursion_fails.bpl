// SPDX-License-Identifier: Apache-2.0
// Needs eight calls of f within each other.
procedure f(n: int) returns (r: int) {
  r := 0;
  if (n > 0) {
    call r := f(n - 1);
    r := r + 2;
  }
}

procedure main() {
  var n, s: int;
  havoc n;
  call s := f(n);
  assert s < 15;
}
