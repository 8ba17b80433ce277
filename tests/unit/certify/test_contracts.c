// SPDX-License-Identifier: Apache-2.0
// Contracts before the judge alone: true ones stand, false ones fall, and so
// does each program whose parts are not what they should be. None of these
// programs has a loop once its calls are closed, so that a proof is just that:
// every execution ends.
#include "certify/certify.h"

#include "certify/contract/closed.h"
#include "certify/contract/parts.h"
#include "frontend/c_program.h"
#include "term/subst.h"

typedef struct {
  c_program c; // p: the same as what.open
  contracted what;
} fixture;

static void setup(fixture *f, const char *text) {
  char path[64];
  memset(f, 0, sizeof *f);
  c_write(path, text, "test.c");
  const char *args[] = {path, NULL};
  options_init(&f->c.o);
  f->c.tt = terms_new();
  f->c.e = (env){.options = &f->c.o, .stats = &f->c.st};
  CHECK(options_parse(&f->c.o, 1, (char **)(uintptr_t)args, &f->c.d));
  f->c.p = frontend_read_open(&f->c.e, f->c.tt, &f->what.calls, &f->c.d);
  CHECK(f->c.p != NULL);
  f->what.open = program_copy(f->c.p);
  f->what.contracts = contracts_new(&f->what.calls);
  c_remove(path);
}

static void teardown(fixture *f) {
  contracted_clear(&f->what);
  c_free(&f->c);
}

// What the judge says of the claim that all executions end without an error.
static certificate judge(fixture *f) {
  result *r = result_new("test");
  r->verdict = VERDICT_TRUE;
  r->sound = true;
  r->proof.kind = PROOF_BOUNDED;
  certificate c = certify_contracts(&f->c.e, &f->what, r);
  result_free(r);
  return c;
}

// Refused before anything is proved.
#define CHECK_REFUSED(f, text)                                                 \
  do {                                                                         \
    certificate refused = judge(f);                                            \
    CHECK(refused.status == CERTIFY_REFUTED);                                  \
    CHECK(strstr(refused.reason, text) != NULL);                               \
  } while (0)

static bool stands(fixture *f) { return judge(f).status == CERTIFY_OK; }

// --- the words of contracts -------------------------------------------------

static const open_function *function(const fixture *f, uint32_t k) {
  CHECK(k < f->what.calls.functions.len);
  return &f->what.calls.functions.data[k];
}

static term start_of(const fixture *f, uint32_t k, uint32_t i) {
  CHECK(i < function(f, k)->parameter_count);
  return program_variable_term(f->what.open,
                               function(f, k)->parameters[i].at_start);
}

static term return_of(const fixture *f, uint32_t k, uint32_t i) {
  CHECK(i < function(f, k)->result_count);
  return program_variable_term(f->what.open,
                               function(f, k)->results[i].at_return);
}

static term number(const fixture *f, uint64_t n) {
  return term_bv(f->c.tt, 32, n);
}

static void need(fixture *f, uint32_t k, term t) {
  vec_push(&f->what.contracts.of[k].needs, t);
}

static void give(fixture *f, uint32_t k, term t) {
  vec_push(&f->what.contracts.of[k].gives, t);
}

static void forget(fixture *f) {
  for (uint32_t k = 0; k < f->what.contracts.count; k++) {
    vec_clear(&f->what.contracts.of[k].needs);
    vec_clear(&f->what.contracts.of[k].gives);
  }
}

#define HEAD                                                                   \
  "extern void reach_error(void);"                                             \
  "extern unsigned __VERIFIER_nondet_uint(void);"

// --- ten false contracts ----------------------------------------------------

// count(n) is n.
static const char COUNT[] =
    HEAD "unsigned count(unsigned n) { return n == 0 ? 0 : count(n - 1) + 1; }"
         "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
         "  if (count(n) != n) reach_error(); return 0; }";

static term count_is_n(const fixture *f) {
  return term_eq_make(f->c.tt, return_of(f, 0, 0), start_of(f, 0, 0));
}

static void test_true_contract(void **state) {
  fixture f;
  setup(&f, COUNT);
  give(&f, 0, count_is_n(&f));
  CHECK(stands(&f));
  forget(&f); // says nothing: nothing is proved
  CHECK(!stands(&f));
  teardown(&f);
}

