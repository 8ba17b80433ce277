// SPDX-License-Identifier: Apache-2.0
// Without files on the command line, the files of the compilation database are
// the inputs.
#include "frontend/c/read/compdb.h"
#include "frontend/frontend.h"

bool frontend_find_inputs(const options *o, arena *mem, string_list *inputs,
                          diag *d) {
  return o->inputs.len > 0 || o->compile_commands == NULL ||
         compdb_files(o->compile_commands, mem, inputs, d);
}
