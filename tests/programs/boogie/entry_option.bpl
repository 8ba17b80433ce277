// SPDX-License-Identifier: Apache-2.0
procedure main() {
}

procedure other(b: bool) {
  assert b;
}
