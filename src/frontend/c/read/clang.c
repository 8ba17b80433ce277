// SPDX-License-Identifier: Apache-2.0
// Running clang without a shell and without files: the text goes in and the
// bitcode comes out through memory files.
#include "frontend/c/read/clang.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "base/shown.h"
#include "base/unreachable.h"

typedef VEC(const char *) arguments;

static const char DEFAULT_CLANG[] = "clang-19";

// Code as it would be without optimization. It is asked for at level 1, with
// all passes off, because level 0 leaves out the bodies of inline functions and
// the types of functions that are only declared. Old and sloppy C must compile:
// what later standards turned into errors are warnings again. Library
// functions are what the program says they are.
static const char *const FIXED_FLAGS[] = {
    "-c",
    "-emit-llvm",
    "-O1",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-strict-aliasing",
    "-U__OPTIMIZE__",
    "-g",
    "-fno-discard-value-names",  // of blocks: what a condition decides
    "-fdebug-compilation-dir=.", // else names are cut into folder and rest
    "-fno-builtin",
    "-ffp-contract=off",
    "-Xclang", // returning a struct copies it (lower_returned.c)
    "-fno-elide-constructors",
    "-fno-crash-diagnostics",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-type",
    "-Wno-error=return-mismatch",
    "-ferror-limit=20",
    "-fbracket-depth=4096", // generated code nests deeper than clang's 256
    "-fno-color-diagnostics",
    "-fno-caret-diagnostics",
    "-o",
    "-",
};

static void add_pair(arguments *args, arena *mem, const char *flag,
                     const char *value) {
  vec_push(args, arena_printf(mem, "%s%s", flag, value));
}

static void add_options(arguments *args, arena *mem, const options *o) {
  vec_push(args, o->data_model == DATA_MODEL_32 ? "-m32" : "-m64");
  if (o->data_model == DATA_MODEL_32) {
    vec_push(args, "-msse2");
    vec_push(args, "-mfpmath=sse");
  }
  add_pair(args, mem, "-std=", o->std != NULL ? o->std : "gnu11");
  for (uint32_t i = 0; i < o->include_dirs.len; i++)
    add_pair(args, mem, "-I", o->include_dirs.data[i]);
  for (uint32_t i = 0; i < o->defines.len; i++)
    add_pair(args, mem, "-D", o->defines.data[i]);
  // C99 leaves the definition behind a plain 'inline' to another translation
  // unit. Where there is no other one, its body is the function: without this
  // the function would count as unknown.
  if (o->inputs.len == 1)
    vec_push(args, "-fgnu89-inline");
}

static void add_input(arguments *args, arena *mem, const source *s) {
  if (s->quote_dir != NULL) {
    vec_push(args, "-iquote");
    vec_push(args, s->quote_dir);
  }
  vec_push(args, "-x");
  vec_push(args, s->is_preprocessed ? "cpp-output" : "c");
  if (s->text != NULL) {
    vec_push(args, "-");
    return;
  }
  // A leading dash would be an option.
  add_pair(args, mem, s->path[0] == '-' ? "./" : "", s->path);
}

static void collect_arguments(arguments *args, arena *mem, const env *e,
                              const source *s, const string_list *flags,
                              bool with_warnings) {
  const options *o = e->options;
  vec_push(args, o->clang != NULL ? o->clang : DEFAULT_CLANG);
  for (size_t i = 0; i < sizeof FIXED_FLAGS / sizeof *FIXED_FLAGS; i++)
    vec_push(args, FIXED_FLAGS[i]);
  if (!with_warnings) {
    vec_push(args, "-w");
    vec_push(args, "-Wno-everything");
  }
  add_options(args, mem, o);
  for (uint32_t i = 0; flags != NULL && i < flags->len; i++)
    vec_push(args, flags->data[i]);
  for (uint32_t i = 0; i < o->clang_flags.len; i++)
    vec_push(args, o->clang_flags.data[i]);
  add_input(args, mem, s);
  vec_push(args, NULL);
}

static bool take_output(int fd, clang_output *out) {
  struct stat info;
  if (fstat(fd, &info) != 0 || info.st_size == 0)
    return false;
  size_t size = (size_t)info.st_size;
  void *data = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    return false;
  out->data = data;
  out->size = size;
  return true;
}

void clang_output_free(clang_output *out) {
  if (out->data != NULL)
    munmap(out->data, out->size);
  strbuf_free(&out->warnings);
  *out = (clang_output){.data = NULL};
}

static bool cannot_start(const char *given, int error, diag *d) {
  source_pos nowhere = {0};
  if (given != NULL)
    return diag_set(d, DIAG_INPUT, nowhere, "cannot run '%s': %s", given,
                    strerror(error));
  return diag_set(d, DIAG_INPUT, nowhere,
                  "cannot run %s: %s; install the package %s, or name another "
                  "clang with --clang PATH",
                  DEFAULT_CLANG, strerror(error), DEFAULT_CLANG);
}

// Clang ends its messages with a count of them, which says nothing.
static void drop_summary(strbuf *messages) {
  while (messages->len > 0 && messages->text[messages->len - 1] == '\n')
    messages->text[--messages->len] = '\0';
  char *last = messages->len > 0 ? strrchr(messages->text, '\n') : NULL;
  if (last != NULL && strstr(last, " generated.") != NULL) {
    *last = '\0';
    messages->len = (size_t)(last - messages->text);
  }
}

