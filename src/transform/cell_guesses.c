// SPDX-License-Identifier: Apache-2.0
// A loop that goes over an array makes something true of each element that it
// has passed. So a candidate is an implication. Its premise says that the
// witness is an index that the program uses, or on one side of it, and perhaps
// below one of the bounds that indices are compared with. Its conclusion says
// of a cell what the program says of elements: it is what was stored there,
// with the witness in place of the index; it compares with a constant, a
// variable or another cell; or it is not what an error asks for. Of all these,
// a head is offered those over what is still read behind it: the others, of
// loops before and of loops to come, would be most of them.
//
// With two witnesses, the premise also says how these are related, and the
// conclusion how an element at one compares with an element at the other.
#include "transform/cell_guesses.h"

#include <assert.h>

#include "term/subst.h"
#include "term/walk.h"

enum {
  MOST_INDICES = 8,
  MOST_BOUNDS = 10,
  MOST_CONSTANTS = 8,
  MOST_VARIABLES = 8,

  MOST_LINKS = 8,
  MOST_PREMISES = 60,
  MOST_LINKED = 500, // of two witnesses: few of these count at one head
  MOST_FACTS = 300,
  MOST_FLAGS = 2,
  MOST_OFFERED = 700 // at a head: others have candidates, too
};

typedef struct {
  const cell_program *c;
  const program *p; // with cells
  terms *tt;
  lemmas *lemmas;
  term_vec indices, bounds, links, flags, premises, facts;
  term_vec constants, variables;
  term_set known; // all that is in one of the lists
  term_set seen;
  term_vec nodes;     // of all edges, arguments first
  term_set from_cell; // of these, what a cell has a part in
  subst *at_witness;  // every index is the witness
  bool has_orders;    // elements are compared by more than equality
} guesser;

static void add(guesser *g, term_vec *to, uint32_t most, term t) {
  if (to->len < most && !term_is_true(g->tt, t) && !term_is_false(g->tt, t) &&
      term_set_add(&g->known, t))
    vec_push(to, t);
}

static bool has_sort_of(const guesser *g, term a, term b) {
  return sort_eq(term_sort(g->tt, a), term_sort(g->tt, b));
}

static bool is_vector(const guesser *g, term t) {
  return sort_get_kind(g->tt, term_sort(g->tt, t)) == SORT_BV;
}

static bool is_cell(const guesser *g, term t) {
  for (uint32_t i = 0; i < g->c->cells.len; i++)
    if (term_eq(g->c->cells.data[i], t))
      return true;
  return false;
}

static bool is_recent(const guesser *g, term t) {
  for (uint32_t i = 0; i < g->c->recent.len; i++)
    if (term_eq(g->c->recent.data[i], t))
      return true;
  for (uint32_t k = 0; k < g->c->count; k++)
    if (term_eq(t, g->c->last[k]))
      return true;
  return false;
}

static bool is_witness(const guesser *g, term t) {
  for (uint32_t k = 0; k < g->c->count; k++)
    if (term_eq(t, g->c->witness[k]))
      return true;
  return false;
}

// Only variables of the program, which are no cells and not the witness.
static bool is_over_scalars(const guesser *g, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    ok &= program_variable_of(g->p, found.data[i]).id != 0 &&
          !is_cell(g, found.data[i]) && !is_recent(g, found.data[i]) &&
          !is_witness(g, found.data[i]);
  ok &= found.len > 0;
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// --- what the program mentions -----------------------------------------------

static void list_nodes(guesser *g) {
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++) {
    const block *b = program_edge_block(g->p, (edge){e});
    term_postorder(g->tt, &b->guard, 1, &g->seen, &g->nodes);
    for (uint32_t i = 0; i < b->assignment_count; i++)
      term_postorder(g->tt, &b->assignments[i].value, 1, &g->seen, &g->nodes);
  }
}

static void mark_cells(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    term t = g->nodes.data[i];
    bool is_part = is_cell(g, t);
    for (uint32_t k = 0; !is_part && k < term_arity(g->tt, t); k++)
      is_part = term_set_has(&g->from_cell, term_arg(g->tt, t, k));
    if (is_part)
      term_set_add(&g->from_cell, t);
  }
}

