// SPDX-License-Identifier: Apache-2.0
// Reports on a small program built by hand:
//   1 unsigned x = f(), i, junk;
//   2 i = 0;
//   3 while (i < 10) {
//   4   i = i + 1; junk = i; }
//   5 if (x + i == 17) reach_error();
#include "report/report.h"

#include <string.h>

#include "base/mem.h"
#include "report/hints.h"
#include "report/route.h"
#include "unit.h"

static const char SOURCE[] = "unsigned x = f(), i, junk;\n"
                             "  i = 0;\n"
                             "while (i < 10) {\n"
                             "\ti = i + 1; junk = i; }\n"
                             "if (x + i == 17) reach_error();\n";

typedef struct {
  terms *tt;
  program *p;
  options options;
  stats stats;
  env env;
  result *r;
  var x, i, junk;
  loc head;
  term in;
} fixture;

static loc add_location(fixture *f, loc_kind kind, uint32_t line) {
  loc_info info = {
      .kind = kind, .pos = {"a \"b\".c", line, 1}, .function = "main"};
  return program_add_location(f->p, &info);
}

static void add_edge(fixture *f, loc from, loc to, edge_info info, block b) {
  info.pos = program_location(f->p, from)->pos;
  program_add_edge(f->p, from, to, &b, &info);
}

static var add_variable(fixture *f, const char *name) {
  var_info info = {.name = name,
                   .function = "main",
                   .type = {TYPE_UNSIGNED, "unsigned int"},
                   .sort = sort_bv(f->tt, 32)};
  return program_add_variable(f->p, &info);
}

static void add_edges(fixture *f, loc *at) {
  terms *tt = f->tt;
  term x = program_variable_term(f->p, f->x);
  term i = program_variable_term(f->p, f->i);
  term less = term_bvult(tt, i, term_bv(tt, 32, 10));
  term bad = term_eq_make(tt, term_bvadd(tt, x, i), term_bv(tt, 32, 17));
  term next = term_bvadd(tt, i, term_bv(tt, 32, 1));
  assignment read = {f->x, f->in}, zero = {f->i, term_bv(tt, 32, 0)};
  assignment count[] = {{f->i, next}, {f->junk, next}};
  const edge_info plain = {.kind = EDGE_PLAIN};
  const edge_info yes = {.kind = EDGE_BRANCH, .outcome = true};
  const edge_info no = {.kind = EDGE_BRANCH, .outcome = false};
  const edge_info error = {.kind = EDGE_ERROR, .text = "reach_error() called"};
  term always = term_true(tt);
  add_edge(f, at[0], at[1], plain, (block){always, &read, 1, &f->in, 1});
  add_edge(f, at[1], at[2], plain, (block){always, &zero, 1, NULL, 0});
  add_edge(f, at[2], at[3], yes, (block){less, NULL, 0, NULL, 0});
  add_edge(f, at[3], at[2], plain, (block){always, count, 2, NULL, 0});
  add_edge(f, at[2], at[4], no, (block){term_not(tt, less), NULL, 0, NULL, 0});
  add_edge(f, at[4], at[5], error, (block){bad, NULL, 0, NULL, 0});
  add_edge(f, at[4], at[6], no, (block){term_not(tt, bad), NULL, 0, NULL, 0});
}

static void fixture_init(fixture *f) {
  memset(f, 0, sizeof *f);
  f->tt = terms_new();
  f->p = program_new(f->tt);
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  program_add_source(f->p, "a \"b\".c", SOURCE);
  loc at[] = {add_location(f, LOC_ENTRY, 1), add_location(f, LOC_PLAIN, 2),
              add_location(f, LOC_PLAIN, 3), add_location(f, LOC_PLAIN, 4),
              add_location(f, LOC_PLAIN, 5), add_location(f, LOC_ERROR, 5),
              add_location(f, LOC_END, 5)};
  f->head = at[2];
  program_set_entry(f->p, at[0]);
  f->x = add_variable(f, "x");
  f->i = add_variable(f, "i");
  f->junk = add_variable(f, "junk");
  input_info in = {INPUT_CALL,
                   "f",
                   {TYPE_UNSIGNED, "unsigned int"},
                   sort_bv(f->tt, 32),
                   {"a \"b\".c", 1, 14}};
  f->in = program_add_input(f->p, &in);
  add_edges(f, at);
  program_add_note(f->p, NOTE_EXTERNAL, "f", in.pos);
  program_add_note(f->p, NOTE_ASSUMPTION, "no division by zero", in.pos);
  f->r = result_new("bmc");
  f->r->finder = FINDER_BITS;
}

