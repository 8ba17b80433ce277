// SPDX-License-Identifier: Apache-2.0
// String literals, which have no name but their text.
#include "frontend/c/translate/translator.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"

enum { SHOWN_BYTES = 24 };

bool literal_bytes(const translator *t, uint32_t symbol, strbuf *out) {
  assert(symbol != 0 && symbol < t->m->symbols.len);
  const ir_symbol *s = &t->m->symbols.data[symbol];
  if (s->is_function || !s->is_constant)
    return false;
  for (uint32_t k = 0; k < s->initial_count; k++) {
    const ir_initial *i = &s->initials[k];
    if (i->offset != k || i->value.kind != OPERAND_INT ||
        i->value.type->bits != 8)
      break; // behind the end of the string
    strbuf_putc(out,
                (char)value_get_u64(term_get_value(t->tt, i->value.constant)));
  }
  return true;
}

static void print_byte(unsigned char c, strbuf *out) {
  static const char escapes[] = "\n\r\t\"\\", letters[] = "nrt\"\\";
  const char *escape = c != 0 ? strchr(escapes, c) : NULL;
  if (escape != NULL)
    strbuf_printf(out, "\\%c", letters[escape - escapes]);
  else if (isprint(c))
    strbuf_putc(out, (char)c);
  else
    strbuf_printf(out, "\\%03o", c);
}

// A name that clang made begins with a dot.
const char *literal_name(translator *t, uint32_t symbol) {
  const ir_symbol *s = &t->m->symbols.data[symbol];
  strbuf bytes = {0}, text = {0};
  if (s->source[0] != '.')
    return s->source;
  bool is_text = s->type != NULL && s->type->kind == IR_ARRAY &&
                 s->type->element->size == 1 &&
                 literal_bytes(t, symbol, &bytes);
  strbuf_puts(&text, is_text ? "\"" : "a literal");
  for (size_t k = 0; is_text && k < bytes.len && k < SHOWN_BYTES; k++)
    print_byte((unsigned char)strbuf_text(&bytes)[k], &text);
  if (is_text)
    strbuf_puts(&text, bytes.len > SHOWN_BYTES ? "...\"" : "\"");
  const char *name = program_intern(t->p, strbuf_text(&text));
  strbuf_free(&bytes);
  strbuf_free(&text);
  return name;
}
