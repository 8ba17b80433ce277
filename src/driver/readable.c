// SPDX-License-Identifier: Apache-2.0
// A proof by explicit lists states: it is right, quickly found, and says
// nothing to a person. Often much less is inductive, too: that each number
// stays within its range. So what the list says of single variables becomes
// candidates, beside what data-flow analysis and other engines know.
#include "driver/readable.h"

#include <assert.h>

#include "base/mem.h"
#include "certify/certify.h"
#include "driver/another.h"
#include "driver/features.h"
#include "driver/shares.h"
#include "invariant/source.h"
#include "report/format.h"
#include "report/gist.h"
#include "term/walk.h"

enum { MOST_ROUNDS = 2 }; // of induction

typedef struct {
  run *run;
  another search;
} reader;

static bool is_readable(const program *p, const proof *of) {
  strbuf text = {0};
  bool ok = true;
  for (uint32_t i = 0; ok && i < of->labels.len; i++) {
    ok = format_formula(p, of->labels.data[i].invariant, &text);
    strbuf_clear(&text);
  }
  strbuf_free(&text);
  return ok;
}

// What the first proof says of a location, for short.
static void offer_gist(void *data, lemmas *m, const invariants *of) {
  const run *r = data;
  const loc_vec *heads = transition_heads(of->system);
  for (uint32_t i = 0; i < r->result->proof.labels.len; i++) {
    const proof_label *l = &r->result->proof.labels.data[i];
    term_vec parts = {0};
    gist_find(r->original, l->invariant, &parts);
    for (uint32_t h = 0; h < heads->len; h++)
      for (uint32_t j = 0; j < parts.len; j++)
        if (program_origin(of->program, heads->data[h]).id == l->location.id)
          lemmas_offer(m, heads->data[h], parts.data[j]);
    vec_free(&parts);
  }
}

static void take_proof(run *r, result *found, const char *confirmed) {
  proof first = r->result->proof;
  r->result->proof = found->proof;
  found->proof = first; // which ends with the other result
  strbuf_printf(&r->certified, "; the invariants shown, which %s found: %s",
                found->engine, confirmed);
}

static bool accept(void *data, result *found) {
  const reader *own = data;
  if (!is_readable(own->run->original, &found->proof))
    return false;
  stats counted = {0};
  env judge = another_share(&own->search, 1, &counted);
  certificate c = certify_proof(&judge, own->run->original, found);
  if (c.status != CERTIFY_OK)
    return false;
  take_proof(own->run, found, c.reason);
  return true;
}

// There is an answer: looking for better words must not cost it.
static bool has_memory(const limits *l) {
  for (; l != NULL; l = l->outer)
    if (l->memory > 0 && mem_live() > l->memory / 2)
      return false;
  return true;
}

// Does a person see the proof?
static bool is_shown(const options *o) { return !o->quiet || o->html != NULL; }

static bool is_wanted(const run *r) {
  const result *found = r->result;
  return is_shown(r->env->options) && has_memory(&r->env->limits) &&
         found->verdict == VERDICT_TRUE && r->is_certified &&
         r->contracted.open == NULL && found->about == NULL &&
         found->proof.kind == PROOF_INVARIANT &&
         !(features_of(r->original) & FEATURE_LARGE) &&
         !is_readable(r->original, &found->proof);
}

// Seconds so far; of work there are enough.
static double passed(const run *r) {
  return clock_counts_work() ? SHARES_READ_SECONDS
                             : clock_wall() - r->start_wall;
}

void readable_find(run *r) {
  assert(r->result);
  if (!is_wanted(r))
    return;
  candidates gist = {.offer = offer_gist, .data = r, .most_k = MOST_ROUNDS};
  reader own = {.run = r};
  own.search = (another){.env = *r->env,
                         .program = r->original,
                         .candidates = &gist,
                         .accept = accept,
                         .data = &own};
  own.search.env.limits = shares_to_read(&r->env->limits, passed(r));
  env_progress(r->env, "a proof that is shorter to read is sought");
  if (!another_by(&own.search, row_of(ENGINE_DF), SHARES_READ_FIRST))
    (void)another_by(&own.search, row_of(ENGINE_KINDUCTION), 1);
}
