// SPDX-License-Identifier: Apache-2.0
procedure main() {
  var x: int;
  x := 0;
start:
  goto up, twice, done;
up:
  x := x + 1;
  goto check;
twice:
  x := x + 2;
  goto check;
check:
  assume x < 5;
  goto start;
done:
  assert x != 4;
}
