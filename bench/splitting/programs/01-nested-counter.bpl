// SPDX-License-Identifier: Apache-2.0
// Four bits count up by nested branches until the highest one is set.
var b0, b1, b2, b3: int;

procedure main()
  modifies b0, b1, b2, b3;
{
  b0, b1, b2, b3 := 0, 0, 0, 0;
  while (b3 == 0) {
    if (b0 == 0) {
      b0 := 1;
    } else {
      b0 := 0;
      if (b1 == 0) {
        b1 := 1;
      } else {
        b1 := 0;
        if (b2 == 0) {
          b2 := 1;
        } else {
          b2, b3 := 0, 1;
        }
      }
    }
  }
  assert b3 != 0;
}
