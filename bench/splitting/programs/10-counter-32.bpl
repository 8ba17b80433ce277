// SPDX-License-Identifier: Apache-2.0
// 32 bits, one branch for each: the carry decides, until the highest bit is
// set.
var carry: int;
var b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15, b16,
  b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29, b30, b31: int;

procedure main()
  modifies carry, b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
    b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29,
    b30, b31;
{
  b0, b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12, b13, b14, b15,
    b16, b17, b18, b19, b20, b21, b22, b23, b24, b25, b26, b27, b28, b29,
    b30, b31 :=
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0;
  while (b31 == 0) {
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
    if (b16 == 1 && carry == 1) {
      b16 := 0;
      carry := 1;
    } else {
      b16 := b16 + carry;
      carry := 0;
    }
    if (b17 == 1 && carry == 1) {
      b17 := 0;
      carry := 1;
    } else {
      b17 := b17 + carry;
      carry := 0;
    }
    if (b18 == 1 && carry == 1) {
      b18 := 0;
      carry := 1;
    } else {
      b18 := b18 + carry;
      carry := 0;
    }
    if (b19 == 1 && carry == 1) {
      b19 := 0;
      carry := 1;
    } else {
      b19 := b19 + carry;
      carry := 0;
    }
    if (b20 == 1 && carry == 1) {
      b20 := 0;
      carry := 1;
    } else {
      b20 := b20 + carry;
      carry := 0;
    }
    if (b21 == 1 && carry == 1) {
      b21 := 0;
      carry := 1;
    } else {
      b21 := b21 + carry;
      carry := 0;
    }
    if (b22 == 1 && carry == 1) {
      b22 := 0;
      carry := 1;
    } else {
      b22 := b22 + carry;
      carry := 0;
    }
    if (b23 == 1 && carry == 1) {
      b23 := 0;
      carry := 1;
    } else {
      b23 := b23 + carry;
      carry := 0;
    }
    if (b24 == 1 && carry == 1) {
      b24 := 0;
      carry := 1;
    } else {
      b24 := b24 + carry;
      carry := 0;
    }
    if (b25 == 1 && carry == 1) {
      b25 := 0;
      carry := 1;
    } else {
      b25 := b25 + carry;
      carry := 0;
    }
    if (b26 == 1 && carry == 1) {
      b26 := 0;
      carry := 1;
    } else {
      b26 := b26 + carry;
      carry := 0;
    }
    if (b27 == 1 && carry == 1) {
      b27 := 0;
      carry := 1;
    } else {
      b27 := b27 + carry;
      carry := 0;
    }
    if (b28 == 1 && carry == 1) {
      b28 := 0;
      carry := 1;
    } else {
      b28 := b28 + carry;
      carry := 0;
    }
    if (b29 == 1 && carry == 1) {
      b29 := 0;
      carry := 1;
    } else {
      b29 := b29 + carry;
      carry := 0;
    }
    if (b30 == 1 && carry == 1) {
      b30 := 0;
      carry := 1;
    } else {
      b30 := b30 + carry;
      carry := 0;
    }
    if (b31 == 1 && carry == 1) {
      b31 := 0;
      carry := 1;
    } else {
      b31 := b31 + carry;
      carry := 0;
    }
  }
  assert b31 != 0;
}
