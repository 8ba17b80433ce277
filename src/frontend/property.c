// SPDX-License-Identifier: Apache-2.0
// Reading of properties. A file has lines of fixed shape, blanks anywhere.
#include "frontend/property.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/suggest.h"
#include "program/program.h"

typedef struct {
  const char *file;
  const char *start, *at;
  diag *d;
} reader;

static source_pos position(const reader *r) {
  source_pos pos = {r->file, 1, 1};
  for (const char *p = r->start; p < r->at; p++) {
    pos.col++;
    if (*p == '\n') {
      pos.line++;
      pos.col = 1;
    }
  }
  return pos;
}

static void skip_space(reader *r) {
  while (isspace((unsigned char)*r->at))
    r->at++;
}

static bool accept(reader *r, const char *token) {
  skip_space(r);
  size_t n = strlen(token);
  if (strncmp(r->at, token, n) != 0)
    return false;
  r->at += n;
  return true;
}

static bool expect(reader *r, const char *token) {
  return accept(r, token) ||
         diag_set(r->d, DIAG_INPUT, position(r),
                  "expected '%s', as in: CHECK( init(main()), LTL(G ! "
                  "call(reach_error())) )",
                  token);
}

// Copies a C identifier into 'mem'.
static const char *read_name(reader *r, arena *mem) {
  skip_space(r);
  const char *from = r->at;
  while (isalnum((unsigned char)*r->at) || *r->at == '_')
    r->at++;
  size_t n = (size_t)(r->at - from);
  char *name = arena_alloc(mem, n + 1);
  memcpy(name, from, n);
  return name;
}

static bool not_supported(reader *r) {
  return diag_set(r->d, DIAG_UNSUPPORTED, position(r),
                  "only reachability of reach_error, overflow and memory "
                  "safety are supported");
}

static bool read_call(reader *r, arena *mem) {
  if (!accept(r, "call"))
    return not_supported(r);
  if (!expect(r, "("))
    return false;
  const char *name = read_name(r, mem);
  if (strcmp(name, "reach_error") != 0 && strcmp(name, "__VERIFIER_error") != 0)
    return not_supported(r);
  return expect(r, "(") && expect(r, ")") && expect(r, ")");
}

static bool read_formula(reader *r, arena *mem, uint32_t *set) {
  if (!accept(r, "G"))
    return not_supported(r);
  if (accept(r, "!")) {
    bool is_overflow = accept(r, "overflow");
    *set |= 1u << (is_overflow ? PROPERTY_OVERFLOW : PROPERTY_REACH);
    return is_overflow || read_call(r, mem);
  }
  for (property_kind k = PROPERTY_DEREF; k < PROPERTY_COUNT; k++)
    if (accept(r, program_property_name(k))) {
      *set |= 1u << k;
      return true;
    }
  return not_supported(r);
}

static bool read_check(reader *r, arena *mem, property *out) {
  if (!expect(r, "CHECK") || !expect(r, "(") || !expect(r, "init") ||
      !expect(r, "("))
    return false;
  const char *entry = read_name(r, mem);
  if (*entry == '\0')
    return diag_set(r->d, DIAG_INPUT, position(r), "expected a function");
  if (out->entry != NULL && strcmp(out->entry, entry) != 0)
    return diag_set(r->d, DIAG_UNSUPPORTED, position(r),
                    "a second function to start at");
  out->entry = entry;
  if (!expect(r, "(") || !expect(r, ")") || !expect(r, ")") || !expect(r, ","))
    return false;
  if (!accept(r, "LTL"))
    return not_supported(r);
  return expect(r, "(") && read_formula(r, mem, &out->set) && expect(r, ")") &&
         expect(r, ")");
}

static bool read_file(const char *file, arena *mem, property *out, diag *d) {
  strbuf text = {0};
  bool ok = file_read(file, &text, d);
  reader r = {file, strbuf_text(&text), strbuf_text(&text), d};
  do {
    ok = ok && read_check(&r, mem, out);
    skip_space(&r);
  } while (ok && *r.at != '\0');
  strbuf_free(&text);
  return ok;
}

