// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

struct packet {
  struct packet *next;
  unsigned length;
  unsigned char bytes[];
};

int main(int argc, char **argv) {
  struct packet *p = malloc(sizeof *p + (size_t)argc);
  p->next = p;
  p->length = 1;
  p->bytes[0] = 5;
  return p->next->bytes[0];
}
