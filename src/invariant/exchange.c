// SPDX-License-Identifier: Apache-2.0
// A batch is written as SMT-LIB text with one named assertion per head, since
// terms of one process mean nothing in another. A batch of more than a bounded
// size is not posted: its reader would lose more time than it gains.
#include "invariant/exchange.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "program/digest.h"
#include "term/text/parse.h"
#include "term/text/print.h"
#include "term/walk.h"

// Of one question when imports are checked.
#define CHECK_SECONDS 1.0
enum { CHECK_CONFLICTS = 2000 };
enum { MOST_NODES = 20000 }; // of a batch: reading more would take too long

struct exchange {
  invariants *of;
  uint64_t key;
  board_reader reader;
  term *posted; // by location id, as last told or taken
};

static uint32_t location_count(const exchange *f) {
  return program_location_count(f->of->program);
}

exchange *exchange_new(invariants *of) {
  exchange *f = mem_alloc(sizeof *f);
  *f = (exchange){.of = of};
  if (of->env->board == NULL)
    return f;
  f->key = program_digest(of->program);
  f->posted = mem_alloc(sizeof *f->posted * (location_count(f) + 1));
  for (uint32_t i = 0; i <= location_count(f); i++)
    f->posted[i] = term_true(of->tt);
  return f;
}

void exchange_free(exchange *f) {
  if (f == NULL)
    return;
  mem_free(f->posted);
  mem_free(f);
}

// --- out ---------------------------------------------------------------------

static bool has_news(const exchange *f) {
  const loc_vec *heads = transition_heads(f->of->system);
  bool is_new = false;
  for (uint32_t i = 0; i < heads->len; i++) {
    uint32_t l = heads->data[i].id;
    is_new |= !term_eq(f->posted[l], f->of->invariant[l]);
    f->posted[l] = f->of->invariant[l];
  }
  return is_new;
}

static void print_batch(const exchange *f, strbuf *out) {
  const loc_vec *heads = transition_heads(f->of->system);
  term_vec roots = {0};
  for (uint32_t i = 0; i < heads->len; i++)
    vec_push(&roots, f->of->invariant[heads->data[i].id]);
  term_print_declarations(f->of->tt, roots.data, roots.len, out);
  for (uint32_t i = 0; i < heads->len; i++) {
    if (term_is_true(f->of->tt, roots.data[i]))
      continue;
    strbuf_puts(out, "(assert (! ");
    term_print_smt2(f->of->tt, roots.data[i], out);
    strbuf_printf(out, " :named L%" PRIu32 "))\n", heads->data[i].id);
  }
  vec_free(&roots);
}

static bool is_short(const exchange *f) {
  const loc_vec *heads = transition_heads(f->of->system);
  uint64_t nodes = 0;
  for (uint32_t i = 0; i < heads->len && nodes <= MOST_NODES; i++)
    nodes += term_dag_size(f->of->tt, f->of->invariant[heads->data[i].id]);
  return nodes <= MOST_NODES;
}

void exchange_post(exchange *f) {
  const env *e = f->of->env;
  if (e->board == NULL || !has_news(f) || !is_short(f))
    return;
  strbuf text = {0};
  print_batch(f, &text);
  e->stats->facts_posted +=
      board_post(e->board, e->column, f->key, strbuf_text(&text));
  strbuf_free(&text);
}

// --- in ----------------------------------------------------------------------

static bool is_of_states(const exchange *f, term formula) {
  term_set seen = {0};
  term_vec variables = {0};
  term_variables(f->of->tt, &formula, 1, &seen, &variables);
  bool ok = true;
  for (uint32_t i = 0; i < variables.len; i++)
    ok &= program_variable_of(f->of->program, variables.data[i]).id != 0;
  vec_free(&variables);
  term_set_free(&seen);
  return ok;
}

static bool is_head(const exchange *f, uint32_t id) {
  if (id == 0 || id > location_count(f))
    return false;
  const program *p = f->of->program;
  return id != program_entry(p).id && !loc_is_sink(program_kind(p, (loc){id}));
}

// The formulas of a batch into 'at', by location id. False: it makes no sense
// here, all of it.
static bool read_batch(const exchange *f, const char *text, term *at) {
  diag d = {0};
  smt2_script *script = smt2_parse(f->of->tt, "facts", text, &d);
  bool ok = script != NULL;
  for (uint32_t i = 0; ok && i < script->assertions.len; i++) {
    const smt2_assertion *a = &script->assertions.data[i];
    uint32_t id = 0;
    ok = a->name != NULL && sscanf(a->name, "L%" SCNu32, &id) == 1 &&
         is_head(f, id) && is_of_states(f, a->formula);
    if (ok)
      at[id] = a->formula;
  }
  if (script != NULL)
    smt2_script_free(script);
  diag_clear(&d);
  return ok;
}

static uint32_t take_batch(exchange *f, lemmas *m, const term *at) {
  const loc_vec *heads = transition_heads(f->of->system);
  uint32_t taken = 0;
  for (uint32_t i = 0; i < heads->len; i++)
    taken += lemmas_take(m, heads->data[i], at[heads->data[i].id]);
  return taken;
}

bool exchange_are_broken(invariants *of, const term *formulas) {
  const program *p = of->program;
  limits l = limits_within(&of->env->limits, CHECK_SECONDS);
  solver *s = solver_new(of->backend, of->env, of->tt);
  solver_set_limits(s, &l);
  solver_set_conflicts(s, CHECK_CONFLICTS);
  bool is_broken = false;
  for (uint32_t i = 1; i <= program_edge_count(p) && !is_broken; i++) {
    loc from = program_edge_from(p, (edge){i}),
        to = program_edge_to(p, (edge){i});
    if (loc_is_sink(program_kind(p, to)))
      continue;
    term after = term_not(of->tt, formulas[to.id]);
    term asked[] = {formulas[from.id],
                    transition_take(of->system, (edge){i}, after)};
    is_broken = solver_check(s, asked, 2) == SMT_SAT;
  }
  solver_free(s);
  return is_broken;
}

uint32_t exchange_take(exchange *f, lemmas *m) {
  const env *e = f->of->env;
  const char *text;
  uint32_t taken = 0;
  if (e->board == NULL)
    return 0;
  while ((text = board_next(e->board, &f->reader, f->key)) != NULL) {
    term *at = mem_alloc(sizeof *at * (location_count(f) + 1));
    for (uint32_t i = 0; i <= location_count(f); i++)
      at[i] = term_true(f->of->tt);
    if (read_batch(f, text, at)) {
      assert(!exchange_are_broken(f->of, at) && "a batch should be inductive");
      taken += take_batch(f, m, at);
    }
    mem_free(at);
  }
  e->stats->facts_taken += taken;
  if (taken > 0)
    (void)has_news(f); // others know that
  return taken;
}
