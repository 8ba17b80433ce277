// SPDX-License-Identifier: Apache-2.0
// Quantifiers and implications, written in C where they stand.
//
//   __CPROVER_forall { int i; (0 <= i && i < n) ==> a[i] == 0 }
//   __CPROVER_forall ( int ,i, 0,          ,  n ,,  a[i] == 0 )
//
// is a call of a macro (dialect.c): type, variable, least value and what is
// added to it, end and whether it is included, body. An implication a ==> b is
// !(a)||b, which has the same precedence among the operators of C.
//
// The text is cut into tokens, and an edit replaces one of them; nothing is
// moved. What stays goes to its old column: blanks are added where edits are
// shorter, and taken from around them where they are longer. So this also works
// inside of the definitions of macros, and no position changes.
#include "frontend/c/read/dialect.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "frontend/c/read/tokens.h"

typedef struct {
  tokens tokens;
  const char *path;
  diag *d;
} rewriter;

static const char FORALL[] = "__CPROVER_forall", EXISTS[] = "__CPROVER_exists";
static const char IMPLIES[] = "==>";

// --- tokens ----------------------------------------------------------------

static bool is_text(const rewriter *r, uint32_t k, const char *text) {
  return tokens_is(&r->tokens, k, text);
}

static bool is_same(const rewriter *r, uint32_t a, uint32_t b) {
  const token *x = &r->tokens.all.data[a], *y = &r->tokens.all.data[b];
  return x->length == y->length &&
         memcmp(r->tokens.text + x->at, r->tokens.text + y->at, x->length) == 0;
}

// --- spans -----------------------------------------------------------------

static void drop(rewriter *r, uint32_t k) { r->tokens.all.data[k].edit = ""; }

static bool is_dropped(const rewriter *r, uint32_t k) {
  const char *edit = r->tokens.all.data[k].edit;
  return edit != NULL && *edit == '\0';
}

// Without what was dropped at its ends.
static token_span trim(const rewriter *r, token_span s) {
  while (s.from < s.to && is_dropped(r, s.from))
    s.from++;
  while (s.from < s.to && is_dropped(r, s.to - 1))
    s.to--;
  return s;
}

// Without the parentheses around all of it, which are dropped.
static token_span strip(rewriter *r, token_span s) {
  s = trim(r, s);
  while (s.to - s.from >= 2 && is_text(r, s.from, "(") &&
         tokens_closing(&r->tokens, s.from) == s.to - 1) {
    drop(r, s.from++);
    drop(r, --s.to);
  }
  return s;
}

// --- quantifiers -----------------------------------------------------------

typedef enum { BOUND_NONE, BOUND_LEAST, BOUND_END } bound_kind;

typedef struct {
  bound_kind kind;
  bool is_strict;
} bound;

static bool is_variable(rewriter *r, token_span s, uint32_t variable) {
  while (s.to - s.from == 3 && is_text(r, s.from, "("))
    s = (token_span){s.from + 1, s.to - 1};
  return s.to - s.from == 1 && is_same(r, s.from, variable);
}

static void drop_all(rewriter *r, token_span s) {
  for (uint32_t k = s.from; k < s.to; k++)
    drop(r, k);
}

// A comparison of the variable: of it only the other side stays.
static bound take_bound(rewriter *r, token_span s, uint32_t variable) {
  static const struct {
    const char *text;
    bool is_strict, is_up; // the left side is the lesser
  } relations[] = {{"<=", false, true},
                   {"<", true, true},
                   {">=", false, false},
                   {">", true, false}};
  for (size_t k = 0; k < sizeof relations / sizeof *relations; k++) {
    uint32_t at = tokens_find(&r->tokens, s, relations[k].text);
    token_span left = {s.from, at}, right = {at + 1, s.to};
    if (at == s.to || at == s.from || at + 1 == s.to)
      continue;
    bool is_left = is_variable(r, left, variable);
    if (!is_left && !is_variable(r, right, variable))
      continue;
    drop_all(r, is_left ? left : right);
    drop(r, at);
    return (bound){is_left == relations[k].is_up ? BOUND_END : BOUND_LEAST,
                   relations[k].is_strict};
  }
  return (bound){BOUND_NONE, false};
}

// What stands between the bound and what follows it.
static const char *behind(bound b) {
  if (b.kind == BOUND_LEAST)
    return b.is_strict ? ",+1," : ",,";
  return b.is_strict ? ",," : ",=,";
}

typedef struct {
  uint32_t word, open, variable, close;
  bool is_forall;
} quantifier;

static bool complain(const rewriter *r, const quantifier *q,
                     const char *problem) {
  source_pos pos = {.file = r->path, .line = 1, .col = 1};
  const char *at = r->tokens.text + r->tokens.all.data[q->word].at;
  for (const char *p = r->tokens.text; p < at; p++) {
    pos.line += *p == '\n';
    pos.col = *p == '\n' ? 1 : pos.col + 1;
  }
  return diag_set(r->d, DIAG_INPUT, pos, "%s of '%s' %s", problem,
                  q->is_forall ? FORALL : EXISTS,
                  "is not supported: write it as { type i; 0 <= i && i < 10 "
                  "==> condition }, with 'exists' && instead of ==>");
}

