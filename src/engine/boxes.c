// SPDX-License-Identifier: Apache-2.0
// Bounded model checking whose questions are answered by dividing the values of
// inputs. Where there are no floats, others are better at everything.
#include "engine/boxes.h"

#include "domain/boxes.h"
#include "engine/bmc.h"
#include "term/origin.h"

result *engine_boxes_run(const engine_task *task) {
  if (terms_have_origins(program_terms(task->program)))
    return bmc_run_with(task, "boxes", &boxes_backend);
  result *r = result_new("boxes");
  result_unknown(r, UNKNOWN_ENGINE, (source_pos){0},
                 "the program computes with no floats");
  return r;
}