// The other side of an equation with the witness is an index.
static void find_indices(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    term t = g->nodes.data[i];
    if (term_get_kind(g->tt, t) != TERM_EQ)
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      term index = term_arg(g->tt, t, k);
      if (is_witness(g, term_arg(g->tt, t, 1 - k)) && is_over_scalars(g, index))
        add(g, &g->indices, MOST_INDICES, index);
    }
  }
}

static bool is_in(const term_vec *list, term t) {
  for (uint32_t i = 0; i < list->len; i++)
    if (term_eq(list->data[i], t))
      return true;
  return false;
}

// Sizes are compared with indices in more bits than both have.
static term without_extension(const guesser *g, term t) {
  term_kind kind = term_get_kind(g->tt, t);
  bool is_longer = kind == TERM_ZERO_EXTEND || kind == TERM_SIGN_EXTEND;
  return is_longer ? term_arg(g->tt, t, 0) : t;
}

// What indices, or other variables of their sort, are compared with.
static void find_bounds(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    term t = g->nodes.data[i];
    if (!term_is_comparison(g->tt, t) || term_get_kind(g->tt, t) == TERM_EQ)
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      term bound = without_extension(g, term_arg(g->tt, t, k));
      if (has_sort_of(g, bound, g->c->witness[0]) &&
          !is_in(&g->indices, bound) &&
          (term_is_value(g->tt, bound) || is_over_scalars(g, bound)))
        add(g, &g->bounds, MOST_BOUNDS, bound);
    }
  }
}

static bool is_element_like(const guesser *g, term t) {
  for (uint32_t i = 0; i < g->c->cells.len; i++)
    if (has_sort_of(g, t, g->c->cells.data[i]))
      return is_vector(g, t);
  return false;
}

static void add_partner(guesser *g, term x) {
  if (!is_element_like(g, x))
    return;
  if (term_is_value(g->tt, x))
    add(g, &g->constants, MOST_CONSTANTS, x);
  else if (program_variable_of(g->p, x).id != 0 && is_over_scalars(g, x))
    add(g, &g->variables, MOST_VARIABLES, x);
}

// Constants and variables that elements are compared with, or that get their
// values.
static void find_partners(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    term t = g->nodes.data[i];
    uint32_t first = term_get_kind(g->tt, t) == TERM_ITE ? 1 : 0;
    if (first == 0 && !term_is_comparison(g->tt, t))
      continue;
    term a = term_arg(g->tt, t, first), b = term_arg(g->tt, t, first + 1);
    if (term_set_has(&g->from_cell, a))
      add_partner(g, b);
    if (term_set_has(&g->from_cell, b))
      add_partner(g, a);
  }
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++) {
    const block *b = program_edge_block(g->p, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++)
      if (term_set_has(&g->from_cell, b->assignments[i].value))
        add_partner(g, program_variable_term(g->p, b->assignments[i].target));
  }
}

// A variable that is compared with a constant, and neither an index nor an
// element: it may say whether the loop has found something.
static bool is_flag(guesser *g, term t) {
  if (term_get_kind(g->tt, t) != TERM_EQ || term_set_has(&g->from_cell, t))
    return false;
  term a = term_arg(g->tt, t, 0), b = term_arg(g->tt, t, 1);
  term x = term_is_value(g->tt, a) ? b : a;
  return (term_is_value(g->tt, a) || term_is_value(g->tt, b)) &&
         program_variable_of(g->p, x).id != 0 && is_over_scalars(g, x) &&
         !is_in(&g->indices, x) && !is_in(&g->variables, x);
}

static void find_flags(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++)
    if (is_flag(g, g->nodes.data[i]))
      add(g, &g->flags, MOST_FLAGS, g->nodes.data[i]);
}

// --- premises ----------------------------------------------------------------

static void add_premise(guesser *g, term t) {
  add(g, &g->premises, g->c->count > 1 ? MOST_LINKED : MOST_PREMISES, t);
}

// Behind the index, from it on, or up to it, and below the bound.
static void add_premises_between(guesser *g, term index, term bound) {
  term j = g->c->witness[0], below = term_bvult(g->tt, j, bound);
  add_premise(g, term_and(g->tt, term_bvslt(g->tt, index, j), below));
  add_premise(g, term_and(g->tt, term_bvsle(g->tt, index, j), below));
  add_premise(g, term_and(g->tt, term_bvsle(g->tt, j, index), below));
}

