// SPDX-License-Identifier: Apache-2.0
// A witness of correctness is worth what a stranger can do with it: prove the
// program again from its invariants alone. So what is written is read back and
// proved first, by the same steps that 'wedge validate' takes. Where that
// fails (the proof was a bound on the length of all paths, or induction over
// many rounds, or spoke of what has no name in C), other engines are asked for
// another proof. What is proved is then made smaller, as long as it still
// proves the program.
#include "driver/evidence.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/file.h"
#include "base/mem.h"
#include "driver/another.h"
#include "driver/modular.h"
#include "driver/shares.h"
#include "encode/slice.h"
#include "frontend/property.h"
#include "program/loops.h"
#include "witness/sha256.h"
#include "witness/violation.h"
#include "witness/visits.h"

uint32_t evidence_long_bits(const options *o) {
  return o->data_model == DATA_MODEL_32 ? 32 : 64;
}

// --- proving ----------------------------------------------------------------

// Labels for all loop heads, and for all locations that have an invariant.
static void make_labels(const program *p, const placed_invariants *all,
                        proof *out) {
  terms *tt = program_terms(p);
  uint32_t n = program_location_count(p);
  term *at = mem_alloc((n + 1) * sizeof *at);
  loops *l = loops_find(p);
  for (uint32_t i = 1; i <= n; i++)
    at[i] = l->is_head[i] ? term_true(tt) : TERM_NONE;
  for (uint32_t i = 0; i < all->len; i++) {
    const placed_invariant *v = &all->data[i];
    term *here = &at[v->at.id];
    *here = term_is_none(*here) ? v->formula : term_and(tt, *here, v->formula);
  }
  for (uint32_t i = 1; i <= n; i++)
    if (!term_is_none(at[i]))
      vec_push(&out->labels, ((proof_label){(loc){i}, at[i]}));
  loops_free(l);
  mem_free(at);
}

certificate evidence_prove(const env *e, const program *p, const contracted *by,
                           const placed_invariants *all, result *proved) {
  assert(proved->proof.labels.len == 0);
  make_labels(p, all, &proved->proof);
  proved->proof.kind = PROOF_INVARIANT;
  proved->verdict = VERDICT_TRUE;
  proved->sound = true;
  certificate c = {CERTIFY_GAVE_UP, ""};
  for (uint32_t k = 1; k <= EVIDENCE_MOST_K; k++) {
    env share = *e;
    uint32_t rounds = EVIDENCE_MOST_K - k + 1;
    if (e->limits.deadline > 0)
      share.limits =
          limits_within(&e->limits, limits_left(&e->limits) / rounds);
    proved->proof.k = k;
    c = by ? certify_contracts(&share, by, proved)
           : certify_proof(&share, p, proved);
    if (c.status == CERTIFY_OK)
      break;
  }
  return c;
}

// --- the frame of a witness -------------------------------------------------

static void make_uuid(char out[37]) {
  unsigned char b[16] = {0};
  if (getrandom(b, sizeof b, 0) != (ssize_t)sizeof b)
    memset(b, 1, sizeof b);
  b[6] = (unsigned char)((b[6] & 0x0f) | 0x40); // version 4: random
  b[8] = (unsigned char)((b[8] & 0x3f) | 0x80);
  for (int i = 0, at = 0; i < 16; i++) {
    if (i == 4 || i == 6 || i == 8 || i == 10)
      out[at++] = '-';
    snprintf(out + at, 3, "%02x", b[i]);
    at += 2;
  }
}

