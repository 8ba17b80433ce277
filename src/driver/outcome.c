// SPDX-License-Identifier: Apache-2.0
// The environment of a run, and its end as an exit status with texts.
#include "driver/pipeline.h"

#include <errno.h>
#include <string.h>

#include "base/file.h"
#include "base/shown.h"
#include "report/report.h"

env pipeline_env(const options *o, stats *s) {
  env e = {.options = o, .stats = s};
  // Where work is counted, the clock ends a run, and nothing else depends on
  // it.
  if (o->time > 0 && o->deterministic)
    e.limits.wall = clock_wall() + o->time;
  else if (o->time > 0)
    e.limits.deadline = clock_now() + o->time;
  if (o->cpu_time > 0)
    e.limits.cpu = clock_cpu() + o->cpu_time;
  if (o->cpu_time > 0 && !o->deterministic && e.limits.deadline <= 0)
    e.limits.deadline = clock_now() + LIMITS_SLOWEST * o->cpu_time;
  // The solvers' own memory is not counted, so the soft limit stays below the
  // hard one that a supervisor may set.
  if (o->mem > 0)
    e.limits.memory = (size_t)o->mem * 1024 * 1024 / 10 * 9;
  return e;
}

static int status_of_diag(diag_class kind) {
  switch (kind) {
  case DIAG_USAGE:
    return STATUS_USAGE;
  case DIAG_INPUT:
    return STATUS_INPUT;
  case DIAG_UNSUPPORTED:
  case DIAG_LIMIT:
    return STATUS_UNKNOWN;
  case DIAG_NONE:
  case DIAG_INTERNAL:
    break;
  }
  return STATUS_INTERNAL;
}

static void write_failure(const options *o, const diag *d, outcome *out) {
  int status = out->status;
  strbuf text = {0};
  if (o->sarif) {
    report_failure_sarif(o, d, status, &text);
    outcome_write_file(o->sarif, &text, out);
  }
  strbuf_clear(&text);
  if (o->summary) {
    report_failure_summary(o, d, &text);
    outcome_append_file(o->summary, &text, out);
  }
  strbuf_free(&text);
  out->status = status; // there is a worse problem than a file
}

void outcome_of_diag(const options *o, const diag *d, outcome *out) {
  out->status = status_of_diag(d->kind);
  out->verdict = VERDICT_UNKNOWN;
  diag_print(d, &out->errors);
  write_failure(o, d, out);
}

static void keep_file(const char *path, const strbuf *text, outcome *out,
                      bool (*keep)(const char *path, const strbuf *text)) {
  if (strcmp(path, "-") == 0 || strcmp(path, "/dev/stdout") == 0) {
    strbuf_write(&out->text, strbuf_text(text), text->len);
    return;
  }
  if (keep(path, text))
    return;
  int error = errno;
  strbuf_puts(&out->errors, "wedge: error: cannot write ");
  shown_name(path, &out->errors);
  strbuf_printf(&out->errors, ": %s\n", strerror(error));
  out->status = STATUS_USAGE;
}

void outcome_write_file(const char *path, const strbuf *text, outcome *out) {
  keep_file(path, text, out, file_write);
}

void outcome_append_file(const char *path, const strbuf *text, outcome *out) {
  keep_file(path, text, out, file_append);
}

void outcome_free(outcome *out) {
  strbuf_free(&out->text);
  strbuf_free(&out->errors);
  verdicts_free(&out->verdicts);
  *out = (outcome){0};
}