static void fixture_clear(fixture *f) {
  result_free(f->r);
  program_free(f->p);
  terms_free(f->tt);
  options_free(&f->options);
  CHECK(mem_live() == 0);
}

static void set_false(fixture *f) {
  f->r->verdict = VERDICT_FALSE;
  vec_push(&f->r->trace.inputs, ((trace_input){f->in, value_bv(32, 7)}));
}

// --- text -------------------------------------------------------------------

static bool has(const strbuf *text, const char *part) {
  if (strstr(strbuf_text(text), part))
    return true;
  print_error("missing: %s\nin: %s\n", part, strbuf_text(text));
  return false;
}

static strbuf text_of(fixture *f) {
  strbuf out = {0};
  report_input in = {.env = &f->env,
                     .program = f->p,
                     .result = f->r,
                     .certified = "z3 (1 query)",
                     .others = "imc: it\nbmc: that\n",
                     .wall = 0.5,
                     .cpu = 0.25};
  report_text(&in, &out);
  return out;
}

static void text_false(void **unused) {
  fixture f;
  fixture_init(&f);
  set_false(&f);
  strbuf out = text_of(&f);
  CHECK(strncmp(strbuf_text(&out),
                "verdict: false\na \"b\".c:5:1: error: "
                "reach_error() called\n",
                40) == 0);
  CHECK(has(&out, "1 | unsigned x = f(), i, junk;"));
  CHECK(has(&out, "x = 7"));
  CHECK(has(&out, "3 | while (i < 10) {"));
  CHECK(has(&out, "[true]"));
  CHECK(has(&out, "[false]"));
  // 11 visits of the head: two and the last are shown.
  CHECK(has(&out, "... 8 more rounds of the loop in line 3: i = 10\n"));
  CHECK(!strstr(strbuf_text(&out), "junk = 1")); // decides nothing
  CHECK(has(&out, "confirmed by: z3 (1 query)\n"));
  CHECK(has(&out, "assumed to return any value: f\n"));
  CHECK(has(&out, "assumed: no division by zero (a \"b\".c:1:14)\n"));
  CHECK(has(&out, "time: 0.50 s (CPU 0.25 s), memory: "));
  strbuf_free(&out);
  fixture_clear(&f);
}

static void text_options(void **unused) {
  fixture f;
  fixture_init(&f);
  set_false(&f);
  f.options.trace = 1; // full
  strbuf out = text_of(&f);
  CHECK(has(&out, "junk = 10") && has(&out, "i = 5"));
  CHECK(!strstr(strbuf_text(&out), "more rounds"));
  strbuf_free(&out);
  f.options.trace = 2; // none
  out = text_of(&f);
  CHECK(has(&out, "error: reach_error() called"));
  CHECK(!strstr(strbuf_text(&out), "while"));
  strbuf_free(&out);
  f.options.quiet = true;
  out = text_of(&f);
  assert_string_equal(strbuf_text(&out), "verdict: false\n");
  strbuf_free(&out);
  fixture_clear(&f);
}

static void text_true(void **unused) {
  fixture f;
  fixture_init(&f);
  f.r->verdict = VERDICT_TRUE;
  f.r->proof.kind = PROOF_BOUNDED;
  f.r->proof.k = 12;
  strbuf out = text_of(&f);
  CHECK(has(&out, "verdict: true\nproof: after 12 rounds of loops no execution "
                  "can reach an error any more"));
  strbuf_free(&out);
  f.r->proof.kind = PROOF_INVARIANT;
  term i = program_variable_term(f.p, f.i);
  term inv = term_bvule(f.tt, i, term_bv(f.tt, 32, 10));
  vec_push(&f.r->proof.labels, ((proof_label){f.head, inv}));
  out = text_of(&f);
  CHECK(has(&out, "induction over 12 rounds"));
  CHECK(has(&out, "a \"b\".c:3:1: "));
  CHECK(has(&out, "i"));
  strbuf_free(&out);
  fixture_clear(&f);
}