// The type, the variable and the semicolon. Returns where they end; 0: they are
// something else.
static uint32_t take_variable(rewriter *r, quantifier *q) {
  token_span s = {q->open + 1, q->close};
  uint32_t end = tokens_find(&r->tokens, s, ";");
  if (end == s.to || end < s.from + 2)
    return 0;
  q->variable = end - 1;
  char first = r->tokens.text[r->tokens.all.data[q->variable].at];
  if (!isalpha((unsigned char)first) && first != '_')
    return 0;
  r->tokens.all.data[q->open].edit = "(";
  r->tokens.all.data[q->variable].prefix = ",";
  r->tokens.all.data[end].edit = ",";
  return end + 1;
}

// What follows the last bound. implication: of 'forall'; conjunction: in front
// of more conditions, or of the body of 'exists'; 0: there is none.
static void take_body(rewriter *r, const quantifier *q, uint32_t implication,
                      uint32_t conjunction, bound last) {
  const char *next = behind(last);
  assert(last.kind != BOUND_NONE && q->close > q->variable);
  r->tokens.all.data[q->close].edit = ")";
  if (q->is_forall && conjunction == 0) {
    r->tokens.all.data[implication].edit = next;
  } else if (q->is_forall) {
    r->tokens.all.data[conjunction].edit = next;
    r->tokens.all.data[conjunction + 1].prefix = "!(";
    r->tokens.all.data[implication].edit = ")||(";
    r->tokens.all.data[q->close].edit = "))";
  } else if (conjunction == 0) {
    r->tokens.all.data[q->close].edit = "1)";
    r->tokens.all.data[q->close].prefix = next;
  } else {
    r->tokens.all.data[conjunction].edit = next;
  }
}

// The end of the first condition. Parentheses around several that come first
// say nothing: they are dropped.
static uint32_t open_conjunction(rewriter *r, token_span s) {
  for (;;) {
    uint32_t end = tokens_find(&r->tokens, s, "&&"), from = s.from;
    while (from < end && r->tokens.all.data[from].edit != NULL)
      from++;
    bool is_group = from < end && is_text(r, from, "(") &&
                    tokens_closing(&r->tokens, from) == end - 1;
    token_span inside = {from + 1, end - 1};
    if (!is_group || tokens_find(&r->tokens, inside, "&&") == inside.to)
      return end;
    drop(r, from);
    drop(r, end - 1);
  }
}

// The bounds stand first, in either order, which the names of the macros tell.
// One that is missing is 0.
static bool take_range(rewriter *r, const quantifier *q, token_span range) {
  token_span inner = strip(r, range);
  if (tokens_find(&r->tokens, inner, "||") < inner.to)
    return false;
  uint32_t first_end = open_conjunction(r, inner);
  token_span first = {inner.from, first_end};
  bound b = take_bound(r, strip(r, first), q->variable);
  if (b.kind == BOUND_NONE)
    return false;
  uint32_t second_end = first_end;
  bound c = {BOUND_NONE, false};
  if (first_end < inner.to) {
    token_span rest = {first_end + 1, inner.to};
    second_end = tokens_find(&r->tokens, rest, "&&");
    c = take_bound(r, strip(r, (token_span){rest.from, second_end}),
                   q->variable);
  }
  bool has_both = c.kind != BOUND_NONE && c.kind != b.kind;
  if (!has_both && (b.kind == BOUND_LEAST || c.kind != BOUND_NONE))
    return false;
  if (has_both)
    r->tokens.all.data[first_end].edit = behind(b);
  if (!has_both)
    r->tokens.all.data[inner.from].prefix = ",,";
  if (has_both && b.kind == BOUND_END)
    r->tokens.all.data[q->word].edit =
        q->is_forall ? "__CPROVER_Forall" : "__CPROVER_Exists";
  uint32_t end = has_both ? second_end : first_end;
  take_body(r, q, range.to, end < inner.to ? end : 0, has_both ? c : b);
  return true;
}

static bool rewrite_quantifier(rewriter *r, uint32_t word) {
  quantifier q = {.word = word, .open = word + 1};
  q.is_forall = is_text(r, word, FORALL);
  q.close = tokens_closing(&r->tokens, q.open);
  if (q.close == r->tokens.all.len)
    return complain(r, &q, "the end");
  uint32_t start = take_variable(r, &q);
  if (start == 0)
    return complain(r, &q, "the variable");
  token_span all = strip(r, (token_span){start, q.close});
  uint32_t implication =
      q.is_forall ? tokens_find(&r->tokens, all, IMPLIES) : all.to;
  if (q.is_forall && implication == all.to)
    return complain(r, &q, "the form");
  return take_range(r, &q, (token_span){all.from, implication}) ||
         complain(r, &q, "the range");
}

