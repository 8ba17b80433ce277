// SPDX-License-Identifier: Apache-2.0
// The result as a JSON value inside of another one.
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report/report.h"
#include "report/writer.h"

void json_report(json_writer *w, const char *key, const report_input *in);
void json_position(json_writer *w, const char *key, source_pos pos);
// The trace of false, the proof of true, as a value; nothing of unknown.
void json_evidence(json_writer *w, const char *key, const report_input *in);

#endif
