// SPDX-License-Identifier: Apache-2.0
// Any implementation may be the one that runs.
procedure pick(limit: int) returns (r: int);
  requires limit > 0;

implementation pick(limit: int) returns (r: int) {
  r := limit - 1;
}

implementation pick(most: int) returns (chosen: int) {
  chosen := most;
}

procedure main() {
  var x: int;
  call x := pick(3);
  assert x == 2;
}
