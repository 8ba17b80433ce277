// SPDX-License-Identifier: Apache-2.0
// Reads an SMT-LIB script, asserts its formulas as groups, and answers each
// request for interpolants by the same procedures that the engines use.
#include "driver/command/interpolate_command.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "interpolate/interpolate.h"
#include "term/text/parse.h"
#include "term/text/print.h"

typedef struct {
  const env *env;
  const char *file;
  terms *tt;
  smt2_script *script;
  outcome *out;
} session;

// --- the file ----------------------------------------------------------------

static bool read_file(const char *path, strbuf *text, diag *d) {
  FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (in == NULL)
    return diag_set(d, DIAG_INPUT, (source_pos){.file = path}, "%s",
                    strerror(errno));
  char chunk[1 << 14];
  size_t n;
  while ((n = fread(chunk, 1, sizeof chunk, in)) > 0)
    strbuf_write(text, chunk, n);
  bool ok = ferror(in) == 0;
  if (in != stdin)
    fclose(in);
  if (!ok)
    return diag_set(d, DIAG_INPUT, (source_pos){.file = path},
                    "cannot be read");
  return true;
}

// --- the parts of a command --------------------------------------------------

// One partition: indices of assertions.
typedef VEC(uint32_t) partition;
typedef VEC(partition) partition_list;

static void free_partitions(partition_list *list) {
  for (uint32_t i = 0; i < list->len; i++)
    vec_free(&list->data[i]);
  vec_free(list);
}

// A token of the command's text: a parenthesis or a symbol, which may be quoted
// by bars. Empty at the end.
typedef struct {
  const char *text;
  size_t len;
} token;

static token next_token(const char **at) {
  const char *p = *at;
  for (; isspace((unsigned char)*p) || *p == ';'; p++)
    while (*p == ';' && p[1] != '\0' && p[1] != '\n')
      p++; // a comment
  token t = {p, 0};
  if (*p == '(' || *p == ')')
    t.len = 1;
  else if (*p == '|') {
    const char *end = strchr(p + 1, '|');
    t = (token){p + 1, end == NULL ? strlen(p + 1) : (size_t)(end - p) - 1};
    *at = end == NULL ? p + strlen(p) : end + 1;
    return t;
  } else
    t.len = strcspn(p, "() \t\r\n;");
  *at = p + t.len;
  return t;
}

static bool is_text(token t, const char *text) {
  return strlen(text) == t.len && strncmp(t.text, text, t.len) == 0;
}

static bool add_name(const session *s, const smt2_command *c, token t,
                     partition *out, diag *d) {
  uint32_t before = out->len;
  for (uint32_t i = 0; i < c->assertions_before; i++) {
    const char *name = s->script->assertions.data[i].name;
    if (name != NULL && is_text(t, name)) // a group has several
      vec_push(out, i);
  }
  if (out->len > before)
    return true;
  return diag_set(d, DIAG_INPUT, c->pos, "no assertion is named '%.*s'",
                  (int)t.len, t.text);
}

static bool is_pair_request(const smt2_command *c) {
  return strcmp(c->name, "get-interpolant") == 0;
}

// A name, or (and NAME ...), or as MathSAT writes the first part, (NAME ...).
static bool read_partition(const session *s, const smt2_command *c, token t,
                           const char **at, partition *out, diag *d) {
  if (!is_text(t, "("))
    return add_name(s, c, t, out, d);
  t = next_token(at);
  if (is_text(t, "and"))
    t = next_token(at);
  else if (!is_pair_request(c))
    return diag_set(d, DIAG_INPUT, c->pos, "expected (and NAME ...)");
  for (; !is_text(t, ")"); t = next_token(at))
    if (t.len == 0 || !add_name(s, c, t, out, d))
      return diag_set(d, DIAG_INPUT, c->pos, "expected ')'");
  return true;
}

static bool is_in(const partition *p, uint32_t i) {
  for (uint32_t k = 0; k < p->len; k++)
    if (p->data[k] == i)
      return true;
  return false;
}

// Everything named that is not in the first part.
static void add_others(const session *s, const smt2_command *c,
                       partition_list *out) {
  partition others = {0};
  for (uint32_t i = 0; i < c->assertions_before; i++)
    if (s->script->assertions.data[i].name != NULL && !is_in(&out->data[0], i))
      vec_push(&others, i);
  vec_push(out, others);
}

static bool read_partitions(const session *s, const smt2_command *c,
                            partition_list *out, diag *d) {
  const char *at = c->text;
  token t = next_token(&at);
  assert(is_text(t, "("));
  next_token(&at); // the command's name
  bool has_list = false;
  for (t = next_token(&at); t.len > 0 && !is_text(t, ")");
       t = next_token(&at)) {
    partition empty = {0};
    vec_push(out, empty);
    has_list = has_list || is_text(t, "(");
    if (!read_partition(s, c, t, &at, &vec_last(out), d))
      return false;
  }
  bool is_pair = is_pair_request(c);
  if (is_pair && out->len == 1 && has_list)
    add_others(s, c, out);
  if (out->len < 2 || (is_pair && out->len != 2))
    return diag_set(d, DIAG_INPUT, c->pos, "%s takes %s partitions", c->name,
                    is_pair ? "two" : "two or more");
  return true;
}

// --- answering ---------------------------------------------------------------

static void print_interpolants(session *s, const term *itps, uint32_t n,
                               bool is_list) {
  strbuf *to = &s->out->text;
  if (is_list)
    strbuf_puts(to, "(\n");
  for (uint32_t i = 0; i < n; i++) {
    if (is_list)
      strbuf_puts(to, "  ");
    term_print_smt2(s->tt, itps[i], to);
    strbuf_putc(to, '\n');
  }
  if (is_list)
    strbuf_puts(to, ")\n");
}

