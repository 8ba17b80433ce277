// SPDX-License-Identifier: Apache-2.0
// Testing finds errors that lie far, or behind inputs that are rare.
#include "engine/run/testing.h"

#include "base/mem.h"
#include "engine/run/single.h"
#include "unit.h"

#define PLENTY 3600.0 // seconds that no test needs

typedef struct {
  terms *tt;
  program *p;
  loc entry, head, body, error, end;
  var count, first;
  options options;
  stats stats;
  env env;
  engine_task task;
} fixture;

static loc add_location(fixture *f, loc_kind kind) {
  return program_add_location(f->p, &(loc_info){.kind = kind});
}

static var add_word(fixture *f, const char *name) {
  var_info info = {.name = name, .sort = sort_bv(f->tt, 32)};
  return program_add_variable(f->p, &info);
}

static void setup(fixture *f) {
  *f = (fixture){.tt = terms_new()};
  f->p = program_new(f->tt);
  f->count = add_word(f, "count");
  f->first = add_word(f, "first");
  f->entry = add_location(f, LOC_ENTRY);
  f->head = add_location(f, LOC_PLAIN);
  f->body = add_location(f, LOC_PLAIN);
  f->error = add_location(f, LOC_ERROR);
  f->end = add_location(f, LOC_END);
  program_set_entry(f->p, f->entry);
  options_init(&f->options);
  f->env = (env){.options = &f->options, .stats = &f->stats};
  f->task = (engine_task){f->p, f->p, &f->env, NULL};
}

static void drop(fixture *f) {
  program_free(f->p);
  terms_free(f->tt);
  options_free(&f->options);
}

static term number(fixture *f, uint64_t n) { return term_bv(f->tt, 32, n); }

static term word(const fixture *f, var v) {
  return program_variable_term(f->p, v);
}

static term add_input(fixture *f, const char *name) {
  input_info info = {.name = name, .sort = sort_bv(f->tt, 32)};
  return program_add_input(f->p, &info);
}

static void add_edge(fixture *f, loc from, loc to, block b) {
  program_add_edge(f->p, from, to, &b, &(edge_info){.kind = EDGE_PLAIN});
}

// Two edges, one of which is taken.
static void add_choice(fixture *f, loc from, term condition, loc yes, loc no) {
  add_edge(f, from, yes, (block){.guard = condition});
  add_edge(f, from, no, (block){.guard = term_not(f->tt, condition)});
}

static void add_count(fixture *f, loc from, loc to) {
  assignment a = {f->count, term_bvadd(f->tt, word(f, f->count), number(f, 1))};
  add_edge(f, from, to, (block){term_true(f->tt), &a, 1, NULL, 0});
}

static void add_read(fixture *f, loc from, loc to, term input) {
  assignment a = {f->first, input};
  add_edge(f, from, to, (block){term_true(f->tt), &a, 1, &input, 1});
}

// The number of inputs of the error that is found.
static uint32_t find_error(fixture *f) {
  testing *t = testing_new(&f->task);
  result *r = result_new("test");
  // The run with default inputs, then those with random ones.
  CHECK(testing_continue(t, PLENTY, r) || testing_continue(t, PLENTY, r));
  CHECK(r->verdict == VERDICT_FALSE);
  uint32_t inputs = r->trace.inputs.len;
  result_free(r);
  testing_free(t);
  return inputs;
}

static void a_long_run_without_inputs_is_executed(void **state) {
  fixture f;
  setup(&f);
  add_edge(&f, f.entry, f.head, (block){.guard = term_true(f.tt)});
  add_choice(&f, f.head,
             term_bvult(f.tt, word(&f, f.count), number(&f, 5000000)), f.body,
             f.error);
  add_count(&f, f.body, f.head);
  CHECK(find_error(&f) == 0);
  drop(&f);
}

static void a_program_without_inputs_has_one_run(void **state) {
  fixture f;
  setup(&f);
  add_edge(&f, f.entry, f.end, (block){.guard = term_true(f.tt)});
  testing *t = testing_new(&f.task);
  result *r = result_new("test");
  CHECK(testing_share(t) > 0.5);
  CHECK(!testing_continue(t, PLENTY, r)); // does not wait for its time
  CHECK(testing_share(t) == 0);
  CHECK(r->verdict == VERDICT_UNKNOWN);
  result_free(r);
  testing_free(t);
  drop(&f);
}

