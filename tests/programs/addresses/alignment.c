// Objects are aligned as their types ask for, wherever they lie.
extern void reach_error(void);
extern void *malloc(__SIZE_TYPE__);
typedef __UINTPTR_TYPE__ word;

struct pair {
  char c;
  int n;
};

int global;
static struct pair pairs[3];

static int is_aligned(void *p, word to) { return (word)p % to == 0; }

int main(void) {
  double local;
  int *allocated = malloc(sizeof(int));
  if (!is_aligned(&global, 4) || !is_aligned(&local, 4))
    reach_error();
  if (((word)&pairs[1].n & 3) != 0)
    reach_error();
  if (((word)allocated & 7) != 0)
    reach_error();
  if ((word)&pairs[2].c % 4 != 0)
    reach_error();
  if ((word)&local == 0)
    reach_error();
  return 0;
}
