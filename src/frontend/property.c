// SPDX-License-Identifier: Apache-2.0
// Reading of property files: a line of fixed shape, blanks anywhere.
#include "frontend/property.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/strbuf.h"

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
         diag_set(r->d, DIAG_INPUT, position(r), "expected '%s'", token);
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
                  "only the property G ! call(reach_error()) is supported");
}

static bool read_formula(reader *r, arena *mem) {
  if (!accept(r, "G") || !accept(r, "!") || !accept(r, "call"))
    return not_supported(r);
  if (!expect(r, "("))
    return false;
  const char *name = read_name(r, mem);
  if (strcmp(name, "reach_error") != 0 && strcmp(name, "__VERIFIER_error") != 0)
    return not_supported(r);
  return expect(r, "(") && expect(r, ")") && expect(r, ")");
}

static bool read_check(reader *r, arena *mem, const char **entry) {
  if (!expect(r, "CHECK") || !expect(r, "(") || !expect(r, "init") ||
      !expect(r, "("))
    return false;
  *entry = read_name(r, mem);
  if (**entry == '\0')
    return diag_set(r->d, DIAG_INPUT, position(r), "expected a function");
  if (!expect(r, "(") || !expect(r, ")") || !expect(r, ")") || !expect(r, ","))
    return false;
  if (!accept(r, "LTL"))
    return not_supported(r);
  return expect(r, "(") && read_formula(r, mem) && expect(r, ")") &&
         expect(r, ")");
}

static bool read_all(const char *file, strbuf *out, diag *d) {
  FILE *in = fopen(file, "r");
  char chunk[4096];
  size_t n;
  while (in != NULL && (n = fread(chunk, 1, sizeof chunk, in)) > 0)
    strbuf_write(out, chunk, n);
  bool ok = in != NULL && ferror(in) == 0;
  if (!ok)
    diag_set(d, DIAG_INPUT, (source_pos){0}, "cannot read '%s': %s", file,
             strerror(errno));
  if (in != NULL)
    fclose(in);
  return ok;
}

bool property_read(const char *file, arena *mem, const char **entry, diag *d) {
  strbuf text = {0};
  bool ok = read_all(file, &text, d);
  reader r = {file, strbuf_text(&text), strbuf_text(&text), d};
  ok = ok && read_check(&r, mem, entry);
  skip_space(&r);
  // A second property would be silently ignored otherwise.
  if (ok && *r.at != '\0')
    ok = not_supported(&r);
  strbuf_free(&text);
  return ok;
}
