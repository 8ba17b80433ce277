// SPDX-License-Identifier: Apache-2.0
// Compiling and running: the one check that shares nothing with our reading of
// C.
//
// clang compiles each file of the program as the user gave it, and the
// harness; the linker joins them; the result runs without input, output and
// environment. Objects and the executable are memory files, so that nothing is
// left behind however this ends. Only exit status HARNESS_REACHED confirms. A
// run that ends otherwise refutes the trace, except where it hung on things
// that are not fixed outside (script.is_exact).
#include "certify/certify.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hmap.h"
#include "base/process.h"
#include "certify/answer.h"
#include "certify/execution/harness.h"
#include "certify/execution/rewrite.h"
#include "certify/execution/script.h"

#define COMPILE_SECONDS 600.0
#define RUN_SECONDS 10.0   // of CPU time
#define RUN_PATIENCE 100.0 // seconds by the clock, on a busy machine
#define TOO_LONG "the native run takes too long"

// As linkers complain.
static const char UNDEFINED[] = "undefined reference to ";

typedef VEC(const char *) arguments;

typedef struct {
  const env *env;
  const program *program;
  script script;
  VEC(int) objects;  // memory files; the harness is the first
  bool emits_inline; // also functions that are inline only
  int executable;    // memory file, read-only; -1: none
  arena *mem;
  certificate verdict;
} native;

static bool give_up(native *n, const char *what, const char *detail) {
  assert(what && detail);
  size_t line = strcspn(detail, "\n");
  n->verdict = answer_make(CERTIFY_GAVE_UP, "%s%s%.*s", what,
                           *detail ? ": " : "", (int)line, detail);
  return false;
}

// --- compiling
// ----------------------------------------------------------------

static const char *clang_path(const native *n) {
  return n->env->options->clang ? n->env->options->clang : "clang-19";
}

static void add_pair(native *n, arguments *args, const char *flag,
                     const char *text) {
  vec_push(args, arena_printf(n->mem, "%s%s", flag, text));
}

static void add_common(native *n, arguments *args) {
  vec_push(args, clang_path(n));
  bool is_32 = n->env->options->data_model == DATA_MODEL_32;
  vec_push(args, is_32 ? "-m32" : "-m64");
  // Floats as the standard has them, not in the wide registers of the x87.
  if (is_32) {
    vec_push(args, "-msse2");
    vec_push(args, "-mfpmath=sse");
  }
  vec_push(args, "-Wno-everything");
  vec_push(args, "-fno-color-diagnostics");
}

static void add_all(arguments *args, const char *const *flags) {
  for (; *flags; flags++)
    vec_push(args, *flags);
}

static void add_object_flags(arguments *args) {
  static const char *const flags[] = {"-c",
                                      "-O0",
                                      "-fno-strict-aliasing",
                                      "-Xclang",
                                      "-fno-elide-constructors",
                                      "-ffp-contract=off",
                                      "-fno-builtin",
                                      "-fbracket-depth=4096",
                                      "-o",
                                      "-",
                                      NULL};
  add_all(args, flags);
}

static property_kind violated(const native *n) {
  assert(n->script.error.id);
  return program_edge(n->program, n->script.error)->property;
}

static void add_user_flags(native *n, arguments *args) {
  const options *o = n->env->options;
  add_pair(n, args, "-std=", o->std ? o->std : "gnu11");
  for (uint32_t i = 0; i < o->include_dirs.len; i++)
    add_pair(n, args, "-I", o->include_dirs.data[i]);
  for (uint32_t i = 0; i < o->defines.len; i++)
    add_pair(n, args, "-D", o->defines.data[i]);
  for (uint32_t i = 0; i < o->clang_flags.len; i++)
    vec_push(args, o->clang_flags.data[i]);
}

// Runs clang; its standard output goes to 'out', its input comes from 'in'.
// What it says is also kept in 'said', unless that is NULL.
static bool run_clang(native *n, arguments *args, int in, int out,
                      const char *what, strbuf *said) {
  assert(args->len > 0 && what);
  vec_push(args, NULL);
  strbuf messages = {0};
  limits l = limits_within(&n->env->limits, COMPILE_SECONDS);
  process_task task = {.argv = args->data,
                       .in = in,
                       .out = out,
                       .is_deep = true,
                       .keep = n->objects.data,
                       .keep_count = n->objects.len};
  process_outcome o = process_run(&task, &l, &messages);
  bool ok = o.end == PROCESS_EXITED && o.code == 0;
  if (o.end == PROCESS_STOPPED)
    give_up(n, limit_name((limit_kind)o.code), "");
  else if (o.end == PROCESS_FAILED)
    give_up(n, clang_path(n), strerror(o.code));
  else if (!ok)
    give_up(n, what, strbuf_text(&messages));
  if (said)
    strbuf_puts(said, strbuf_text(&messages));
  strbuf_free(&messages);
  return ok;
}

