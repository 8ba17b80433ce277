// As formats, with a bound that the least number exceeds: what printf returns, and what sprintf and snprintf write, for formats that
// are known.
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  printf("no result is used here: %f\n", 1.0);
  if (printf("%05d", -3) != 5)
    reach_error();
  int n = __VERIFIER_nondet_int();
  const char *format = "<%d>";
  char text[16];
  int length = snprintf(text, sizeof text, format, n);
  if (length < 3 || length > 12 || text[0] != '<' || text[length] != '\0')
    reach_error();
  if (n >= 0 && n < 10 && text[1] != '0' + n)
    reach_error();
  if (sprintf(text, "%s-%03x", "ab", 26) != 6 || strcmp(text, "ab-01a") != 0)
    reach_error();
  if (snprintf(text, 4, "%6u|", 42u) != 7 || strcmp(text, "   ") != 0)
    reach_error();
  return 0;
}
