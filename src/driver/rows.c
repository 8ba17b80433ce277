// SPDX-License-Identifier: Apache-2.0
// One row per word of --engine. A word without one does not compile.
#include "driver/rows.h"

#include <assert.h>

#include "driver/features.h"
#include "engine/labels.h"

// Questions answered by dividing the values of inputs. Where there are no
// floats, others are better at everything.
static void divide_values(options *o) { o->solver = SOLVER_BOXES; }

#define ENGINE_AUTO_IS .engine = NULL
#define ENGINE_BMC_IS .engine = &engine_bmc
#define ENGINE_KINDUCTION_IS .engine = &engine_kinduction
#define ENGINE_IMC_IS .engine = &engine_imc
#define ENGINE_ISMC_IS .engine = &engine_ismc
#define ENGINE_DAR_IS .engine = &engine_dar
#define ENGINE_PDR_IS .engine = &engine_pdr
#define ENGINE_DF_IS .engine = &engine_df
#define ENGINE_PREDABS_IS .engine = &engine_predabs
#define ENGINE_IMPACT_IS .engine = &engine_impact
#define ENGINE_SPLITTING_IS .engine = &engine_splitting
#define ENGINE_EXPLICIT_IS .engine = &engine_explicit
#define ENGINE_CELLS_IS                                                        \
  .engine = &engine_kinduction, .transformation = &transform_cells
#define ENGINE_PAIRS_IS                                                        \
  .engine = &engine_kinduction, .transformation = &transform_pairs
#define ENGINE_SUMS_IS                                                         \
  .engine = &engine_kinduction, .transformation = &transform_sums
#define ENGINE_BOXES_IS                                                        \
  .engine = &engine_bmc, .adapt = divide_values, .needs = FEATURE_FLOATS,      \
  .lacking = "the program computes with no floats"

static const row ROWS[] = {
#define ROW(constant, word) [constant] = {.name = word, constant##_IS},
    WORDS_engine(ROW)};

const row *row_of(engine_word word) {
  assert(word < sizeof ROWS / sizeof *ROWS);
  return &ROWS[word];
}

// By the program with what is known in place, if there is one: engines see
// nothing else, and their proof is completed.
static result *search_known(const engine *e, const engine_task *task,
                            const constants *known) {
  engine_task own = *task;
  if (known)
    own.original = constants_program(known);
  result *found = e->run(&own);
  if (known && found->verdict == VERDICT_TRUE)
    labels_know(known, &found->proof);
  return found;
}

static result *search(const row *r, const engine_task *task,
                      const constants *known) {
  if ((features_of(task->original) & r->needs) != r->needs)
    return result_unknown(result_new(r->name), UNKNOWN_ENGINE, (source_pos){0},
                          "%s", r->lacking);
  return r->transformation
             ? transformed_run(r->transformation, r->engine, task, known)
             : search_known(r->engine, task, known);
}

result *row_run(const row *r, const engine_task *task, const constants *known) {
  assert(r->engine);
  options o = *task->env->options;
  if (r->adapt)
    r->adapt(&o);
  env e = *task->env;
  e.options = &o;
  engine_task own = *task;
  own.env = &e;
  result *found = search(r, &own, known);
  assert(found && "an engine should always return a result");
  found->engine = r->name;
  return found;
}
