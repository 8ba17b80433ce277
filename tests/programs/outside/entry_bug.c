// SPDX-License-Identifier: Apache-2.0
// Arguments of another entry than main: memory from outside.
extern void reach_error(void);
struct buffer {
  unsigned char *data;
  unsigned length, capacity;
};

int put(struct buffer *b, unsigned char c) {
  if (b->length >= b->capacity || b->length >= 1000)
    return -1;
  b->data[b->length] = c;
  b->length++;
  if (b->length > 999)
    reach_error();
  return 0;
}

int main(void) { return 0; }
