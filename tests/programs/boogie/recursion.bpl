// SPDX-License-Identifier: Apache-2.0
procedure sum(n: int) returns (r: int)
  requires n >= 0;
{
  if (n == 0) {
    r := 0;
  } else {
    call r := sum(n - 1);
    r := r + n;
  }
}

procedure main() {
  var s: int;
  call s := sum(4);
  assert s == 10;
}
