// SPDX-License-Identifier: Apache-2.0
// Which calls are left open, what closes them, and that a wrong contract is an
// error of the closed program.
#include "contract/contract.h"

#include "certify/contract/closed.h"
#include "certify/contract/parts.h"
#include "frontend/c_program.h"

typedef struct {
  c_program c;
  open_calls open;
} opened;

static void read_open(opened *o, const char *text) {
  char path[64];
  memset(o, 0, sizeof *o);
  c_write(path, text, "test.c");
  const char *args[] = {path, NULL};
  options_init(&o->c.o);
  o->c.tt = terms_new();
  o->c.e = (env){.options = &o->c.o, .stats = &o->c.st};
  CHECK(options_parse(&o->c.o, 1, (char **)(uintptr_t)args, &o->c.d));
  o->c.p = frontend_read_open(&o->c.e, o->c.tt, &o->open, &o->c.d);
  CHECK(o->c.p != NULL);
  c_remove(path);
}

static void close_all(opened *o) {
  open_calls_clear(&o->open);
  c_free(&o->c);
}

static term start_of(const opened *o, uint32_t k) {
  const open_function *f = &o->open.functions.data[0];
  CHECK(k < f->parameter_count);
  return program_variable_term(o->c.p, f->parameters[k].at_start);
}

static term result_of(const opened *o, uint32_t k) {
  const open_function *f = &o->open.functions.data[0];
  CHECK(k < f->result_count);
  return program_variable_term(o->c.p, f->results[k].at_return);
}

// --- what is left open -----------------------------------------------------

static void test_without_recursion(void **state) {
  opened o;
  read_open(&o, "int f(int n) { return n; } int main(void) { return f(1); }");
  CHECK(o.open.functions.len == 0);
  close_all(&o);
}

static void test_only_numbers(void **state) {
  static const char *const texts[] = {
      // An array, memory behind a pointer, a pointer as parameter, and calls
      // that may change anything.
      "int a[4]; void f(unsigned n) { a[n % 4] = 1; if (n) f(n - 1); }"
      "int main(void) { f(9); }",
      "int x, *p = &x; void f(unsigned n) { *p = 1; if (n) f(n - 1); }"
      "int main(void) { p = &x; f(9); }",
      "void f(int *p) { if (*p) { --*p; f(p); } }"
      "int main(void) { int n = 3; f(&n); }",
      "void g(int *); int x; void f(unsigned n) { g(&x); if (n) f(n - 1); }"
      "int main(void) { f(9); }",
      "struct { int a, b; } s; void f(unsigned n) { s.a = 1; if (n) f(n - 1); }"
      "int main(void) { f(9); }"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    opened o;
    read_open(&o, texts[i]);
    CHECK(o.open.functions.len == 0);
    close_all(&o);
  }
}

static void test_globals_are_formals(void **state) {
  opened o;
  read_open(&o, "int deep, limit; void note(void) { deep++; }"
                "void f(int n) { note(); if (n < limit) f(n + 1); }"
                "int main(void) { limit = 7; deep = 0; f(0); }");
  CHECK(o.open.functions.len == 1);
  const open_function *f = &o.open.functions.data[0];
  CHECK(f->parameter_count == 3 && f->result_count == 1);
  CHECK(f->results[0].global.id == c_find(&o.c, "deep").id);
  close_all(&o);
}

static void test_one_of_two(void **state) {
  opened o;
  read_open(&o, "int g(int n); int f(int n) { return n ? g(n - 1) : 0; }"
                "int g(int n) { return n ? f(n - 1) : 1; }"
                "int main(void) { return f(5) + g(5); }");
  CHECK(o.open.functions.len >= 1);
  CHECK(o.open.calls.len >= 2 && o.open.returns.len >= 1);
  close_all(&o);
}

// C leaves it to the callers what a value that was not returned means, and a
// caller may read less than is returned.
static void test_only_plain_results(void **state) {
  opened o;
  read_open(&o, "int f(int n) { if (n) return f(n - 1); }"
                "int main(void) { return f(1); }");
  CHECK(o.open.functions.len == 0);
  close_all(&o);
}

// --- whose variables are -----------------------------------------------------

static var_reach reach_of(const opened *o, const char *name) {
  return program_variable(o->c.p, c_find(&o->c, name))->reach;
}

