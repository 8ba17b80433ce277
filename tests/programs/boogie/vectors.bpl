// SPDX-License-Identifier: Apache-2.0
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:builtin "bvult"} less(x: bv8, y: bv8) returns (bool);
function {:bvbuiltin "(_ sign_extend 8)"} widen(bv8) returns (bv16);
function {:builtin "zero_extend"} {:indices 4} pad(bv4) returns (bv8);
function {:bvbuiltin "bvsmod"} smod(bv8, bv8) returns (bv8);

procedure main() {
  var x: bv8;
  var y: bv16;
  assert add(200bv8, 100bv8) == 44bv8;
  assert widen(128bv8) == 65408bv16;
  assert pad(9bv4) == 9bv8;
  assert smod(249bv8, 3bv8) == 2bv8;
  havoc x;
  y := x ++ 5bv8;
  assert y[16:8] == x && y[8:0] == 5bv8;
  assert x[8:4] ++ x[4:0] == x;
  if (less(x, 255bv8)) {
    assert less(x, add(x, 1bv8));
  }
}
