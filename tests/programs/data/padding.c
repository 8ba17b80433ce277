// SPDX-License-Identifier: Apache-2.0
// Padding holds what the program writes there: with memset and memcpy, as
// characters, as words. That of static variables is zero.
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct pair {
  char kind;
  int number;
};

struct nest {
  short first;
  struct pair pairs[2];
  char last;
};

static struct pair statics[2];
static long double wide;

static void expect(int holds) {
  if (!holds)
    reach_error();
}

static void fill(unsigned char byte) {
  struct pair a, b;
  memset(&a, byte, sizeof a);
  memset(&b, byte, sizeof b);
  expect(memcmp(&a, &b, sizeof a) == 0);
  ((unsigned char *)&a)[1] = 9;
  expect(((unsigned char *)&a)[1] == 9 && ((unsigned char *)&a)[2] == byte);
  memcpy(&b, &a, sizeof a);
  expect(((unsigned char *)&b)[1] == 9 && ((unsigned char *)&b)[3] == byte);
  struct pair c = b;
  expect(((unsigned char *)&c)[3] == byte);
}

static void words(unsigned char byte) {
  struct pair a;
  *(unsigned *)&a = byte * 0x01010101u;
  expect(((unsigned char *)&a)[2] == byte && *(unsigned char *)&a == byte);
}

static void allocated(unsigned char byte) {
  struct nest *n = calloc(1, sizeof *n);
  unsigned char *bytes = (unsigned char *)n;
  for (unsigned k = 0; k < sizeof *n; k++)
    expect(bytes[k] == 0);
  memset(&n->pairs[1], byte, sizeof n->pairs[1]);
  n->pairs[0].number = 5;
  expect(bytes[2] == bytes[2] && n->pairs[0].number == 5);
  expect(((unsigned char *)&n->pairs[1])[2] == byte);
  free(n);
}

int main(void) {
  unsigned char byte = __VERIFIER_nondet_uchar();
  expect(((char *)statics)[2] == 0 && ((char *)&wide)[sizeof wide - 1] == 0);
  statics[0].number = 3;
  expect(((char *)&statics[1])[3] == 0);
  memset(&wide, byte, sizeof wide);
  expect(((unsigned char *)&wide)[sizeof wide - 2] == byte);
  fill(byte);
  words(byte);
  allocated(byte);
  return 0;
}
