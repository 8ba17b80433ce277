// SPDX-License-Identifier: Apache-2.0
// Makes the transformed program, runs the engine on it with the
// transformation's candidates, and says the evidence of the original program
// again. An error of the transformed program is dropped.
#include "engine/transformed.h"

#include <assert.h>

#include "encode/summarize.h"
#include "engine/labels.h"

#define LEMMA_SHARE 0.7
#define LEMMA_SECONDS 10.0
enum { LEMMA_ROUNDS = 4, MOST_K = 4 };

typedef struct {
  const transformation *how;
  void *made;
} offered;

// Hard candidates come when all others are settled: questions about these would
// be hard with them.
static void offer(void *data, lemmas *m, const invariants *of) {
  const offered *o = data;
  const limits *l = &of->env->limits;
  limits share = limits_within(l, l->deadline > 0 ? LEMMA_SHARE * limits_left(l)
                                                  : LEMMA_SECONDS);
  uint32_t start = o->how->is_hard ? LEMMA_ROUNDS - 1 : 0;
  for (uint32_t round = 0; round < LEMMA_ROUNDS; round++) {
    if (round == start)
      o->how->offer(o->made, m, of);
    lemmas_settle(m, &share);
  }
}

static result *give_up(result *r, const engine *e, const char *reason) {
  if (r == NULL)
    r = result_new(e->name);
  return result_unknown(r, UNKNOWN_ENGINE, (source_pos){0}, "%s", reason);
}

static result *search(const transformation *t, void *made, const engine *e,
                      const engine_task *task) {
  const program *p = t->searched(made);
  options o = *task->env->options;
  o.simple_paths = false; // states of the original are compared there
  env inner_env = *task->env;
  inner_env.options = &o;
  program *blocks = summarize(p, &inner_env.limits);
  if (blocks == NULL)
    return give_up(NULL, e, "time limit while making blocks");
  offered data = {t, made};
  candidates help = {offer, &data, MOST_K, t->is_hard};
  engine_task inner = {p, blocks, &inner_env, &help};
  result *r = e->run(&inner);
  program_free(blocks);
  return r;
}

// The proof found, of the original.
static void translate(const transformation *t, void *made, result *r,
                      const engine *e, const program *original,
                      const constants *known) {
  if (!t->translate(made, original, r))
    give_up(r, e, "what was added to the program does not stay as it is");
  else if (known != NULL)
    labels_know(known, &r->proof);
}

result *transformed_run(const transformation *t, const engine *e,
                        const engine_task *task, const constants *known) {
  const char *why = NULL;
  const program *p = known ? constants_program(known) : task->original;
  void *made = t->make(p, &why);
  if (made == NULL)
    return give_up(NULL, e, why);
  result *r = search(t, made, e, task);
  if (r->verdict == VERDICT_TRUE)
    translate(t, made, r, e, task->original, known);
  else if (r->verdict == VERDICT_FALSE)
    give_up(r, e, t->on_error);
  else if (r->unknown == UNKNOWN_NONE)
    give_up(r, e, t->on_nothing);
  t->destroy(made);
  return r;
}