static void test_reach(void **state) {
  opened o;
  read_open(&o, "int global, *to; void see(int *p) { to = p; }"
                "int f(int own) { static int kept; int seen = own; kept++;"
                "  see(&seen); int a[2] = {own, 1};"
                "  return own ? f(own - 1) + a[own & 1] : kept; }"
                "int main(void) { global = 1; return f(1); }");
  CHECK(reach_of(&o, "global") == VAR_SHARED);
  CHECK(reach_of(&o, "kept") == VAR_SHARED);
  CHECK(reach_of(&o, "seen") == VAR_SHARED);
  CHECK(reach_of(&o, "own") == VAR_PRIVATE);
  CHECK(reach_of(&o, "a[0]") == VAR_PRIVATE);
  close_all(&o);
}

// A number that is an address may lead to a variable of another call.
static void test_addresses_are_no_numbers(void **state) {
  opened o;
  read_open(&o, "unsigned f(unsigned n, unsigned long a) {"
                "  unsigned x = n; if (n == 0) return *(unsigned *)a;"
                "  return f(n - 1, (unsigned long)&x); }"
                "int main(void) { unsigned y = 1;"
                "  return f(9, (unsigned long)&y) == 1; }");
  CHECK(o.open.functions.len == 1);
  CHECK(parts_check(o.c.p, &o.open) != NULL);
  close_all(&o);
}

// --- closing -----------------------------------------------------------------

static const char COUNT[] =
    "unsigned __VERIFIER_nondet_uint(void);"
    "unsigned count(unsigned n) { return n == 0 ? 0 : count(n - 1) + 1; }"
    "int main(void) { return count(__VERIFIER_nondet_uint()) > 3; }";

// The sink that the part with that number ends in, given these inputs.
static loc_kind run_part(opened *o, const uint64_t *inputs, uint32_t count) {
  c_run r = {.c = &o->c, .feed = inputs, .feed_count = count};
  run_hooks hooks = {.input = c_next_input, .step = c_observe, .data = &r};
  run_outcome end = program_run(o->c.p, &hooks, 1000, &(limits){0});
  CHECK(end.end == RUN_SINK);
  return program_location(o->c.p, end.at)->kind;
}

static void test_wrong_gives(void **state) {
  opened o;
  read_open(&o, COUNT);
  contracts c = contracts_new(&o.open);
  vec_push(&c.of[0].gives,
           term_eq_make(o.c.tt, result_of(&o, 0), term_bv(o.c.tt, 32, 0)));
  contracts_close(o.c.p, &o.open, &c);
  // The body with 0 keeps it; with 1, and a call that keeps it, it does not.
  CHECK(run_part(&o, (uint64_t[]){1, 0}, 2) == LOC_END);
  CHECK(run_part(&o, (uint64_t[]){1, 1, 0}, 3) == LOC_ERROR);
  contracts_free(&c);
  close_all(&o);
}

static void test_wrong_needs(void **state) {
  opened o;
  read_open(&o, COUNT);
  contracts c = contracts_new(&o.open);
  vec_push(&c.of[0].needs,
           term_bvult(o.c.tt, start_of(&o, 0), term_bv(o.c.tt, 32, 5)));
  contracts_close(o.c.p, &o.open, &c);
  // main itself calls count once more than is left open.
  CHECK(run_part(&o, (uint64_t[]){0, 5, 4}, 3) == LOC_END);
  CHECK(run_part(&o, (uint64_t[]){0, 6}, 2) == LOC_ERROR);
  contracts_free(&c);
  close_all(&o);
}

static void check_same_edges(const program *p, const program *q) {
  CHECK(program_edge_count(p) == program_edge_count(q));
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    edge e = {i};
    const block *a = program_edge_block(p, e), *b = program_edge_block(q, e);
    CHECK(program_edge_from(p, e).id == program_edge_from(q, e).id);
    CHECK(program_edge_to(p, e).id == program_edge_to(q, e).id);
    CHECK(term_eq(a->guard, b->guard));
    CHECK(a->assignment_count == b->assignment_count);
    for (uint32_t k = 0; k < a->assignment_count; k++)
      CHECK(a->assignments[k].target.id == b->assignments[k].target.id &&
            term_eq(a->assignments[k].value, b->assignments[k].value));
    CHECK(a->input_count == b->input_count);
  }
}

