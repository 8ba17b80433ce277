// SPDX-License-Identifier: Apache-2.0
// The choice of a goto is free, an assume takes ways away.
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
  assert 0 <= x && x < 5;
}