// 1. For one value of 2^32 the result is another one.
static void test_wrong_at_one_value(void **state) {
  fixture f;
  setup(&f, HEAD "unsigned count(unsigned n) {"
                 "  if (n == 0xabcde) return 7;"
                 "  return n == 0 ? 0 : count(n - 1) + 1; }"
                 "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
                 "  if (n < 0xabcde && count(n) != n) reach_error();"
                 "  return 0; }");
  give(&f, 0, count_is_n(&f));
  CHECK(!stands(&f));
  forget(&f); // up to there it is true
  term small = term_bvult(f.c.tt, start_of(&f, 0, 0), number(&f, 0xabcde));
  need(&f, 0, small);
  give(&f, 0, count_is_n(&f));
  CHECK(stands(&f));
  teardown(&f);
}

// 2. One of two callers does not have what is needed.
static void test_wrong_for_one_caller(void **state) {
  const char *text = HEAD
      "unsigned down(unsigned n) {"
      "  if (n > 100) reach_error();"
      "  return n == 0 ? 0 : down(n - 1); }"
      "int main(void) { unsigned n = __VERIFIER_nondet_uint(), m = n;"
      "  if (n < 10) down(n); else if (n == 77777) down(m %% %s); return 0; }";
  for (uint32_t i = 0; i < 2; i++) {
    char whole[512];
    snprintf(whole, sizeof whole, text, i == 0 ? "100" : "200000");
    fixture f;
    setup(&f, whole);
    need(&f, 0, term_bvule(f.c.tt, start_of(&f, 0, 0), number(&f, 100)));
    CHECK(stands(&f) == (i == 0));
    teardown(&f);
  }
}

// 3. The last call of the body itself does not have it.
static void test_wrong_in_the_body(void **state) {
  fixture f;
  setup(&f, COUNT);
  need(&f, 0, term_bvult(f.c.tt, number(&f, 0), start_of(&f, 0, 0)));
  give(&f, 0, count_is_n(&f));
  CHECK(!stands(&f)); // count(1) calls count(0)
  teardown(&f);
}

// 4. Parameters are swapped.
static void test_swapped_parameters(void **state) {
  fixture f;
  setup(&f, HEAD "unsigned left(unsigned a, unsigned b) {"
                 "  return a == 0 ? b : left(a - 1, b) + 2; }"
                 "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
                 "  if (left(n, 5) != 2 * n + 5) reach_error(); return 0; }");
  terms *tt = f.c.tt;
  term a = start_of(&f, 0, 0), b = start_of(&f, 0, 1), r = return_of(&f, 0, 0);
  term twice_a = term_bvadd(tt, a, a), twice_b = term_bvadd(tt, b, b);
  give(&f, 0, term_eq_make(tt, r, term_bvadd(tt, twice_b, a)));
  CHECK(!stands(&f));
  forget(&f);
  give(&f, 0, term_eq_make(tt, r, term_bvadd(tt, twice_a, b)));
  CHECK(stands(&f));
  teardown(&f);
}

static const char DEEP[] =
    HEAD "unsigned deep; void dive(unsigned n) { deep++; if (n) dive(n - 1); }"
         "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
         "  deep = 0; dive(n); if (deep != n + 1) reach_error(); return 0; }";

// 5. A global is said to stay what it was.
static void test_missing_effect(void **state) {
  fixture f;
  setup(&f, DEEP);
  terms *tt = f.c.tt;
  term n = start_of(&f, 0, 0), old = start_of(&f, 0, 1);
  term now = return_of(&f, 0, 0);
  give(&f, 0, term_eq_make(tt, now, old));
  CHECK(!stands(&f));
  forget(&f);
  term sum = term_bvadd(tt, term_bvadd(tt, old, n), number(&f, 1));
  give(&f, 0, term_eq_make(tt, now, sum));
  CHECK(stands(&f));
  // 6. And it is off by one.
  forget(&f);
  give(&f, 0, term_eq_make(tt, now, term_bvadd(tt, old, n)));
  CHECK(!stands(&f));
  teardown(&f);
}