static void print_status(session *s, interpolator *ip, itp_status status) {
  if (status == ITP_SAT) {
    strbuf_puts(&s->out->text, "sat\n");
    s->out->status = STATUS_FALSE;
    return;
  }
  strbuf_puts(&s->out->text, "unknown\n");
  strbuf_printf(&s->out->errors, "%s: unknown: %s\n", s->file, itp_reason(ip));
  if (s->out->status != STATUS_FALSE)
    s->out->status = STATUS_UNKNOWN;
}

static void answer(session *s, const partition_list *list, bool is_list) {
  const itp_procedure *procedure =
      itp_procedure_of((interpolation_word)s->env->options->interpolation);
  interpolator *ip = itp_new(procedure, s->env, s->tt);
  for (uint32_t i = 0; i < list->len; i++) {
    uint32_t group = itp_add_group(ip);
    for (uint32_t k = 0; k < list->data[i].len; k++)
      itp_assert(ip, group,
                 s->script->assertions.data[list->data[i].data[k]].formula);
  }
  VEC(uint32_t) cuts = {0};
  term_vec itps = {0};
  for (uint32_t c = 1; c < list->len; c++)
    vec_push(&cuts, c);
  vec_resize(&itps, cuts.len);
  itp_status status = itp_check(ip, cuts.data, cuts.len, itps.data);
  if (status == ITP_FOUND)
    print_interpolants(s, itps.data, itps.len, is_list);
  else
    print_status(s, ip, status);
  if (s->env->options->verbose)
    strbuf_printf(&s->out->text, "; by %s\n", itp_answered_by(ip));
  vec_free(&cuts);
  vec_free(&itps);
  itp_free(ip);
}

// Is everything asserted so far satisfiable?
static smt_status check_assertions(session *s, const solver_backend *b,
                                   uint32_t n) {
  solver *asked = solver_new(b, s->env, s->tt);
  for (uint32_t i = 0; i < n; i++)
    solver_assert(asked, s->script->assertions.data[i].formula);
  smt_status status = solver_check(asked, NULL, 0);
  solver_free(asked);
  return status;
}

static void answer_check(session *s, const smt2_command *c) {
  uint32_t n = c->assertions_before;
  smt_status status = check_assertions(s, &solver_bits, n);
  if (status == SMT_UNKNOWN) // bits has none for numbers
    status = check_assertions(s, &solver_z3, n);
  static const char *const WORDS[] = {[SMT_SAT] = "sat\n",
                                      [SMT_UNSAT] = "unsat\n",
                                      [SMT_UNKNOWN] = "unknown\n"};
  strbuf_puts(&s->out->text, WORDS[status]);
  if (status == SMT_SAT)
    s->out->status = STATUS_FALSE;
  else if (status == SMT_UNKNOWN && s->out->status != STATUS_FALSE)
    s->out->status = STATUS_UNKNOWN;
}

static bool is_check(const smt2_command *c) {
  return strcmp(c->name, "check-sat") == 0;
}

static bool is_request(const smt2_command *c) {
  return is_check(c) || strcmp(c->name, "get-interpolant") == 0 ||
         strcmp(c->name, "get-interpolants") == 0;
}

static bool answer_command(session *s, const smt2_command *c, diag *d) {
  if (is_check(c)) {
    answer_check(s, c);
    return true;
  }
  partition_list list = {0};
  bool ok = read_partitions(s, c, &list, d);
  if (ok)
    answer(s, &list, strcmp(c->name, "get-interpolants") == 0);
  free_partitions(&list);
  return ok;
}

// Every assertion a partition, in the order of the script.
static bool answer_all(session *s, diag *d) {
  uint32_t n = s->script->assertions.len;
  if (n < 2)
    return diag_set(d, DIAG_INPUT, (source_pos){.file = s->file},
                    "interpolation needs two assertions");
  partition_list list = {0};
  for (uint32_t i = 0; i < n; i++) {
    partition one = {0};
    vec_push(&one, i);
    vec_push(&list, one);
  }
  answer(s, &list, n > 2);
  free_partitions(&list);
  return true;
}

static bool answer_script(session *s, diag *d) {
  bool has_request = false;
  for (uint32_t i = 0; i < s->script->commands.len; i++) {
    const smt2_command *c = &s->script->commands.data[i];
    if (!is_request(c))
      continue;
    has_request = true;
    if (!answer_command(s, c, d))
      return false;
  }
  return has_request || answer_all(s, d);
}

static bool run_file(session *s, diag *d) {
  strbuf text = {0};
  bool ok = read_file(s->file, &text, d);
  if (ok) {
    const char *name = strcmp(s->file, "-") == 0 ? "<stdin>" : s->file;
    s->script = smt2_parse(s->tt, name, strbuf_text(&text), d);
    ok = s->script != NULL && answer_script(s, d);
  }
  if (s->script != NULL)
    smt2_script_free(s->script);
  strbuf_free(&text);
  return ok;
}

void interpolate_run(const env *e, outcome *out) {
  diag d = {0};
  out->status = STATUS_TRUE;
  for (uint32_t i = 0; i < e->options->inputs.len && d.kind == DIAG_NONE; i++) {
    session s = {.env = e,
                 .file = e->options->inputs.data[i],
                 .tt = terms_new(),
                 .out = out};
    run_file(&s, &d);
    terms_free(s.tt);
  }
  if (e->options->stats)
    stats_print(e->stats, &out->text);
  if (d.kind != DIAG_NONE)
    outcome_of_diag(e->options, &d, out);
  diag_clear(&d);
}