// Compiles to a new object. 'in': the text; -1: args name the file.
static bool make_object(native *n, arguments *args, int in, const char *what) {
  int object = process_memory_file("wedge-object", NULL, 0);
  if (object < 0)
    return give_up(n, "no memory file", strerror(errno));
  bool ok = run_clang(n, args, in, object, what, NULL);
  vec_push(&n->objects, object);
  return ok;
}

static bool compile_text(native *n, arguments *args, const char *text,
                         size_t size, const char *what) {
  int in = process_memory_file("wedge-source", text, size);
  if (in < 0)
    return give_up(n, "no memory file", strerror(errno));
  vec_push(args, "-");
  bool ok = make_object(n, args, in, what);
  close(in);
  return ok;
}

// A text of ours.
static bool compile_own(native *n, const strbuf *text) {
  arguments args = {0};
  add_common(n, &args);
  add_object_flags(&args);
  vec_push(&args, "-fwrapv");
  vec_push(&args, "-std=gnu11");
  vec_push(&args, "-xc");
  bool ok = compile_text(n, &args, strbuf_text(text), text->len,
                         "the harness does not compile");
  vec_free(&args);
  return ok;
}

static bool compile_harness(native *n) {
  strbuf text = {0}, why = {0};
  bool ok = harness_print(&n->script, &text, &why);
  if (ok)
    ok = compile_own(n, &text);
  else
    give_up(n, "not natively replayable", strbuf_text(&why));
  strbuf_free(&text);
  strbuf_free(&why);
  return ok;
}

// --- the program's files ----------------------------------------------------

static bool read_file(const char *path, strbuf *out) {
  FILE *f = fopen(path, "r");
  if (!f)
    return false;
  char part[16384];
  for (size_t got; (got = fread(part, 1, sizeof part, f)) > 0;)
    strbuf_write(out, part, got);
  bool ok = !ferror(f);
  fclose(f);
  return ok;
}

static bool is_stdin(const char *input) { return strcmp(input, "-") == 0; }

static bool read_input(native *n, const char *input, strbuf *out) {
  if (!is_stdin(input))
    return read_file(input, out);
  const char *text = program_source(n->program, "<stdin>");
  if (text)
    strbuf_puts(out, text);
  return text != NULL;
}

// The label that the error stands at, if it is one.
static const char *error_label(const native *n) {
  assert(n->script.error.id);
  const edge_info *e = program_edge(n->program, n->script.error);
  bool is_label = e->text && strcmp(e->text, EDGE_TEXT_LABEL) == 0;
  return is_label ? n->env->options->error_label : NULL;
}

// #include "..." of a text that clang does not read from its own place.
static void add_directory(native *n, arguments *args, const char *path) {
  const char *slash = strrchr(path, '/');
  vec_push(args, "-iquote");
  if (slash)
    vec_push(args, arena_printf(n->mem, "%.*s", (int)(slash - path + 1), path));
  else
    vec_push(args, ".");
}

static void add_language(arguments *args, const char *input) {
  size_t length = strlen(input);
  bool is_preprocessed = length > 2 && strcmp(input + length - 2, ".i") == 0;
  vec_push(args, is_preprocessed ? "-xcpp-output" : "-xc");
}

// A file as the user gave it, unless its text must be changed (rewrite.h), was
// changed before it was read, or came through standard input.
static bool compile_input(native *n, const char *input) {
  static const char *const fills[] = {
      [FILL_ANY] = NULL, [FILL_ZERO] = "zero", [FILL_PATTERN] = "pattern"};
  strbuf text = {0}, changed = {0};
  if (!read_input(n, input, &text)) {
    strbuf_free(&text);
    return give_up(n, "cannot read the program again", input);
  }
  arguments args = {0};
  add_common(n, &args);
  add_object_flags(&args);
  add_all(&args, harness_flags(&n->script));
  vec_push(&args, "-finstrument-functions");
  if (n->emits_inline)
    vec_push(&args, "-fgnu89-inline");
  if (fills[n->script.fill])
    add_pair(n, &args, "-ftrivial-auto-var-init=", fills[n->script.fill]);
  add_user_flags(n, &args);
  const char *compiled = program_compiled(n->program, file_shown_name(input));
  if (compiled != NULL) {
    strbuf_clear(&text);
    strbuf_puts(&text, compiled);
  }
  bool is_changed = compiled != NULL;
  is_changed |= rewrite_source(strbuf_text(&text), error_label(n),
                               HARNESS_LABEL_FUNCTION, &changed);
  bool ok;
  if (is_changed || is_stdin(input)) {
    add_directory(n, &args, input);
    add_language(&args, input);
    ok = compile_text(n, &args, strbuf_text(&changed), changed.len,
                      "the program does not compile natively");
  } else {
    add_language(&args, input);
    add_pair(n, &args, input[0] == '-' ? "./" : "", input);
    ok = make_object(n, &args, -1, "the program does not compile natively");
  }
  vec_free(&args);
  strbuf_free(&text);
  strbuf_free(&changed);
  return ok;
}

