// SPDX-License-Identifier: Apache-2.0
// An index that leaves its array, but not the object around it: C does not
// define the access. The address behind the last element is one.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct message {
  unsigned char bytes[4];
  unsigned char length;
};

int main(void) {
  struct message m = {{0}, 9};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > LAST)
    return 0;
  m.bytes[i] = 1;
  unsigned char *end = &m.bytes[4], *raw = (unsigned char *)&m;
  end[-1] = 2;
  if (m.length != 9)
    reach_error();
  raw[4] = 0;
  return m.length;
}
