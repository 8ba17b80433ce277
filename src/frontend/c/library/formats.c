// SPDX-License-Identifier: Apache-2.0
// Numbers are counted and written digit by digit, each by comparing with, or
// dividing by, a constant: solvers see no loop and no unknown divisor.
#include "frontend/c/library/formats.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_WIDTH = 100, NONE = -1, BY_ARGUMENT = -2 };

typedef struct {
  bool is_left, has_plus, has_space, has_zeros, has_prefix;
  int width, precision; // or NONE, or BY_ARGUMENT
  const char *length;   // "", "h", "hh", "l", "ll"
  char kind;
} conversion;

typedef struct {
  strbuf text;
  formats_target target;
  const char *arguments;
  size_t used; // of these
} printer;

// --- reading ---------------------------------------------------------------

static bool read_flag(conversion *c, char flag) {
  switch (flag) {
  case '-':
    return c->is_left = true;
  case '+':
    return c->has_plus = true;
  case ' ':
    return c->has_space = true;
  case '0':
    return c->has_zeros = true;
  case '#':
    return c->has_prefix = true;
  default:
    return false;
  }
}

static bool read_number(const char **at, int *out) {
  if (**at == '*') {
    (*at)++;
    *out = BY_ARGUMENT;
    return true;
  }
  *out = 0;
  for (; isdigit((unsigned char)**at); (*at)++)
    if ((*out = *out * 10 + (**at - '0')) > MOST_WIDTH)
      return false;
  return true;
}