static bool compile_inputs(native *n) {
  const string_list *inputs = &n->env->options->inputs;
  for (uint32_t i = 0; i < inputs->len; i++)
    if (!compile_input(n, inputs->data[i]))
      return false;
  return true;
}

// --- linking and running ----------------------------------------------------

static const char *descriptor_path(native *n, int fd) {
  assert(fd >= 0);
  return arena_printf(n->mem, "/proc/self/fd/%d", fd);
}

// A program cannot be executed while it is open for writing.
static bool reopen_executable(native *n, int written) {
  n->executable = open(descriptor_path(n, written), O_RDONLY | O_CLOEXEC);
  return n->executable >= 0 || give_up(n, "cannot run it", strerror(errno));
}

static bool try_link(native *n, strbuf *messages) {
  arguments args = {0};
  add_common(n, &args);
  for (uint32_t i = 0; i < n->objects.len; i++)
    vec_push(&args, descriptor_path(n, n->objects.data[i]));
  int out = memfd_create("wedge-program", MFD_CLOEXEC);
  if (out < 0)
    return give_up(n, "no memory file", strerror(errno));
  fchmod(out, 0700);
  vec_push(&args, "-fsanitize=address");
  vec_push(&args, "-lm");
  vec_push(&args, "-o");
  vec_push(&args, descriptor_path(n, out));
  vec_push(&n->objects, out); // kept open for the linker, closed with them
  bool ok = run_clang(n, &args, -1, -1, "the program does not link natively",
                      messages);
  vec_free(&args);
  n->objects.len--;
  ok = ok && reopen_executable(n, out);
  close(out);
  return ok;
}