// 7. It holds of one way back only.
static void test_wrong_at_one_return(void **state) {
  fixture f;
  setup(&f, COUNT);
  give(&f, 0, term_eq_make(f.c.tt, return_of(&f, 0, 0), number(&f, 0)));
  CHECK(!stands(&f));
  teardown(&f);
}

// 8. 'false': a function that is said never to return, and does.
static void test_returns_after_all(void **state) {
  fixture f;
  setup(&f, COUNT);
  give(&f, 0, term_false(f.c.tt));
  CHECK(!stands(&f));
  teardown(&f);
  // One that really does not return gives anything.
  setup(&f, HEAD "void ever(unsigned n) { ever(n + 1); }"
                 "int main(void) { ever(0); reach_error(); return 0; }");
  give(&f, 0, term_false(f.c.tt));
  CHECK(stands(&f));
  teardown(&f);
}

// 9. 'false' as what is needed: the body is proved for nothing, calls are not.
static void test_is_called_after_all(void **state) {
  fixture f;
  setup(&f, COUNT);
  need(&f, 0, term_false(f.c.tt));
  give(&f, 0, term_false(f.c.tt));
  CHECK(!stands(&f));
  teardown(&f);
}

// 10. Two functions whose contracts would be true if only the other one's were.
static void test_circular(void **state) {
  fixture f;
  setup(&f, HEAD "unsigned odd(unsigned n);"
                 "unsigned even(unsigned n) {"
                 "  if (n > 4) return even(n - 2);"
                 "  return n == 0 ? 1 : odd(n - 1); }"
                 "unsigned odd(unsigned n) {"
                 "  if (n > 4) return odd(n - 2);"
                 "  return n == 0 ? 0 : even(n - 1); }"
                 "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
                 "  if (even(n) > 1) reach_error(); return 0; }");
  CHECK(f.what.contracts.count == 2);
  terms *tt = f.c.tt;
  for (uint32_t i = 0; i < 2; i++) { // at most 1; then: 0, and 1 if odd
    forget(&f);
    for (uint32_t k = 0; k < 2; k++) {
      term r = return_of(&f, k, 0);
      give(&f, k,
           i == 0 ? term_bvult(tt, r, number(&f, 2))
                  : term_eq_make(tt, r, number(&f, 0)));
    }
    CHECK(stands(&f) == (i == 0));
  }
  teardown(&f);
}

// --- what a contract may speak of -------------------------------------------

static void test_vocabulary(void **state) {
  fixture f;
  setup(&f, DEEP);
  terms *tt = f.c.tt;
  term zero = number(&f, 0), global = TERM_NONE;
  for (uint32_t i = 1; i <= program_variable_count(f.what.open); i++)
    if (program_variable(f.what.open, (var){i})->reach == VAR_SHARED)
      global = program_variable_term(f.what.open, (var){i});
  const open_function *o = function(&f, 0);
  term passed = program_variable_term(f.what.open, o->parameters[0].at_call);
  term input = f.what.calls.calls.data[0].way.inputs[0];
  term unheard[] = {global, passed, input, o->parameters[0].input,
                    term_fresh(tt, "x", sort_bv(tt, 32))};
  for (size_t i = 0; i < sizeof unheard / sizeof *unheard; i++) {
    forget(&f);
    give(&f, 0, term_eq_make(tt, unheard[i], zero));
    CHECK(judge(&f).status == CERTIFY_REFUTED);
    forget(&f);
    need(&f, 0, term_eq_make(tt, unheard[i], zero));
    CHECK(judge(&f).status == CERTIFY_REFUTED);
  }
  forget(&f); // results are not known at the start
  need(&f, 0, term_eq_make(tt, return_of(&f, 0, 0), zero));
  CHECK(judge(&f).status == CERTIFY_REFUTED);
  forget(&f);
  give(&f, 0, zero);
  CHECK(judge(&f).status == CERTIFY_REFUTED);
  f.what.contracts.count--;
  CHECK(judge(&f).status == CERTIFY_REFUTED);
  f.what.contracts.count++;
  vec_clear(&f.what.contracts.of[0].gives);
  teardown(&f);
}

