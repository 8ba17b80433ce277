// SPDX-License-Identifier: Apache-2.0
// The words of each option that is a choice: WORDS_<id>(W) expands W(CONSTANT,
// "word") for each. options.h makes an enum of them, the parser its choices;
// whoever has one thing per word makes its table from the same list, so that a
// word without one does not compile (driver/rows.c,
// engine/backends.c, interpolate/table.c).
//
// A last word "N" stands for the numbers from 1: 1 has the value of its
// constant, 2 the next one, and so on.
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#define WORDS_data_model(W) W(DATA_MODEL_32, "32") W(DATA_MODEL_64, "64")

#define WORDS_external(W)                                                      \
  W(EXTERNAL_AUTO, "auto")                                                     \
  W(EXTERNAL_HAVOC, "havoc")                                                   \
  W(EXTERNAL_ARGUMENTS, "arguments")                                           \
  W(EXTERNAL_PURE, "pure")                                                     \
  W(EXTERNAL_ERROR, "error")

#define WORDS_outside(W) W(OUTSIDE_VALID, "valid") W(OUTSIDE_STRICT, "strict")

#define WORDS_profile(W) W(PROFILE_NONE, "none") W(PROFILE_SVCOMP, "svcomp")

#define WORDS_undefined(W)                                                     \
  W(UNDEFINED_ASSUME, "assume")                                                \
  W(UNDEFINED_UNKNOWN, "unknown")                                              \
  W(UNDEFINED_ERROR, "error")                                                  \
  W(UNDEFINED_AUTO, "auto")

#define WORDS_overflow(W)                                                      \
  W(OVERFLOW_WRAP, "wrap")                                                     \
  W(OVERFLOW_ASSUME, "assume")                                                 \
  W(OVERFLOW_ERROR, "error")

#define WORDS_malloc(W)                                                        \
  W(MALLOC_SUCCEEDS, "succeeds") W(MALLOC_MAY_FAIL, "may-fail")

#define WORDS_witness_version(W)                                               \
  W(WITNESS_VERSION_AUTO, "auto")                                              \
  W(WITNESS_VERSION_2_0, "2.0") W(WITNESS_VERSION_2_1, "2.1")

#define WORDS_engine(W)                                                        \
  W(ENGINE_AUTO, "auto")                                                       \
  W(ENGINE_BMC, "bmc")                                                         \
  W(ENGINE_KINDUCTION, "kinduction")                                           \
  W(ENGINE_IMC, "imc")                                                         \
  W(ENGINE_ISMC, "ismc")                                                       \
  W(ENGINE_DAR, "dar")                                                         \
  W(ENGINE_PDR, "pdr")                                                         \
  W(ENGINE_DF, "df")                                                           \
  W(ENGINE_PREDABS, "predabs")                                                 \
  W(ENGINE_IMPACT, "impact")                                                   \
  W(ENGINE_SPLITTING, "splitting")                                             \
  W(ENGINE_EXPLICIT, "explicit")                                               \
  W(ENGINE_CELLS, "cells")                                                     \
  W(ENGINE_SUMS, "sums")                                                       \
  W(ENGINE_BOXES, "boxes")

#define WORDS_blocks(W)                                                        \
  W(BLOCKS_SINGLE, "single")                                                   \
  W(BLOCKS_LARGE, "large")                                                     \
  W(BLOCKS_OF_1, "N")

#define WORDS_abstraction(W)                                                   \
  W(ABSTRACTION_CARTESIAN, "cartesian")                                        \
  W(ABSTRACTION_BOOLEAN, "boolean")

#define WORDS_initial(W)                                                       \
  W(INITIAL_NONE, "none")                                                      \
  W(INITIAL_CONDITIONS, "conditions")

#define WORDS_search(W) W(SEARCH_DFS, "dfs") W(SEARCH_BFS, "bfs")

#define WORDS_solver(W)                                                        \
  W(SOLVER_BITS, "bits")                                                       \
  W(SOLVER_Z3, "z3")                                                           \
  W(SOLVER_BOXES, "boxes")

#define WORDS_interpolation(W)                                                 \
  W(INTERPOLATION_AUTO, "auto")                                                \
  W(INTERPOLATION_PROOF, "proof")                                              \
  W(INTERPOLATION_SPACER, "spacer")                                            \
  W(INTERPOLATION_LAYERED, "layered")                                          \
  W(INTERPOLATION_ABSTRACT, "abstract")

// Where imc and its relatives use auxiliary invariants: nowhere, in checks for
// fixed points, in these and the interpolants, or so that interpolants must
// imply them.
#define WORDS_strengthen(W)                                                    \
  W(STRENGTHEN_NONE, "none")                                                   \
  W(STRENGTHEN_FIXPOINT, "fixpoint")                                           \
  W(STRENGTHEN_INTERPOLANT, "interpolant")                                     \
  W(STRENGTHEN_PROPERTY, "property")

#define WORDS_df_role(W) W(DF_ROLE_HELPER, "helper") W(DF_ROLE_PROVER, "prover")

#define WORDS_certify(W)                                                       \
  W(CERTIFY_OFF, "off") W(CERTIFY_ON, "on") W(CERTIFY_NATIVE, "native")

#define WORDS_trace(W)                                                         \
  W(TRACE_SHORT, "short") W(TRACE_FULL, "full") W(TRACE_NONE, "none")

#endif