static void add_premise_below(guesser *g, term limit) {
  term below = term_bvult(g->tt, g->c->witness[0], limit);
  add_premise(g, below);
  for (uint32_t i = 0; i < g->flags.len; i++) {
    term flag = g->flags.data[i];
    add_premise(g, term_and(g->tt, below, flag));
    add_premise(g, term_and(g->tt, below, term_not(g->tt, flag)));
  }
}

// Below each index; and at it, where a search has come to its end.
static void find_premises(guesser *g) {
  for (uint32_t i = 0; i < g->indices.len; i++)
    add_premise_below(g, g->indices.data[i]);
  for (uint32_t i = 0; i < g->indices.len; i++)
    add_premise(g, term_eq_make(g->tt, g->c->witness[0], g->indices.data[i]));
  for (uint32_t i = 0; i < g->bounds.len; i++)
    add_premise_below(g, g->bounds.data[i]);
  for (uint32_t i = 0; i < g->indices.len; i++)
    for (uint32_t k = 0; k < g->bounds.len; k++)
      add_premises_between(g, g->indices.data[i], g->bounds.data[k]);
}

// --- conclusions -------------------------------------------------------------

static bool has_input(const guesser *g, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool any = false;
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len; i++)
    any |= program_input(g->p, found.data[i]) != NULL;
  term_set_free(&seen);
  vec_free(&found);
  return any;
}

static void add_fact(guesser *g, term t) {
  if (!has_input(g, t))
    add(g, &g->facts, MOST_FACTS, t);
}

static void add_orders(guesser *g, term a, term b) {
  add_fact(g, term_eq_make(g->tt, a, b));
  if (!g->has_orders)
    return;
  add_fact(g, term_bvsle(g->tt, a, b));
  add_fact(g, term_bvsle(g->tt, b, a));
}

// What the program asks about elements, asked about the cell.
static void find_asked(guesser *g) {
  for (uint32_t i = 0; i < g->nodes.len; i++) {
    term t = g->nodes.data[i];
    if (!term_is_comparison(g->tt, t) || !term_set_has(&g->from_cell, t))
      continue;
    g->has_orders |= term_get_kind(g->tt, t) != TERM_EQ;
    term asked = subst_apply(g->at_witness, t);
    add_fact(g, asked);
    add_fact(g, term_not(g->tt, asked));
  }
}

// cell = (index = witness ? stored : ...): the stored value, said of the
// witness.
static void find_stored(guesser *g, term cell, term v) {
  for (; term_get_kind(g->tt, v) == TERM_ITE; v = term_arg(g->tt, v, 2)) {
    term stored = subst_apply(g->at_witness, term_arg(g->tt, v, 1));
    add_fact(g, term_eq_make(g->tt, cell, stored));
  }
}

static bool has_cell(const guesser *g, term t) {
  bool any = false;
  for (uint32_t i = 0; i < g->c->cells.len && !any; i++)
    any = term_occurs(g->tt, g->c->cells.data[i], t);
  return any;
}

// What an error asks of elements, all of it together: it must not hold of the
// cell.
static void find_excluded(guesser *g, const program *blocks) {
  for (uint32_t e = 1; e <= program_edge_count(blocks); e++) {
    loc to = program_edge_to(blocks, (edge){e});
    if (program_kind(blocks, to) != LOC_ERROR)
      continue;
    term guard = program_edge_block(blocks, (edge){e})->guard;
    bool is_and = term_get_kind(g->tt, guard) == TERM_AND;
    term asked = term_true(g->tt);
    for (uint32_t i = 0; i < (is_and ? term_arity(g->tt, guard) : 1); i++) {
      term part = is_and ? term_arg(g->tt, guard, i) : guard;
      if (has_cell(g, part))
        asked = term_and(g->tt, asked, subst_apply(g->at_witness, part));
    }
    add_fact(g, term_not(g->tt, asked));
  }
}

static void find_facts(guesser *g, const program *blocks) {
  find_excluded(g, blocks);
  find_asked(g);
  for (uint32_t e = 1; e <= program_edge_count(g->p); e++) {
    const block *b = program_edge_block(g->p, (edge){e});
    for (uint32_t i = 0; i < b->assignment_count; i++) {
      term cell = program_variable_term(g->p, b->assignments[i].target);
      if (is_cell(g, cell) && is_vector(g, cell))
        find_stored(g, cell, b->assignments[i].value);
    }
  }
  for (uint32_t i = 0; i < g->c->cells.len; i++) {
    term cell = g->c->cells.data[i];
    for (uint32_t k = 0; is_vector(g, cell) && k < i; k++)
      if (has_sort_of(g, cell, g->c->cells.data[k]))
        add_orders(g, cell, g->c->cells.data[k]);
    for (uint32_t k = 0; k < g->variables.len; k++)
      if (has_sort_of(g, cell, g->variables.data[k]))
        add_orders(g, cell, g->variables.data[k]);
    for (uint32_t k = 0; k < g->constants.len; k++)
      if (has_sort_of(g, cell, g->constants.data[k]))
        add_orders(g, cell, g->constants.data[k]);
  }
}

