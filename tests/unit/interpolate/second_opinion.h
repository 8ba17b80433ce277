// SPDX-License-Identifier: Apache-2.0
// What Z3 found unsatisfiable, asked of cvc5 as text, many questions at once.
// Where cvc5 is not installed, nothing is asked.
#ifndef SECOND_OPINION_H
#define SECOND_OPINION_H

#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "checked.h"
#include "term/text/print.h"

typedef struct {
  strbuf script;
  uint32_t questions;
} second_opinion;

static inline void opinion_ask(second_opinion *o, const terms *tt,
                               const term *f, uint32_t n) {
  if (o->questions == 0)
    strbuf_puts(&o->script, "(set-logic QF_LIA)\n");
  strbuf_puts(&o->script, "(push 1)\n");
  term_print_declarations(tt, f, n, &o->script);
  for (uint32_t i = 0; i < n; i++) {
    strbuf_puts(&o->script, "(assert ");
    term_print_smt2(tt, f[i], &o->script);
    strbuf_puts(&o->script, ")\n");
  }
  strbuf_puts(&o->script, "(check-sat)\n(pop 1)\n");
  o->questions++;
}

static inline void read_all(int fd, strbuf *out) {
  char buffer[4096];
  ssize_t n;
  lseek(fd, 0, SEEK_SET);
  while ((n = read(fd, buffer, sizeof buffer - 1)) > 0) {
    buffer[n] = '\0';
    strbuf_puts(out, buffer);
  }
}

static inline uint32_t count_lines(const char *text, const char *line) {
  uint32_t count = 0;
  size_t length = strlen(line);
  for (; *text != '\0'; text++) {
    if (strncmp(text, line, length) == 0 && text[length] == '\n')
      count++;
    text = strchr(text, '\n');
    if (text == NULL)
      break;
  }
  return count;
}

typedef struct {
  bool is_installed;
  uint32_t questions, agreed, unknown; // the rest contradicts
} opinion_result;

// Asks everything collected so far, and forgets it.
static inline opinion_result opinion_get(second_opinion *o) {
  opinion_result r = {.questions = o->questions};
  const char *argv[] = {"cvc5", "--lang=smt2", "--incremental",
                        "--tlimit-per=4000", NULL};
  strbuf answers = {0}, messages = {0};
  int in = process_memory_file("questions", strbuf_text(&o->script),
                               strlen(strbuf_text(&o->script)));
  int out = process_memory_file("answers", "", 0);
  limits none = {0};
  process_task task = {.argv = argv, .in = in, .out = out};
  process_outcome end = process_run(&task, &none, &messages);
  r.is_installed = end.end != PROCESS_FAILED;
  read_all(out, &answers);
  r.agreed = count_lines(strbuf_text(&answers), "unsat");
  r.unknown = count_lines(strbuf_text(&answers), "unknown");
  close(in);
  close(out);
  strbuf_free(&answers);
  strbuf_free(&messages);
  strbuf_clear(&o->script);
  o->questions = 0;
  return r;
}

#endif
