// SPDX-License-Identifier: Apache-2.0
// One function per word of --dump.
#include "driver/dump.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "domain/df.h"
#include "encode/unroll.h"
#include "program/print.h"
#include "term/text/print.h"

// How far "smt2" unrolls when --unwind leaves it open.
enum { DEFAULT_DEPTH = 10 };

// Condition under which frame k is at an error.
static term error_at(const program *p, const unroller *u, uint32_t k) {
  terms *tt = program_terms(p);
  term_vec errors = {0};
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    if (program_kind(p, (loc){i}) == LOC_ERROR)
      vec_push(&errors, unroll_reached(u, k, (loc){i}));
  term some = term_or_n(tt, errors.data, errors.len);
  vec_free(&errors);
  return some;
}

static bool dump_smt2(const env *e, const program *p, strbuf *out) {
  int64_t unwind = e->options->unwind;
  uint32_t depth = unwind > 0 ? (uint32_t)unwind : DEFAULT_DEPTH;
  terms *tt = program_terms(p);
  unroller *u = unroll_new(p, program_entry(p), UNROLL_SUBSTITUTE);
  term some = error_at(p, u, 0);
  bool ok = true;
  for (uint32_t k = 1; ok && k <= depth; k++) {
    ok = unroll_extend(u, &e->limits);
    if (ok)
      some = term_or(tt, some, error_at(p, u, k));
  }
  if (ok)
    term_print_script(tt, &some, 1, out);
  unroll_free(u);
  return ok;
}

// The unrolling with variables of its own per frame: one block per step, and
// the error at the last frame that can be at one.
static bool unroll_blocks(const env *e, const program *p, term_vec *blocks) {
  int64_t unwind = e->options->unwind;
  uint32_t depth = unwind > 0 ? (uint32_t)unwind : DEFAULT_DEPTH;
  terms *tt = program_terms(p);
  unroller *u = unroll_new(p, program_entry(p), UNROLL_CUT);
  term last = term_false(tt);
  uint32_t last_frame = 0;
  bool ok = true;
  for (uint32_t k = 0; ok && k < depth; k++) {
    ok = unroll_extend(u, &e->limits);
    term error = ok ? error_at(p, u, k + 1) : term_false(tt);
    if (!term_is_false(tt, error)) {
      last = error;
      last_frame = k + 1;
    }
  }
  for (uint32_t k = 0; ok && k < last_frame; k++)
    vec_push(blocks, unroll_transition(u, k));
  vec_push(blocks, last);
  unroll_free(u);
  return ok;
}

static bool dump_interpolation(const env *e, const program *p, strbuf *out) {
  terms *tt = program_terms(p);
  term_vec blocks = {0};
  bool ok = unroll_blocks(e, p, &blocks);
  if (ok) {
    term_print_declarations(tt, blocks.data, blocks.len, out);
    for (uint32_t i = 0; i < blocks.len; i++) {
      strbuf_puts(out, "(assert (! ");
      term_print_smt2(tt, blocks.data[i], out);
      strbuf_printf(out, " :named b%" PRIu32 "))\n", i);
    }
    strbuf_puts(out, "(get-interpolants");
    for (uint32_t i = 0; i < blocks.len; i++)
      strbuf_printf(out, " b%" PRIu32, i);
    strbuf_puts(out, ")\n");
  }
  vec_free(&blocks);
  return ok;
}

// The invariants of data-flow analysis when it has nothing more to gain.
static void dump_invariants(const env *e, const program *p, strbuf *out) {
  terms *tt = program_terms(p);
  uint32_t count = program_location_count(p);
  term *at = mem_alloc(sizeof *at * (count + 1));
  df *d = df_start(e, p);
  df_wait(d, limits_left(&e->limits), UINT64_MAX);
  strbuf_printf(out, "; round %" PRIu64 "\n", df_read(d, tt, at));
  df_stop(d);
  for (uint32_t i = 1; i <= count; i++) {
    loc_kind kind = program_kind(p, (loc){i});
    if (kind == LOC_ENTRY || loc_is_sink(kind))
      continue;
    strbuf_printf(out, "L%" PRIu32 ": ", i);
    term_print_smt2(tt, at[i], out);
    strbuf_puts(out, "\n");
  }
  mem_free(at);
}

void dump(const env *e, const program *original, const program *blocks,
          outcome *out) {
  const char *what = e->options->dump;
  assert(what && original && blocks);
  out->status = STATUS_TRUE;
  if (strcmp(what, "program") == 0)
    program_print(original, &out->text);
  else if (strcmp(what, "program.dot") == 0)
    program_print_dot(original, &out->text);
  else if (strcmp(what, "blocks") == 0)
    program_print(blocks, &out->text);
  else if (strcmp(what, "blocks.dot") == 0)
    program_print_dot(blocks, &out->text);
  else if (strcmp(what, "df") == 0)
    dump_invariants(e, blocks, &out->text);
  else if (strcmp(what, "smt2") != 0 && strcmp(what, "itp") != 0) {
    strbuf_printf(&out->errors,
                  "wedge: error: --dump cannot show '%s' (program, "
                  "program.dot, blocks, blocks.dot, df, smt2, itp or graph)\n",
                  what);
    out->status = STATUS_USAGE;
  } else if (!(strcmp(what, "itp") == 0 ? dump_interpolation
                                        : dump_smt2)(e, blocks, &out->text)) {
    strbuf_puts(&out->errors,
                "wedge: error: a limit was hit while unrolling\n");
    out->status = STATUS_UNKNOWN;
  }
}
