// The bytes beside a member that was stored over a pointer can be anything.
extern void reach_error(void);

union either {
  int *pointer;
  short part;
  unsigned char bytes[sizeof(int *)];
};

int main(void) {
  int x = 0;
  union either u;
  u.pointer = &x;
  u.part = 1;
  if (u.bytes[0] == 1 && u.bytes[2] == 7)
    reach_error();
  return 0;
}
