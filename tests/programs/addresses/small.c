// An address cut to fewer bits still tells parts of an object apart.
extern void reach_error(void);
typedef __UINTPTR_TYPE__ word;

int a[8];

int main(void) {
  int *p = &a[1], *q = &a[6];
  unsigned char low_p = (unsigned char)(word)p, low_q = (unsigned char)(word)q;
  if (low_p == low_q || (unsigned char)(low_q - low_p) != 20)
    reach_error();
  if ((short)(word)p == (short)(word)q)
    reach_error();
  return 0;
}
