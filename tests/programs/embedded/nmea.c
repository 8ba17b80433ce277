// SPDX-License-Identifier: Apache-2.0
// A parser of NMEA sentences: fields, fixed-point numbers and the checksum.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

typedef struct nmea_float {
  int32_t value, scale;
} nmea_float;

typedef struct nmea_fix {
  uint8_t hours, minutes, seconds;
  nmea_float latitude;
  bool is_valid;
} nmea_fix;

static int hex_digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

static bool nmea_check(const char *s) {
  uint8_t sum = 0;
  if (*s++ != '$')
    return false;
  while (*s != '\0' && *s != '*')
    sum ^= (uint8_t)*s++;
  if (*s++ != '*')
    return false;
  int high = hex_digit(s[0]);
  int low = high < 0 ? -1 : hex_digit(s[1]);
  return low >= 0 && sum == (uint8_t)(high << 4 | low);
}

static const char *next_field(const char *s) {
  while (*s != '\0' && *s != ',' && *s != '*')
    s++;
  return *s == ',' ? s + 1 : NULL;
}

static nmea_float read_float(const char *s) {
  nmea_float f = {0, 0};
  for (; (*s >= '0' && *s <= '9') || *s == '.'; s++) {
    if (*s == '.') {
      f.scale = 1;
      continue;
    }
    f.value = f.value * 10 + (*s - '0');
    f.scale *= 10;
  }
  return f;
}

static uint8_t two_digits(const char *s) {
  return (uint8_t)((s[0] - '0') * 10 + (s[1] - '0'));
}

static bool nmea_parse(const char *s, nmea_fix *fix) {
  memset(fix, 0, sizeof *fix);
  if (!nmea_check(s) || strncmp(s + 3, "RMC", 3) != 0)
    return false;
  const char *time = next_field(s);
  const char *status = time != NULL ? next_field(time) : NULL;
  const char *latitude = status != NULL ? next_field(status) : NULL;
  if (latitude == NULL)
    return false;
  fix->hours = two_digits(time);
  fix->minutes = two_digits(time + 2);
  fix->seconds = two_digits(time + 4);
  fix->is_valid = *status == 'A';
  fix->latitude = read_float(latitude);
  return true;
}

static char to_hex(unsigned n) {
  return (char)(n < 10 ? '0' + n : 'A' + (n - 10));
}

int main(void) {
  char line[] = "$GPRMC,081836,A,3751.65,S*00";
  unsigned hour = __VERIFIER_nondet_uint() % 24;
  line[7] = (char)('0' + hour / 10);
  line[8] = (char)('0' + hour % 10);
  uint8_t sum = 0;
  for (unsigned k = 1; line[k] != '*'; k++)
    sum ^= (uint8_t)line[k];
  line[sizeof line - 3] = to_hex(sum >> 4);
  line[sizeof line - 2] = to_hex(sum & 15);
  nmea_fix fix;
  if (!nmea_parse(line, &fix))
    reach_error();
  if (fix.hours != hour || fix.minutes != 18 || fix.seconds != 36)
    reach_error();
  if (!fix.is_valid || fix.latitude.value != 375165 ||
      fix.latitude.scale != 100)
    reach_error();
  return 0;
}