// --- two witnesses -----------------------------------------------------------

// Does only the entry set the variables?
static bool is_fixed(const guesser *g, const program *blocks, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t e = 1; e <= program_edge_count(blocks) && ok; e++) {
    const block *b = program_edge_block(blocks, (edge){e});
    bool is_first =
        program_edge_from(blocks, (edge){e}).id == program_entry(blocks).id;
    for (uint32_t i = 0; i < found.len && ok && !is_first; i++) {
      var v = program_variable_of(blocks, found.data[i]);
      ok = v.id == 0 || program_assignment_to(b, v) == NULL;
    }
  }
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

// The variable of an index, which is 'value_' if the index is 'at'.
static term solve_index(const guesser *g, term index, term at, term *value_) {
  term offset, v = watched_index_variable(g->p, index, &offset);
  *value_ = term_is_none(offset) ? at : term_bvsub(g->tt, at, offset);
  return v;
}

// If one witness is at the index p, the other one, at q, depends on it alone:
// i and n - 1 - i, j and 5 * j + 1.
static void add_link(guesser *g, const program *blocks, term p, term q) {
  for (uint32_t k = 0; k < g->c->count; k++) {
    term other_way, value_, v = solve_index(g, p, g->c->witness[k], &value_);
    if (v.id == 0 || !term_occurs(g->tt, v, q))
      continue;
    if (k > 0 && term_eq(solve_index(g, q, p, &other_way), v))
      continue; // it is a link of q and p, too
    term other = subst_once(g->tt, q, v, value_);
    if (is_fixed(g, blocks, other))
      add(g, &g->links, MOST_LINKS,
          term_eq_make(g->tt, g->c->witness[1 - k], other));
  }
}

// How the witnesses are related where the error reads: as indices of the
// program are, or one is below the other.
static void find_links(guesser *g, const program *blocks) {
  for (uint32_t i = 0; i < g->indices.len; i++)
    for (uint32_t k = 0; k < g->indices.len; k++)
      if (i != k)
        add_link(g, blocks, g->indices.data[i], g->indices.data[k]);
  for (uint32_t k = 0; k < g->c->count; k++)
    add(g, &g->links, MOST_LINKS,
        term_bvslt(g->tt, g->c->witness[k], g->c->witness[1 - k]));
}

static term both_below(const guesser *g, term limit) {
  return term_and(g->tt, term_bvult(g->tt, g->c->witness[0], limit),
                  term_bvult(g->tt, g->c->witness[1], limit));
}

// A witness is on one side of an index; both are below it, or below a bound.
static void add_linked_premises(guesser *g, term link) {
  for (uint32_t i = 0; i < g->indices.len; i++) {
    term index = g->indices.data[i];
    for (uint32_t k = 0; k < g->c->count; k++) {
      term below = term_bvult(g->tt, g->c->witness[k], index);
      add_premise(g, term_and(g->tt, link, below));
      add_premise(g, term_and(g->tt, link, term_not(g->tt, below)));
    }
    add_premise(g, term_and(g->tt, link, both_below(g, index)));
  }
  for (uint32_t i = 0; i < g->bounds.len; i++)
    add_premise(g, term_and(g->tt, link, both_below(g, g->bounds.data[i])));
}

// How the elements at one witness and at the other compare.
static void find_linked_facts(guesser *g) {
  find_asked(g);
  vec_clear(&g->facts);
  for (uint32_t i = 0; i < g->c->cells.len; i += 2)
    for (uint32_t k = 1; k < g->c->cells.len; k += 2) {
      term a = g->c->cells.data[i], b = g->c->cells.data[k];
      if (is_vector(g, a) && has_sort_of(g, a, b))
        add_orders(g, a, b);
    }
}

// --- all of it ---------------------------------------------------------------