// --- programs whose parts are wrong ------------------------------------------
// Each mutant changes one edge, or one record of what is open, and is refused
// for the reason that it was made for. The program is that of two functions,
// one of which calls the other, with a global that this one changes and one
// that neither does.

static const char TWO[] =
    HEAD "unsigned changed, kept;"
         "unsigned g(unsigned n) { changed++; return n == 0 ? 0 : g(n - 1); }"
         "unsigned f(unsigned a, unsigned long long b) {"
         "  if (a == 0) return g((unsigned)b); return f(a - 1, b + kept); }"
         "int main(void) { unsigned n = __VERIFIER_nondet_uint();"
         "  kept = n; g(n); f(n, n); if (kept != n) reach_error(); return 0; }";

typedef struct {
  loc from, to;
  block block; // assignments and inputs have room for two more
  edge_info info;
} changed_edge;

typedef void (*edge_mutation)(const fixture *f, edge e, changed_edge *c);

static void add_assignment(changed_edge *c, var v, term value_) {
  assignment *all = (assignment *)(uintptr_t)c->block.assignments;
  for (uint32_t i = 0; i < c->block.assignment_count; i++)
    if (all[i].target.id == v.id) {
      all[i].value = value_;
      return;
    }
  all[c->block.assignment_count++] = (assignment){v, value_};
  program_sort_assignments(all, c->block.assignment_count);
}

static void drop_assignment(changed_edge *c, var v) {
  assignment *all = (assignment *)(uintptr_t)c->block.assignments;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->block.assignment_count; i++)
    if (all[i].target.id != v.id)
      all[kept++] = all[i];
  c->block.assignment_count = kept;
}

// The open program again, with each edge as the mutation leaves it.
static void mutate(fixture *f, edge_mutation how) {
  program *old = f->what.open, *p = program_new_like(old);
  arena *mem = arena_new();
  program_copy_locations(p, old);
  for (uint32_t i = 1; i <= program_edge_count(old); i++) {
    edge e = {i};
    const block *b = program_edge_block(old, e);
    changed_edge c = {program_edge_from(old, e), program_edge_to(old, e), *b,
                      *program_edge(old, e)};
    assignment *all = ARENA_ARRAY(mem, assignment, b->assignment_count + 2);
    for (uint32_t k = 0; k < b->assignment_count; k++)
      all[k] = b->assignments[k];
    c.block.assignments = all;
    how(f, e, &c);
    if (c.to.id != 0)
      program_add_edge(p, c.from, c.to, &c.block, &c.info);
  }
  arena_free(mem);
  f->what.open = p;
  program_free(old);
}

static uint32_t part_of(const fixture *f, loc l) {
  parts s = {.p = f->c.p, .o = &f->what.calls, .tt = f->c.tt};
  s.of = mem_alloc(sizeof *s.of * (program_location_count(s.p) + 1));
  s.starts = mem_alloc(sizeof *s.starts * (s.o->functions.len + 1));
  CHECK(parts_divide(&s));
  uint32_t part = s.of[l.id];
  mem_free(s.of);
  mem_free(s.starts);
  return part == 0 ? UINT32_MAX : part - 1;
}

static var find(const fixture *f, const char *name, const char *of) {
  for (uint32_t i = 1; i <= program_variable_count(f->c.p); i++) {
    const var_info *info = program_variable(f->c.p, (var){i});
    if (info->name && strcmp(info->name, name) == 0 &&
        (of == NULL || strcmp(info->function, of) == 0))
      return (var){i};
  }
  CHECK(!"no such variable");
  return VAR_NONE;
}

static var shared(const fixture *f, const char *name) {
  return find(f, name, NULL);
}

// The entry.
static bool is_choice_of(const fixture *f, edge e, uint32_t part) {
  if (program_edge_from(f->c.p, e).id != program_entry(f->c.p).id)
    return false;
  return term_eq(program_edge_block(f->c.p, e)->guard,
                 term_eq_make(f->c.tt, f->what.calls.choice, number(f, part)));
}

static void start_any_part(const fixture *f, edge e, changed_edge *c) {
  if (is_choice_of(f, e, 1))
    c->block.guard = term_true(f->c.tt);
}

