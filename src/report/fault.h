// SPDX-License-Identifier: Apache-2.0
// What an execution did wrong with memory, in numbers: "writes 1 byte at offset
// 12 of 12 bytes from malloc (f.c:5:13)".
#ifndef REPORT_FAULT_H
#define REPORT_FAULT_H

#include "base/strbuf.h"
#include "program/program.h"
#include "term/eval.h"

// The message of an error edge, which is about to run in this state: its text,
// made precise by the fault that the execution has.
void fault_print(const program *p, edge e, evaluator *state, strbuf *out);

#endif
