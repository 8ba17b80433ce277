// SPDX-License-Identifier: Apache-2.0
// Texts about engines are macros by the engine's word, so that an engine
// without a text does not compile.
#include "driver/help.h"

#include <string.h>

#include "base/words.h"
#include "frontend/property.h"

// A word of --engine without a line here does not compile.
#define ENGINE_AUTO_SAYS                                                       \
  "several of these, side by side, as the program suggests"
#define ENGINE_BMC_SAYS "looks at all executions, round by round: finds errors"
#define ENGINE_KINDUCTION_SAYS "bmc, and proofs by induction over rounds"
#define ENGINE_IMC_SAYS "bmc, and proofs by interpolation"
#define ENGINE_ISMC_SAYS "like imc, with one interpolant per step of a bound"
#define ENGINE_DAR_SAYS "sets by interpolation, from the entry and from errors"
#define ENGINE_PDR_SAYS                                                        \
  "clauses over predicates, level by level, against errors"
#define ENGINE_DF_SAYS "data-flow analysis: ranges and relations of variables"
#define ENGINE_PREDABS_SAYS "predicate abstraction, refined by interpolants"
#define ENGINE_IMPACT_SAYS "an unwinding that is labeled with interpolants"
#define ENGINE_SPLITTING_SAYS "a graph of regions that is split by interpolants"
#define ENGINE_EXPLICIT_SAYS "all states, one by one, as far as they are few"
#define ENGINE_CELLS_SAYS "kinduction, for arrays: a few cells of each"
#define ENGINE_PAIRS_SAYS "like cells, for what relates two elements"
#define ENGINE_SUMS_SAYS "kinduction, for arrays: their sums"
#define ENGINE_BOXES_SAYS "bmc that divides the values of inputs: for floats"

static void about_engines(strbuf *out) {
  static const char *const lines[][2] = {
#define LINE(constant, word) {word, constant##_SAYS},
      WORDS_engine(LINE)};
  strbuf_puts(out, "Engines, for --engine E:\n");
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    strbuf_printf(out, "  %-12s %s\n", lines[i][0], lines[i][1]);
}

bool help_about(const char *topic, strbuf *out) {
  static const struct {
    const char *name;
    void (*print)(strbuf *out);
  } topics[] = {{"property", property_help},   {"properties", property_help},
                {"--property", property_help}, {"engine", about_engines},
                {"engines", about_engines},    {"--engine", about_engines}};
  for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
    if (strcmp(topic, topics[i].name) == 0) {
      topics[i].print(out);
      return true;
    }
  return false;
}
