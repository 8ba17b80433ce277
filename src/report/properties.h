// SPDX-License-Identifier: Apache-2.0
// One verdict per property, where several were asked for.
#ifndef REPORT_PROPERTIES_H
#define REPORT_PROPERTIES_H

#include "report/report.h"
#include "report/writer.h"

// A line for each property that something in the program could violate.
void properties_print(const report_input *in, strbuf *out);
// What questions found that do not make this report: other errors, warnings.
void properties_print_others(const report_input *in, strbuf *out);
// The member "properties": all that were asked for.
void properties_json(const report_input *in, json_writer *w);

#endif
