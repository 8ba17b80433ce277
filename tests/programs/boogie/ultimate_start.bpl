// SPDX-License-Identifier: Apache-2.0
// ULTIMATE.start is the entry, whatever else there is.
procedure main() {
  assert false;
}

procedure ULTIMATE.start() {
  assert true;
}
