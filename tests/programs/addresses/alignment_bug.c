// A character may lie anywhere.
extern void reach_error(void);

char text[8];

int main(void) {
  char *p = text;
  if ((__UINTPTR_TYPE__)p % 4 == 3 && ((__UINTPTR_TYPE__)p & 8) != 0)
    reach_error();
  return 0;
}