static void start_wrong_part(const fixture *f, edge e, changed_edge *c) {
  if (is_choice_of(f, e, 1))
    c->block.guard = term_eq_make(f->c.tt, f->what.calls.choice, number(f, 7));
}

static void start_part_twice(const fixture *f, edge e, changed_edge *c) {
  if (is_choice_of(f, e, 1))
    c->block.guard = term_eq_make(f->c.tt, f->what.calls.choice, number(f, 2));
}

static void start_with_value(const fixture *f, edge e, changed_edge *c) {
  if (is_choice_of(f, e, 1))
    add_assignment(c, shared(f, "changed"), number(f, 0));
}

static void never_start_part(const fixture *f, edge e, changed_edge *c) {
  if (is_choice_of(f, e, 1))
    c->to = LOC_NONE;
}

// Locations.
static const open_call *first_call_in(const fixture *f, uint32_t part) {
  for (uint32_t i = 0; i < f->what.calls.calls.len; i++)
    if (part_of(f, f->what.calls.calls.data[i].at) == part)
      return &f->what.calls.calls.data[i];
  CHECK(!"no call there");
  return NULL;
}

static bool leads_to_call(const fixture *f, edge e, uint32_t part) {
  return program_edge_to(f->c.p, e).id == first_call_in(f, part)->at.id;
}

static void share_location(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    c->to = first_call_in(f, 2)->to;
}

static void leave_open_call(const fixture *f, edge e, changed_edge *c) {
  if (program_edge_from(f->c.p, e).id == first_call_in(f, 1)->to.id)
    c->from = first_call_in(f, 1)->at;
}

static bool begins_body(const fixture *f, edge e, uint32_t k) {
  return program_edge_to(f->c.p, e).id == function(f, k)->at.id;
}

static void begin_without_parameters(const fixture *f, edge e,
                                     changed_edge *c) {
  if (begins_body(f, e, 0))
    c->to = function(f, 0)->to;
}

static void begin_beside(const fixture *f, edge e, changed_edge *c) {
  const edge_vec *in = program_in_edges(f->c.p, function(f, 0)->at);
  if (program_edge_from(f->c.p, e).id == function(f, 0)->to.id)
    c->from = program_edge_from(f->c.p, in->data[0]);
}

static void begin_again(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    c->to = function(f, 0)->at;
}

static void start_again(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1)) {
    const edge_vec *in = program_in_edges(f->c.p, function(f, 0)->at);
    c->to = program_edge_from(f->c.p, in->data[0]);
  }
}

// Formals.
static void skip_start_value(const fixture *f, edge e, changed_edge *c) {
  if (begins_body(f, e, 0))
    drop_assignment(c, function(f, 0)->parameters[0].at_start);
}

static void other_start_value(const fixture *f, edge e, changed_edge *c) {
  if (begins_body(f, e, 0))
    add_assignment(c, function(f, 0)->parameters[0].at_start, number(f, 1));
}

// Of the first global that is a parameter.
static const open_parameter *global_parameter(const fixture *f, uint32_t k) {
  const open_function *o = function(f, k);
  for (uint32_t i = 0; i < o->parameter_count; i++)
    if (o->parameters[i].global.id != 0)
      return &o->parameters[i];
  CHECK(!"no global is a parameter");
  return NULL;
}

static void old_global(const fixture *f, edge e, changed_edge *c) {
  if (begins_body(f, e, 0))
    add_assignment(c, global_parameter(f, 0)->at_start, number(f, 3));
}

static void skip_argument(const fixture *f, edge e, changed_edge *c) {
  const open_call *call = first_call_in(f, 1);
  if (leads_to_call(f, e, 1))
    drop_assignment(c, function(f, call->function)->parameters[0].at_call);
}

static void other_global_passed(const fixture *f, edge e, changed_edge *c) {
  const open_call *call = first_call_in(f, 1);
  if (leads_to_call(f, e, 1))
    add_assignment(c, global_parameter(f, call->function)->at_call,
                   number(f, 3));
}

static bool leads_to_return(const fixture *f, edge e) {
  return program_edge_to(f->c.p, e).id == f->what.calls.returns.data[0].at.id;
}

