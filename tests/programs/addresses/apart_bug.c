// Which of two objects comes first is not known, nor how far they are apart.
extern void reach_error(void);
typedef __UINTPTR_TYPE__ word;

int a, b;

static int is_before(word p, word q) { return p < q; }

int main(void) {
  word p = (word)&a, q = (word)&b;
  if (!is_before(p, q) && p - q == 40)
    reach_error();
  return 0;
}
