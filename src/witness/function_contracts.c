// SPDX-License-Identifier: Apache-2.0
#include "witness/function_contracts.h"

#include <assert.h>
#include <string.h>

#include "term/text/print.h"
#include "witness/expression.h"

enum { MOST_NODES = 4000 };

static const open_function *find_function(const contracted *of,
                                          const char *name) {
  for (uint32_t k = 0; name && k < of->calls.functions.len; k++)
    if (strcmp(of->calls.functions.data[k].name, name) == 0)
      return &of->calls.functions.data[k];
  return NULL;
}

// --- what names mean ---------------------------------------------------------

// A contract as it is read or written.
typedef struct {
  const program *p;
  const open_function *f;
  bool is_return; // what is given; else what is needed
  arena *mem;
} clause;

static bool is_named(const program *p, const char *own, var global,
                     const char *name) {
  const char *its = global.id ? program_variable(p, global)->name : own;
  return its && strcmp(its, name) == 0;
}

// A parameter hides a global.
static var before(const program *p, const open_function *f, const char *name) {
  var found = VAR_NONE;
  for (uint32_t k = f->parameter_count; k-- > 0;) {
    const open_parameter *x = &f->parameters[k];
    if (is_named(p, x->name, x->global, name) &&
        (found.id == 0 || x->global.id == 0))
      found = x->at_start;
  }
  return found;
}

static bool is_parameter(const open_function *f, const char *name) {
  for (uint32_t k = 0; k < f->parameter_count; k++)
    if (f->parameters[k].global.id == 0 && f->parameters[k].name &&
        strcmp(f->parameters[k].name, name) == 0)
      return true;
  return false;
}

static var left_in_global(const clause *c, const char *name) {
  for (uint32_t k = 0; k < c->f->result_count; k++) {
    const open_result *r = &c->f->results[k];
    if (r->global.id != 0 && is_named(c->p, NULL, r->global, name))
      return r->at_return;
  }
  return VAR_NONE;
}

static var find_now(void *data, const char *name) {
  const clause *c = data;
  var left = VAR_NONE;
  if (c->is_return && !is_parameter(c->f, name))
    left = left_in_global(c, name);
  return left.id ? left : before(c->p, c->f, name);
}

static var find_before(void *data, const char *name) {
  const clause *c = data;
  return before(c->p, c->f, name);
}

static var returned(const open_function *f) {
  for (uint32_t k = 0; k < f->result_count; k++)
    if (f->results[k].global.id == 0)
      return f->results[k].at_return;
  return VAR_NONE;
}

var function_contracts_before(const contracted *of, const char *function,
                              const char *name) {
  const open_function *f = find_function(of, function);
  return f ? before(of->open, f, name) : VAR_NONE;
}

// --- out ---------------------------------------------------------------------

// As the source has it; NULL: it is no parameter.
static const char *parameter_name(const program *p, const open_function *f,
                                  var formal) {
  for (uint32_t k = 0; k < f->parameter_count; k++) {
    const open_parameter *x = &f->parameters[k];
    if (x->at_start.id == formal.id)
      return x->global.id ? program_variable(p, x->global)->name : x->name;
  }
  return NULL;
}

const char *function_contracts_name(const contracted *of, const char *function,
                                    var formal) {
  const open_function *f = find_function(of, function);
  const char *name = f ? parameter_name(of->open, f, formal) : NULL;
  bool is_it = name && before(of->open, f, name).id == formal.id;
  return is_it ? name : NULL;
}

static const char *global_name(const clause *c, var formal) {
  for (uint32_t k = 0; k < c->f->result_count; k++) {
    const open_result *r = &c->f->results[k];
    if (r->at_return.id == formal.id && r->global.id != 0)
      return program_variable(c->p, r->global)->name;
  }
  return NULL;
}