static const open_result *global_result(const fixture *f, uint32_t k) {
  const open_function *o = function(f, k);
  for (uint32_t i = 0; i < o->result_count; i++)
    if (o->results[i].global.id != 0)
      return &o->results[i];
  CHECK(!"no global is a result");
  return NULL;
}

static void skip_result(const fixture *f, edge e, changed_edge *c) {
  uint32_t k = f->what.calls.returns.data[0].function;
  if (leads_to_return(f, e))
    drop_assignment(c, function(f, k)->results[0].at_return);
}

static void other_global_given(const fixture *f, edge e, changed_edge *c) {
  uint32_t k = f->what.calls.returns.data[0].function;
  if (leads_to_return(f, e))
    add_assignment(c, global_result(f, k)->at_return, number(f, 3));
}

static void set_start_later(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    add_assignment(c, function(f, 0)->parameters[0].at_start, number(f, 1));
}

static void set_call_elsewhere(const fixture *f, edge e, changed_edge *c) {
  if (begins_body(f, e, 0))
    add_assignment(c, function(f, 0)->parameters[0].at_call, number(f, 1));
}

static void set_return_early(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    add_assignment(c, function(f, 0)->results[0].at_return, number(f, 1));
}

static void read_formal(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    c->block.guard = term_eq_make(f->c.tt, start_of(f, 0, 0), number(f, 0));
}

// Owners.
static void read_private_of_main(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    c->block.guard = term_eq_make(
        f->c.tt, program_variable_term(f->c.p, find(f, "n", "main")),
        number(f, 0));
}

static void write_private_of_main(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    add_assignment(c, find(f, "n", "main"), number(f, 0));
}

static void write_secretly(const fixture *f, edge e, changed_edge *c) {
  if (leads_to_call(f, e, 1))
    add_assignment(c, shared(f, "kept"), number(f, 0));
}

static void test_parts_stand(void **state) {
  fixture f;
  setup(&f, TWO);
  CHECK(f.what.calls.functions.len == 2);
  CHECK(parts_check(f.what.open, &f.what.calls) == NULL);
  CHECK(stands(&f)); // 'kept' is kept, whatever the contracts
  teardown(&f);
}

static void test_mutants_of_edges(void **state) {
  static const struct {
    edge_mutation how;
    const char *why;
  } all[] = {
      {start_any_part, "the entry does not choose one part"},
      {start_wrong_part, "the entry does not choose one part"},
      {start_part_twice, "the entry does not choose one part"},
      {start_with_value, "the entry does more than choose"},
      {never_start_part, "the entry does not lead to each part once"},
      {share_location, "two parts have a location in common"},
      {leave_open_call, "an edge leaves an open end"},
      {begin_without_parameters, "a body has its parameters from elsewhere"},
      {begin_beside, "a body begins without its parameters"},
      {begin_again, "a body has its parameters from elsewhere"},
      {start_again, "a part starts where others get to"},
      {skip_start_value, "a parameter is not what the body begins with"},
      {other_start_value, "a parameter is not what the body begins with"},
      {old_global, "a parameter is not what the body begins with"},
      {skip_argument, "a call does not set what it passes"},
      {other_global_passed, "a call does not set what it passes"},
      {skip_result, "a return does not set what it gives"},
      {other_global_given, "a return does not set what it gives"},
      {set_start_later, "a formal is set where it should not be"},
      {set_call_elsewhere, "a formal is set where it should not be"},
      {set_return_early, "a formal is set where it should not be"},
      {read_formal, "the program reads a formal"},
      {read_private_of_main, "two parts have a private variable in common"},
      {write_private_of_main, "two parts have a private variable in common"},
      {write_secretly, "a body changes what is not among its results"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    fixture f;
    setup(&f, TWO);
    mutate(&f, all[i].how);
    CHECK_REFUSED(&f, all[i].why);
    teardown(&f);
  }
}

// --- mutants of what is open ------------------------------------------------

typedef void (*open_mutation)(fixture *f);

static open_call *some_call(fixture *f, uint32_t k) {
  for (uint32_t i = 0; i < f->what.calls.calls.len; i++)
    if (f->what.calls.calls.data[i].function == k)
      return &f->what.calls.calls.data[i];
  CHECK(!"no call of it");
  return NULL;
}

static open_parameter *parameters_of(fixture *f, uint32_t k) {
  return (open_parameter *)(uintptr_t)function(f, k)->parameters;
}

static open_result *results_of(fixture *f, uint32_t k) {
  return (open_result *)(uintptr_t)function(f, k)->results;
}

static assignment *assignments_of(open_call *c) {
  return (assignment *)(uintptr_t)c->way.assignments;
}

static term *inputs_of(open_call *c) {
  return (term *)(uintptr_t)c->way.inputs;
}

static void conditional_way(fixture *f) {
  open_call *c = some_call(f, 0);
  c->way.guard = term_eq_make(f->c.tt, c->way.inputs[0], number(f, 0));
}

static void fewer_effects(fixture *f) {
  open_call *c = some_call(f, 0);
  assignment *all = assignments_of(c);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < c->way.assignment_count; i++)
    if (program_variable(f->c.p, all[i].target)->reach == VAR_PRIVATE)
      all[kept++] = all[i];
  CHECK(kept < c->way.assignment_count);
  c->way.assignment_count = kept;
}

