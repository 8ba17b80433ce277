// SPDX-License-Identifier: Apache-2.0
// Parts of a report in SARIF.
#ifndef REPORT_SARIF_H
#define REPORT_SARIF_H

#include "report/report.h"

// The result object of an error; nothing where the answer is another one.
void sarif_error(const report_input *in, strbuf *out);

#endif
