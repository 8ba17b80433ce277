// SPDX-License-Identifier: Apache-2.0
// Text is escaped for Graphviz: quotes, backslashes and line ends.
#include "engine/path/dot.h"

#include <inttypes.h>

#include "term/text/print.h"

enum { LONGEST_LABEL = 200 }; // characters; longer ones are cut off

static void print_escaped(const strbuf *text, strbuf *out) {
  size_t most = text->len > LONGEST_LABEL ? LONGEST_LABEL : text->len;
  for (size_t i = 0; i < most; i++) {
    char c = strbuf_text(text)[i];
    if (c == '"' || c == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, c);
  }
  if (most < text->len)
    strbuf_puts(out, "...");
}

void dot_print_node(const program *p, uint32_t number, loc at, term label,
                    const char *attributes, strbuf *out) {
  static const char *const names[] = {[LOC_ENTRY] = " entry",
                                      [LOC_ERROR] = " error",
                                      [LOC_BOUND] = " bound",
                                      [LOC_UNSUPPORTED] = " unsupported",
                                      [LOC_UNDEFINED] = " undefined",
                                      [LOC_END] = " end",
                                      [LOC_PLAIN] = ""};
  const loc_info *info = program_location(p, at);
  strbuf text = {0};
  term_print_smt2(program_terms(p), label, &text);
  strbuf_printf(out, "  n%" PRIu32 " [label=\"%" PRIu32 ": L%" PRIu32 "%s",
                number, number, at.id, names[info->kind]);
  if (info->pos.line > 0)
    strbuf_printf(out, ", line %" PRIu32, info->pos.line);
  strbuf_puts(out, "\\n");
  print_escaped(&text, out);
  strbuf_printf(out, "\"%s%s];\n", *attributes ? ", " : "", attributes);
  strbuf_free(&text);
}
