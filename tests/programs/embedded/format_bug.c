// SPDX-License-Identifier: Apache-2.0
// A printf for a small machine: the conversions of a logger, with va_list,
// into a buffer of fixed size that is never overrun.
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

typedef struct sink {
  char *at, *end;
  size_t count; // what would have been written
} sink;

static void put(sink *s, char c) {
  if (s->at < s->end)
    *s->at++ = c;
  s->count++;
}

static void put_number(sink *s, unsigned n, unsigned base, int width, char pad) {
  char digits[11];
  int used = 0;
  do {
    digits[used++] = "0123456789abcdef"[n % base];
    n /= base;
  } while (n != 0);
  while (width-- > used)
    put(s, pad);
  while (used > 0)
    put(s, digits[--used]);
}

static int read_width(const char **f) {
  int width = 0;
  while (**f >= '0' && **f <= '9')
    width = width * 10 + (*(*f)++ - '0');
  return width;
}

int small_vsnprintf(char *buffer, size_t size, const char *f, va_list args) {
  sink s = {buffer, buffer + size, 0};
  for (; *f != '\0'; f++) {
    if (*f != '%') {
      put(&s, *f);
      continue;
    }
    f++;
    char pad = *f == '0' ? '0' : ' ';
    int width = read_width(&f);
    switch (*f) {
    case 'c':
      put(&s, (char)va_arg(args, int));
      break;
    case 's':
      for (const char *t = va_arg(args, const char *); *t != '\0'; t++)
        put(&s, *t);
      break;
    case 'd': {
      int n = va_arg(args, int);
      unsigned u = (unsigned)n;
      if (n < 0) {
        put(&s, '-');
        u = 0u - u;
      }
      put_number(&s, u, 10, width, pad);
      break;
    }
    case 'x':
      put_number(&s, va_arg(args, unsigned), 16, width, pad);
      break;
    default:
      put(&s, *f);
    }
  }
  if (size > 0)
    *s.at = '\0';
  return (int)s.count;
}

int small_snprintf(char *buffer, size_t size, const char *f, ...) {
  va_list args;
  va_start(args, f);
  int count = small_vsnprintf(buffer, size, f, args);
  va_end(args);
  return count;
}

int main(void) {
  char line[16];
  int n = __VERIFIER_nondet_int();
  if (n < -1 || n > 10)
    return 0;
  int count = small_snprintf(line, sizeof line, "%s=%d%02x", "t", n, 10u);
  if (count != 5 + (n < 0) + (n > 9))
    reach_error();
  if (line[count] != '\0' || line[count - 1] != 'a')
    reach_error();
  if ((n < 0) != (line[2] == '-'))
    reach_error();
  char few[4];
  if (small_snprintf(few, sizeof few, "%s", "abcd") != 4)
    reach_error();
  if (strcmp(few, "abc") != 0)
    reach_error();
  return 0;
}