static void constant_effect(fixture *f) {
  assignments_of(some_call(f, 0))[0].value = number(f, 0);
}

static void crossed_effects(fixture *f) {
  open_call *c = some_call(f, 0);
  assignment *all = assignments_of(c);
  CHECK(c->way.assignment_count == 2);
  term kept = all[0].value;
  all[0].value = all[1].value;
  all[1].value = kept;
}

static void effect_on_another(fixture *f) {
  open_call *c = some_call(f, 0);
  for (uint32_t i = 0; i < c->way.assignment_count; i++)
    if (program_variable(f->c.p, assignments_of(c)[i].target)->reach ==
        VAR_SHARED)
      assignments_of(c)[i].target = shared(f, "kept");
}

static void one_input_twice(fixture *f) {
  open_call *c = some_call(f, 0);
  CHECK(c->way.input_count == 2);
  inputs_of(c)[1] = inputs_of(c)[0];
}

static void input_of_an_edge(fixture *f) {
  inputs_of(some_call(f, 0))[0] = f->what.calls.choice;
}

static void input_of_another_call(fixture *f) {
  CHECK(f->what.calls.calls.len > 1);
  open_call *all = f->what.calls.calls.data;
  term other = all[1].way.inputs[0], own = all[0].way.inputs[0];
  for (uint32_t i = 0; i < all[0].way.assignment_count; i++)
    if (term_eq(all[0].way.assignments[i].value, own))
      assignments_of(&all[0])[i].value = other;
  inputs_of(&all[0])[0] = other;
}

// Only the first result of function k is told, here and at its calls.
static void forget_results(fixture *f, uint32_t k) {
  f->what.calls.functions.data[k].result_count = 1;
  for (uint32_t i = 0; i < f->what.calls.calls.len; i++) {
    open_call *c = &f->what.calls.calls.data[i];
    uint32_t kept = 0;
    if (c->function != k)
      continue;
    c->way.input_count = 1;
    for (uint32_t j = 0; j < c->way.assignment_count; j++)
      if (term_eq(c->way.assignments[j].value, c->way.inputs[0]))
        assignments_of(c)[kept++] = c->way.assignments[j];
    c->way.assignment_count = kept;
  }
}

// The number of the function with so many parameters of its own.
static uint32_t function_with(const fixture *f, uint32_t parameters) {
  for (uint32_t k = 0; k < f->what.calls.functions.len; k++) {
    const open_function *o = function(f, k);
    uint32_t own = 0;
    for (uint32_t i = 0; i < o->parameter_count; i++)
      own += o->parameters[i].global.id == 0;
    if (own == parameters)
      return k;
  }
  CHECK(!"no such function");
  return 0;
}

static void missing_result(fixture *f) {
  forget_results(f, function_with(f, 1));
}

static void missing_inner_result(fixture *f) {
  forget_results(f, function_with(f, 2));
}

static void call_of_nothing(fixture *f) {
  f->what.calls.calls.data[0].function = 2;
}

static void call_of_another(fixture *f) {
  uint32_t *k = &f->what.calls.calls.data[0].function;
  *k = 1 - *k;
}