// Appends definitions of what the linker missed. Code or data is all the same:
// whoever really uses it crashes.
static bool define_missing(const char *messages, strbuf *out) {
  hmap seen = {0};
  for (const char *at = messages; (at = strstr(at, UNDEFINED));) {
    at += sizeof UNDEFINED - 1;
    at +=
        strcspn(at, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\n");
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_')
      length++;
    uint64_t key = hash_bytes(at, length);
    if (length && !hmap_find(&seen, key))
      strbuf_printf(out, "char %.*s[4096];\n", (int)length, at);
    hmap_put(&seen, key, 1);
  }
  hmap_free(&seen);
  return out->len > 0;
}

// The program once more, with external definitions of its inline functions: at
// level 0 a compiler calls them, and C wants them in some other file.
static bool link_with_inline(native *n, strbuf *messages) {
  assert(!n->emits_inline && n->objects.len > 0);
  n->emits_inline = true;
  while (n->objects.len > 1)
    close(vec_pop(&n->objects));
  return compile_inputs(n) && try_link(n, messages);
}

// What only dead code wants is not in the harness. A run with it that misses
// the error says nothing about the trace.
static bool link_program(native *n) {
  strbuf messages = {0}, missing = {0};
  bool ok = try_link(n, &messages);
  if (!ok && strstr(strbuf_text(&messages), UNDEFINED)) {
    strbuf_clear(&messages);
    ok = link_with_inline(n, &messages);
  }
  if (!ok && define_missing(strbuf_text(&messages), &missing)) {
    n->script.is_exact = false;
    ok = compile_own(n, &missing) && try_link(n, NULL);
  }
  strbuf_free(&messages);
  strbuf_free(&missing);
  return ok;
}

// Reports about the machine that it runs on, not about the program.
static bool is_too_large(const char *messages) {
  return strstr(messages, "requested allocation size") != NULL ||
         strstr(messages, "out-of-memory") != NULL ||
         strstr(messages, "out of memory") != NULL;
}

// What the checks that clang put in say of the run.
static bool is_caught(const native *n, process_outcome o,
                      const char *messages) {
  bool is_free = strstr(messages, "attempting") != NULL;
  bool is_trap = o.end == PROCESS_SIGNALED && o.code == SIGILL;
  bool is_address = strstr(messages, "ERROR: AddressSanitizer: ") != NULL &&
                    !is_too_large(messages) &&
                    is_free == (violated(n) == PROPERTY_FREE);
  switch (harness_checks(violated(n))) {
  case HARNESS_BY_TRAP:
    return is_trap;
  case HARNESS_BY_ADDRESS:
    return is_address;
  case HARNESS_BY_EITHER:
    return is_trap || is_address;
  case HARNESS_BY_ITSELF:
  case HARNESS_BY_NOTHING:
    break;
  }
  return false;
}

// Clang's checks do not see every violation, so that a run without one says
// nothing of the trace.
static void judge_checked(native *n, process_outcome o, const char *messages) {
  if (is_caught(n, o, messages))
    n->verdict = answer_make(CERTIFY_OK, "native execution");
  else
    give_up(n, "clang's own checks did not notice it in the native run", "");
}

static void judge_run(native *n, process_outcome o, const char *messages) {
  if (violated(n) != PROPERTY_REACH) {
    judge_checked(n, o, messages);
    return;
  }
  bool is_reached = o.end == PROCESS_EXITED && o.code == HARNESS_REACHED;
  if (!is_reached && is_too_large(messages)) {
    give_up(n, "the native run needs more memory than the sanitizer allows",
            "");
    return;
  }
  bool is_firm = n->script.is_exact;
  certify_status miss = is_firm ? CERTIFY_REFUTED : CERTIFY_GAVE_UP;
  switch (o.end) {
  case PROCESS_EXITED:
    if (is_reached)
      n->verdict = answer_make(CERTIFY_OK, "native execution");
    else
      n->verdict = answer_make(
          miss, "the native run ended with status %d, before the error%s%.*s",
          o.code, *messages ? ": " : "", (int)strcspn(messages, "\n"),
          messages);
    return;
  case PROCESS_SIGNALED:
    if (o.code == SIGXCPU)
      give_up(n, TOO_LONG, "");
    else
      n->verdict = answer_make(
          miss, "the native run ended with signal %d, before the error",
          o.code);
    return;
  case PROCESS_STOPPED: // how long it takes depends on the machine
    give_up(n, TOO_LONG, "");
    return;
  case PROCESS_FAILED:
    give_up(n, "cannot run the program", strerror(o.code));
    return;
  }
}

static void run_program(native *n) {
  assert(n->executable >= 0 && n->script.argc >= 1);
  arguments args = {0};
  vec_push(&args, "program");
  for (uint32_t i = 1; i < n->script.argc; i++)
    vec_push(&args, "x");
  vec_push(&args, NULL);
  static const char *const nothing[] = {NULL};
  process_task task = {.argv = args.data,
                       .path = descriptor_path(n, n->executable),
                       .envp = nothing,
                       .in = -1,
                       .out = -1,
                       .keep = &n->executable,
                       .keep_count = 1,
                       .cpu_limit = (unsigned)RUN_SECONDS};
  strbuf messages = {0};
  limits l = limits_within(&n->env->limits, RUN_PATIENCE);
  process_outcome o = process_run(&task, &l, &messages);
  judge_run(n, o, strbuf_text(&messages));
  strbuf_free(&messages);
  vec_free(&args);
}

static bool prepare(native *n, const result *r) {
  const options *o = n->env->options;
  strbuf why = {0};
  bool ok = script_init(&n->script, n->env, n->program, &r->trace, &why);
  if (!ok)
    give_up(n, "not natively replayable", strbuf_text(&why));
  strbuf_free(&why);
  if (ok && harness_checks(violated(n)) == HARNESS_BY_NOTHING)
    ok = give_up(n, "not natively replayable",
                 "no check of clang's notices the error");
  if (ok && o->compile_commands)
    ok = give_up(n, "flags of compile_commands.json are not known here", "");
  return ok;
}

certificate certify_native(const env *e, const program *p, const result *r) {
  assert(e && p && r && r->verdict == VERDICT_FALSE);
  native n = {.env = e, .program = p, .executable = -1, .mem = arena_new()};
  if (prepare(&n, r) && compile_harness(&n) && compile_inputs(&n) &&
      link_program(&n))
    run_program(&n);
  for (uint32_t i = 0; i < n.objects.len; i++)
    close(n.objects.data[i]);
  if (n.executable >= 0)
    close(n.executable);
  vec_free(&n.objects);
  script_clear(&n.script);
  arena_free(n.mem);
  return n.verdict;
}
