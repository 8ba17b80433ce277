// SPDX-License-Identifier: Apache-2.0
// The command line, read by the table that options.def expands to.
//
// Forms: '--name value', '--name=value', '--flag', '--no-flag', '-Xvalue',
// '-X value' for a one-letter name; a long name may also have one dash
// ('-std=c11', as compilers write it). Words of the data model stand alone
// ('--32'). A lone '-' is an input. What compilers understand ('-Wall', '-m32',
// '-include x.h') is for clang, and so is all that follows '--'.
// Of an option given twice the last one counts; a LIST collects all.
#include "base/options.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler_flags.h"
#include "base/options_table.h"
#include "base/suggest.h"
#include "base/unreachable.h"

// The table holds the numbers of INT rows as doubles.
#define EXACT(n) static_assert((n) >= -(1LL << 53) && (n) <= 1LL << 53, #n)
#define OPTION_FLAG(id, name, initial, help)
#define OPTION_INT(id, name, initial, low, high, meta, help)                   \
  EXACT(initial);                                                              \
  EXACT(low);                                                                  \
  EXACT(high);
#define OPTION_REAL(id, name, initial, low, high, meta, help)
#define OPTION_TEXT(id, name, initial, meta, help)
#define OPTION_CHOICE(id, name, initial, help)
#define OPTION_LIST(id, name, meta, help)
#define OPTION_SECTION(title)
#include "base/options.def"

#define ROW(k, n, h) .kind = OPTION_KIND_##k, .name = n, .help = h
#define AT(id) .offset = offsetof(options, id)
#define JOIN(constant, word) "|" word // "|a|b": all but the first character

static const option_row ROWS[] = {
#define OPTION_FLAG(id, n, first, h)                                           \
  {ROW(FLAG, n, h), .initial = first, AT(id)},
#define OPTION_INT(id, n, first, from, to, m, h)                               \
  {ROW(INT, n, h), .meta = m,  .initial = first,                               \
   .low = from,    .high = to, AT(id)},
#define OPTION_REAL(id, n, first, from, to, m, h)                              \
  {ROW(REAL, n, h), .meta = m,  .initial = first,                              \
   .low = from,     .high = to, AT(id)},
#define OPTION_TEXT(id, n, first, m, h)                                        \
  {ROW(TEXT, n, h), .meta = m, .text = first, AT(id)},
#define OPTION_CHOICE(id, n, first, h)                                         \
  {ROW(CHOICE, n, h), .meta = &(WORDS_##id(JOIN))[1], .initial = first, AT(id)},
#define OPTION_LIST(id, n, m, h) {ROW(LIST, n, h), .meta = m, AT(id)},
#define OPTION_SECTION(title) {.kind = OPTION_KIND_SECTION, .name = title},
#include "base/options.def"
};
enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0] };

const option_row *options_rows(size_t *count) {
  *count = ROW_COUNT;
  return ROWS;
}

static const option_row *find(const char *name, size_t length) {
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++)
    if (r->kind != OPTION_KIND_SECTION && strlen(r->name) == length &&
        !memcmp(r->name, name, length))
      return r;
  return NULL;
}

const option_row *options_find(const char *name) {
  return find(name, strlen(name));
}

// The field of a row. Each kind has one C type, see options.h.
static void *field(options *o, const option_row *r) {
  return (char *)o + r->offset;
}

void options_init(options *o) {
  memset(o, 0, sizeof *o);
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++) {
    switch (r->kind) {
    case OPTION_KIND_FLAG:
      *(bool *)field(o, r) = r->initial > 0;
      break;
    case OPTION_KIND_INT:
      *(int64_t *)field(o, r) = (int64_t)r->initial;
      break;
    case OPTION_KIND_REAL:
      *(double *)field(o, r) = r->initial;
      break;
    case OPTION_KIND_TEXT:
      *(const char **)field(o, r) = r->text;
      break;
    case OPTION_KIND_CHOICE:
      *(int *)field(o, r) = (int)r->initial;
      break;
    case OPTION_KIND_SECTION:
    case OPTION_KIND_LIST:
      break;
    }
  }
}

static bool differs(double a, double b) { return a < b || a > b; }

static bool is_changed(const options *o, const option_row *r) {
  const void *at = (const char *)o + r->offset;
  const char *text;
  switch (r->kind) {
  case OPTION_KIND_FLAG:
    return *(const bool *)at != (r->initial > 0);
  case OPTION_KIND_INT:
    return *(const int64_t *)at != (int64_t)r->initial;
  case OPTION_KIND_REAL:
    return differs(*(const double *)at, r->initial);
  case OPTION_KIND_TEXT:
    text = *(const char *const *)at;
    return text != r->text && (!text || !r->text || strcmp(text, r->text) != 0);
  case OPTION_KIND_CHOICE:
    return *(const int *)at != (int)r->initial;
  case OPTION_KIND_LIST:
    return ((const string_list *)at)->len > 0;
  case OPTION_KIND_SECTION:
    break;
  }
  return false;
}

