// SPDX-License-Identifier: Apache-2.0
#include <assert.h>
#include <string.h>

#include "engine/bmc.h"
#include "engine/boxes.h"
#include "engine/array/cells.h"
#include "engine/df.h"
#include "engine/engine.h"
#include "engine/explicit/explicit.h"
#include "engine/imc.h"
#include "engine/impact.h"
#include "engine/kinduction.h"
#include "engine/predicate/predabs.h"
#include "engine/splitting.h"
#include "engine/array/sums.h"
#include "interpolate/interpolate.h"
#include "smt/solver.h"

const engine engine_table[] = {
    {"bmc",
     "bounded model checking with a forward condition (Biere, Cimatti, "
     "Clarke, Zhu: \"Symbolic Model Checking without BDDs\", TACAS 1999)",
     bmc_run, false},
    {"kinduction",
     "k-induction (Sheeran, Singh, Stalmarck: \"Checking Safety Properties "
     "Using Induction and a SAT-Solver\", FMCAD 2000)",
     kinduction_run, false},
    {"imc",
     "interpolation-based model checking (McMillan: \"Interpolation and "
     "SAT-Based Model Checking\", CAV 2003; Beyer, Chien, Lee, SPIN 2024)",
     imc_run, false},
    {"df",
     "data-flow analysis with refined precision (Beyer, Chien, Lee: "
     "\"CPA-DF\", ASE 2023)",
     engine_df_run, false},
    {"predabs",
     "predicate abstraction on large or single blocks (Beyer, Cimatti, "
     "Griggio, Keremoglu, Sebastiani: \"Software Model Checking via "
     "Large-Block Encoding\", FMCAD 2009)",
     predabs_run, true},
    {"impact",
     "lazy abstraction with interpolants (McMillan, CAV 2006) on large or "
     "single blocks",
     impact_run, true},
    {"splitting",
     "splitting of the program graph (Ermis, Hoenicke, Podelski: \"Splitting "
     "via Interpolants\", VMCAI 2012) on large or single blocks",
     splitting_run, true},
    {"explicit",
     "explicit states with symbolic inputs (Holzmann: \"The Model Checker "
     "SPIN\", IEEE TSE 1997)",
     explicit_run, false},
    {"cells",
     "invariants of all elements of arrays (Monniaux, Gonnord: \"Cell "
     "Morphing: From Array Programs to Array-Free Horn Clauses\", SAS 2016)",
     cells_run, false},
    {"sums",
     "sums over arrays, as differences of prefix sums (Blelloch: \"Prefix "
     "Sums and Their Applications\", 1990)",
     sums_run, false},
    {"boxes",
     "floats by dividing the values of inputs (Van Hentenryck, McAllester, "
     "Kapur: \"Solving Polynomial Systems Using a Branch and Prune Approach\", "
     "1997)",
     engine_boxes_run, false},
    {0}};

const engine *engine_find(const char *name) {
  assert(name != NULL);
  for (const engine *e = engine_table; e->name != NULL; e++)
    if (strcmp(e->name, name) == 0)
      return e;
  return NULL;
}

const solver_backend *engine_backend(const env *e) {
  strbuf name = {0};
  options_print_choice("solver", e->options->solver, &name);
  const solver_backend *backend = solver_backend_find(strbuf_text(&name));
  strbuf_free(&name);
  assert(backend != NULL && "every choice of --solver should be a backend");
  return backend;
}

const itp_procedure *engine_interpolation(const env *e) {
  strbuf name = {0};
  options_print_choice("interpolation", e->options->interpolation, &name);
  const itp_procedure *found = itp_procedure_find(strbuf_text(&name));
  strbuf_free(&name);
  assert(found != NULL && "every choice of --interpolation is a procedure");
  return found;
}
