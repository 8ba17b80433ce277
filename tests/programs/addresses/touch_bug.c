// The end of an object may be where another one begins.
extern void reach_error(void);
typedef __UINTPTR_TYPE__ word;

int a[2], b;

static word number(int *p) { return (word)p; }

int main(void) {
  if (number(a + 2) == number(&b))
    reach_error();
  return 0;
}