const char *options_next_changed(const options *o, size_t *cursor,
                                 const char **section) {
  for (; *cursor < ROW_COUNT; ++*cursor)
    if (is_changed(o, &ROWS[*cursor])) {
      for (size_t i = *cursor; ROWS[i].kind != OPTION_KIND_SECTION; i--)
        *section = ROWS[i - 1].name;
      return ROWS[(*cursor)++].name;
    }
  return NULL;
}

void options_free(options *o) {
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++)
    if (r->kind == OPTION_KIND_LIST)
      vec_free((string_list *)field(o, r));
  vec_free(&o->inputs);
  vec_free(&o->clang_flags);
}

// The position of a word in "a|b|c", or -1.
static bool is_number_word(const char *words) {
  return words[0] == 'N' && (words[1] == '|' || !words[1]);
}

// A number from 1, all of the text; 0: it is none.
static int whole_number(const char *text) {
  size_t digits = strspn(text, "0123456789");
  bool is_number = digits > 0 && digits < 10 && !text[digits];
  return is_number ? (int)strtol(text, NULL, 10) : 0;
}

static int choice_index(const char *choices, const char *word) {
  size_t length = strlen(word);
  for (int i = 0;; i++) {
    size_t end = strcspn(choices, "|");
    if (is_number_word(choices)) {
      assert(!choices[end] && "a number should be the last choice");
      int n = whole_number(word);
      return n > 0 ? i + n - 1 : -1;
    }
    if (end == length && !memcmp(choices, word, length))
      return i;
    if (!choices[end])
      return -1;
    choices += end + 1;
  }
}

void options_print_choice(const char *name, int value, strbuf *out) {
  const option_row *r = options_find(name);
  assert(r && r->kind == OPTION_KIND_CHOICE && value >= 0);
  const char *word = r->meta;
  for (; value > 0 && !is_number_word(word); value--) {
    assert(strchr(word, '|')); // else there are fewer words
    word += strcspn(word, "|") + 1;
  }
  if (is_number_word(word))
    strbuf_printf(out, "%d", value + 1);
  else
    strbuf_write(out, word, strcspn(word, "|"));
}

// --- writing -----------------------------------------------------------------

static void print_word(const char *word, strbuf *out) {
  static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyz"
                              "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:%@";
  if (*word && word[strspn(word, PLAIN)] == '\0') {
    strbuf_puts(out, word);
    return;
  }
  strbuf_putc(out, '\'');
  for (; *word; word++)
    if (*word == '\'')
      strbuf_puts(out, "'\\''");
    else
      strbuf_putc(out, *word);
  strbuf_putc(out, '\'');
}

static void print_words(const char *before, const string_list *list,
                        strbuf *out) {
  for (uint32_t i = 0; i < list->len; i++) {
    strbuf_printf(out, "%s ", before);
    print_word(list->data[i], out);
  }
}

static void print_set(const options *o, const option_row *r, strbuf *out) {
  const void *at = (const char *)o + r->offset;
  const char *dash = r->name[1] ? "--" : "-";
  switch (r->kind) {
  case OPTION_KIND_FLAG:
    strbuf_printf(out, " --%s%s", *(const bool *)at ? "" : "no-", r->name);
    return;
  case OPTION_KIND_INT:
    strbuf_printf(out, " %s%s %lld", dash, r->name,
                  (long long)*(const int64_t *)at);
    return;
  case OPTION_KIND_REAL:
    strbuf_printf(out, " %s%s %g", dash, r->name, *(const double *)at);
    return;
  case OPTION_KIND_TEXT:
    strbuf_printf(out, " %s%s ", dash, r->name);
    print_word(*(const char *const *)at, out);
    return;
  case OPTION_KIND_CHOICE:
    strbuf_printf(out, " %s%s ", dash, r->name);
    options_print_choice(r->name, *(const int *)at, out);
    return;
  case OPTION_KIND_LIST:
    for (uint32_t i = 0; i < ((const string_list *)at)->len; i++) {
      strbuf_printf(out, " %s%s ", dash, r->name);
      print_word(((const string_list *)at)->data[i], out);
    }
    return;
  case OPTION_KIND_SECTION:
    break;
  }
  UNREACHABLE();
}

void options_print_command(const options *o, const char *except, strbuf *out) {
  strbuf_puts(out, "wedge");
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++) {
    bool is_left_out = except && r->name && strcmp(r->name, except) == 0;
    if (!is_left_out && is_changed(o, r))
      print_set(o, r, out);
  }
  print_words("", &o->inputs, out);
  if (o->clang_flags.len > 0)
    strbuf_puts(out, " --");
  print_words("", &o->clang_flags, out);
}

