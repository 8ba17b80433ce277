// SPDX-License-Identifier: Apache-2.0
// Values, names and formulas in the words of the program.
#ifndef REPORT_FORMAT_H
#define REPORT_FORMAT_H

#include "base/strbuf.h"
#include "program/program.h"
#include "report/route.h"
#include "report/report.h"

// Decimal, as the type has it; hexadecimal besides for large unsigned values,
// the character for a char, NULL or what it points to for a pointer, a float's
// shortest decimal.
void format_value(const program *p, value v, type_info type, strbuf *out);
void format_number(value v, type_info type, strbuf *out); // decimal alone
void format_change(const program *p, const route_change *c, strbuf *out);
// The same for 'count' elements in a row, of which 'c' is the first, that get
// the same value.
void format_changes(const program *p, const route_change *c, uint32_t count,
                    strbuf *out);
// "f() returned 3", "x is undetermined: 3".
void format_input(const program *p, const route_input *i, strbuf *out);
// A formula as C text. False: it has none; nothing is appended.
bool format_formula(const program *p, term formula, strbuf *out);
// The same for a term of any sort, which may speak of inputs; "…" if it has no
// such form. For pictures, not to be read back.
void format_term(const program *p, term t, strbuf *out);
// The property that is violated; NULL: none is, as far as is known.
const char *format_violation(const report_input *in);
// "assumed to return any value: f", ...
void format_note(note n, strbuf *out);
// Is the note for people, with this verdict?
bool format_is_shown(note n, verdict v);
// A warning, of ours or of clang.
bool format_is_warning(note n);
const char *format_s(uint64_t n); // of a plural: "" for one
size_t format_peak_memory(void);  // bytes, of the whole process

#endif
