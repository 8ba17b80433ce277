// SPDX-License-Identifier: Apache-2.0
// Reading a C file and blanking its line markers.
//
// A marker is a whole line '# 12', '# 12 "f" 1 3' or '#line 12 "f"'. Only lines
// that match to their end are blanked, so that a line inside of a comment that
// also closes it stays. The blanked text gets one marker of ours in front: with
// it clang's messages and debug information speak of the given file.
#include "frontend/c/read/source.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/file.h"
#include "base/shown.h"
#include "frontend/c/read/dialect.h"

static const char *skip_blanks(const char *p, const char *end) {
  while (p < end && (*p == ' ' || *p == '\t'))
    p++;
  return p;
}

static const char *skip_digits(const char *p, const char *end) {
  while (p < end && isdigit((unsigned char)*p))
    p++;
  return p;
}

// p..end is one line without its newline.
static bool is_line_marker(const char *p, const char *end) {
  if (end > p && end[-1] == '\r')
    end--;
  p = skip_blanks(p, end);
  if (p == end || *p != '#')
    return false;
  p = skip_blanks(p + 1, end);
  if (end - p > 4 && memcmp(p, "line", 4) == 0)
    p = skip_blanks(p + 4, end);
  const char *number = p;
  p = skip_digits(p, end);
  if (p == number)
    return false;
  p = skip_blanks(p, end);
  if (p < end && *p == '"') {
    for (p++; p < end && *p != '"'; p++)
      if (*p == '\\' && p + 1 < end)
        p++;
    if (p == end)
      return false;
    p++;
  }
  while (p < end) {
    const char *flag = skip_blanks(p, end);
    p = skip_digits(flag, end);
    if (p == flag)
      return flag == end;
  }
  return true;
}

static bool blank_markers(strbuf *text) {
  bool found = false;
  char *end = text->text + text->len;
  for (char *line = text->text; line < end;) {
    char *stop = memchr(line, '\n', (size_t)(end - line));
    if (stop == NULL)
      stop = end;
    if (is_line_marker(line, stop)) {
      memset(line, ' ', (size_t)(stop - line));
      found = true;
    }
    line = stop + 1;
  }
  return found;
}

// GCC's attribute malloc (free, 1), which its headers use, is an error for
// clang; its arguments mean nothing here.
static bool blank_malloc_arguments(strbuf *text) {
  static const char name[] = "__malloc__";
  bool found = false;
  for (char *p = text->text; (p = strstr(p, name)) != NULL;) {
    p += sizeof name - 1;
    char *open = p + strspn(p, " ");
    char *close = *open == '(' ? strchr(open, ')') : NULL;
    if (close == NULL || memchr(open, '\n', (size_t)(close - open)) != NULL)
      continue;
    memset(open, ' ', (size_t)(close + 1 - open));
    found = true;
  }
  return found;
}

static bool has_suffix(const char *path, const char *suffix) {
  size_t n = strlen(path), m = strlen(suffix);
  return n >= m && strcmp(path + n - m, suffix) == 0;
}

static const char *directory_of(arena *mem, const char *path) {
  const char *slash = strrchr(path, '/');
  if (slash == NULL)
    return ".";
  char *dir = arena_strdup(mem, path);
  dir[slash == path ? 1 : slash - path] = '\0';
  return dir;
}

static void put_quoted(strbuf *out, const char *path) {
  for (; *path != '\0'; path++) {
    if (*path == '"' || *path == '\\')
      strbuf_putc(out, '\\');
    strbuf_putc(out, *path);
  }
}

// --- missing declarations --------------------------------------------------

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// A word before the name, other than one that a call may follow, makes it a
// declaration; in that of a function that returns a pointer, stars stand
// between.
static bool is_declared_at(const char *text, const char *at, bool is_pointer) {
  static const char *const before_call[] = {"return", "else", "do", "case"};
  while (at > text &&
         (isspace((unsigned char)at[-1]) || (is_pointer && at[-1] == '*')))
    at--;
  const char *end = at;
  while (at > text && is_word_char(at[-1]))
    at--;
  size_t length = (size_t)(end - at);
  for (size_t k = 0; k < sizeof before_call / sizeof *before_call; k++)
    if (strlen(before_call[k]) == length &&
        memcmp(before_call[k], at, length) == 0)
      return false;
  return length > 0;
}

static bool is_undeclared(const char *text, const char *name, bool is_pointer) {
  size_t length = strlen(name);
  bool is_used = false;
  for (const char *p = text; (p = strstr(p, name)) != NULL; p += length) {
    if (is_word_char(p[length]) || (p > text && is_word_char(p[-1])))
      continue;
    if (is_declared_at(text, p, is_pointer))
      return false;
    is_used = true;
  }
  return is_used;
}

// C gives an undeclared function the result int; these do not have it. Headers
// declare those of the library.
static bool find_undeclared(source *s, const char *text) {
  static const struct {
    const char *name, *declaration;
    bool is_of_library;
  } functions[SOURCE_MOST_DECLARED] = {
      {"__VERIFIER_nondet_double", "double __VERIFIER_nondet_double()", false},
      {"__VERIFIER_nondet_float", "float __VERIFIER_nondet_float()", false},
      {"calloc", "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__)", true},
      {"malloc", "void *malloc(__SIZE_TYPE__)", true},
      {"memcpy", "void *memcpy(void *, const void *, __SIZE_TYPE__)", true},
      {"memmove", "void *memmove(void *, const void *, __SIZE_TYPE__)", true},
      {"memset", "void *memset(void *, int, __SIZE_TYPE__)", true},
      {"realloc", "void *realloc(void *, __SIZE_TYPE__)", true},
      {"strlen", "__SIZE_TYPE__ strlen(const char *)", true}};
  bool has_headers = strstr(text, "#include") != NULL;
  for (size_t k = 0; k < SOURCE_MOST_DECLARED; k++)
    if (!(has_headers && functions[k].is_of_library) &&
        is_undeclared(text, functions[k].name,
                      strncmp(functions[k].declaration, "void *", 6) == 0))
      s->declared[s->declared_count++] = functions[k].declaration;
  return s->declared_count > 0;
}

