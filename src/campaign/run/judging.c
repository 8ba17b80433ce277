// SPDX-License-Identifier: Apache-2.0
// What a run came to. The exit status decides, as for every script; the report
// on standard output tells the rest, and has to agree.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "campaign/run/running.h"

// The tool answers half a second after its time at the latest; what comes even
// later is no answer under this limit.
#define LATE 0.75
enum { LONGEST_TEXT = 400 };

static void say(record *r, arena *mem, const char *verdict, const char *reason,
                const char *text) {
  assert(verdict != NULL && reason != NULL);
  r->verdict = verdict;
  r->reason = arena_strdup(mem, reason);
  r->text = arena_strdup(mem, text);
}

// The report is one object that begins a line.
static const json_value *find_report(arena *mem, const strbuf *output) {
  const char *text = strbuf_text(output);
  const char *start = *text == '{' ? text : strstr(text, "\n{");
  if (!start)
    return NULL;
  const json_value *v =
      value_parse(mem, start, (size_t)(text + output->len - start));
  return v && v->kind == VALUE_OBJECT && value_get(v, "verdict") ? v : NULL;
}

static void take_report(record *r, const json_value *report) {
  r->violated = value_text(report, "violated", "");
  r->engine = value_text(report, "engine", "");
  r->confirmed = value_text(report, "confirmed", "");
  record_read_statistics(r, report);
}

// The last line that says something, for people.
static const char *last_line(arena *mem, const strbuf *output) {
  const char *text = strbuf_text(output), *end = text + output->len;
  while (end > text && strchr(" \t\r\n", end[-1]))
    end--;
  const char *start = end;
  while (start > text && start[-1] != '\n' && end - start < LONGEST_TEXT)
    start--;
  return arena_printf(mem, "%.*s", (int)(end - start), start);
}

static const char *word_of_status(int status) {
  return status == 0    ? "true"
         : status == 10 ? "false"
         : status == 5  ? "unknown"
                        : NULL;
}

static void judge_failure(const run_outcome *o, arena *mem, record *r) {
  static const struct {
    int status;
    const char *reason;
  } KNOWN[] = {{1, "usage"}, {2, "input"}, {6, "internal"}};
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (r->status == KNOWN[i].status) {
      say(r, mem, "error", KNOWN[i].reason, last_line(mem, &o->output));
      return;
    }
  say(r, mem, "error", arena_printf(mem, "exit-%d", r->status),
      last_line(mem, &o->output));
}

static void judge_exit(const run_outcome *o, arena *mem, record *r) {
  assert(WIFEXITED(o->code));
  const char *word = word_of_status(r->status);
  const json_value *report = find_report(mem, &o->output);
  if (!word) {
    judge_failure(o, mem, r);
    return;
  }
  take_report(r, report);
  const json_value *why = value_get(report, "reason");
  if (report && strcmp(value_text(report, "verdict", word), word) != 0)
    say(r, mem, "error", "disagreement",
        "the exit status and the report do not say the same");
  else if (strcmp(word, "unknown") == 0)
    say(r, mem, word, value_text(why, "code", "unknown"),
        value_text(why, "text", ""));
  else
    say(r, mem, word, "", "");
}

static void judge_late(record *r, arena *mem) {
  if (r->limits.wall > 0 && r->wall > r->limits.wall + LATE &&
      strcmp(r->verdict, "error") != 0)
    say(r, mem, "unknown", "time", "the answer came after the time limit");
}

static void judge_ended(const run_outcome *o, arena *mem, record *r) {
  if (WIFEXITED(o->code)) {
    r->status = WEXITSTATUS(o->code);
    judge_exit(o, mem, r);
    judge_late(r, mem);
    return;
  }
  assert(WIFSIGNALED(o->code));
  r->status = 128 + WTERMSIG(o->code);
  say(r, mem, "error", "signal", strsignal(WTERMSIG(o->code)));
}

void running_judge(const run_outcome *o, arena *mem, record *r) {
  r->wall = o->wall;
  r->cpu = o->cpu;
  r->memory = o->memory;
  switch (o->end) {
  case RUN_ENDED:
    judge_ended(o, mem, r);
    return;
  case RUN_TIME:
    say(r, mem, "unknown", "time", "stopped at the time limit");
    return;
  case RUN_CPU:
    say(r, mem, "unknown", "cpu-time", "stopped at the limit of CPU time");
    return;
  case RUN_MEMORY:
    say(r, mem, "unknown", "memory", "stopped at the limit of memory");
    return;
  case RUN_OUTPUT:
    say(r, mem, "error", "output", "stopped: it printed without an end");
    return;
  case RUN_FAILED:
    say(r, mem, "error", "start", strerror(o->code));
    return;
  case RUN_STOPPED:
    break;
  }
  assert(!"a run that was stopped should not be judged");
}
