// Objects that live at the same time do not overlap.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
typedef __UINTPTR_TYPE__ word;

int a[4];

int main(void) {
  short local[2];
  char *c = malloc(16);
  word p = (word)a, q = (word)local, r = (word)c;
  if (p <= q && q < p + sizeof a)
    reach_error();
  if (p == r || q - r == 0)
    reach_error();
  if (q + 2 == r)
    reach_error();
  return 0;
}
