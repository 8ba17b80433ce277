// SPDX-License-Identifier: Apache-2.0
// 8 bits, one branch for each: the carry decides, until the highest bit is
// set.
var carry: int;
var b0, b1, b2, b3, b4, b5, b6, b7: int;

procedure main()
  modifies carry, b0, b1, b2, b3, b4, b5, b6, b7;
{
  b0, b1, b2, b3, b4, b5, b6, b7 :=
    0, 0, 0, 0, 0, 0, 0, 0;
  while (b7 == 0) {
    carry := 1;
    if (b0 == 1 && carry == 1) {
      b0 := 0;
      carry := 1;
    } else {
      b0 := b0 + carry;
      carry := 0;
    }
    if (b1 == 1 && carry == 1) {
      b1 := 0;
      carry := 1;
    } else {
      b1 := b1 + carry;
      carry := 0;
    }
    if (b2 == 1 && carry == 1) {
      b2 := 0;
      carry := 1;
    } else {
      b2 := b2 + carry;
      carry := 0;
    }
    if (b3 == 1 && carry == 1) {
      b3 := 0;
      carry := 1;
    } else {
      b3 := b3 + carry;
      carry := 0;
    }
    if (b4 == 1 && carry == 1) {
      b4 := 0;
      carry := 1;
    } else {
      b4 := b4 + carry;
      carry := 0;
    }
    if (b5 == 1 && carry == 1) {
      b5 := 0;
      carry := 1;
    } else {
      b5 := b5 + carry;
      carry := 0;
    }
    if (b6 == 1 && carry == 1) {
      b6 := 0;
      carry := 1;
    } else {
      b6 := b6 + carry;
      carry := 0;
    }
    if (b7 == 1 && carry == 1) {
      b7 := 0;
      carry := 1;
    } else {
      b7 := b7 + carry;
      carry := 0;
    }
  }
  assert b7 != 0;
}