// How two of them compare. Returns how many candidates were offered.
static uint32_t offer_orders(guesser *g, loc head, term a, term b) {
  if (term_eq(a, b) || (term_is_value(g->tt, a) && term_is_value(g->tt, b)))
    return 0;
  lemmas_offer(g->lemmas, head, term_bvule(g->tt, a, b));
  lemmas_offer(g->lemmas, head, term_bvsle(g->tt, a, b));
  lemmas_offer(g->lemmas, head, term_bvule(g->tt, b, a));
  return 3;
}

// How indices and bounds compare: that accesses are inside of arrays depends on
// it. Returns how many were offered.
static uint32_t offer_ranges(guesser *g, loc head, const term_vec *indices,
                             const term_vec *bounds) {
  uint32_t offered = 0;
  for (uint32_t i = 0; i < indices->len; i++) {
    for (uint32_t k = 0; k < indices->len; k++)
      offered += offer_orders(g, head, indices->data[i], indices->data[k]);
    for (uint32_t k = 0; k < bounds->len; k++)
      offered += offer_orders(g, head, indices->data[i], bounds->data[k]);
  }
  for (uint32_t i = 0; i < bounds->len; i++)
    for (uint32_t k = 0; k < i; k++)
      offered += offer_orders(g, head, bounds->data[i], bounds->data[k]);
  return offered;
}

static bool is_live(const guesser *g, const var_vec *live, term t) {
  term_set seen = {0};
  term_vec found = {0};
  bool ok = true;
  term_variables(g->tt, &t, 1, &seen, &found);
  for (uint32_t i = 0; i < found.len && ok; i++) {
    var v = program_variable_of(g->p, found.data[i]);
    ok = is_witness(g, found.data[i]);
    for (uint32_t k = 0; k < live->len && !ok; k++)
      ok = live->data[k].id == v.id;
  }
  term_set_free(&seen);
  vec_free(&found);
  return ok;
}

static void keep_live(const guesser *g, const var_vec *live,
                      const term_vec *from, term_vec *to) {
  for (uint32_t i = 0; i < from->len; i++)
    if (is_live(g, live, from->data[i]))
      vec_push(to, from->data[i]);
}

static void offer_at(guesser *g, loc head, const var_vec *live) {
  term_vec premises = {0}, facts = {0}, indices = {0}, bounds = {0};
  keep_live(g, live, &g->premises, &premises);
  keep_live(g, live, &g->facts, &facts);
  keep_live(g, live, &g->indices, &indices);
  keep_live(g, live, &g->bounds, &bounds);
  uint32_t offered = offer_ranges(g, head, &indices, &bounds);
  for (uint32_t k = 0; k < facts.len; k++) {
    for (uint32_t i = 0; i < premises.len && offered < MOST_OFFERED; i++) {
      lemmas_offer(
          g->lemmas, head,
          term_or(g->tt, term_not(g->tt, premises.data[i]), facts.data[k]));
      offered++;
    }
  }
  vec_free(&premises);
  vec_free(&facts);
  vec_free(&indices);
  vec_free(&bounds);
}

void cell_guesses_offer(const cell_program *c, lemmas *m,
                        const invariants *of) {
  guesser g = {.c = c, .p = c->program, .tt = of->tt, .lemmas = m};
  list_nodes(&g);
  mark_cells(&g);
  find_indices(&g);
  find_bounds(&g);
  find_partners(&g);
  g.at_witness = subst_new(g.tt);
  for (uint32_t i = 0; i < g.indices.len; i++)
    subst_bind(g.at_witness, g.indices.data[i], c->witness[0]);
  if (c->count == 1) {
    find_flags(&g);
    find_premises(&g);
    find_facts(&g, of->program);
  } else {
    find_links(&g, of->program);
    for (uint32_t i = 0; i < g.links.len; i++)
      add_linked_premises(&g, g.links.data[i]);
    find_linked_facts(&g);
  }
  const loc_vec *heads = transition_heads(of->system);
  for (uint32_t i = 0; i < heads->len; i++)
    offer_at(&g, heads->data[i], &of->live[heads->data[i].id]);
  term_vec *lists[] = {&g.indices, &g.bounds,    &g.links,
                       &g.flags,   &g.premises,  &g.facts,
                       &g.nodes,   &g.constants, &g.variables};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    vec_free(lists[i]);
  term_set_free(&g.known);
  term_set_free(&g.seen);
  term_set_free(&g.from_cell);
  subst_free(g.at_witness);
}