// Takes 'file:line:col: error: ' off the front where the file is a given one;
// its name then is the one in the options, which outlives everything.
static source_pos take_position(const string_list *inputs, const char **text) {
  for (uint32_t k = 0; k < inputs->len; k++) {
    size_t n = strlen(inputs->data[k]);
    source_pos pos = {.file = inputs->data[k]};
    int used = 0;
    if (strncmp(*text, pos.file, n) == 0 &&
        sscanf(*text + n, ":%" SCNu32 ":%" SCNu32 ": error: %n", &pos.line,
               &pos.col, &used) == 2 &&
        used > 0) {
      *text += n + (size_t)used;
      return pos;
    }
  }
  return (source_pos){0};
}

// The input whose name the text begins with; NULL: none.
static const char *name_at(const string_list *inputs, const char *text) {
  for (uint32_t k = 0; k < inputs->len; k++)
    if (strncmp(text, inputs->data[k], strlen(inputs->data[k])) == 0)
      return inputs->data[k];
  return NULL;
}

// Clang's lines, where the name of a given file stays on one line.
static void show_lines(const string_list *inputs, const char *text,
                       strbuf *out) {
  for (bool is_first = true; *text != '\0'; is_first = *text++ == '\n') {
    const char *name = is_first ? name_at(inputs, text) : NULL;
    if (name != NULL) {
      shown_name(name, out);
      text += strlen(name);
    }
    if (*text == '\0')
      return;
    strbuf_putc(out, *text);
  }
}

static bool clang_complains(const env *e, int status, strbuf *messages,
                            diag *d) {
  drop_summary(messages);
  if (messages->len == 0)
    return diag_set(d, DIAG_INPUT, (source_pos){0},
                    "clang failed with status %d", status);
  const char *text = strbuf_text(messages);
  source_pos pos = take_position(&e->options->inputs, &text);
  strbuf shown = {0};
  show_lines(&e->options->inputs, text, &shown);
  diag_set(d, DIAG_INPUT, pos, "%s", strbuf_text(&shown));
  strbuf_free(&shown);
  return false;
}

static bool judge(const env *e, process_outcome o, strbuf *messages, diag *d) {
  source_pos nowhere = {0};
  switch (o.end) {
  case PROCESS_EXITED:
    return o.code == 0 || clang_complains(e, o.code, messages, d);
  case PROCESS_SIGNALED:
    return diag_set(d, DIAG_INPUT, nowhere, "clang was ended by signal %d",
                    o.code);
  case PROCESS_STOPPED:
    return diag_set(d, DIAG_LIMIT, nowhere, "%s while clang ran",
                    limit_name((limit_kind)o.code));
  case PROCESS_FAILED:
    return cannot_start(e->options->clang, o.code, d);
  }
  UNREACHABLE();
}

static bool run(const env *e, const source *s, const arguments *args,
                clang_output *out, diag *d) {
  int in = s->text == NULL
               ? -1
               : process_memory_file("wedge-source", s->text, s->size);
  int result = process_memory_file("wedge-bitcode", NULL, 0);
  strbuf messages = {0};
  bool ok = false;
  if (result < 0 || (s->text != NULL && in < 0)) {
    diag_set(d, DIAG_INTERNAL, (source_pos){0}, "cannot make a memory file: %s",
             strerror(errno));
  } else {
    process_task task = {
        .argv = args->data, .in = in, .out = result, .is_deep = true};
    process_outcome o = process_run(&task, &e->limits, &messages);
    ok = judge(e, o, &messages, d);
  }
  if (ok && !take_output(result, out))
    ok = diag_set(d, DIAG_INPUT, (source_pos){0}, "clang wrote no bitcode");
  if (in >= 0)
    close(in);
  if (result >= 0)
    close(result);
  if (ok)
    strbuf_puts(&out->warnings, strbuf_text(&messages));
  strbuf_free(&messages);
  return ok;
}

void clang_without_lifetimes(string_list *flags) {
  vec_push(flags, "-Xclang");
  vec_push(flags, "-disable-lifetime-markers");
}

static bool compile(const env *e, const source *s, const string_list *flags,
                    bool with_warnings, clang_output *out, diag *d) {
  arena *mem = arena_new();
  arguments args = {0};
  collect_arguments(&args, mem, e, s, flags, with_warnings);
  bool ok = run(e, s, &args, out, d);
  vec_free(&args);
  arena_free(mem);
  return ok;
}

// Some of clang's warnings are errors unless they are turned off: what fails is
// tried again without any, which also leaves the errors alone in the message.
bool clang_compile(const env *e, const source *s, const string_list *flags,
                   clang_output *out, diag *d) {
  assert(s->path != NULL && out != NULL);
  double start = timer_start();
  bool ok = compile(e, s, flags, true, out, d);
  if (!ok && d->kind == DIAG_INPUT) {
    diag_clear(d);
    ok = compile(e, s, flags, false, out, d);
  }
  timer_stop(&e->stats->time_clang, start);
  return ok;
}