static bool rewrite_quantifiers(rewriter *r) {
  for (uint32_t k = 0; k + 1 < r->tokens.all.len; k++)
    if ((is_text(r, k, FORALL) || is_text(r, k, EXISTS)) &&
        is_text(r, k + 1, "{") && !rewrite_quantifier(r, k))
      return false;
  return true;
}

// --- implications ----------------------------------------------------------

static bool ends_operand(const rewriter *r, uint32_t k) {
  static const char *const all[] = {",", ";",  "?",  ":",  "=",  "{",
                                    "}", "+=", "-=", "|=", "&=", "return"};
  if (r->tokens.all.data[k].edit != NULL)
    return true;
  for (size_t j = 0; j < sizeof all / sizeof *all; j++)
    if (is_text(r, k, all[j]))
      return true;
  return is_text(r, k, IMPLIES);
}

// Where the left operand begins.
static uint32_t operand_start(const rewriter *r, uint32_t implication) {
  int depth = 0;
  uint32_t k = implication;
  for (; k > 0; k--) {
    int change = tokens_depth(&r->tokens, k - 1);
    if (depth == 0 && (change > 0 || ends_operand(r, k - 1)))
      break;
    depth += change;
  }
  return k;
}

static void rewrite_implications(rewriter *r) {
  for (uint32_t k = r->tokens.all.len; k-- > 1;) {
    if (!is_text(r, k, IMPLIES) || r->tokens.all.data[k].edit != NULL)
      continue;
    uint32_t start = operand_start(r, k);
    bool is_group =
        start + 1 == k ||
        (is_text(r, start, "(") && tokens_closing(&r->tokens, start) == k - 1);
    if (start == k)
      continue; // clang says what is wrong
    r->tokens.all.data[start].prefix = is_group ? "!" : "!(";
    r->tokens.all.data[k].edit = is_group ? "||" : ")||";
  }
}

// --- writing ---------------------------------------------------------------

typedef struct {
  strbuf *out;
  int64_t ahead; // columns that the line is longer by so far
} writer;

// The gap between two tokens, longer or shorter so that what follows stands
// where it stood. beside_edit: nothing needs to be left of it.
static void write_gap(writer *w, const char *gap, size_t length,
                      bool beside_edit) {
  const char *line_end = memchr(gap, '\n', length);
  bool is_blank = strspn(gap, " \t") >= length;
  if (line_end != NULL) {
    strbuf_write(w->out, gap, length);
    w->ahead = 0;
    return;
  }
  while (w->ahead < 0) {
    strbuf_putc(w->out, ' ');
    w->ahead++;
  }
  size_t spare = !is_blank     ? 0
                 : beside_edit ? length
                 : length > 0  ? length - 1
                               : 0;
  size_t cut_ = (uint64_t)w->ahead < spare ? (size_t)w->ahead : spare;
  strbuf_write(w->out, gap, length - cut_);
  w->ahead -= (int64_t)cut_;
}

static bool is_edited(const token *t) {
  return t->edit != NULL || t->prefix != NULL;
}

static void write_token(writer *w, const rewriter *r, const token *t) {
  size_t before = w->out->len;
  if (t->prefix != NULL)
    strbuf_puts(w->out, t->prefix);
  if (t->edit != NULL)
    strbuf_puts(w->out, t->edit);
  else
    strbuf_write(w->out, r->tokens.text + t->at, t->length);
  w->ahead += (int64_t)(w->out->len - before) - (int64_t)t->length;
  if (memchr(r->tokens.text + t->at, '\n', t->length) != NULL)
    w->ahead = 0;
}

static void write_all(const rewriter *r, strbuf *out) {
  writer w = {.out = out};
  size_t at = 0;
  for (uint32_t k = 0; k < r->tokens.all.len; k++) {
    const token *t = &r->tokens.all.data[k];
    bool beside_edit =
        is_edited(t) || (k > 0 && is_edited(&r->tokens.all.data[k - 1]));
    write_gap(&w, r->tokens.text + at, t->at - at, beside_edit);
    write_token(&w, r, t);
    at = t->at + t->length;
  }
  strbuf_puts(out, r->tokens.text + at);
}

bool dialect_rewrite(strbuf *text, const char *path, diag *d) {
  const char *all = strbuf_text(text);
  if (strstr(all, FORALL) == NULL && strstr(all, EXISTS) == NULL &&
      strstr(all, IMPLIES) == NULL)
    return true;
  rewriter r = {.path = path, .d = d};
  tokens_cut(&r.tokens, all, true);
  bool ok = rewrite_quantifiers(&r);
  strbuf out = {0};
  if (ok) {
    rewrite_implications(&r);
    write_all(&r, &out);
    strbuf_clear(text);
    strbuf_write(text, strbuf_text(&out), out.len);
  }
  strbuf_free(&out);
  tokens_free(&r.tokens);
  return ok;
}