#define SET(kind) (1u << PROPERTY_##kind)
enum {
  ACCESSES = SET(DEREF) | SET(FREE),
  MEMORY = ACCESSES | SET(OVERLAP) | SET(BOUNDS),
  UNDEFINED = MEMORY | SET(OVERFLOW) | SET(DIVIDE) | SET(SHIFT) |
              SET(FLOAT_CAST) | SET(BUILTIN) | SET(UNREACHABLE) | SET(RETURN) |
              SET(VLA)
};

// What is asked where nothing is said: all but signed overflow, which wraps
// with many compilers' flags, and leaks, which do no harm to most programs.
enum { USUAL = SET(REACH) | (UNDEFINED & ~SET(OVERFLOW)) };

// Names of several properties. valid-deref has all of null, and
// of bounds what leaves its object.
static const struct {
  const char *name;
  uint32_t set;
  const char *help;
} GROUPS[] = {
    {"valid-memsafety", ACCESSES | SET(MEMTRACK),
     "valid-deref, valid-free and valid-memtrack"},
    {"memory", MEMORY,
     "valid-deref, bounds, valid-free and memcpy-param-overlap"},
    {"undefined", UNDEFINED, "all undefined behavior"},
    {"default", USUAL,
     "without --property: unreach-call and undefined, but no-overflow"},
    {"all", UNDEFINED | SET(REACH) | SET(MEMTRACK) | SET(MEMCLEANUP),
     "unreach-call, undefined and leaks"}};

static bool is_word(const char *name, const char *word, size_t length) {
  return strlen(name) == length && memcmp(word, name, length) == 0;
}

bool property_read_text(const char *name, const char *text, arena *mem,
                        property *out, diag *d) {
  assert(text != NULL && out != NULL);
  reader r = {name, text, text, d};
  *out = (property){0};
  bool ok;
  do {
    skip_space(&r);
    ok = *r.at == 'C' ? read_check(&r, mem, out)
                      : read_formula(&r, mem, &out->set);
    skip_space(&r);
  } while (ok && *r.at != '\0');
  return ok;
}

// The set that a word stands for; 0: it is no property.
static uint32_t find_name(const char *word, size_t length) {
  for (size_t k = 0; k < sizeof GROUPS / sizeof *GROUPS; k++)
    if (is_word(GROUPS[k].name, word, length))
      return GROUPS[k].set;
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    if (is_word(program_property_name(k), word, length))
      return 1u << k;
  return 0;
}

// False: some word is no name of a property.
static bool read_names(const char *text, uint32_t *set) {
  for (;; text++) {
    size_t length = strcspn(text, ",");
    uint32_t here = find_name(text, length);
    if (here == 0)
      return false;
    *set |= here;
    text += length;
    if (*text == '\0')
      return true;
  }
}

// No name has a dot or a slash.
static bool is_file(const char *text) { return strpbrk(text, "./") != NULL; }

// What people call some properties.
static const char *const NICKNAMES[][2] = {
    {"assert", "unreach-call"},
    {"assertion", "unreach-call"},
    {"assertions", "unreach-call"},
    {"reach", "unreach-call"},
    {"leak", "valid-memcleanup"},
    {"leaks", "valid-memcleanup"},
    {"memsafety", "memory"},
    {"address", "memory"},
    {"division", "integer-divide-by-zero"},
    {"signed-integer-overflow", "no-overflow"}};

static const char *name_meant(const char *word, size_t length) {
  for (size_t k = 0; k < sizeof NICKNAMES / sizeof *NICKNAMES; k++)
    if (is_word(NICKNAMES[k][0], word, length))
      return NICKNAMES[k][1];
  suggestion near = suggest_for(word, length);
  for (size_t k = 0; k < sizeof GROUPS / sizeof *GROUPS; k++)
    suggest_try(&near, GROUPS[k].name);
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    suggest_try(&near, program_property_name(k));
  return suggest_get(&near);
}

