// SPDX-License-Identifier: Apache-2.0
// What is read is any, and so is how much of it: the first targets get
// something, the others stay as they are.
#include "frontend/c/library/formats.h"

#include <ctype.h>
#include <string.h>

// A number from outside has as many bits as a pointer.
static void scan_number(strbuf *out, const char *type, size_t index) {
  bool is_long = strcmp(type, "long long") == 0;
  strbuf_printf(out, "*(%s *)a%zu = (%s)(%s__wedge_input());\n", type, index,
                type, is_long ? "(__wedge_input() * 0x100000000ull) ^ " : "");
}

// Behind blanks comes none.
static void scan_character(strbuf *out, bool is_behind_blank, size_t index) {
  strbuf_puts(out, "{\nunsigned char c = (unsigned char)__wedge_input();\n");
  if (is_behind_blank)
    strbuf_puts(out, "if (c == ' ' || (c >= 9 && c <= 13)) c = 'x';\n");
  strbuf_printf(out, "*(unsigned char *)a%zu = c;\n}\n", index);
}

// One conversion, from behind the '%' on. False: it is none of those without a
// width that store an integer or a character.
static bool scan_conversion(strbuf *out, const char **at, bool is_behind_blank,
                            size_t index) {
  const char *length = formats_length(at);
  char kind = **at;
  if (kind == '\0' || strchr("diuxXoc", kind) == NULL ||
      (kind == 'c' && length[0] != '\0'))
    return false;
  (*at)++;
  strbuf_printf(out, "if (got > %zu) ", index);
  if (kind == 'c')
    scan_character(out, is_behind_blank, index);
  else
    scan_number(out, formats_type(length, true), index);
  return true;
}

// 'count': of the targets.
static bool scan_body(strbuf *out, const char *format, size_t count) {
  size_t used = 0;
  for (const char *at = format; *at != '\0';) {
    bool is_behind_blank = at > format && isspace((unsigned char)at[-1]);
    if (*at++ != '%')
      continue;
    if (*at == '%')
      at++;
    else if (used == count ||
             !scan_conversion(out, &at, is_behind_blank, used++))
      return false;
  }
  return true;
}

bool formats_scan(strbuf *out, const char *name, const char *format,
                  const char *arguments) {
  size_t count = strlen(arguments);
  strbuf text = {0};
  strbuf_printf(&text, "MODEL int %s(%s", name, count == 0 ? "void" : "");
  for (size_t k = 0; k < count; k++)
    strbuf_printf(&text, "%svoid *a%zu", k > 0 ? ", " : "", k);
  strbuf_printf(&text, ") {\nint got = (int)(__wedge_input() %% %zu) - 1;\n",
                count + 2);
  bool ok = strspn(arguments, "p") == count && scan_body(&text, format, count);
  strbuf_puts(&text, "return got;\n}\n");
  if (ok)
    strbuf_puts(out, strbuf_text(&text));
  strbuf_free(&text);
  return ok;
}