static void text_unknown(void **unused) {
  fixture f;
  fixture_init(&f);
  f.r->bound = 3;
  source_pos at = {"a \"b\".c", 4, 2};
  result_unknown(f.r, UNKNOWN_UNSUPPORTED, at, "%s", "inline assembly");
  strbuf out = text_of(&f);
  CHECK(has(&out, "verdict: unknown (inline assembly)\n"
                  "a \"b\".c:4:2: note: this is not supported\n"
                  "reached: 3 rounds of loops without an error\n"
                  "what may help: "));
  strbuf_free(&out);
  for (int k = UNKNOWN_TIME; k <= UNKNOWN_ENGINE; k++) {
    result_unknown(f.r, (unknown_kind)k, (source_pos){0}, "why");
    out = text_of(&f);
    CHECK(has(&out, "verdict: unknown (why)\n"));
    f.options.verbose = false;
    strbuf_free(&out);
    out = text_of(&f);
    CHECK(!has(&out, "also tried"));
    f.options.verbose = true;
    strbuf_free(&out);
    out = text_of(&f);
    CHECK(has(&out, "also tried: imc: it\nalso tried: bmc: that\n"));
    strbuf_free(&out);
  }
  report_input bare = {.env = &f.env, .result = f.r};
  report_text(&bare, &out);
  CHECK(has(&out, "verdict: unknown (why)\n"));
  strbuf_free(&out);
  fixture_clear(&f);
}

// --- JSON
// ---------------------------------------------------------------------

// A reader that knows JSON's grammar and nothing else.
static const char *skip_value(const char *p);

static const char *skip_blanks(const char *p) { return p + strspn(p, " \n"); }

static const char *skip_string(const char *p) {
  CHECK(*p++ == '"');
  for (; *p != '"'; p++) {
    CHECK((unsigned char)*p >= 0x20);
    if (*p == '\\')
      p++;
  }
  return p + 1;
}

static const char *skip_items(const char *p, bool is_object) {
  char end = is_object ? '}' : ']';
  p = skip_blanks(p + 1);
  while (*p != end) {
    if (is_object) {
      p = skip_blanks(skip_string(p));
      CHECK(*p++ == ':');
    }
    p = skip_blanks(skip_value(skip_blanks(p)));
    if (*p != ',') {
      CHECK(*p == end);
      break;
    }
    p = skip_blanks(p + 1);
    CHECK(*p != end);
  }
  return p + 1;
}

static const char *skip_value(const char *p) {
  if (*p == '{' || *p == '[')
    return skip_items(p, *p == '{');
  if (*p == '"')
    return skip_string(p);
  size_t n = strspn(p, "-+.0123456789eE");
  if (!n)
    n = strncmp(p, "true", 4) == 0 || strncmp(p, "null", 4) == 0 ? 4 : 5;
  CHECK(n != 5 || strncmp(p, "false", 5) == 0 || strchr("-0123456789", *p));
  return p + n;
}

static strbuf json_of(fixture *f, bool has_program) {
  strbuf out = {0};
  report_input in = {.env = &f->env,
                     .program = has_program ? f->p : NULL,
                     .result = f->r,
                     .others = "imc: it\nbmc: that\n",
                     .wall = 0.5,
                     .cpu = 0.25};
  report_json(&in, &out);
  const char *end = skip_value(strbuf_text(&out));
  assert_string_equal(end, "\n");
  return out;
}

static void json(void **unused) {
  fixture f;
  fixture_init(&f);
  f.options.unwind = 5;
  f.options.solver = 1;
  f.options.quiet = true;
  f.options.time = 2.5;
  vec_push(&f.options.defines, "A=\"\xff\"");
  set_false(&f);
  strbuf out = json_of(&f, true);
  CHECK(has(&out, "\"schema\": 1,\n  \"verdict\": \"false\""));
  CHECK(has(&out, "\"file\": \"a \\\"b\\\".c\""));
  CHECK(has(&out, "\"source\": \"i = i + 1; junk = i; }\""));
  CHECK(has(&out, "\"unwind\": 5") && has(&out, "\"solver\": \"z3\""));
  CHECK(has(&out, "\"quiet\": true") && has(&out, "\"time\": 2.5"));
  CHECK(has(&out, "A=\\\"\\ufffd\\\""));
  CHECK(!strstr(strbuf_text(&out), "\"seed\""));
  CHECK(has(&out, "\"kind\": \"call\",\n            \"name\": \"f\""));
  strbuf_free(&out);

  f.r->verdict = VERDICT_TRUE;
  term i = program_variable_term(f.p, f.i);
  term inv = term_bvule(f.tt, i, term_bv(f.tt, 32, 10));
  vec_push(&f.r->proof.labels, ((proof_label){f.head, inv}));
  out = json_of(&f, true);
  CHECK(has(&out, "\"kind\": \"invariant\"") && has(&out, "bvul"));
  strbuf_free(&out);
  result_unknown(f.r, UNKNOWN_TIME, (source_pos){0}, "tab\tquote\"");
  out = json_of(&f, true);
  CHECK(has(&out, "\"code\": \"time\",\n    \"text\": \"tab\\tquote\\\"\""));
  strbuf_free(&out);
  out = json_of(&f, false);
  strbuf_free(&out);
  fixture_clear(&f);
}

