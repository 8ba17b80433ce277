// An address cut to fewer bits may be any number.
extern void reach_error(void);

int a, b;

static unsigned char low(int *p) {
  return (unsigned char)(__UINTPTR_TYPE__)p;
}

int main(void) {
  if (low(&a) == low(&b))
    reach_error();
  return 0;
}
