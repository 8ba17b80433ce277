// SPDX-License-Identifier: Apache-2.0
// The rule that makes an answer of a claim and its certificate, tried for all
// combinations. Front end, engine and judge are replaced by what the test
// wants them to say.
#include "driver/pipeline.h"

#include <string.h>

#include "builder.h"
#include "certify/certify.h"
#include "engine/engine.h"
#include "engine/transformed.h"
#include "frontend/frontend.h"

typedef struct {
  verdict claim;
  bool sound, precise;
  certify_status judge, native;
  diag_class input; // what is wrong with the input
} plan;

// The replaced functions have no argument for it.
static plan now;
static double engine_seconds, judge_seconds; // what each was given
static int open_reads; // how often recursive calls were to be left open
// If all properties at once are too much: the engine proves the second question
// about them, and the user has enough of it then.
static bool is_too_much;
static int asked;
static volatile sig_atomic_t had_enough;

static void add_fault(program *p, loc from, loc to, property_kind violated) {
  const block b = {.guard = term_true(program_terms(p))};
  const edge_info info = {.kind = EDGE_ERROR, .property = violated};
  program_add_edge(p, from, to, &b, &info);
}

program *frontend_read(const env *e, terms *tt, diag *d) {
  if (now.input != DIAG_NONE) {
    diag_set(d, now.input, (source_pos){"a.c", 3, 1}, "it is bad");
    return NULL;
  }
  program *p = program_new(tt);
  loc entry = build_loc(p, LOC_ENTRY), error = build_loc(p, LOC_ERROR);
  build_skip(p, entry, error, term_true(tt));
  if (is_too_much) {
    build_loc(p, LOC_END);
    add_fault(p, entry, error, PROPERTY_REACH);
    add_fault(p, entry, error, PROPERTY_DEREF);
    program_set_properties(p, 1u << PROPERTY_REACH | 1u << PROPERTY_DEREF);
  }
  return p;
}

// Without recursion: there is nothing to be left open.
program *frontend_read_open(const env *e, terms *tt, open_calls *open,
                            diag *d) {
  open_reads++;
  return frontend_read(e, tt, d);
}

bool frontend_find_inputs(const options *o, arena *mem, string_list *inputs,
                          diag *d) {
  return true;
}

static result *claim(const engine_task *task) {
  engine_seconds = limits_left(&task->env->limits);
  result *r = result_new("stub");
  r->verdict = now.claim;
  r->sound = now.sound;
  r->precise = now.precise;
  if (is_too_much) {
    asked++;
    r->verdict = asked == 2 ? VERDICT_TRUE : VERDICT_UNKNOWN;
    had_enough = asked >= 2;
  }
  if (r->verdict == VERDICT_UNKNOWN)
    result_unknown(r, UNKNOWN_BOUND, (source_pos){0}, "so it is");
  return r;
}

// The one engine that comes to calls that were not unfolded.
static result *come_to_calls(const engine_task *task) {
  return result_unknown(result_new("stub"), UNKNOWN_BOUND,
                        (source_pos){"a.c", 3, 1}, "calls go deeper");
}

const engine engine_bmc = {.name = "stub", .run = claim};
const engine engine_kinduction = {.name = "stub", .run = claim};
const engine engine_imc = {.name = "stub", .run = claim};
const engine engine_ismc = {.name = "stub", .run = claim};
const engine engine_dar = {.name = "stub", .run = claim};
const engine engine_pdr = {.name = "stub", .run = claim};
const engine engine_df = {.name = "stub", .run = claim};
const engine engine_predabs = {.name = "stub", .run = claim};
const engine engine_impact = {.name = "stub", .run = claim};
const engine engine_splitting = {.name = "stub", .run = claim};
const engine engine_explicit = {.name = "stub", .run = come_to_calls};
result *transformed_run(const transformation *t, const engine *e,
                        const engine_task *task) {
  return claim(task);
}

static certificate certificate_of(certify_status status, const char *word) {
  certificate c = {.status = status};
  strcpy(c.reason, word);
  return c;
}