// --- reading one value ------------------------------------------------------

static bool usage(diag *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool usage(diag *d, const char *format, ...) {
  strbuf text = {0};
  va_list args;
  va_start(args, format);
  strbuf_vprintf(&text, format, args);
  va_end(args);
  diag_set(d, DIAG_USAGE, (source_pos){0}, "%s", strbuf_text(&text));
  strbuf_free(&text);
  return false;
}

static const char *dashes(const option_row *r) {
  return r->name[1] ? "--" : "-";
}

// strtoll and strtod skip blanks and take words like "inf"; we do not.
static bool starts_number(const char *text) {
  if (*text == '-' || *text == '+')
    text++;
  if (*text == '.')
    text++;
  return *text >= '0' && *text <= '9';
}

// A value that makes sense.
static double example(const option_row *r) {
  enum { SMALL = 10 };
  return r->initial > 0 ? r->initial : r->high < SMALL ? r->high : SMALL;
}

static bool read_int(int64_t *out, const option_row *r, const char *text,
                     diag *d) {
  char *end;
  // Beyond 64 bits the result is an end of int64_t, outside of every range.
  int64_t n = strtoll(text, &end, 10);
  if (!starts_number(text) || *end)
    return usage(d,
                 "option %s%s takes a whole number, as in '%s%s %g', not "
                 "'%s'",
                 dashes(r), r->name, dashes(r), r->name, example(r), text);
  if (n < (int64_t)r->low || n > (int64_t)r->high)
    return usage(d, "option %s%s takes a number from %.0f to %.0f, not %s",
                 dashes(r), r->name, r->low, r->high, text);
  *out = n;
  return true;
}

static bool read_real(double *out, const option_row *r, const char *text,
                      diag *d) {
  char *end;
  double x = strtod(text, &end);
  if (!starts_number(text) || *end)
    return usage(d, "option %s%s takes a number, as in '%s%s %g', not '%s'",
                 dashes(r), r->name, dashes(r), r->name, example(r), text);
  if (x < r->low || x > r->high)
    return usage(d, "option %s%s takes a number from %g to %g, not %s",
                 dashes(r), r->name, r->low, r->high, text);
  *out = x;
  return true;
}

// The word that is closest; false: none is close.
static bool nearest_choice(const char *choices, const char *text,
                           char best[SUGGEST_LONGEST + 1]) {
  suggestion near = suggest_for(text, strlen(text));
  best[0] = '\0';
  for (const char *word = choices; *word;) {
    char name[SUGGEST_LONGEST + 1] = {0};
    size_t length = strcspn(word, "|");
    assert(length <= SUGGEST_LONGEST);
    memcpy(name, word, length);
    suggest_try(&near, name);
    if (suggest_get(&near) == name)
      memcpy(best, name, sizeof name);
    near.best = best;
    word += length + (word[length] == '|');
  }
  return suggest_get(&near) != NULL && best[0] != '\0';
}

static bool read_choice(int *out, const option_row *r, const char *text,
                        diag *d) {
  int i = choice_index(r->meta, text);
  if (i < 0) {
    char best[SUGGEST_LONGEST + 1];
    bool has_one = nearest_choice(r->meta, text, best);
    return usage(d, "option %s%s takes one of %s, not '%s'%s%s%s", dashes(r),
                 r->name, r->meta, text, has_one ? "; did you mean '" : "",
                 has_one ? best : "", has_one ? "'?" : "");
  }
  *out = i;
  return true;
}

static bool read_value(options *o, const option_row *r, const char *text,
                       diag *d) {
  void *target = field(o, r);
  switch (r->kind) {
  case OPTION_KIND_INT:
    return read_int(target, r, text, d);
  case OPTION_KIND_REAL:
    return read_real(target, r, text, d);
  case OPTION_KIND_CHOICE:
    return read_choice(target, r, text, d);
  case OPTION_KIND_TEXT:
    *(const char **)target = text;
    return true;
  case OPTION_KIND_LIST:
    vec_push((string_list *)target, text);
    return true;
  case OPTION_KIND_SECTION:
  case OPTION_KIND_FLAG:
    break;
  }
  UNREACHABLE();
}

// --- a name that nobody knows -----------------------------------------------

static bool unknown_option(const char *argument, diag *d) {
  const char *name = argument + strspn(argument, "-");
  size_t length = strcspn(name, "=");
  int shown = (int)(name + length - argument);
  suggestion near = suggest_for(name, length);
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++)
    if (r->kind != OPTION_KIND_SECTION && r->name[1])
      suggest_try(&near, r->name);
  const char *best = suggest_get(&near);
  if (best)
    return usage(d, "there is no option '%.*s'; did you mean '--%s'?", shown,
                 argument, best);
  return usage(d, "there is no option '%.*s'; see --help all", shown, argument);
}

