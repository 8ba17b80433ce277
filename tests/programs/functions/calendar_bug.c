// As calendar, with a wrong day at the end: what gmtime makes of a time is a date, and mktime goes back.
#include <time.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  time_t t = __VERIFIER_nondet_int();
  struct tm *r = gmtime(&t);
  if (r == 0 || r->tm_sec < 0 || r->tm_sec > 59 || r->tm_min > 59 ||
      r->tm_hour < 0 || r->tm_hour > 23 || r->tm_mon < 0 || r->tm_mon > 11)
    reach_error();
  t = 951825600; // noon of the 29th of February, 2000
  struct tm date;
  if (localtime_r(&t, &date) != &date || date.tm_mon != 1 || date.tm_mday != 29)
    reach_error();
  date.tm_year++;
  date.tm_hour -= 36;
  if (mktime(&date) != t + 366 * 86400 - 36 * 3600 || date.tm_mday != 1)
    reach_error();
  return 0;
}