static bool no_such_name(const char *text, diag *d) {
  const char *all = text;
  size_t length = strcspn(text, ",");
  for (; find_name(text, length) != 0; length = strcspn(text, ","))
    text += length + 1;
  if (length == 0)
    return diag_set(d, DIAG_USAGE, (source_pos){0},
                    "a name is missing in --property '%s' ('wedge --help "
                    "property' lists them)",
                    all);
  const char *best = name_meant(text, length);
  return diag_set(d, DIAG_USAGE, (source_pos){0},
                  "there is no property '%.*s'%s%s%s ('wedge --help property' "
                  "lists them; a file is written './%.*s')",
                  (int)length, text, best ? "; did you mean '" : "",
                  best ? best : "", best ? "'?" : "", (int)length, text);
}

bool property_read(const char *text, arena *mem, property *out, diag *d) {
  assert(text != NULL && out != NULL);
  uint32_t set = 0;
  *out = (property){0};
  if (is_file(text)) {
    out->is_file = true;
    return read_file(text, mem, out, d);
  }
  if (!read_names(text, &set))
    return no_such_name(text, d);
  out->set = set;
  return true;
}

bool property_is_boogie(const options *o) {
  const char *name = o->inputs.len > 0 ? o->inputs.data[0] : "";
  size_t length = strlen(name);
  return length >= 4 && strcmp(name + length - 4, ".bpl") == 0;
}

// Who says how undefined behavior counts asks about the rest; of Boogie
// programs there is nothing else.
static uint32_t usual_set(const options *o) {
  bool is_all = o->undefined == UNDEFINED_AUTO && !property_is_boogie(o);
  return is_all ? USUAL : SET(REACH);
}

// The user's own word counts more than the property's.
bool property_of_options(const options *o, arena *mem, property *out, diag *d) {
  *out = (property){.set = usual_set(o)};
  if (o->property != NULL && !property_read(o->property, mem, out, d))
    return false;
  if (out->entry == NULL || strcmp(o->entry, "main") != 0)
    out->entry = o->entry;
  if (o->overflow == OVERFLOW_ERROR)
    out->set |= 1u << PROPERTY_OVERFLOW;
  return true;
}

bool property_is_of_competition(const options *o) {
  uint32_t set = 0;
  return o->property != NULL &&
         (!read_names(o->property, &set) || set == SET(REACH));
}

bool property_allows_label(const options *o) {
  uint32_t set = 0;
  if (o->property == NULL)
    return true;
  return !is_file(o->property) && read_names(o->property, &set) &&
         (set >> PROPERTY_REACH & 1) != 0;
}

uint32_t property_group(uint32_t set) {
  static const uint32_t groups[] = {SET(REACH),
                                    MEMORY | SET(NULL) | SET(BOUNDS),
                                    SET(MEMTRACK) | SET(MEMCLEANUP)};
  for (size_t k = 0; k < sizeof groups / sizeof *groups; k++)
    if ((set & groups[k]) != 0)
      return set & groups[k];
  return set;
}

void property_print_names(uint32_t set, strbuf *out) {
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    if ((set >> k & 1) != 0)
      strbuf_printf(out, "%s%s", out->len > 0 ? "," : "",
                    program_property_name(k));
}

void property_help(strbuf *out) {
  strbuf_puts(out, "Properties, for --property P[,P...]:\n");
  for (property_kind k = 0; k < PROPERTY_COUNT; k++)
    strbuf_printf(out, "  %-24s %s%s\n", program_property_name(k),
                  program_property_help(k), (USUAL >> k & 1) != 0 ? " *" : "");
  strbuf_puts(out, "Groups:\n");
  for (size_t k = 0; k < sizeof GROUPS / sizeof *GROUPS; k++)
    strbuf_printf(out, "  %-24s %s\n", GROUPS[k].name, GROUPS[k].help);
  strbuf_puts(out,
              "* is asked without --property. A name with a dot or a slash is "
              "a file, as\nSV-COMP has them: --property "
              "./unreach-call.prp\n");
}
