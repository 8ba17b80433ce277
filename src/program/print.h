// SPDX-License-Identifier: Apache-2.0
// Programs as text and as Graphviz graphs.
#ifndef PROGRAM_PRINT_H
#define PROGRAM_PRINT_H

#include "base/strbuf.h"
#include "program/program.h"

void program_print(const program *p, strbuf *out);
void program_print_dot(const program *p, strbuf *out);

#endif
