// SPDX-License-Identifier: Apache-2.0
// The result as a JSON value inside of another one.
#ifndef REPORT_JSON_H
#define REPORT_JSON_H

#include "report/report.h"
#include "report/writer.h"

void json_report(json_writer *w, const char *key, const report_input *in);

#endif
