// SPDX-License-Identifier: Apache-2.0
// A small printf that writes through a function: what a number is written as is
// read back.
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

typedef void (*put_function)(char c, void *context);

typedef struct output {
  put_function put;
  void *context;
  size_t count;
} output;

static void put(output *o, char c) {
  o->put(c, o->context);
  o->count++;
}

static void put_padded(output *o, const char *text, size_t length, int width,
                       char pad) {
  for (int k = (int)length; k < width; k++)
    put(o, pad);
  while (length-- > 0)
    put(o, *text++);
}

static void put_number(output *o, unsigned n, unsigned base, bool is_negative,
                       int width, char pad) {
  char digits[12];
  size_t at = sizeof digits;
  do {
    unsigned digit = n % base;
    digits[--at] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
    n /= base;
  } while (n != 0);
  if (is_negative)
    digits[--at] = '-';
  put_padded(o, digits + at, sizeof digits - at, width, pad);
}

static size_t length_of(const char *s) {
  size_t n = 0;
  while (s[n] != '\0')
    n++;
  return n;
}

static void format(output *o, const char *f, va_list args) {
  for (; *f != '\0'; f++) {
    if (*f != '%') {
      put(o, *f);
      continue;
    }
    char pad = ' ';
    int width = 0;
    if (*++f == '0')
      pad = '0';
    while (*f >= '0' && *f <= '9')
      width = width * 10 + (*f++ - '0');
    switch (*f) {
    case 'd': {
      int n = va_arg(args, int);
      put_number(o, n < 0 ? 0u - (unsigned)n : (unsigned)n, 10, n < 0, width,
                 pad);
      break;
    }
    case 'x':
      put_number(o, va_arg(args, unsigned), 16, false, width, pad);
      break;
    case 's': {
      const char *s = va_arg(args, const char *);
      put_padded(o, s, length_of(s), width, ' ');
      break;
    }
    case 'c':
      put(o, (char)va_arg(args, int));
      break;
    default:
      put(o, *f);
    }
  }
}

typedef struct memory {
  char *at, *end;
} memory;

static void put_memory(char c, void *context) {
  memory *m = context;
  if (m->at < m->end)
    *m->at++ = c;
}

static int print_to(char *to, size_t size, const char *f, ...) {
  memory m = {to, to + size - 1};
  output o = {put_memory, &m, 0};
  va_list args;
  va_start(args, f);
  format(&o, f, args);
  va_end(args);
  *m.at = '\0';
  return (int)o.count;
}

int main(void) {
  char line[32];
  short n = __VERIFIER_nondet_short();
  if (n < -999 || n > 999)
    return 0;
  int count = print_to(line, sizeof line, "%s=%4d,%02x%c", "n", n, 10, '!');
  if (count != 10 || line[9] != '!' || line[7] != '0' || line[8] != 'a')
    reach_error();
  int read = 0;
  bool is_negative = false;
  for (int k = 2; k < 6; k++)
    if (line[k] == '-')
      is_negative = true;
    else if (line[k] != ' ')
      read = read * 10 + (line[k] - '0');
  if ((is_negative ? -read : read) != n)
    reach_error();
  return 0;
}
