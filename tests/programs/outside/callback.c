// SPDX-License-Identifier: Apache-2.0
// A function pointer from outside is called: it returns anything, and changes
// nothing here.
extern void reach_error(void);
struct operations {
  int (*open)(void *data);
  void (*close)(void *data);
};
extern struct operations *find_operations(void);
static int depth;

int main(void) {
  struct operations *o = find_operations();
  int r = o->open(&depth);
  if (r == 0) {
    depth++;
    o->close(0);
    depth--;
  }
  if (depth != 0 && 0)
    reach_error();
  return 0;
}