certificate certify_proof(const env *e, const program *p, const result *r) {
  CHECK(r->verdict == VERDICT_TRUE);
  judge_seconds = limits_left(&e->limits);
  return certificate_of(now.judge, "JUDGE");
}
certificate certify_trace(const env *e, const program *p, const result *r) {
  CHECK(r->verdict == VERDICT_FALSE);
  return certificate_of(now.judge, "JUDGE");
}
certificate certify_native(const env *e, const program *p, const result *r) {
  CHECK(r->verdict == VERDICT_FALSE && now.judge == CERTIFY_OK);
  return certificate_of(now.native, "NATIVE");
}
bool certify_harness(const env *e, const program *p, const result *r,
                     strbuf *out, strbuf *why) {
  strbuf_puts(why, "NO HARNESS");
  return false;
}

static outcome run(const plan *p, options *o) {
  now = *p;
  o->engine = ENGINE_BMC; // alone: with all of the time
  stats s = {0};
  env e = pipeline_env(o, &s);
  outcome out = {0};
  pipeline_run(&e, &out);
  return out;
}

// The rule once more, in other words than pipeline.c has it.
static int expected(const plan *p, int certify) {
  if (p->claim == VERDICT_UNKNOWN)
    return STATUS_UNKNOWN;
  bool is_true = p->claim == VERDICT_TRUE;
  if (!(is_true ? p->sound : p->precise))
    return STATUS_UNKNOWN;
  int answer = is_true ? STATUS_TRUE : STATUS_FALSE;
  if (certify == CERTIFY_OFF)
    return answer;
  if (p->judge != CERTIFY_OK)
    return p->judge == CERTIFY_REFUTED ? STATUS_INTERNAL : STATUS_UNKNOWN;
  bool is_refuted = certify == CERTIFY_NATIVE && p->native == CERTIFY_REFUTED;
  return !is_true && is_refuted ? STATUS_INTERNAL : answer;
}

static void check_plan(const plan *p, int certify) {
  options o;
  options_init(&o);
  o.certify = certify;
  outcome out = run(p, &o);
  int status = expected(p, certify);
  CHECK(out.status == status);
  CHECK((out.verdict == VERDICT_TRUE) == (status == STATUS_TRUE));
  CHECK((out.verdict == VERDICT_FALSE) == (status == STATUS_FALSE));
  const char *errors = strbuf_text(&out.errors);
  CHECK((strstr(errors, "report") != NULL) == (status == STATUS_INTERNAL));
  outcome_free(&out);
  options_free(&o);
}

static void only_what_is_certified_is_an_answer(void **state) {
  plan p = {0};
  for (int c = 0; c <= CERTIFY_NATIVE; c++)
    for (int bits = 0; bits < 4; bits++)
      for (int v = VERDICT_UNKNOWN; v <= VERDICT_FALSE; v++)
        for (int j = CERTIFY_OK; j <= CERTIFY_GAVE_UP; j++)
          for (int n = CERTIFY_OK; n <= CERTIFY_GAVE_UP; n++) {
            p = (plan){(verdict)v,        bits & 1,          bits & 2,
                       (certify_status)j, (certify_status)n, DIAG_NONE};
            check_plan(&p, c);
          }
  CHECK(mem_live() == 0);
}

static void bad_input_has_its_status(void **state) {
  const struct {
    diag_class kind;
    int status;
  } rows[] = {{DIAG_USAGE, STATUS_USAGE},
              {DIAG_INPUT, STATUS_INPUT},
              {DIAG_UNSUPPORTED, STATUS_UNKNOWN},
              {DIAG_LIMIT, STATUS_UNKNOWN},
              {DIAG_INTERNAL, STATUS_INTERNAL}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    options o;
    options_init(&o);
    plan p = {.input = rows[i].kind};
    outcome out = run(&p, &o);
    CHECK(out.status == rows[i].status && out.verdict == VERDICT_UNKNOWN);
    bool is_answer = rows[i].status == STATUS_UNKNOWN;
    const strbuf *where = is_answer ? &out.text : &out.errors;
    CHECK(strstr(strbuf_text(where), "it is bad"));
    CHECK(is_answer || out.text.len == 0);
    outcome_free(&out);
    options_free(&o);
  }
}

