// SPDX-License-Identifier: Apache-2.0
// Certificates are made by value, with the reason as text.
#include "certify/answer.h"

#include <assert.h>
#include <stdio.h>

certificate answer_make(certify_status status, const char *format, ...) {
  certificate c = {.status = status};
  va_list args;
  va_start(args, format);
  vsnprintf(c.reason, sizeof c.reason, format, args);
  va_end(args);
  assert(c.reason[0]);
  return c;
}

certificate answer_at(const program *p, certify_status status, loc at,
                      const char *what) {
  assert(p && what);
  if (!at.id || !program_location(p, at)->pos.file)
    return answer_make(status, "%s", what);
  strbuf place = {0};
  source_pos_print(program_location(p, at)->pos, &place);
  certificate c = answer_make(status, "%s: %s", strbuf_text(&place), what);
  strbuf_free(&place);
  return c;
}

certificate answer_limit(const env *e, const char *otherwise) {
  limit_kind kind = limits_stop(&e->limits);
  return answer_make(CERTIFY_GAVE_UP, "%s",
                     kind == LIMIT_NONE ? otherwise : limit_name(kind));
}
