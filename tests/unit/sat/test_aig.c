// SPDX-License-Identifier: Apache-2.0
// Every literal is checked against its truth table over four inputs.
#include "sat/aig.h"

#include "base/mem.h"
#include "sat/gate.h"
#include "unit.h"

enum { INPUTS = 4, STEPS = 20000 };

static const uint16_t INPUT_TABLE[INPUTS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

typedef struct {
  aig *g;
  VEC(uint16_t) tables; // by node
  uint64_t random;
} fixture;

static uint32_t random_below(fixture *f, uint32_t n) {
  f->random = f->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
  return (uint32_t)(f->random >> 33) % n;
}

static uint16_t table_of(const fixture *f, aig_lit a) {
  uint16_t t = f->tables.data[aig_node_of(a)];
  return aig_sign(a) ? (uint16_t)~t : t;
}

// Computes the tables of the nodes that are new, in node order.
static void update(fixture *f) {
  for (uint32_t n = f->tables.len; n < aig_count(f->g); n++) {
    uint16_t table = 0;
    if (aig_is_input(f->g, n)) {
      table = INPUT_TABLE[aig_input_index(f->g, n)];
    } else if (aig_is_and(f->g, n)) {
      CHECK(aig_node_of(aig_left(f->g, n)) < n);
      CHECK(aig_node_of(aig_right(f->g, n)) < n);
      table = table_of(f, aig_left(f->g, n)) & table_of(f, aig_right(f->g, n));
    }
    vec_push(&f->tables, table);
  }
}

static void set_up(fixture *f, uint64_t seed) {
  *f = (fixture){.g = aig_new(), .random = seed};
  for (int i = 0; i < INPUTS; i++)
    aig_input(f->g);
  update(f);
}

static void tear_down(fixture *f) {
  aig_free(f->g);
  vec_free(&f->tables);
  assert_int_equal(mem_live(), 0);
}

static aig_lit random_lit(fixture *f) {
  return random_below(f, 2 * aig_count(f->g));
}

static void check_gate(const fixture *f, uint32_t node) {
  gate g = gate_of(f->g, node);
  uint16_t in[3] = {0, 0, 0}, expect = 0;
  for (uint32_t i = 0; i < g.arity; i++)
    in[i] = table_of(f, g.in[i]);
  switch (g.kind) {
  case GATE_AND:
    expect = in[0] & in[1];
    break;
  case GATE_XOR:
    expect = in[0] ^ in[1];
    break;
  case GATE_MUX:
    expect = (uint16_t)((in[0] & in[1]) | (~in[0] & in[2]));
    break;
  case GATE_MAJORITY:
    expect = (in[0] & in[1]) | (in[0] & in[2]) | (in[1] & in[2]);
    break;
  }
  assert_int_equal(expect, f->tables.data[node]);
}

static void test_connectives(void **state) {
  fixture f;
  set_up(&f, 1);
  for (int step = 0; step < STEPS; step++) {
    aig_lit a = random_lit(&f), b = random_lit(&f), c = random_lit(&f);
    uint16_t x = table_of(&f, a), y = table_of(&f, b), z = table_of(&f, c);
    aig_lit results[] = {aig_and(f.g, a, b),    aig_or(f.g, a, b),
                         aig_xor(f.g, a, b),    aig_iff(f.g, a, b),
                         aig_mux(f.g, a, b, c), aig_carry(f.g, a, b, c)};
    uint16_t expect[] = {x & y,
                         x | y,
                         x ^ y,
                         (uint16_t) ~(x ^ y),
                         (uint16_t)((x & y) | (~x & z)),
                         (x & y) | (x & z) | (y & z)};
    update(&f);
    for (int i = 0; i < 6; i++)
      assert_int_equal(table_of(&f, results[i]), expect[i]);
  }
  for (uint32_t n = 1; n < aig_count(f.g); n++)
    if (aig_is_and(f.g, n))
      check_gate(&f, n);
  tear_down(&f);
}

// Asking twice, in either order, gives the same literal and no new node.
static void test_sharing(void **state) {
  fixture f;
  set_up(&f, 2);
  for (int step = 0; step < STEPS; step++) {
    aig_lit a = random_lit(&f), b = random_lit(&f);
    aig_lit both = aig_and(f.g, a, b), either = aig_xor(f.g, a, b);
    uint32_t count = aig_count(f.g);
    CHECK(aig_and(f.g, b, a) == both);
    CHECK(aig_xor(f.g, b, a) == either);
    CHECK(aig_xor(f.g, aig_not(a), b) == aig_not(either));
    CHECK(aig_count(f.g) == count);
  }
  tear_down(&f);
}

// The rules that need no new node at all.
static void test_two_level_rules(void **state) {
  fixture f;
  set_up(&f, 3);
  aig *g = f.g;
  aig_lit a = 2, b = 4, c = 6, d = 8;
  aig_lit ab = aig_and(g, a, b), bc = aig_and(g, b, c);
  aig_lit a_not_b = aig_and(g, a, aig_not(b));
  CHECK(aig_and(g, ab, aig_not(a)) == AIG_FALSE);
  CHECK(aig_and(g, ab, b) == ab);
  CHECK(aig_and(g, aig_not(ab), aig_not(a)) == aig_not(a));
  CHECK(aig_and(g, aig_not(ab), a) == a_not_b);
  CHECK(aig_and(g, aig_not(ab), aig_not(a_not_b)) == aig_not(a));
  CHECK(aig_and(g, ab, aig_and(g, aig_not(a), c)) == AIG_FALSE);
  CHECK(aig_and(g, ab, bc) == aig_and(g, bc, a));
  CHECK(aig_and(g, aig_not(ab), aig_and(g, aig_not(a), d)) ==
        aig_and(g, aig_not(a), d));
  CHECK(aig_and(g, aig_not(ab), aig_and(g, a, d)) ==
        aig_and(g, aig_not(b), aig_and(g, a, d)));
  tear_down(&f);
}

static void test_gates_are_found(void **state) {
  fixture f;
  set_up(&f, 4);
  aig *g = f.g;
  uint32_t x = aig_node_of(aig_xor(g, 2, 5));
  uint32_t m = aig_node_of(aig_mux(g, 2, 4, 6));
  uint32_t y = aig_node_of(aig_carry(g, 2, 4, 6));
  uint32_t z = aig_node_of(aig_carry(g, 3, 4, 7));
  CHECK(gate_of(g, x).kind == GATE_XOR);
  CHECK(gate_of(g, m).kind == GATE_MUX);
  CHECK(gate_of(g, y).kind == GATE_MAJORITY);
  CHECK(gate_of(g, z).kind == GATE_MAJORITY);
  CHECK(gate_of(g, aig_node_of(aig_and(g, 2, 4))).kind == GATE_AND);
  tear_down(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_connectives),
      cmocka_unit_test(test_sharing),
      cmocka_unit_test(test_two_level_rules),
      cmocka_unit_test(test_gates_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