static void the_judge_has_time_of_its_own(void **state) {
  options o;
  options_init(&o);
  o.time = 10000;
  plan p = {VERDICT_TRUE, true, true, CERTIFY_OK, CERTIFY_OK, DIAG_NONE};
  outcome out = run(&p, &o);
  CHECK(engine_seconds > 8500 && engine_seconds < 9100);
  CHECK(judge_seconds > 9500);
  outcome_free(&out);
  o.certify = CERTIFY_OFF;
  out = run(&p, &o);
  CHECK(engine_seconds > 9500);
  outcome_free(&out);
  options_free(&o);
}

static void a_missing_harness_is_told(void **state) {
  options o;
  options_init(&o);
  o.harness = "/nowhere/harness.c";
  plan p = {VERDICT_FALSE, true, true, CERTIFY_OK, CERTIFY_OK, DIAG_NONE};
  outcome out = run(&p, &o);
  CHECK(out.status == STATUS_FALSE);
  CHECK(strstr(strbuf_text(&out.errors), "NO HARNESS"));
  outcome_free(&out);
  o.harness = NULL;
  o.json = "/nowhere/report.json";
  out = run(&p, &o);
  CHECK(out.status == STATUS_USAGE && out.verdict == VERDICT_FALSE);
  CHECK(strstr(strbuf_text(&out.errors), "/nowhere/report.json"));
  outcome_free(&out);
  options_free(&o);
}

// Also by an engine that is not the first of its lane, whose process begins
// when the portfolio is already there.
static void any_engine_may_ask_to_go_deeper(void **state) {
  options o;
  options_init(&o);
  o.jobs = 2;
  stats s = {0};
  env e = pipeline_env(&o, &s);
  e.may_fork = true;
  now = (plan){.claim = VERDICT_UNKNOWN};
  open_reads = 0;
  outcome out = {0};
  pipeline_run(&e, &out);
  CHECK(open_reads == 1);
  CHECK(out.status == STATUS_UNKNOWN);
  CHECK(strstr(strbuf_text(&out.text), "unknown (calls go deeper)"));
  outcome_free(&out);
  options_free(&o);
}

static void a_question_that_is_left_is_no_proof(void **state) {
  options o;
  options_init(&o);
  o.engine = ENGINE_BMC;
  stats s = {0};
  env e = pipeline_env(&o, &s);
  e.limits.interrupt = &had_enough;
  now = (plan){VERDICT_TRUE, true, true, CERTIFY_OK, CERTIFY_OK, DIAG_NONE};
  is_too_much = true;
  asked = 0;
  outcome out = {0};
  pipeline_run(&e, &out);
  is_too_much = false;
  CHECK(asked == 2 && had_enough);
  CHECK(out.status == STATUS_UNKNOWN && out.verdict == VERDICT_UNKNOWN);
  const property_verdict *calls = verdicts_find(&out.verdicts, PROPERTY_REACH);
  const property_verdict *accesses =
      verdicts_find(&out.verdicts, PROPERTY_DEREF);
  CHECK(calls->verdict == VERDICT_UNKNOWN && calls->is_main);
  CHECK(accesses->verdict == VERDICT_TRUE && !accesses->is_main);
  outcome_free(&out);
  options_free(&o);
  CHECK(mem_live() == 0);
}

static void a_stopped_run_is_unknown(void **state) {
  options o;
  options_init(&o);
  stats s = {0};
  env e = pipeline_env(&o, &s);
  outcome out = {0};
  stopped_run stop = {LIMIT_MEMORY, "round 17", 1.0, 0.5};
  pipeline_stopped(&e, &stop, &out);
  CHECK(out.status == STATUS_UNKNOWN && out.verdict == VERDICT_UNKNOWN);
  CHECK(strstr(strbuf_text(&out.text), "memory"));
  CHECK(strstr(strbuf_text(&out.text), "round 17"));
  outcome_free(&out);
  options_free(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_what_is_certified_is_an_answer),
      cmocka_unit_test(bad_input_has_its_status),
      cmocka_unit_test(the_judge_has_time_of_its_own),
      cmocka_unit_test(a_missing_harness_is_told),
      cmocka_unit_test(any_engine_may_ask_to_go_deeper),
      cmocka_unit_test(a_question_that_is_left_is_no_proof),
      cmocka_unit_test(a_stopped_run_is_unknown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
