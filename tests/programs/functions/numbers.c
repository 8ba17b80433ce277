// Functions of <stdlib.h>, <string.h> and <math.h> whose results are determined.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

static void check(int holds) {
  if (!holds)
    reach_error();
}

int main(void) {
  char *end, *rest, text[8] = "ab,,cd";
  div_t d = div(-7, 2);
  ldiv_t l = ldiv(7, -2);
  lldiv_t ll = lldiv(-1000000000001, 10);
  check(d.quot == -3 && d.rem == -1 && l.quot == -3 && l.rem == 1);
  check(ll.quot == -100000000000 && ll.rem == -1);
  check(strtoul("-1", &end, 10) == ~0ul && *end == 0);
  check(strtoull("99999999999999999999", NULL, 0) == ~0ull);
  check(strtoull("-99999999999999999999", NULL, 0) == ~0ull);
  check(strtoll("-9223372036854775808", NULL, 0) < 0);
  check(strtoumax("0x1Fg", &end, 0) == 31 && *end == 'g');
  check(strcmp(strtok_r(text, ",", &rest), "ab") == 0);
  check(strcmp(strtok_r(NULL, ",", &rest), "cd") == 0);
  check(strtok_r(NULL, ",", &rest) == NULL);
  check(nextafter(1.0, 2.0) > 1.0 && nextafter(0.0, -1.0) == -0x1p-1074);
  check(nextafterf(1.0f, 0.0f) == 1.0f - 0x1p-24f);
  return 0;
}
