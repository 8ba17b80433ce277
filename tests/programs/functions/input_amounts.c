// How much input there is, and that the rest of the buffer stays.
#include <stdio.h>
#include <unistd.h>
extern void reach_error(void);

int main(void) {
  char text[4] = "abc";
  long n = read(0, text, 2);
  if (n < -1 || n > 2 || text[2] != 'c' || (n < 2 && text[1] != 'b'))
    reach_error();
  if (write(1, text, 3) > 3 || fwrite(text, 1, 4, stdout) > 4)
    reach_error();
  if (fread(text, 1, 1, stdin) > 1 || text[2] != 'c')
    reach_error();
  if (fgets(text, 3, stdin) == text && text[0] != 0 && text[1] != 0 &&
      text[2] != 0)
    reach_error();
  return 0;
}
