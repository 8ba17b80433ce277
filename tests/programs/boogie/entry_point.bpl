// SPDX-License-Identifier: Apache-2.0
procedure main() {
}

procedure {:entrypoint} go() {
  assert false;
}
