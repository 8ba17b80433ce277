// SPDX-License-Identifier: Apache-2.0
// Reading Boogie: parse all files, check them together, lower.
#include "frontend/boogie/boogie.h"

#include "frontend/boogie/check.h"
#include "frontend/boogie/lower.h"
#include "frontend/boogie/parse.h"
#include "base/file.h"

static bool parse_file(bpl_unit *u, const char *path, program *p, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d);
  if (ok) {
    const char *name = program_intern(p, file_shown_name(path));
    const char *kept = arena_copy(u->mem, strbuf_text(&text), text.len + 1);
    program_add_source(p, name, kept);
    ok = bpl_parse(u, name, kept, text.len, d);
  }
  strbuf_free(&text);
  return ok;
}

bool bpl_read(const env *e, const char *entry, bool is_asked, program *p,
              diag *d) {
  bpl_unit u;
  bpl_unit_init(&u);
  bool ok = true;
  for (uint32_t i = 0; ok && i < e->options->inputs.len; i++)
    ok = parse_file(&u, e->options->inputs.data[i], p, d);
  ok = ok && bpl_check(&u, d) && bpl_lower(e, &u, entry, is_asked, p, d);
  bpl_unit_clear(&u);
  return ok;
}
