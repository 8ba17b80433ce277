// SPDX-License-Identifier: Apache-2.0
// Making, naming and freeing results.
#include "result/result.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

const char *verdict_name(verdict v) {
  switch (v) {
  case VERDICT_UNKNOWN:
    return "unknown";
  case VERDICT_TRUE:
    return "true";
  case VERDICT_FALSE:
    return "false";
  }
  assert(!"every verdict has a name");
  return "unknown";
}

const char *finder_name(finder_kind f) {
  static const char *const NAMES[] = {
      [FINDER_BITS] = "bits", [FINDER_Z3] = "z3", [FINDER_BOXES] = "boxes"};
  assert(f < sizeof NAMES / sizeof *NAMES);
  return NAMES[f];
}

const char *unknown_name(unknown_kind k) {
  switch (k) {
  case UNKNOWN_NONE:
    return "none";
  case UNKNOWN_TIME:
    return "time";
  case UNKNOWN_MEMORY:
    return "memory";
  case UNKNOWN_INTERRUPTED:
    return "interrupted";
  case UNKNOWN_BOUND:
    return "bound";
  case UNKNOWN_UNSUPPORTED:
    return "unsupported";
  case UNKNOWN_UNDEFINED:
    return "undefined";
  case UNKNOWN_SOLVER:
    return "solver";
  case UNKNOWN_CERTIFY:
    return "certify";
  case UNKNOWN_ENGINE:
    return "engine";
  }
  assert(!"every reason has a name");
  return "none";
}

result *result_stopped(result *r, const program *p, edge last) {
  assert(last.id != 0);
  const edge_info *e = program_edge(p, last);
  const char *text = e->text;
  switch (program_location(p, program_edge_to(p, last))->kind) {
  case LOC_BOUND:
    text = text != NULL ? text : "an unfolding limit was reached";
    return result_unknown(r, UNKNOWN_BOUND, e->pos, "%s", text);
  case LOC_UNDEFINED:
    return result_unknown(r, UNKNOWN_UNDEFINED, e->pos,
                          "undefined behavior: %s", text);
  default:
    text = text != NULL ? text : "an unsupported construct was reached";
    return result_unknown(
        r, UNKNOWN_UNSUPPORTED, e->pos, "%s%s",
        strstr(text, "not supported") == NULL ? "not supported: " : "", text);
  }
}

unknown_kind unknown_of_limit(limit_kind kind) {
  switch (kind) {
  case LIMIT_NONE:
    return UNKNOWN_NONE;
  case LIMIT_TIME:
    return UNKNOWN_TIME;
  case LIMIT_MEMORY:
    return UNKNOWN_MEMORY;
  case LIMIT_INTERRUPT:
    return UNKNOWN_INTERRUPTED;
  }
  assert(!"every limit is a reason");
  return UNKNOWN_NONE;
}

result *result_new(const char *engine) {
  assert(engine);
  result *r = mem_alloc(sizeof *r);
  r->mem = arena_new();
  r->engine = engine;
  // An engine that cuts a corner has to say so; silence means it did not.
  r->sound = r->precise = true;
  return r;
}

void result_free(result *r) {
  if (!r)
    return;
  program_free(r->about);
  vec_free(&r->proof.labels);
  vec_free(&r->proof.simple);
  vec_free(&r->trace.initial);
  vec_free(&r->trace.inputs);
  arena_free(r->mem);
  mem_free(r);
}

result *result_unknown(result *r, unknown_kind kind, source_pos at,
                       const char *format, ...) {
  assert(r && kind != UNKNOWN_NONE && format);
  strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&text, format, args);
  va_end(args);
  r->verdict = VERDICT_UNKNOWN;
  r->unknown = kind;
  r->at = at;
  r->reason = arena_strdup(r->mem, strbuf_text(&text));
  strbuf_free(&text);
  return r;
}
