// What is left of a pointer once a smaller member was stored: C does not say.
extern void reach_error(void);

union either {
  int *pointer;
  short part;
};

int main(void) {
  int x = 0;
  union either u;
  u.pointer = &x;
  u.part = 1;
  if (u.part != 1)
    reach_error();
  if (u.pointer == &x)
    reach_error();
  return 0;
}