static void constants_of_the_program_are_tried(void **state) {
  fixture f;
  setup(&f);
  add_read(&f, f.entry, f.head, add_input(&f, "magic"));
  add_choice(&f, f.head,
             term_eq_make(f.tt, word(&f, f.first), number(&f, 2718281828)),
             f.error, f.end);
  CHECK(find_error(&f) == 1);
  drop(&f);
}

// A loop goes round 'first' times; then that number is looked at.
static void numbers_of_every_length_are_tried(void **state) {
  fixture f;
  setup(&f);
  loc behind = add_location(&f, LOC_PLAIN);
  add_read(&f, f.entry, f.head, add_input(&f, "rounds"));
  add_choice(&f, f.head, term_bvult(f.tt, word(&f, f.count), word(&f, f.first)),
             f.body, behind);
  add_count(&f, f.body, f.head);
  term is_long = term_not(
      f.tt, term_eq_make(f.tt, term_extract(f.tt, word(&f, f.first), 31, 17),
                         term_bv(f.tt, 15, 0)));
  add_choice(&f, behind, is_long, f.error, f.end);
  CHECK(find_error(&f) == 1);
  drop(&f);
}

// 20000 questions, none of which may have the same answer as the first one.
static void an_input_may_keep_its_value(void **state) {
  fixture f;
  setup(&f);
  loc again = add_location(&f, LOC_PLAIN);
  term input = add_input(&f, "other");
  add_read(&f, f.entry, f.head, add_input(&f, "first"));
  add_choice(&f, f.head, term_bvult(f.tt, word(&f, f.count), number(&f, 20000)),
             f.body, f.error);
  term is_same = term_eq_make(f.tt, term_extract(f.tt, word(&f, f.first), 7, 0),
                              term_extract(f.tt, input, 7, 0));
  add_edge(&f, f.body, f.end, (block){is_same, NULL, 0, &input, 1});
  add_edge(&f, f.body, again,
           (block){term_not(f.tt, is_same), NULL, 0, &input, 1});
  add_count(&f, again, f.head);
  CHECK(find_error(&f) == 20001);
  drop(&f);
}

// A word of six letters, each of which leads one choice further: nobody draws
// all of them at once.
static void what_runs_found_is_kept(void **state) {
  fixture f;
  setup(&f);
  loc at = f.entry;
  for (uint32_t i = 0; i < 6; i++) {
    loc read = add_location(&f, LOC_PLAIN), next = add_location(&f, LOC_PLAIN);
    char name[] = {(char)('a' + i), 0};
    add_read(&f, at, read, add_input(&f, name));
    add_choice(&f, read,
               term_eq_make(f.tt, word(&f, f.first), number(&f, 200 + 17 * i)),
               i == 5 ? f.error : next, f.end);
    at = next;
  }
  CHECK(find_error(&f) == 6);
  drop(&f);
}

// No constant of the program says what the input has to be.
static void comparisons_say_what_they_ask_for(void **state) {
  fixture f;
  setup(&f);
  loc choice = add_location(&f, LOC_PLAIN);
  term last = number(&f, 100000000);
  add_read(&f, f.entry, f.head, add_input(&f, "number"));
  add_choice(&f, f.head, term_bvult(f.tt, word(&f, f.count), last), f.body,
             choice);
  assignment a = {f.count,
                  term_bvadd(f.tt,
                             term_bvmul(f.tt, word(&f, f.count), number(&f, 5)),
                             number(&f, 3))};
  add_edge(&f, f.body, f.head, (block){term_true(f.tt), &a, 1, NULL, 0});
  add_choice(&f, choice,
             term_eq_make(f.tt, word(&f, f.first), word(&f, f.count)), f.error,
             f.end);
  CHECK(find_error(&f) == 1);
  drop(&f);
}

