// SPDX-License-Identifier: Apache-2.0
// A queue in an array that forgets to look whether it is full.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

enum { SIZE = 4 };
static int items[SIZE];
static unsigned head, tail, count;

static void put(int item) {
  items[tail] = item;
  tail = (tail + 1) % SIZE;
  count++;
}

static int get(void) {
  int item = items[head];
  head = (head + 1) % SIZE;
  count--;
  return item;
}

int main(void) {
  int oldest = 0;
  for (int i = 1; i <= 6; i++) {
    if (__VERIFIER_nondet_int())
      put(i);
    if (count > 0 && __VERIFIER_nondet_int()) {
      int item = get();
      assert(item > oldest); // first in, first out
      oldest = item;
    }
  }
  return 0;
}