// --- the command line -------------------------------------------------------

typedef struct {
  char **next, **end; // what is still to be read
} arguments;

static bool parse_flag(options *o, const option_row *r, bool on,
                       const char *value, diag *d) {
  if (value)
    return usage(d, "option --%s takes no value: write --%s or --no-%s",
                 r->name, r->name, r->name);
  *(bool *)field(o, r) = on;
  return true;
}

// A list whose values come in twos.
static bool is_pair(const option_row *r) {
  return r->kind == OPTION_KIND_LIST && strchr(r->meta, ' ') != NULL;
}

static bool parse_second(options *o, const option_row *r, arguments *rest,
                         diag *d) {
  if (rest->next == rest->end)
    return usage(d, "option %s%s needs two values: %s", dashes(r), r->name,
                 r->meta);
  return read_value(o, r, *rest->next++, d);
}

// 'value' is what was attached, or NULL: then it is the next argument.
static bool parse_valued(options *o, const option_row *r, const char *value,
                         arguments *rest, diag *d) {
  if (!value) {
    if (rest->next == rest->end)
      return usage(d, "option %s%s needs a value: %s", dashes(r), r->name,
                   r->meta);
    value = *rest->next++;
  }
  o->has_time |= strcmp(r->name, "time") == 0;
  return read_value(o, r, value, d) &&
         (!is_pair(r) || parse_second(o, r, rest, d));
}

static bool parse_long(options *o, const char *argument, arguments *rest,
                       diag *d) {
  const char *name = argument + (argument[1] == '-' ? 2 : 1);
  size_t length = strcspn(name, "=");
  const char *value = name[length] ? name + length + 1 : NULL;
  const option_row *r = find(name, length);
  if (r && r->kind == OPTION_KIND_FLAG)
    return parse_flag(o, r, true, value, d);
  if (r && length > 1)
    return parse_valued(o, r, value, rest, d);
  if (length > 3 && !memcmp(name, "no-", 3)) {
    r = find(name + 3, length - 3);
    if (r && r->kind == OPTION_KIND_FLAG)
      return parse_flag(o, r, false, value, d);
  }
  const option_row *model = options_find("data-model");
  assert(model && model->kind == OPTION_KIND_CHOICE);
  if (choice_index(model->meta, name) >= 0)
    return read_value(o, model, name, d);
  return unknown_option(argument, d);
}

static bool parse_compiler_flag(options *o, const compiler_flag *f,
                                const char *argument, arguments *rest,
                                diag *d) {
  bool is_kept = f->use == FLAG_KEPT;
  if (f->use == FLAG_REFUSED)
    return usage(d, "'%s' is not supported, only -m32 and -m64", argument);
  if (f->use == FLAG_MODEL_32 || f->use == FLAG_MODEL_64)
    o->data_model = f->use == FLAG_MODEL_32 ? DATA_MODEL_32 : DATA_MODEL_64;
  if (is_kept)
    vec_push(&o->clang_flags, argument);
  if (!compiler_flag_takes_next(f, argument))
    return true;
  if (rest->next == rest->end)
    return usage(d, "the compiler's option %s needs a value", argument);
  if (is_kept)
    vec_push(&o->clang_flags, *rest->next);
  rest->next++;
  return true;
}

// With one dash: a letter, or a word of ours before one of the compiler's.
static bool parse_option(options *o, const char *argument, arguments *rest,
                         diag *d) {
  assert(argument[0] == '-' && argument[1]);
  if (argument[1] == '-')
    return parse_long(o, argument, rest, d);
  const option_row *r = find(argument + 1, 1);
  if (r)
    return parse_valued(o, r, argument[2] ? argument + 2 : NULL, rest, d);
  const compiler_flag *f = compiler_flag_find(argument);
  if (f && !find(argument + 1, strcspn(argument + 1, "=")))
    return parse_compiler_flag(o, f, argument, rest, d);
  return parse_long(o, argument, rest, d);
}

bool options_parse(options *o, int argc, char **argv, diag *d) {
  assert(argc >= 0);
  arguments rest = {argv, argv + argc};
  while (rest.next < rest.end) {
    const char *argument = *rest.next++;
    if (argument[0] != '-' || !argument[1]) {
      vec_push(&o->inputs, argument);
    } else if (!strcmp(argument, "--")) {
      for (; rest.next < rest.end; rest.next++)
        vec_push(&o->clang_flags, *rest.next);
    } else if (!parse_option(o, argument, &rest, d)) {
      return false;
    }
  }
  // Who limits the CPU time has said what is too long.
  if (o->cpu_time > 0 && !o->has_time)
    o->time = 0;
  return true;
}
