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

static bool read_int(int64_t *out, const option_row *r, const char *text,
                     diag *d) {
  char *end;
  // Beyond 64 bits the result is an end of int64_t, outside of every range.
  int64_t n = strtoll(text, &end, 10);
  if (!starts_number(text) || *end)
    return usage(d, "option %s%s takes a whole number, not '%s'", dashes(r),
                 r->name, text);
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
    return usage(d, "option %s%s takes a number, not '%s'", dashes(r), r->name,
                 text);
  if (x < r->low || x > r->high)
    return usage(d, "option %s%s takes a number from %g to %g, not %s",
                 dashes(r), r->name, r->low, r->high, text);
  *out = x;
  return true;
}

static bool read_choice(int *out, const option_row *r, const char *text,
                        diag *d) {
  int i = choice_index(r->meta, text);
  if (i < 0)
    return usage(d, "option %s%s takes one of %s, not '%s'", dashes(r), r->name,
                 r->meta, text);
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

enum { LONGEST_NAME = 64 };

static unsigned min3(unsigned a, unsigned b, unsigned c) {
  unsigned ab = a < b ? a : b;
  return ab < c ? ab : c;
}

// Levenshtein's distance, one row of the table at a time.
static unsigned distance(const char *a, size_t a_length, const char *b) {
  unsigned row[LONGEST_NAME + 1];
  size_t b_length = strlen(b);
  assert(b_length <= LONGEST_NAME);
  for (unsigned j = 0; j <= b_length; j++)
    row[j] = j;
  for (size_t i = 1; i <= a_length; i++) {
    unsigned diagonal = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= b_length; j++) {
      unsigned change = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = min3(change, row[j] + 1, row[j - 1] + 1);
    }
  }
  return row[b_length];
}

static bool unknown_option(const char *argument, diag *d) {
  const char *name = argument + strspn(argument, "-");
  size_t length = strcspn(name, "=");
  int shown = (int)(name + length - argument);
  const option_row *best = NULL;
  unsigned least = UINT32_MAX;
  for (const option_row *r = ROWS; r < ROWS + ROW_COUNT; r++) {
    if (r->kind == OPTION_KIND_SECTION || !r->name[1])
      continue;
    unsigned apart = distance(name, length, r->name);
    if (apart < least) {
      least = apart;
      best = r;
    }
  }
  // Farther than a third of the word is no help but a riddle.
  if (best && least <= 1 + length / 3)
    return usage(d, "there is no option '%.*s'; did you mean '--%s'?", shown,
                 argument, best->name);
  return usage(d, "there is no option '%.*s'; see --help all", shown, argument);
}

// --- the command line -------------------------------------------------------

typedef struct {
  char **next, **end; // what is still to be read
} arguments;

static bool parse_flag(options *o, const option_row *r, bool on,
                       const char *value, diag *d) {
  if (value)
    return usage(d, "option --%s takes no value", r->name);
  *(bool *)field(o, r) = on;
  return true;
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
  return read_value(o, r, value, d);
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
  return true;
}