// original: as the user knows it.
static bool hand_over_text(source *s, arena *mem, const char *original,
                           strbuf *text, const source_wishes *w, diag *d) {
  strbuf all = {0};
  if (s->has_dialect)
    dialect_print_preamble(original, !s->is_preprocessed, &all);
  if (s->has_dialect && !dialect_rewrite(text, s->path, d)) {
    strbuf_free(&all);
    return false;
  }
  for (uint32_t k = 0; k < s->declared_count; k++)
    strbuf_printf(&all, "%s;\n", s->declared[k]);
  strbuf_puts(&all, "# 1 \"");
  put_quoted(&all, s->path);
  strbuf_puts(&all, "\"\n");
  strbuf_write(&all, text->text, text->len);
  if (w->more != NULL)
    strbuf_printf(&all, "\n# 1 \"%s\"\n%s", w->more_file, w->more);
  s->text = arena_copy(mem, strbuf_text(&all), all.len + 1);
  s->size = all.len;
  s->shown = original;
  s->quote_dir = directory_of(mem, s->path);
  strbuf_free(&all);
  return true;
}

// A file name with a newline cannot stand in a marker.
static bool can_be_renamed(const char *path) {
  return strpbrk(path, "\n\r") == NULL;
}

static bool complain(const source *s, const char *what, diag *d) {
  strbuf name = {0};
  shown_name(s->path, &name);
  diag_set(d, DIAG_INPUT, (source_pos){0}, "'%s' is %s", strbuf_text(&name),
           what);
  strbuf_free(&name);
  return false;
}

static bool check_text(const source *s, const strbuf *text, diag *d) {
  if (text->len == 0)
    return complain(s, "empty", d);
  return memchr(text->text, '\0', text->len) == NULL ||
         complain(s, "a binary file, not C", d);
}

// --- CBMC's words ----------------------------------------------------------

typedef struct {
  const string_list *dirs;
  uint32_t left; // headers that are still looked into
} header_search;

static bool header_has_dialect(header_search *h, const char *dir,
                               const char *name, size_t length);

static bool text_has_dialect(header_search *h, const char *dir,
                             const char *text) {
  static const char include[] = "#include";
  if (dialect_is_used(text))
    return true;
  for (const char *p = text; (p = strstr(p, include)) != NULL;) {
    p += sizeof include - 1;
    p += strspn(p, " \t");
    size_t length = *p == '"' ? strcspn(p + 1, "\"\n") : 0;
    if (length > 0 && header_has_dialect(h, dir, p + 1, length))
      return true;
  }
  return false;
}

// A header in that folder; one that is not there has none.
static bool file_has_dialect(header_search *h, const char *dir,
                             const char *name, size_t length) {
  strbuf path = {0}, text = {0};
  diag ignored = {0};
  strbuf_printf(&path, "%s/%.*s", dir, (int)length, name);
  arena *mem = arena_new();
  bool found = file_read(strbuf_text(&path), &text, &ignored) &&
               text_has_dialect(h, directory_of(mem, strbuf_text(&path)),
                                strbuf_text(&text));
  arena_free(mem);
  diag_clear(&ignored);
  strbuf_free(&path);
  strbuf_free(&text);
  return found;
}

static bool header_has_dialect(header_search *h, const char *dir,
                               const char *name, size_t length) {
  if (h->left == 0)
    return false;
  h->left--;
  bool found = file_has_dialect(h, dir, name, length);
  for (uint32_t k = 0; !found && h->dirs != NULL && k < h->dirs->len; k++)
    found = file_has_dialect(h, h->dirs->data[k], name, length);
  return found;
}

static bool has_dialect(const source *s, arena *mem, const char *text,
                        const string_list *dirs) {
  enum { MOST_HEADERS = 64 };
  header_search h = {dirs, s->is_preprocessed ? 0 : MOST_HEADERS};
  return text_has_dialect(&h, directory_of(mem, s->path), text);
}

bool source_read(source *s, arena *mem, const char *path,
                 const source_wishes *w, diag *d) {
  assert(path != NULL);
  bool is_stdin = strcmp(path, "-") == 0;
  *s = (source){.path = arena_strdup(mem, file_shown_name(path))};
  s->is_preprocessed = has_suffix(path, ".i");
  strbuf text = {0};
  bool ok = file_read(path, &text, d) && check_text(s, &text, d);
  bool is_changed = ok && blank_markers(&text);
  if (ok && s->is_preprocessed && blank_malloc_arguments(&text))
    is_changed = true;
  if (ok && can_be_renamed(s->path) && find_undeclared(s, strbuf_text(&text)))
    is_changed = true;
  if (ok && can_be_renamed(s->path) &&
      (w->more != NULL ||
       has_dialect(s, mem, strbuf_text(&text), w->include_dirs)))
    is_changed = s->has_dialect = true;
  if (ok && (is_changed || is_stdin) && can_be_renamed(s->path))
    ok = hand_over_text(s, mem, arena_strdup(mem, strbuf_text(&text)), &text, w,
                        d);
  strbuf_free(&text);
  return ok;
}