const char *formats_length(const char **at) {
  static const char *const names[] = {"hh", "h", "ll", "l", "j", "z", "t"};
  static const char *const lengths[] = {"hh", "h", "ll", "l", "ll", "l", "l"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (strncmp(*at, names[k], strlen(names[k])) == 0) {
      *at += strlen(names[k]);
      return lengths[k];
    }
  return "";
}

// Begins behind the '%'.
static bool read_conversion(const char **at, conversion *c) {
  *c = (conversion){.width = NONE, .precision = NONE};
  while (**at != '\0' && read_flag(c, **at))
    (*at)++;
  if ((**at == '*' || isdigit((unsigned char)**at)) &&
      !read_number(at, &c->width))
    return false;
  if (**at == '.') {
    (*at)++;
    if (!read_number(at, &c->precision))
      return false;
  }
  c->length = formats_length(at);
  c->kind = **at;
  if (c->kind != '\0')
    (*at)++;
  return true;
}

// --- single characters -----------------------------------------------------

static void put(printer *p, const char *character) {
  static const char *const ways[] = {
      [FORMATS_READ] = "",
      [FORMATS_COUNT] = "n++;",
      [FORMATS_BUFFER] = "out[n++] = (char)(%s);",
      [FORMATS_BOUNDED] = "{ if (n < room) out[n] = (char)(%s); n++; }"};
  const char *way = ways[p->target], *hole = strstr(way, "%s");
  if (hole == NULL)
    strbuf_puts(&p->text, way);
  else
    strbuf_printf(&p->text, "%.*s%s%s", (int)(hole - way), way, character,
                  hole + 2);
  strbuf_puts(&p->text, "\n");
}

// As many as the variable 'count' says, at most 'most' (NONE: not known).
static void repeat(printer *p, const char *count, int most,
                   const char *character) {
  assert(p->target != FORMATS_READ);
  if (p->target == FORMATS_COUNT) {
    strbuf_printf(&p->text, "n += %s;\n", count);
    return;
  }
  if (most == NONE) {
    strbuf_printf(&p->text, "for (int k = 0; k < %s; k++)\n", count);
    put(p, character);
    return;
  }
  for (int k = 0; k < most; k++) {
    strbuf_printf(&p->text, "if (%s > %d) ", count, k);
    put(p, character);
  }
}

static void put_literal(printer *p, char c) {
  char text[16];
  snprintf(text, sizeof text, "%d", (unsigned char)c);
  put(p, text);
}

// --- arguments -------------------------------------------------------------

// The next one's type; '\0': there is none.
static char take(printer *p, size_t *index) {
  *index = p->used;
  char kind = p->arguments[p->used];
  p->used += kind != '\0';
  return kind;
}

// Declares an int: a constant, or an argument.
static bool declare_amount(printer *p, const char *name, int amount) {
  size_t k = 0;
  if (amount == BY_ARGUMENT && take(p, &k) != 'i')
    return false;
  if (amount == BY_ARGUMENT)
    strbuf_printf(&p->text, "int %s = a%zu;\n", name, k);
  else
    strbuf_printf(&p->text, "int %s = %d;\n", name, amount);
  return true;
}

// A negative width is one to the left.
static bool declare_amounts(printer *p, const conversion *c) {
  int width = c->width == NONE ? 0 : c->width;
  if (!declare_amount(p, "width", width) ||
      !declare_amount(p, "precision", c->precision))
    return false;
  strbuf_printf(&p->text,
                "int left = %d;\n"
                "if (width < 0) { left = 1; width = -width; }\n",
                c->is_left);
  return true;
}

// Blanks before or behind what has 'used' characters.
static void pad(printer *p, const conversion *c, bool is_behind) {
  if (!is_behind)
    strbuf_puts(&p->text, "int pad = width > used ? width - used : 0;\n");
  strbuf_printf(&p->text, "int %s = %sleft ? pad : 0;\n",
                is_behind ? "behind" : "before", is_behind ? "" : "!");
  int most = c->width == BY_ARGUMENT ? NONE : c->width == NONE ? 0 : c->width;
  repeat(p, is_behind ? "behind" : "before", most, "' '");
}

// --- numbers ---------------------------------------------------------------

static unsigned base_of(char kind) {
  return kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10;
}

const char *formats_type(const char *length, bool is_signed) {
  static const char *const rows[][3] = {
      {"", "int", "unsigned"},
      {"h", "short", "unsigned short"},
      {"hh", "signed char", "unsigned char"},
      {"l", "long", "unsigned long"},
      {"ll", "long long", "unsigned long long"}};
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
    if (strcmp(rows[k][0], length) == 0)
      return rows[k][is_signed ? 1 : 2];
  return NULL;
}

// How many digits the largest number has.
static uint32_t most_digits(unsigned base, bool is_wide) {
  unsigned long long most = is_wide ? ULLONG_MAX : UINT_MAX;
  uint32_t n = 0;
  for (; most > 0; most /= base)
    n++;
  return n;
}

static void count_digits(printer *p, const conversion *c, uint32_t most) {
  unsigned base = base_of(c->kind);
  unsigned long long power = 1;
  strbuf_puts(&p->text, "int digits = precision == 0 && u == 0 ? 0 : 1");
  for (uint32_t k = 1; k < most; k++) {
    power *= base;
    strbuf_printf(&p->text, " + (u >= %lluu%s)", power,
                  power > UINT_MAX ? "ll" : "");
  }
  strbuf_puts(&p->text, ";\n");
}

static void put_digits(printer *p, const conversion *c, uint32_t most) {
  unsigned base = base_of(c->kind);
  if (p->target == FORMATS_COUNT) {
    strbuf_puts(&p->text, "n += digits;\n");
    return;
  }
  char text[80];
  unsigned long long power = 1;
  for (uint32_t k = 1; k < most; k++)
    power *= base;
  for (uint32_t k = most; k-- > 0; power /= base) {
    snprintf(text, sizeof text, "\"%s\"[u / %lluu%s %% %u]",
             c->kind == 'X' ? "0123456789ABCDEF" : "0123456789abcdef", power,
             power > UINT_MAX ? "ll" : "", base);
    strbuf_printf(&p->text, "if (digits > %u) ", k);
    put(p, text);
  }
}

// 'u' is the number without its sign, 'sign' a character or 0.
static void declare_number(printer *p, const conversion *c, size_t index,
                           bool is_pointer, bool is_wide) {
  bool is_signed = c->kind == 'd' || c->kind == 'i';
  const char *type = formats_type(c->length, is_signed);
  const char *u = is_wide ? "unsigned long long" : "unsigned";
  strbuf_printf(&p->text, "%s v = (%s)%sa%zu;\n", type, type,
                is_pointer ? "(__UINTPTR_TYPE__)" : "", index);
  if (is_signed)
    strbuf_printf(&p->text,
                  "%s u = v < 0 ? 0 - (%s)v : (%s)v;\n"
                  "char sign = v < 0 ? '-' : %d;\n",
                  u, u, u,
                  c->has_plus    ? '+'
                  : c->has_space ? ' '
                                 : 0);
  else
    strbuf_printf(&p->text, "%s u = v;\nchar sign = 0;\n", u);
}

// Zeros fill up to the precision, or to the width if there is none.
static void declare_zeros(printer *p, const conversion *c) {
  bool is_octal = c->kind == 'o' && c->has_prefix;
  bool is_hex = c->has_prefix && base_of(c->kind) == 16;
  strbuf_printf(&p->text, "int prefix = %s;\n", is_hex ? "u ? 2 : 0" : "0");
  strbuf_puts(&p->text,
              "int zeros = precision > digits ? precision - digits : 0;\n");
  if (is_octal)
    strbuf_puts(&p->text, "if (zeros == 0 && (u || digits == 0)) zeros = 1;\n");
  strbuf_puts(&p->text, "int used = digits + zeros + prefix + (sign != 0);\n");
  if (c->has_zeros)
    strbuf_puts(&p->text, "if (precision < 0 && !left && width > used) {\n"
                          "  zeros += width - used; used = width; }\n");
}

static bool print_number(printer *p, const conversion *c) {
  if (!declare_amounts(p, c))
    return false;
  size_t index;
  char kind = take(p, &index);
  bool is_long = strcmp(c->length, "ll") == 0;
  bool fits = kind == 'p' || kind == 's' ||
              (kind == 'l' ? c->length[0] == 'l' : kind == 'i' && !is_long);
  if (!fits)
    return false;
  bool is_wide = c->length[0] == 'l';
  uint32_t most = most_digits(base_of(c->kind), is_wide);
  declare_number(p, c, index, kind == 'p' || kind == 's', is_wide);
  count_digits(p, c, most);
  declare_zeros(p, c);
  pad(p, c, false);
  strbuf_puts(&p->text, "if (sign) ");
  put(p, "sign");
  if (c->has_prefix && base_of(c->kind) == 16) {
    strbuf_puts(&p->text, "if (prefix) {\n");
    put(p, "'0'");
    put(p, c->kind == 'X' ? "'X'" : "'x'");
    strbuf_puts(&p->text, "}\n");
  }
  bool is_open = c->width == BY_ARGUMENT || c->precision == BY_ARGUMENT;
  int larger = c->width > c->precision ? c->width : c->precision;
  repeat(p, "zeros", is_open ? NONE : larger < 1 ? 1 : larger, "'0'");
  put_digits(p, c, most);
  pad(p, c, true);
  return true;
}

// --- characters and strings ------------------------------------------------

static bool print_character(printer *p, const conversion *c) {
  if (!declare_amounts(p, c))
    return false;
  size_t index;
  if (c->length[0] != '\0' || take(p, &index) != 'i')
    return false;
  char text[32];
  snprintf(text, sizeof text, "a%zu", index);
  strbuf_puts(&p->text, "int used = 1;\n");
  pad(p, c, false);
  put(p, text);
  pad(p, c, true);
  return true;
}

static bool print_string(printer *p, const conversion *c) {
  if (!declare_amounts(p, c))
    return false;
  size_t index;
  char kind = c->length[0] != '\0' ? '\0' : take(p, &index);
  if (kind != 'p' && kind != 's')
    return false;
  if (p->target == FORMATS_READ && kind == 's')
    return true;
  strbuf_printf(&p->text,
                "const char *s = a%zu;\n"
                "int used = 0;\n"
                "while ((precision < 0 || used < precision) && s[used])\n"
                "  used++;\n",
                index);
  if (p->target == FORMATS_READ)
    return true;
  pad(p, c, false);
  repeat(p, "used", NONE, "s[k]");
  pad(p, c, true);
  return true;
}

// --- others ----------------------------------------------------------------

// How much has been written so far goes to where the argument points.
static bool print_count(printer *p, const conversion *c) {
  size_t index;
  bool is_plain = !c->is_left && !c->has_plus && !c->has_space &&
                  !c->has_zeros && !c->has_prefix && c->width == NONE &&
                  c->precision == NONE;
  if (!is_plain || take(p, &index) != 'p')
    return false;
  const char *type = formats_type(c->length, true);
  strbuf_printf(&p->text, "*(%s *)a%zu = (%s)n;\n", type, index, type);
  return true;
}

// What is written does not matter, and nothing is read for it.
static bool skip_conversion(printer *p, const conversion *c) {
  if (strchr("diuxXocpfFeEgGaAm", c->kind) == NULL || !declare_amounts(p, c))
    return false;
  size_t index;
  return c->kind == 'm' || take(p, &index) != '\0';
}

static bool print_counted(printer *p, const conversion *c) {
  return strchr("diuxXo", c->kind) != NULL ? print_number(p, c)
         : c->kind == 'c'                  ? print_character(p, c)
         : c->kind == 's'                  ? print_string(p, c)
         : c->kind == 'n'                  ? print_count(p, c)
                                           : false;
}

static bool print_conversion(printer *p, const conversion *c) {
  if (c->kind == '%') {
    put_literal(p, '%');
    return true;
  }
  bool is_skipped = p->target == FORMATS_READ && c->kind != 's';
  strbuf_puts(&p->text, "{\n");
  bool ok = c->kind != '\0' &&
            (is_skipped ? skip_conversion(p, c) : print_counted(p, c));
  strbuf_puts(&p->text, "}\n");
  return ok;
}

// --- the whole -------------------------------------------------------------

static const char *parameter_type(char kind) {
  switch (kind) {
  case 'i':
    return "int ";
  case 'l':
    return "long long ";
  case 'd':
    return "double ";
  case 'D':
    return "long double ";
  default:
    return "const void *";
  }
}

static void print_head(printer *p, const char *name) {
  static const char *const buffers[] = {[FORMATS_READ] = "",
                                        [FORMATS_COUNT] = "",
                                        [FORMATS_BUFFER] = "char *out",
                                        [FORMATS_BOUNDED] =
                                            "char *out, size_t room"};
  const char *first = buffers[p->target];
  strbuf_printf(&p->text, "MODEL int %s(%s", name, first);
  for (size_t k = 0; p->arguments[k] != '\0'; k++)
    strbuf_printf(&p->text, "%s%sa%zu", k > 0 || first[0] != '\0' ? ", " : "",
                  parameter_type(p->arguments[k]), k);
  if (p->arguments[0] == '\0' && first[0] == '\0')
    strbuf_puts(&p->text, "void");
  strbuf_puts(&p->text, ") {\nsize_t n = 0;\n");
}

static void print_tail(printer *p) {
  if (p->target == FORMATS_BUFFER)
    strbuf_puts(&p->text, "out[n] = 0;\n");
  if (p->target == FORMATS_BOUNDED)
    strbuf_puts(&p->text, "if (room > 0) out[n < room ? n : room - 1] = 0;\n");
  strbuf_puts(&p->text, "return (int)n;\n}\n");
}

static bool print_body(printer *p, const char *format) {
  for (const char *at = format; *at != '\0';) {
    if (*at != '%') {
      put_literal(p, *at++);
      continue;
    }
    conversion c;
    at++;
    if (!read_conversion(&at, &c) || !print_conversion(p, &c))
      return false;
  }
  return true;
}

bool formats_has(const char *format, const char *letters) {
  for (const char *at = strchr(format, '%'); at != NULL; at = strchr(at, '%')) {
    conversion c;
    at++;
    if (!read_conversion(&at, &c) || c.kind == '\0' ||
        strchr(letters, c.kind) != NULL)
      return true;
  }
  return false;
}

bool formats_print(strbuf *out, const char *name, formats_target target,
                   const char *format, const char *arguments) {
  printer p = {.target = target, .arguments = arguments};
  assert(strspn(arguments, "ilpsdD") == strlen(arguments));
  print_head(&p, name);
  bool ok = print_body(&p, format);
  print_tail(&p);
  if (ok)
    strbuf_puts(out, strbuf_text(&p.text));
  strbuf_free(&p.text);
  return ok;
}