static void make_time(char *out, size_t size) {
  time_t now = time(NULL);
  struct tm utc;
  gmtime_r(&now, &utc);
  strftime(out, size, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

// The property in the words of SV-COMP's files, as far as they have any.
static const char *print_property(const env *e, const program *p, arena *mem) {
  strbuf text = {0};
  diag d = {0};
  property asked;
  if (!property_of_options(e->options, mem, &asked, &d)) // is gone by now
    asked.entry = e->options->entry;
  for (uint32_t i = 0; i < PROPERTY_COUNT; i++) {
    if ((program_properties(p) >> i & 1) == 0)
      continue;
    const char *formula = i == PROPERTY_REACH      ? "! call(reach_error())"
                          : i == PROPERTY_OVERFLOW ? "! overflow"
                                                   : program_property_name(i);
    strbuf_printf(&text, "%sCHECK( init(%s()), LTL(G %s) )",
                  text.len ? "\n" : "", asked.entry, formula);
  }
  diag_clear(&d);
  const char *copy = arena_strdup(mem, strbuf_text(&text));
  strbuf_free(&text);
  return copy;
}

// Hashes are of the files as they are on disk.
static bool name_files(const env *e, witness *w, strbuf *why) {
  const options *o = e->options;
  for (uint32_t i = 0; i < o->inputs.len; i++) {
    strbuf text = {0};
    diag d = {0};
    bool ok = strcmp(o->inputs.data[i], "-") != 0 &&
              file_read(o->inputs.data[i], &text, &d);
    char hash[SHA256_TEXT];
    if (ok) {
      sha256_text(strbuf_text(&text), text.len, hash);
      witness_file f = {o->inputs.data[i], arena_strdup(w->mem, hash)};
      vec_push(&w->files, f);
    } else {
      strbuf_printf(why, "%s cannot be read again", o->inputs.data[i]);
    }
    diag_clear(&d);
    strbuf_free(&text);
    if (!ok)
      return false;
  }
  return true;
}

static bool is_c(const char *file) {
  const char *dot = strrchr(file, '.');
  return !dot || strcmp(dot, ".bpl") != 0;
}

static bool start_witness(const env *e, const program *p, witness *w,
                          strbuf *why) {
  const options *o = e->options;
  for (uint32_t i = 0; i < o->inputs.len; i++)
    if (!is_c(o->inputs.data[i])) {
      strbuf_puts(why, "witnesses are about C programs");
      return false;
    }
  w->bits = evidence_long_bits(o);
  w->minor = o->witness_version == WITNESS_VERSION_2_1;
  w->specification = print_property(e, p, w->mem);
  return name_files(e, w, why);
}

// --- the invariants ---------------------------------------------------------

typedef struct {
  env env; // with the time that there is for this
  const program *program;
  const contracted
      *by; // what it was closed from by contracts; NULL: it was not
  witness_context context;
  modular *reader; // that proves by contracts; NULL: there are none
  witness *out;
} author;

static env share_of(const author *a, double share) {
  env e = a->env;
  e.limits = limits_within(&a->env.limits, limits_left(&a->env.limits) * share);
  return e;
}

static bool proves(author *a, const env *e, const placed_invariants *all) {
  result *r = result_new("witness");
  certificate c = a->reader ? modular_prove(e, a->reader, all, r)
                            : evidence_prove(e, a->program, NULL, all, r);
  result_free(r);
  return c.status == CERTIFY_OK;
}

// Are the invariants and contracts, as they are written, a proof?
static bool is_proof(author *a, double share) {
  env e = share_of(a, share);
  stats own = {0};
  e.stats = &own;
  placed_invariants all = {0};
  diag d = {0};
  modular *m = a->reader;
  bool ok = (!m || modular_understand(m, a->out, a->context.long_bits, &d)) &&
            invariants_read(m ? &m->context : &a->context, a->out, &all, &d) &&
            proves(a, &e, &all);
  diag_clear(&d);
  vec_free(&all);
  return ok;
}

static void write_words(author *a, const proof *p) {
  vec_clear(&a->out->contracts);
  vec_clear(&a->out->invariants);
  if (a->by)
    function_contracts_write(&a->context, a->by, a->out);
  invariants_write(&a->context, p, a->out);
}

static bool try_proof(author *a, const proof *p, double share) {
  write_words(a, p);
  bool ok = is_proof(a, share);
  env_progress(&a->env, "witness: %u invariants %s",
               (unsigned)a->out->invariants.len,
               ok ? "prove the program" : "are no proof");
  return ok;
}

static bool accept(void *data, result *found) {
  return try_proof(data, &found->proof, SHARES_WITNESS_OTHER);
}

// Invariants that are inductive at once, by any engine that finds some.
static bool try_row(author *a, const row *by, double share) {
  env_progress(&a->env, "witness: another proof is sought by %s", by->name);
  another search = {
      .env = a->env, .program = a->program, .accept = accept, .data = a};
  return another_by(&search, by, share);
}

// The states of the only execution that there is.
static bool try_visits(author *a) {
  env e = share_of(a, SHARES_WITNESS_VISITS);
  program *sliced = slice(a->program);
  result *r = result_new("witness");
  bool ok = visits_label(&a->context, sliced, &e.limits, &r->proof) &&
            try_proof(a, &r->proof, SHARES_WITNESS_OTHER);
  result_free(r);
  program_free(sliced);
  return ok;
}

// Each has its share of what is left: an engine that is slow here would be slow
// in the next place, too.
static bool try_slow(author *a) {
  static const engine_word OTHERS[] = {ENGINE_KINDUCTION, ENGINE_IMC,
                                       ENGINE_PREDABS};
  const uint32_t n = sizeof OTHERS / sizeof *OTHERS;
  for (uint32_t i = 0; i < n; i++)
    if (limits_stop(&a->env.limits) == LIMIT_NONE &&
        try_row(a, row_of(OTHERS[i]), 1.0 / (n - i)))
      return true;
  return false;
}

// The cheapest first.
static bool try_others(author *a) {
  return try_row(a, row_of(ENGINE_DF), SHARES_WITNESS_QUICK) || try_visits(a) ||
         try_row(a, row_of(ENGINE_EXPLICIT), SHARES_WITNESS_QUICK) ||
         try_slow(a);
}

// The proof that there is may have unfolded the first call of a function; to
// whoever reads a contract, it is about all. So contracts are sought again,
// with all calls open.
static bool try_contracts(author *a) {
  modular m;
  strbuf why = {0};
  bool ok =
      modular_read(&a->env, a->out, program_properties(a->program), &m, &why);
  if (ok) {
    env e = share_of(a, SHARES_WITNESS_OTHER);
    modular_find(&e, &m);
    author b = *a;
    b.program = m.closed;
    b.context = m.context;
    b.by = &m.contracted;
    ok = try_row(&b, row_of(ENGINE_DF), SHARES_WITNESS_QUICK) || try_slow(&b);
  }
  modular_clear(&m);
  strbuf_free(&why);
  return ok;
}

// Leaves out what is not needed: half of the invariants, then quarters, and so
// on, as far as a number of proofs allows.
static void thin_out(author *a) {
  enum { PROOFS = 24, ENOUGH = 4 };
  witness *w = a->out;
  uint32_t proofs = 0;
  for (uint32_t size = w->invariants.len / 2; size > 0; size /= 2)
    for (uint32_t at = 0; at < w->invariants.len;) {
      uint32_t n = w->invariants.len, end = at + size < n ? at + size : n;
      if (n <= ENOUGH || proofs++ >= PROOFS)
        return;
      VEC(witness_invariant) kept = {0};
      for (uint32_t i = 0; i < n; i++)
        vec_push(&kept, w->invariants.data[i]);
      memmove(w->invariants.data + at, w->invariants.data + end,
              (n - end) * sizeof *w->invariants.data);
      w->invariants.len = n - (end - at);
      if (!is_proof(a, SHARES_WITNESS_MINIMIZE)) {
        memcpy(w->invariants.data, kept.data, n * sizeof *kept.data);
        w->invariants.len = n;
        at = end;
      }
      vec_free(&kept);
    }
}

// A proof by contracts is read by whoever opens their calls.
static bool open_reader(author *a, modular *m) {
  strbuf why = {0};
  write_words(a, &(proof){0});
  bool ok =
      modular_read(&a->env, a->out, program_properties(a->program), m, &why);
  a->reader = ok ? m : NULL;
  strbuf_free(&why);
  return ok;
}

static bool write_contracts(author *a, const proof *of) {
  modular m;
  bool ok = open_reader(a, &m) &&
            (try_proof(a, of, SHARES_WITNESS_OWN) || try_contracts(a));
  if (ok)
    thin_out(a);
  modular_clear(&m);
  return ok;
}

static bool write_invariants(author *a, const proof *of) {
  bool ok = try_proof(a, of, SHARES_WITNESS_OWN) || try_others(a);
  if (ok)
    thin_out(a);
  return ok;
}

static bool is_by_contracts(const env *e, const contracted *by) {
  return by && by->open && e->options->witness_version != WITNESS_VERSION_2_0;
}

static void write_proof(const env *e, const program *p, const contracted *by,
                        const proof *of, witness *w) {
  author a = {.env = *e, .program = p, .out = w};
  a.env.limits = shares_to_witness(&e->limits);
  witness_context_init(&a.context, p, w->bits);
  if (is_by_contracts(e, by)) {
    a.context.contracted = a.by = by;
    w->minor = 1;
  }
  // The best there is, where nothing proves the program: a stranger may know
  // more.
  if (!(a.by ? write_contracts(&a, of) : write_invariants(&a, of)))
    write_words(&a, of);
  witness_context_clear(&a.context);
}

static void write_waypoints(const env *e, const program *p, const trace *t,
                            witness *w) {
  witness_context c;
  witness_context_init(&c, p, w->bits);
  limits l = shares_to_witness(&e->limits);
  violation_write(&c, t, &l, w);
  witness_context_clear(&c);
}

void evidence_find(const env *e, const program *p, const contracted *by,
                   const result *r, witness *w, strbuf *why) {
  assert(r->verdict != VERDICT_UNKNOWN);
  if (!start_witness(e, p, w, why))
    return;
  w->kind =
      r->verdict == VERDICT_TRUE ? WITNESS_CORRECTNESS : WITNESS_VIOLATION;
  if (w->kind == WITNESS_CORRECTNESS)
    write_proof(e, p, by, &r->proof, w);
  else
    write_waypoints(e, p, &r->trace, w);
}

void evidence_print(const witness *w, strbuf *out) {
  char uuid[37], time_text[32];
  make_uuid(uuid);
  make_time(time_text, sizeof time_text);
  witness_print(w, uuid, time_text, out);
}
