// SPDX-License-Identifier: Apache-2.0
// Nodes of graphs as Graphviz reads them.
#ifndef ENGINE_PATH_DOT_H
#define ENGINE_PATH_DOT_H

#include "base/strbuf.h"
#include "program/program.h"

// Node "n<number>": its place in the program, what is known there (shortened
// if it is long), and attributes ("" for none).
void dot_print_node(const program *p, uint32_t number, loc at, term label,
                    const char *attributes, strbuf *out);

#endif
