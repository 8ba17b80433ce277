// SPDX-License-Identifier: Apache-2.0
// Reading compile_commands.json: an array of objects whose members are strings
// or, for "arguments", arrays of strings. Anything else in it is skipped.
#include "frontend/c/read/compdb.h"

#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler_flags.h"
#include "base/file.h"
#include "base/mem.h"

typedef struct {
  const char *database;
  const char *text, *at;
  arena *mem;
  diag *d;
} reader;

typedef struct {
  const char *directory, *file, *command;
  string_list arguments;
} entry;

// What is done with each entry.
typedef struct {
  const char *file; // whose flags are wanted
  string_list *flags;
  compdb_entry *about;
  string_list *files; // or all files
} taken;

// --- JSON ------------------------------------------------------------------

static bool complain(reader *r, const char *expected) {
  uint32_t line = 1;
  for (const char *p = r->text; p < r->at; p++)
    line += *p == '\n';
  source_pos pos = {r->database, line, 0};
  return diag_set(r->d, DIAG_INPUT, pos, "expected %s", expected);
}

static void skip_space(reader *r) {
  while (*r->at != '\0' && strchr(" \t\r\n", *r->at) != NULL)
    r->at++;
}

static bool accept(reader *r, char c) {
  skip_space(r);
  if (*r->at != c)
    return false;
  r->at++;
  return true;
}

static void put_code_point(strbuf *out, unsigned long code) {
  if (code < 0x80) {
    strbuf_putc(out, (char)code);
  } else if (code < 0x800) {
    strbuf_putc(out, (char)(0xc0 | code >> 6));
    strbuf_putc(out, (char)(0x80 | (code & 0x3f)));
  } else {
    strbuf_putc(out, (char)(0xe0 | code >> 12));
    strbuf_putc(out, (char)(0x80 | (code >> 6 & 0x3f)));
    strbuf_putc(out, (char)(0x80 | (code & 0x3f)));
  }
}

static void read_escape(reader *r, strbuf *out) {
  static const char from[] = "nrtbf", to[] = "\n\r\t\b\f";
  char c = *r->at;
  const char *known = c != '\0' ? strchr(from, c) : NULL;
  if (c == 'u') {
    char digits[5] = {0};
    for (int k = 0; k < 4 && isxdigit((unsigned char)r->at[1]); k++)
      digits[k] = *++r->at;
    put_code_point(out, strtoul(digits, NULL, 16));
  } else if (known != NULL) {
    strbuf_putc(out, to[known - from]);
  } else if (c != '\0') {
    strbuf_putc(out, c);
  }
}

// NULL: complained.
static const char *read_string(reader *r) {
  if (!accept(r, '"')) {
    complain(r, "a string");
    return NULL;
  }
  strbuf out = {0};
  for (; *r->at != '"' && *r->at != '\0'; r->at++) {
    if (*r->at != '\\') {
      strbuf_putc(&out, *r->at);
      continue;
    }
    r->at++;
    if (*r->at == '\0')
      break;
    read_escape(r, &out);
  }
  const char *copy = arena_strdup(r->mem, strbuf_text(&out));
  strbuf_free(&out);
  if (accept(r, '"'))
    return copy;
  complain(r, "the end of a string");
  return NULL;
}

static bool read_strings(reader *r, string_list *out) {
  if (!accept(r, '['))
    return complain(r, "an array");
  if (accept(r, ']'))
    return true;
  do {
    const char *s = read_string(r);
    if (s == NULL)
      return false;
    vec_push(out, s);
  } while (accept(r, ','));
  return accept(r, ']') || complain(r, "']'");
}

static bool read_member(reader *r, entry *e) {
  const char *key = read_string(r);
  if (key == NULL)
    return false;
  if (!accept(r, ':'))
    return complain(r, "':'");
  if (strcmp(key, "arguments") == 0)
    return read_strings(r, &e->arguments);
  const char *s = read_string(r);
  if (s == NULL)
    return false;
  if (strcmp(key, "directory") == 0)
    e->directory = s;
  else if (strcmp(key, "file") == 0)
    e->file = s;
  else if (strcmp(key, "command") == 0)
    e->command = s;
  return true;
}

static bool read_entry(reader *r, entry *e) {
  if (!accept(r, '{'))
    return complain(r, "'{'");
  if (accept(r, '}'))
    return true;
  do {
    if (!read_member(r, e))
      return false;
  } while (accept(r, ','));
  return accept(r, '}') || complain(r, "'}'");
}

// --- commands --------------------------------------------------------------

// Splits as a shell does: blanks, quotes, backslashes.
static void split_command(reader *r, const char *command, string_list *out) {
  const char *p = command;
  for (;;) {
    while (*p == ' ' || *p == '\t' || *p == '\n')
      p++;
    if (*p == '\0')
      return;
    strbuf word = {0};
    char quote = '\0';
    for (; *p != '\0'; p++) {
      bool is_blank = *p == ' ' || *p == '\t' || *p == '\n';
      if (quote == '\0' && is_blank)
        break;
      if (*p == quote)
        quote = '\0';
      else if (quote == '\0' && (*p == '"' || *p == '\''))
        quote = *p;
      else if (*p == '\\' && quote != '\'' && p[1] != '\0')
        strbuf_putc(&word, *++p);
      else
        strbuf_putc(&word, *p);
    }
    vec_push(out, arena_strdup(r->mem, strbuf_text(&word)));
    strbuf_free(&word);
  }
}

