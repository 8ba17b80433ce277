// SPDX-License-Identifier: Apache-2.0
// The public library: a run inside the caller's process.
#include "wedge/wedge.h"

#include <assert.h>
#include <limits.h>

#include "base/mem.h"
#include "base/vec.h"
#include "driver/pipeline.h"

struct wedge_result {
  outcome outcome;
  VEC(wedge_property) properties;
};

static_assert((int)WEDGE_TRUE == (int)STATUS_TRUE &&
                  (int)WEDGE_FALSE == (int)STATUS_FALSE &&
                  (int)WEDGE_UNKNOWN == (int)STATUS_UNKNOWN &&
                  (int)WEDGE_USAGE == (int)STATUS_USAGE &&
                  (int)WEDGE_INPUT == (int)STATUS_INPUT &&
                  (int)WEDGE_INTERNAL == (int)STATUS_INTERNAL,
              "answers should be exit statuses");

static const char *text_or_empty(const char *text) { return text ? text : ""; }

static wedge_property property_of(const property_verdict *v) {
  static const wedge_answer answers[] = {[VERDICT_TRUE] = WEDGE_TRUE,
                                         [VERDICT_FALSE] = WEDGE_FALSE,
                                         [VERDICT_UNKNOWN] = WEDGE_UNKNOWN};
  return (wedge_property){.name = program_property_name(v->property),
                          .answer = v->is_answered ? answers[v->verdict]
                                                   : WEDGE_UNKNOWN,
                          .is_reached = !v->is_unreached,
                          .file = text_or_empty(v->at.file),
                          .line = v->at.line,
                          .column = v->at.col,
                          .message = text_or_empty(verdicts_text(v))};
}

wedge_result *wedge_run(const char *const *arguments, size_t count) {
  assert(count < INT_MAX && (arguments || count == 0));
  wedge_result *r = mem_alloc(sizeof *r);
  options o;
  diag d = {0};
  options_init(&o);
  // The parser keeps pointers into the strings and never writes to them.
  if (options_parse(&o, (int)count, (char **)(size_t)arguments, &d)) {
    stats s = {0};
    env e = pipeline_env(&o, &s);
    pipeline_run(&e, &r->outcome);
  } else {
    outcome_of_diag(&o, &d, &r->outcome);
  }
  for (uint32_t i = 0; i < r->outcome.verdicts.all.len; i++)
    vec_push(&r->properties, property_of(&r->outcome.verdicts.all.data[i]));
  diag_clear(&d);
  options_free(&o);
  return r;
}

void wedge_free(wedge_result *r) {
  if (!r)
    return;
  outcome_free(&r->outcome);
  vec_free(&r->properties);
  mem_free(r);
}

size_t wedge_property_count(const wedge_result *r) {
  assert(r);
  return r->properties.len;
}

const wedge_property *wedge_property_at(const wedge_result *r, size_t i) {
  assert(r);
  return i < r->properties.len ? &r->properties.data[i] : NULL;
}

wedge_answer wedge_status(const wedge_result *r) {
  assert(r);
  return (wedge_answer)r->outcome.status;
}

const char *wedge_text(const wedge_result *r) {
  assert(r);
  return strbuf_text(&r->outcome.text);
}

const char *wedge_errors(const wedge_result *r) {
  assert(r);
  return strbuf_text(&r->outcome.errors);
}

const char *wedge_version(void) { return WEDGE_VERSION; }