static void return_of_another(fixture *f) {
  uint32_t *k = &f->what.calls.returns.data[0].function;
  *k = 1 - *k;
}

static void return_elsewhere(fixture *f) {
  f->what.calls.returns.data[0].to = f->what.calls.returns.data[0].at;
}

static void one_end_for_two(fixture *f) {
  f->what.calls.calls.data[0].at = f->what.calls.returns.data[0].at;
}

static void goes_on_elsewhere(fixture *f) {
  open_call *c = some_call(f, 0);
  c->to = function(f, 1)->to;
}

static void formal_for_two(fixture *f) {
  open_parameter *p = parameters_of(f, 0);
  p[0].at_call = p[0].at_start;
}

static void shared_formal(fixture *f) {
  results_of(f, 0)[0].at_return = shared(f, "kept");
}

static void private_global(fixture *f) {
  for (uint32_t i = 0; i < function(f, 0)->result_count; i++)
    if (results_of(f, 0)[i].global.id != 0)
      results_of(f, 0)[i].global = find(f, "n", "main");
}

static void result_for_two(fixture *f) {
  open_result *r = results_of(f, 0);
  CHECK(function(f, 0)->result_count == 2 && r[0].global.id == 0);
  r[0].global = r[1].global;
}

static void other_sort(fixture *f) {
  open_parameter *p = parameters_of(f, function_with(f, 2));
  var kept = p[0].at_call;
  p[0].at_call = p[1].at_call;
  p[1].at_call = kept;
}

static void swapped_inputs(fixture *f) {
  open_parameter *p = parameters_of(f, function_with(f, 2));
  term kept = p[0].input;
  p[0].input = p[1].input;
  p[1].input = kept;
}

static void no_error(fixture *f) {
  f->what.calls.error = f->what.calls.returns.data[0].to;
}

static void no_body(fixture *f) {
  f->what.calls.functions.data[0].to = LOC_NONE;
}

static void test_mutants_of_records(void **state) {
  static const struct {
    open_mutation how;
    const char *why;
  } all[] = {
      {conditional_way, "what a call comes to has a condition"},
      {fewer_effects, "a call does not assign its results alone"},
      {constant_effect, "a call does not assign its results alone"},
      {crossed_effects, "a call does not assign its results alone"},
      {effect_on_another, "a call does not assign its results alone"},
      {one_input_twice, "results of a call are no inputs of their own"},
      {input_of_an_edge, "results of a call are no inputs of their own"},
      {input_of_another_call, "results of a call are no inputs of their own"},
      {missing_result, "a body changes what is not among its results"},
      {missing_inner_result, "a body changes what is not among its results"},
      {call_of_nothing, "a call of no function"},
      {call_of_another, "a call does not set what it passes"},
      {return_of_another, "a return of another function"},
      {return_elsewhere, "a return of no function, or not to the end"},
      {one_end_for_two, "two open ends at one location"},
      {goes_on_elsewhere, "two parts have a location in common"},
      {formal_for_two, "a formal is no variable of its own"},
      {shared_formal, "a formal is no variable of its own"},
      {private_global, "a formal stands for what is not shared"},
      {result_for_two, "two results are one variable"},
      {other_sort, "a parameter changes its sort"},
      {swapped_inputs, "a parameter is not what the body begins with"},
      {no_error, "there is no error to lead to"},
      {no_body, "a body was not translated"}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    fixture f;
    setup(&f, TWO);
    all[i].how(&f);
    CHECK_REFUSED(&f, all[i].why);
    teardown(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_true_contract),
      cmocka_unit_test(test_wrong_at_one_value),
      cmocka_unit_test(test_wrong_for_one_caller),
      cmocka_unit_test(test_wrong_in_the_body),
      cmocka_unit_test(test_swapped_parameters),
      cmocka_unit_test(test_missing_effect),
      cmocka_unit_test(test_wrong_at_one_return),
      cmocka_unit_test(test_returns_after_all),
      cmocka_unit_test(test_is_called_after_all),
      cmocka_unit_test(test_circular),
      cmocka_unit_test(test_vocabulary),
      cmocka_unit_test(test_parts_stand),
      cmocka_unit_test(test_mutants_of_edges),
      cmocka_unit_test(test_mutants_of_records)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