// Paths are relative to the entry's directory.
static const char *in_directory(reader *r, const entry *e, const char *path) {
  if (path[0] == '/' || e->directory == NULL)
    return path;
  return arena_printf(r->mem, "%s/%s", e->directory, path);
}

static void take_value(reader *r, const entry *e, const compiler_flag *f,
                       const char *value, string_list *flags) {
  bool is_path = f->value == FLAG_VALUE_PATH || f->value == FLAG_VALUE_APART;
  vec_push(flags, f->name);
  vec_push(flags, is_path ? in_directory(r, e, value) : value);
}

static void take_option(reader *r, const entry *e, const string_list *words,
                        uint32_t *k, taken *out) {
  const char *word = words->data[*k];
  const compiler_flag *f = compiler_flag_find(word);
  if (f == NULL)
    return;
  bool takes_next = compiler_flag_takes_next(f, word);
  if (takes_next && *k + 1 >= words->len)
    return;
  const char *value = takes_next ? words->data[++*k] : word + strlen(f->name);
  if (f->use == FLAG_MODEL_32 || f->use == FLAG_MODEL_64 ||
      f->use == FLAG_REFUSED)
    out->about->model = f->name;
  if (f->use != FLAG_KEPT)
    return;
  if (f->value == FLAG_VALUE_NONE || f->value == FLAG_VALUE_END)
    vec_push(out->flags, word);
  else
    take_value(r, e, f, value, out->flags);
}

static bool is_same_file(reader *r, const entry *e, const char *file) {
  if (e->file == NULL)
    return false;
  char a[PATH_MAX], b[PATH_MAX];
  return realpath(in_directory(r, e, e->file), a) != NULL &&
         realpath(file, b) != NULL && strcmp(a, b) == 0;
}

static void take_flags(reader *r, const entry *e, taken *out) {
  string_list words = {0};
  if (e->command != NULL)
    split_command(r, e->command, &words);
  const string_list *all = e->arguments.len > 0 ? &e->arguments : &words;
  for (uint32_t k = 1; k < all->len; k++)
    take_option(r, e, all, &k, out);
  vec_free(&words);
}

static bool has_suffix(const char *text, const char *suffix) {
  size_t n = strlen(text), m = strlen(suffix);
  return n >= m && strcmp(text + n - m, suffix) == 0;
}

// A path below the current folder, from there.
static const char *shorten(reader *r, const char *path) {
  char here[PATH_MAX], whole[PATH_MAX];
  if (getcwd(here, sizeof here) == NULL || realpath(path, whole) == NULL)
    return path;
  size_t n = strlen(here);
  bool is_below = strncmp(whole, here, n) == 0 && whole[n] == '/';
  return arena_strdup(r->mem, is_below ? whole + n + 1 : whole);
}

static void take_file(reader *r, const entry *e, string_list *files) {
  if (e->file == NULL || !has_suffix(e->file, ".c"))
    return;
  const char *path = shorten(r, in_directory(r, e, e->file));
  for (uint32_t k = 0; k < files->len; k++)
    if (strcmp(files->data[k], path) == 0)
      return;
  vec_push(files, path);
}

static void take_entry(reader *r, const entry *e, taken *out) {
  if (out->files != NULL) {
    take_file(r, e, out->files);
  } else if (!out->about->is_listed && is_same_file(r, e, out->file)) {
    take_flags(r, e, out);
    out->about->is_listed = true; // the first one counts
  }
}

static bool read_database(reader *r, taken *out) {
  if (!accept(r, '['))
    return complain(r, "an array of commands");
  if (accept(r, ']'))
    return true;
  do {
    entry e = {0};
    bool ok = read_entry(r, &e);
    if (ok)
      take_entry(r, &e, out);
    vec_free(&e.arguments);
    if (!ok)
      return false;
  } while (accept(r, ','));
  return accept(r, ']') || complain(r, "']'");
}

static bool read_all(const char *database, arena *mem, taken *out, diag *d) {
  struct stat info;
  if (stat(database, &info) == 0 && S_ISDIR(info.st_mode))
    database = arena_printf(mem, "%s/compile_commands.json", database);
  strbuf text = {0};
  bool ok = file_read(database, &text, d);
  const char *start = strbuf_text(&text);
  reader r = {database, start, start, mem, d};
  ok = ok && read_database(&r, out);
  strbuf_free(&text);
  return ok;
}

bool compdb_flags(const char *database, const char *file, arena *mem,
                  string_list *flags, compdb_entry *about, diag *d) {
  taken out = {.file = file, .flags = flags, .about = about};
  *about = (compdb_entry){0};
  return read_all(database, mem, &out, d);
}

bool compdb_files(const char *database, arena *mem, string_list *files,
                  diag *d) {
  taken out = {.files = files};
  return read_all(database, mem, &out, d) &&
         (files->len > 0 || diag_set(d, DIAG_INPUT, (source_pos){0},
                                     "'%s' lists no C file", database));
}
