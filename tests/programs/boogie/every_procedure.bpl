// SPDX-License-Identifier: Apache-2.0
// Without main every procedure is an entry; the second one fails.
procedure first(x: int)
  requires x > 0;
{
  assert x >= 1;
}

procedure second(x: int)
  requires x > 0;
{
  assert x > 1;
}
