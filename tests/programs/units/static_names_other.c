// SPDX-License-Identifier: Apache-2.0
static int count;
static int step(void) { return count += 10; }
int other_next(void) { return step(); }
