// SPDX-License-Identifier: Apache-2.0
// The front door of the frontends: which language, which entry.
#include "frontend/frontend.h"

#include <assert.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frontend/boogie/boogie.h"
#include "frontend/c/c.h"
#include "frontend/property.h"

static bool has_suffix(const char *text, const char *suffix) {
  size_t n = strlen(text), m = strlen(suffix);
  return n >= m && strcmp(text + n - m, suffix) == 0;
}

// What is no C at all is better said here than by clang.
static bool check_kind(const char *path, diag *d) {
  static const char *const others[] = {".cc", ".cpp",  ".cxx", ".C",  ".hpp",
                                       ".rs", ".java", ".py",  ".go", ".o",
                                       ".a",  ".so",   ".bc",  ".ll"};
  struct stat about;
  source_pos pos = {.file = path};
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return diag_set(d, DIAG_INPUT, pos,
                    "this is a directory; name the C files in it: wedge "
                    "%s/*.c",
                    path);
  if (strpbrk(path, "./-") == NULL && access(path, F_OK) != 0)
    return diag_set(
        d, DIAG_USAGE, (source_pos){0},
        "there is neither a file nor a command '%s'; 'wedge "
        "FILE.c' verifies a program, and the commands are functions, "
        "campaign, interpolate, validate and help",
        path);
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (has_suffix(path, others[k]))
      return diag_set(d, DIAG_INPUT, pos,
                      "this is no C: Wedge reads C (.c, .i) and Boogie (.bpl)");
  return true;
}

// One language at a time.
static bool check_inputs(const options *o, diag *d) {
  if (o->inputs.len == 0)
    return diag_set(d, DIAG_USAGE, (source_pos){0}, "no input file");
  uint32_t boogie = 0;
  for (uint32_t k = 0; k < o->inputs.len; k++) {
    if (!check_kind(o->inputs.data[k], d))
      return false;
    boogie += has_suffix(o->inputs.data[k], ".bpl");
  }
  if (boogie > 0 && boogie < o->inputs.len)
    return diag_set(
        d, DIAG_USAGE, (source_pos){0},
        "C and Boogie files cannot be mixed; verify them one after the "
        "other");
  return true;
}

// What undefined behavior counts as.
static undefined_class undefined_of(const options *o, uint32_t asked) {
  if (o->undefined != UNDEFINED_AUTO)
    return (undefined_class)o->undefined;
  bool is_reach = (asked >> PROPERTY_REACH & 1) != 0;
  return is_reach ? UNDEFINED_ASSUME : UNDEFINED_UNKNOWN;
}

static bool read_into(const env *e, program *p, open_calls *open, diag *d) {
  const options *o = e->options;
  property asked;
  if (!check_inputs(o, d) ||
      !property_of_options(o, program_arena(p), &asked, d))
    return false;
  bool is_boogie = property_is_boogie(o);
  if (is_boogie && asked.set != 1u << PROPERTY_REACH)
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "of Boogie programs only assertions are checked; leave "
                    "--property out");
  program_set_properties(p, asked.set);
  program_set_undefined(p, undefined_of(o, asked.set));
  bool is_asked = strcmp(asked.entry, "main") != 0;
  return is_boogie ? bpl_read(e, asked.entry, is_asked, p, d)
                   : c_read(e, asked.entry, p, open, d);
}

static void count(const env *e, const program *p) {
  e->stats->locations = program_location_count(p);
  e->stats->edges = program_edge_count(p);
  e->stats->variables = program_variable_count(p);
}

#ifndef NDEBUG
static bool is_valid(const program *p) {
  strbuf why = {0};
  bool ok = program_validate(p, &why);
  assert(ok || why.len > 0);
  if (!ok)
    __builtin_printf("%s\n", strbuf_text(&why));
  strbuf_free(&why);
  return ok;
}
#endif

program *frontend_read_open(const env *e, terms *tt, open_calls *open,
                            diag *d) {
  program *p = program_new(tt);
  if (!read_into(e, p, open, d)) {
    program_free(p);
    return NULL;
  }
  assert(is_valid(p));
  count(e, p);
  return p;
}

program *frontend_read(const env *e, terms *tt, diag *d) {
  return frontend_read_open(e, tt, NULL, d);
}
