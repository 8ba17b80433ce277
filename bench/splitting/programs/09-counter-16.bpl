// SPDX-License-Identifier: Apache-2.0
// 16 bits, one branch for each: the carry decides, until the highest bit is
// set.
var carry: int;
var b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15: int;

procedure main()
  modifies carry, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15;
{
  b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15 :=
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0;
  while (b15 == 0) {
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
    if (b8 == 1 && carry == 1) {
      b8 := 0;
      carry := 1;
    } else {
      b8 := b8 + carry;
      carry := 0;
    }
    if (b9 == 1 && carry == 1) {
      b9 := 0;
      carry := 1;
    } else {
      b9 := b9 + carry;
      carry := 0;
    }
    if (b10 == 1 && carry == 1) {
      b10 := 0;
      carry := 1;
    } else {
      b10 := b10 + carry;
      carry := 0;
    }
    if (b11 == 1 && carry == 1) {
      b11 := 0;
      carry := 1;
    } else {
      b11 := b11 + carry;
      carry := 0;
    }
    if (b12 == 1 && carry == 1) {
      b12 := 0;
      carry := 1;
    } else {
      b12 := b12 + carry;
      carry := 0;
    }
    if (b13 == 1 && carry == 1) {
      b13 := 0;
      carry := 1;
    } else {
      b13 := b13 + carry;
      carry := 0;
    }
    if (b14 == 1 && carry == 1) {
      b14 := 0;
      carry := 1;
    } else {
      b14 := b14 + carry;
      carry := 0;
    }
    if (b15 == 1 && carry == 1) {
      b15 := 0;
      carry := 1;
    } else {
      b15 := b15 + carry;
      carry := 0;
    }
  }
  assert b15 != 0;
}