// What is read back as this formal; NULL: nothing is.
static const char *formal_name(void *data, term t, bool *is_signed) {
  const clause *c = data;
  var v = program_variable_of(c->p, t);
  if (!v.id || !names_has_integer(c->p, v, is_signed))
    return NULL;
  if (c->is_return && returned(c->f).id == v.id)
    return "\\result";
  const char *left = c->is_return ? global_name(c, v) : NULL;
  if (left)
    return find_now(data, left).id == v.id ? left : NULL;
  const char *name = parameter_name(c->p, c->f, v);
  if (!name || find_before(data, name).id != v.id)
    return NULL;
  return c->is_return ? arena_printf(c->mem, "\\at(%s, Pre)", name) : name;
}

// What cannot be said is left out.
static const char *say(clause *c, const term_vec *conjuncts) {
  strbuf all = {0};
  for (uint32_t i = 0; i < conjuncts->len; i++) {
    strbuf text = {0};
    if (term_print_c(program_terms(c->p), conjuncts->data[i], formal_name, NULL,
                     c, MOST_NODES, &text))
      strbuf_printf(&all, "%s%s", all.len ? " && " : "", strbuf_text(&text));
    strbuf_free(&text);
  }
  const char *said = all.len ? arena_strdup(c->mem, strbuf_text(&all)) : NULL;
  strbuf_free(&all);
  return said;
}

void function_contracts_write(witness_context *c, const contracted *from,
                              witness *w) {
  assert(from->contracts.count == from->calls.functions.len);
  for (uint32_t k = 0; k < from->contracts.count; k++) {
    clause of = {from->open, &from->calls.functions.data[k], false, w->mem};
    witness_contract said = {.needs = say(&of, &from->contracts.of[k].needs)};
    of.is_return = true;
    said.gives = say(&of, &from->contracts.of[k].gives);
    places_definition(c->places, of.f->pos, &said.place);
    said.place.at.file = arena_strdup(w->mem, said.place.at.file);
    said.place.function = arena_strdup(w->mem, of.f->name);
    vec_push(&w->contracts, said);
  }
}

// --- in ----------------------------------------------------------------------

static bool read_clause(const witness_context *c, clause *of, const char *text,
                        term_vec *out, strbuf *why) {
  if (text == NULL)
    return true;
  expression_scope scope = {.tt = program_terms(of->p),
                            .long_bits = c->long_bits,
                            .variable = find_now,
                            .before = find_before,
                            .data = of,
                            .program = of->p};
  var v = of->is_return ? returned(of->f) : VAR_NONE;
  if (v.id) {
    scope.result = program_variable_term(of->p, v);
    scope.result_type = program_variable(of->p, v)->type;
  }
  term t = expression_read(&scope, text, why);
  if (!term_is_none(t))
    vec_push(out, t);
  return !term_is_none(t);
}

static bool read_one(const witness_context *c, const witness_contract *w,
                     const contracted *of, contracts *out, strbuf *why) {
  if (!w->place.function) {
    strbuf_puts(why, "which function a contract is about has to be said");
    return false;
  }
  const open_function *f = find_function(of, w->place.function);
  if (!f) {
    strbuf_printf(why,
                  "a contract of '%s' cannot be checked: it has no calls, or "
                  "changes more than global integers",
                  w->place.function);
    return false;
  }
  clause its = {.p = of->open, .f = f};
  contract *to = &out->of[f - of->calls.functions.data];
  if (!read_clause(c, &its, w->needs, &to->needs, why))
    return false;
  its.is_return = true;
  return read_clause(c, &its, w->gives, &to->gives, why);
}

bool function_contracts_read(witness_context *c, const witness *w,
                             const contracted *of, contracts *out, diag *d) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < w->contracts.len; i++) {
    strbuf why = {0};
    ok = read_one(c, &w->contracts.data[i], of, out, &why);
    if (!ok)
      diag_set(d, DIAG_UNSUPPORTED, w->contracts.data[i].place.written, "%s",
               strbuf_text(&why));
    strbuf_free(&why);
  }
  return ok;
}