// --- other forms -------------------------------------------------------------

// Calls 'write' for each verdict, with and without the program.
static void each_answer(void (*write)(const report_input *, strbuf *),
                        void (*look)(const strbuf *, verdict, bool)) {
  for (int v = VERDICT_UNKNOWN; v <= VERDICT_FALSE; v++)
    for (int has_program = 0; has_program < 2; has_program++) {
      fixture f;
      fixture_init(&f);
      set_false(&f);
      f.r->verdict = (verdict)v;
      if (v == VERDICT_UNKNOWN)
        result_unknown(f.r, UNKNOWN_TIME, (source_pos){0}, "</script>");
      vec_push(&f.options.inputs, "a \"b\".c");
      report_input in = {
          .env = &f.env, .program = has_program ? f.p : NULL, .result = f.r};
      strbuf out = {0};
      write(&in, &out);
      look(&out, (verdict)v, has_program != 0);
      strbuf_free(&out);
      fixture_clear(&f);
    }
}

static void look_at_sarif(const strbuf *out, verdict v, bool has_program) {
  assert_string_equal(skip_value(strbuf_text(out)), "\n");
  bool is_error = v == VERDICT_FALSE && has_program;
  CHECK(is_error == (strstr(strbuf_text(out), "\"codeFlows\"") != NULL));
  CHECK(!is_error || has(out, "\"uri\": \"a%20%22b%22.c\""));
  CHECK(!is_error || has(out, "\"text\": \"f() returned 7\""));
  CHECK(v != VERDICT_UNKNOWN || has(out, "no answer: </script>"));
  CHECK(!has_program || has(out, "assumed: no division by zero"));
}

// The data is one JSON value that the page cannot mistake for its own text.
static void look_at_page(const strbuf *out, verdict v, bool has_program) {
  static const char start[] = "<script type=\"application/json\" id=\"data\">";
  const char *text = strstr(strbuf_text(out), start);
  CHECK(text != NULL);
  const char *end = skip_value(text + sizeof start - 1);
  CHECK(strncmp(end, "</script>", 9) == 0);
  bool has_source = strstr(text, "\"text\": \"unsigned x = f()") != NULL;
  CHECK(has_source == has_program);
  CHECK(v != VERDICT_UNKNOWN || has(out, "\\u003c/script>"));
  for (const char *p = text + sizeof start - 1; p < end; p++)
    CHECK(*p != '<');
  const char *last = strbuf_text(out) + out->len - 8;
  assert_string_equal(last, "</html>\n");
}

static void sarif(void **unused) { each_answer(report_sarif, look_at_sarif); }
static void html(void **unused) { each_answer(report_html, look_at_page); }

static void hints_name_places(void **unused) {
  fixture f;
  fixture_init(&f);
  term x = program_variable_term(f.p, f.x), i = program_variable_term(f.p, f.i);
  assignment product = {f.junk, term_bvmul(f.tt, x, i)};
  add_edge(&f, f.head, f.head, (edge_info){.kind = EDGE_PLAIN},
           (block){term_false(f.tt), &product, 1, NULL, 0});
  result_unknown(f.r, UNKNOWN_TIME, (source_pos){0}, "time limit");
  report_input in = {.env = &f.env, .program = f.p, .result = f.r};
  strbuf out = {0};
  hints_find(&in, &out);
  CHECK(has(&out, "more time (--time)"));
  CHECK(has(&out, "the loop at a \"b\".c:3"));
  CHECK(has(&out, "divisions at a \"b\".c:3\n"));
  CHECK(has(&out, "may now do anything: f\n"));
  strbuf_clear(&out);
  f.r->verdict = VERDICT_TRUE;
  hints_find(&in, &out);
  CHECK(out.len == 0);
  strbuf_free(&out);
  fixture_clear(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_false), cmocka_unit_test(text_options),
      cmocka_unit_test(text_true),  cmocka_unit_test(text_unknown),
      cmocka_unit_test(json),       cmocka_unit_test(sarif),
      cmocka_unit_test(html),       cmocka_unit_test(hints_name_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