// The judge makes the program that is searched, edge by edge: proofs that name
// its edges are about the same ones.
static void test_closed_as_judged(void **state) {
  static const char *const texts[] = {
      COUNT,
      "unsigned deep; void dive(unsigned n) { deep++; if (n) dive(n - 1); }"
      "int main(void) { dive(9); return deep == 10; }",
      "int g(int n); int f(int n) { return n > 2 ? f(n - 2) : g(n - 1); }"
      "int g(int n) { return n > 2 ? g(n - 2) : n ? f(n - 1) : 1; }"
      "int main(void) { return f(5) + g(5); }"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    opened o;
    read_open(&o, texts[i]);
    CHECK(parts_check(o.c.p, &o.open) == NULL);
    contracted what = {.open = program_copy(o.c.p), .calls = o.open};
    what.contracts = contracts_find(&o.c.e, o.c.p, &o.open);
    CHECK(closed_check(&what) == NULL);
    contracts_close(o.c.p, &o.open, &what.contracts);
    program *judged = closed_make(&what);
    CHECK(program_edge_count(judged) > program_edge_count(what.open));
    check_same_edges(o.c.p, judged);
    program_free(judged);
    program_free(what.open);
    contracts_free(&what.contracts);
    close_all(&o);
  }
}

// --- finding -----------------------------------------------------------------

static bool follows(const opened *o, const contract *c, uint64_t n,
                    uint64_t result) {
  evaluator *e = eval_new(o->c.tt);
  eval_set(e, start_of(o, 0), value_bv(32, n));
  eval_set(e, result_of(o, 0), value_bv(32, result));
  bool all = true;
  for (uint32_t i = 0; i < c->gives.len; i++)
    all &= eval_is_true(e, c->gives.data[i]);
  eval_free(e);
  return all;
}

static void test_finds_equation(void **state) {
  opened o;
  read_open(&o, COUNT);
  contracts c = contracts_find(&o.c.e, o.c.p, &o.open);
  for (uint64_t n = 0; n < 100; n++)
    for (uint64_t r = 0; r < 100; r++)
      CHECK(follows(&o, &c.of[0], n, r) == (n == r));
  CHECK(follows(&o, &c.of[0], UINT32_MAX, UINT32_MAX));
  contracts_free(&c);
  close_all(&o);
}

// Two calls in each body: observed a few times each, not exponentially often.
static void test_finds_table(void **state) {
  opened o;
  read_open(&o, "int fib(int n) { return n < 2 ? n : fib(n-1) + fib(n-2); }"
                "int main(void) { return fib(40); }");
  contracts c = contracts_find(&o.c.e, o.c.p, &o.open);
  uint64_t a = 0, b = 1;
  for (uint64_t n = 0; n < 40; n++) {
    CHECK(follows(&o, &c.of[0], n, a));
    CHECK(!follows(&o, &c.of[0], n, a + 1));
    uint64_t sum = a + b;
    a = b;
    b = sum;
  }
  contracts_free(&c);
  close_all(&o);
}

// All that is observed says that the result is n; one case does not.
static void test_drops_what_is_seldom_wrong(void **state) {
  opened o;
  read_open(&o,
            "unsigned __VERIFIER_nondet_uint(void);"
            "unsigned count(unsigned n) {"
            "  if ((n & 0xfffff) == 0xabcde) return 7;"
            "  return n == 0 ? 0 : count(n - 1) + 1; }"
            "int main(void) { return count(__VERIFIER_nondet_uint()) > 3; }");
  contracts c = contracts_find(&o.c.e, o.c.p, &o.open);
  CHECK(follows(&o, &c.of[0], 0xabcde, 7) || c.of[0].needs.len > 0);
  CHECK(follows(&o, &c.of[0], 0xabcdf, 8) || c.of[0].needs.len > 0);
  contracts_free(&c);
  close_all(&o);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_without_recursion),
      cmocka_unit_test(test_only_numbers),
      cmocka_unit_test(test_globals_are_formals),
      cmocka_unit_test(test_one_of_two),
      cmocka_unit_test(test_only_plain_results),
      cmocka_unit_test(test_reach),
      cmocka_unit_test(test_addresses_are_no_numbers),
      cmocka_unit_test(test_closed_as_judged),
      cmocka_unit_test(test_wrong_gives),
      cmocka_unit_test(test_wrong_needs),
      cmocka_unit_test(test_finds_equation),
      cmocka_unit_test(test_finds_table),
      cmocka_unit_test(test_drops_what_is_seldom_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
