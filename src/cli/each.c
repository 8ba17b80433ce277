// SPDX-License-Identifier: Apache-2.0
// The runs are processes of their own, one after the other: a function that
// brings the tool down does not keep it from the others.
#include "cli/each.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "base/vec.h"

typedef VEC(const char *) argument_vec;

static const char SELF[] = "/proc/self/exe", OPTION[] = "--each-function";

static void take_output(int fd, strbuf *out) {
  char part[4096];
  ssize_t got;
  for (off_t at = 0; (got = pread(fd, part, sizeof part, at)) > 0; at += got)
    strbuf_write(out, part, (size_t)got);
}

// Its exit status; -1: it has none.
static int start(const argument_vec *args, strbuf *text, strbuf *errors) {
  int fd = process_memory_file("wedge-output", NULL, 0);
  if (fd < 0) {
    strbuf_printf(errors, "wedge: error: cannot make a memory file: %s\n",
                  strerror(errno));
    return -1;
  }
  process_task task = {.argv = args->data, .path = SELF, .in = -1, .out = fd};
  limits none = {0};
  process_outcome o = process_run(&task, &none, errors);
  take_output(fd, text);
  close(fd);
  return o.end == PROCESS_EXITED ? o.code : -1;
}

// The arguments of this run, but for the option itself. The words of 'more'
// come first.
static void repeat(int argc, char **argv, const argument_vec *more,
                   argument_vec *out) {
  vec_push(out, argv[0]);
  for (uint32_t k = 0; k < more->len; k++)
    vec_push(out, more->data[k]);
  for (int k = 1; k < argc; k++)
    if (strcmp(argv[k], OPTION) != 0)
      vec_push(out, argv[k]);
  vec_push(out, NULL);
}

static int run_with(int argc, char **argv, const argument_vec *more,
                    strbuf *text, strbuf *errors) {
  argument_vec args = {0};
  repeat(argc, argv, more, &args);
  int status = start(&args, text, errors);
  vec_free(&args);
  return status;
}

static int badness(int status) {
  switch (status) {
  case STATUS_TRUE:
    return 0;
  case STATUS_UNKNOWN:
    return 1;
  case STATUS_FALSE:
    return 3;
  default:
    return 2;
  }
}

// The first line says it all; of an error, that is on the other channel.
static int check_one(int argc, char **argv, const char *name, strbuf *table) {
  argument_vec more = {0};
  strbuf text = {0}, errors = {0};
  vec_push(&more, "--entry");
  vec_push(&more, name);
  int status = run_with(argc, argv, &more, &text, &errors);
  const char *said = strbuf_text(text.len > 0 ? &text : &errors);
  static const char head[] = "verdict: ";
  if (strncmp(said, head, sizeof head - 1) == 0)
    said += sizeof head - 1;
  strbuf_printf(table, "%-24s %.*s\n", name, (int)strcspn(said, "\n"), said);
  strbuf_free(&text);
  strbuf_free(&errors);
  vec_free(&more);
  return status < 0 ? STATUS_INTERNAL : status;
}

static void check_all(int argc, char **argv, char *list, outcome *out) {
  char *rest = NULL;
  for (char *line = strtok_r(list, "\n", &rest); line != NULL;
       line = strtok_r(NULL, "\n", &rest)) {
    line[strcspn(line, " ")] = '\0';
    int status = check_one(argc, argv, line, &out->text);
    if (badness(status) > badness(out->status))
      out->status = status;
  }
}

void each_function(int argc, char **argv, outcome *out) {
  assert(argc > 0);
  argument_vec more = {0};
  strbuf list = {0};
  vec_push(&more, "functions");
  out->status = run_with(argc, argv, &more, &list, &out->errors);
  if (out->status < 0)
    out->status = STATUS_INTERNAL;
  if (out->status == STATUS_TRUE && list.len > 0)
    check_all(argc, argv, list.text, out);
  strbuf_free(&list);
  vec_free(&more);
}