// Contents of memory that holds pointers: the input is an array, not a pointer.
static void pointers_come_in_arrays_too(void **state) {
  fixture f;
  setup(&f);
  sort memory = sort_array(f.tt, sort_bv(f.tt, 32), sort_bv(f.tt, 64));
  program_add_object(
      f.p, &(object_info){.start = 4096, .size = 4096, .is_outside = true});
  var cells = program_add_variable(f.p, &(var_info){"cells", .sort = memory});
  term whole = program_variable_term(f.p, cells);
  type_info type = {.kind = TYPE_POINTER};
  term input = program_add_input(
      f.p, &(input_info){.name = "any", .type = type, .sort = memory});
  term one = number(&f, 1), ones = term_bv(f.tt, 64, 1);
  assignment read = {cells, input};
  assignment write = {cells, term_store(f.tt, whole, one, ones)};
  add_edge(&f, f.entry, f.body, (block){term_true(f.tt), &read, 1, &input, 1});
  add_edge(&f, f.body, f.head, (block){term_true(f.tt), &write, 1, NULL, 0});
  loc read_it = add_location(&f, LOC_PLAIN);
  add_choice(&f, f.head,
             term_eq_make(f.tt, term_select(f.tt, whole, one), ones), read_it,
             f.end);
  loc look = add_location(&f, LOC_PLAIN);
  add_read(&f, read_it, look, add_input(&f, "number"));
  add_choice(&f, look, term_eq_make(f.tt, word(&f, f.first), number(&f, 3)),
             f.error, f.end);
  CHECK(find_error(&f) == 2); // not in the first run
  drop(&f);
}

// --- the only execution -----------------------------------------------------

// Seven rounds, then 'last'. Is the count set at the start, or open?
static void count_to_seven(fixture *f, bool is_set, loc last) {
  assignment zero = {f->count, number(f, 0)};
  add_edge(f, f->entry, f->head,
           (block){term_true(f->tt), &zero, is_set, NULL, 0});
  add_choice(f, f->head, term_bvult(f->tt, word(f, f->count), number(f, 7)),
             f->body, last);
  add_count(f, f->body, f->head);
}

static bool runs_alone(const fixture *f, uint64_t *visits) {
  bool is_head[8] = {false};
  assert(program_location_count(f->p) < 8);
  is_head[f->head.id] = true;
  return single_run(&f->task, is_head, visits);
}

static void the_only_run_is_counted(void **state) {
  fixture f;
  uint64_t visits = 0;
  setup(&f);
  count_to_seven(&f, true, f.end);
  CHECK(runs_alone(&f, &visits) && visits == 8);
  drop(&f);
}

static void an_open_start_is_no_only_run(void **state) {
  fixture f;
  uint64_t visits;
  setup(&f);
  count_to_seven(&f, false, f.end);
  CHECK(!runs_alone(&f, &visits));
  drop(&f);
}

static void only_a_good_end_counts(void **state) {
  static const struct {
    loc_kind end;
    bool is_good;
  } cases[] = {{LOC_END, true},
               {LOC_ERROR, false},
               {LOC_BOUND, false},
               {LOC_UNSUPPORTED, false}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    fixture f;
    uint64_t visits;
    setup(&f);
    count_to_seven(&f, true, add_location(&f, cases[i].end));
    CHECK(runs_alone(&f, &visits) == cases[i].is_good);
    drop(&f);
  }
}

static void a_question_on_the_way_is_seen(void **state) {
  fixture f;
  uint64_t visits;
  setup(&f);
  loc asks = add_location(&f, LOC_PLAIN);
  count_to_seven(&f, true, asks);
  add_read(&f, asks, f.end, add_input(&f, "late"));
  CHECK(!runs_alone(&f, &visits));
  drop(&f);
}

static int leaves_nothing(void **state) { return mem_live() == 0 ? 0 : 1; }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(a_long_run_without_inputs_is_executed,
                                leaves_nothing),
      cmocka_unit_test_teardown(a_program_without_inputs_has_one_run,
                                leaves_nothing),
      cmocka_unit_test_teardown(constants_of_the_program_are_tried,
                                leaves_nothing),
      cmocka_unit_test_teardown(numbers_of_every_length_are_tried,
                                leaves_nothing),
      cmocka_unit_test_teardown(an_input_may_keep_its_value, leaves_nothing),
      cmocka_unit_test_teardown(what_runs_found_is_kept, leaves_nothing),
      cmocka_unit_test_teardown(comparisons_say_what_they_ask_for,
                                leaves_nothing),
      cmocka_unit_test_teardown(pointers_come_in_arrays_too, leaves_nothing),
      cmocka_unit_test_teardown(the_only_run_is_counted, leaves_nothing),
      cmocka_unit_test_teardown(an_open_start_is_no_only_run, leaves_nothing),
      cmocka_unit_test_teardown(only_a_good_end_counts, leaves_nothing),
      cmocka_unit_test_teardown(a_question_on_the_way_is_seen, leaves_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
