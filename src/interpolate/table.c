// SPDX-License-Identifier: Apache-2.0
// The registry of procedures: one per word of --interpolation. A word without
// one does not compile.
#include "interpolate/procedure.h"

#include <assert.h>

#define INTERPOLATION_AUTO_IS &itp_auto
#define INTERPOLATION_PROOF_IS &itp_proof
#define INTERPOLATION_SPACER_IS &itp_spacer
#define INTERPOLATION_LAYERED_IS &itp_layered
#define INTERPOLATION_ABSTRACT_IS &itp_abstract

const itp_procedure *const itp_procedures[] = {
#define PROCEDURE(constant, word) [constant] = constant##_IS,
    WORDS_interpolation(PROCEDURE) NULL,
};

const itp_procedure *itp_procedure_of(interpolation_word word) {
  assert(word < sizeof itp_procedures / sizeof *itp_procedures - 1);
  return itp_procedures[word];
}
