// SPDX-License-Identifier: Apache-2.0
// The format names a call or a condition by its closing parenthesis, so
// positions are compared through the source's brackets. At the return of a
// function only the result may be named.
#include "witness/waypoints.h"

#include <assert.h>
#include <string.h>

#include "witness/expression.h"

bool waypoint_closes(const witness_context *c, const waypoint *w,
                     source_pos pos) {
  uint32_t number = places_source(c->places, w->place.at.file);
  uint32_t offset = number ? places_offset(c->places, pos, number) : UINT32_MAX;
  if (offset == UINT32_MAX)
    return false;
  const syntax *text = places_syntax(c->places, number);
  uint32_t closing = syntax_closing(text, offset), line, col;
  if (closing == UINT32_MAX)
    return false;
  syntax_position(text, closing, &line, &col);
  return line == w->place.at.line &&
         (w->place.at.col == 0 || col == w->place.at.col);
}

bool waypoint_is_trivial(const waypoint *w) {
  return !w->constraint || strcmp(w->constraint, "1") == 0 ||
         strcmp(w->constraint, "true") == 0;
}

static var no_variable(void *data, const char *name) {
  (void)data;
  (void)name;
  return VAR_NONE;
}

term waypoint_condition(const witness_context *c, const waypoint *w, term input,
                        strbuf *why) {
  assert(w->type == WAYPOINT_FUNCTION_RETURN);
  terms *tt = program_terms(c->program);
  if (waypoint_is_trivial(w))
    return term_true(tt);
  expression_scope scope = {.tt = tt,
                            .long_bits = c->long_bits,
                            .variable = no_variable,
                            .program = c->program,
                            .result = input,
                            .result_type =
                                program_input(c->program, input)->type};
  return expression_read(&scope, w->constraint, why);
}

bool waypoint_is_target(const witness_context *c, const waypoint *w, edge e) {
  assert(w->type == WAYPOINT_TARGET);
  strbuf why = {0};
  statement_ref st = places_statement_at(c->places, &w->place, &why);
  strbuf_free(&why);
  source_pos pos = program_edge(c->program, e)->pos;
  if (!st.source) // at least the line should be the same
    return pos.line == w->place.at.line;
  uint32_t offset = places_offset(c->places, pos, st.source);
  const syntax *text = places_syntax(c->places, st.source);
  return offset != UINT32_MAX &&
         text_range_has(text->statements.data[st.statement].range, offset);
}
