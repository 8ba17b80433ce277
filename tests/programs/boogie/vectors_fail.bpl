// SPDX-License-Identifier: Apache-2.0
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvult"} less(x: bv8, y: bv8) returns (bool);

procedure main() {
  var x, y: bv8;
  x := 0bv8;
  while (less(x, 250bv8)) {
    x := add(x, 50bv8);
  }
  havoc y;
  assert less(x, add(x, y)) || y == 0bv8;
}
