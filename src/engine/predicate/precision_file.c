// SPDX-License-Identifier: Apache-2.0
// Both ways go through a renaming between the program's variables and names
// that survive an edit of the source: function, source name, and a count where
// that is not unique.
#include "engine/predicate/precision_file.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "base/hmap.h"
#include "engine/predicate/vocabulary.h"
#include "program/loops.h"
#include "term/text/parse.h"
#include "term/text/print.h"
#include "term/subst.h"

// Variables of the program and those of the text, both ways.
typedef struct {
  const program *p;
  terms *tt;
  hmap to_text, to_program; // term id -> term id
} renaming;

// 'function::name'; the second variable of that name in that function has 2
// behind it, and so on. Variables without a name keep their own.
static void name_variable(renaming *r, strtab *names, hmap *counts, var v) {
  const var_info *info = program_variable(r->p, v);
  term self = program_variable_term(r->p, v);
  strbuf text = {0};
  strbuf_printf(&text, "%s::%s", info->function ? info->function : "",
                info->name ? info->name : term_name(r->tt, self));
  uint64_t key = (uint64_t)(uintptr_t)strtab_intern(names, strbuf_text(&text));
  const uint64_t *known = hmap_find(counts, key);
  uint64_t count = known ? *known + 1 : 1;
  hmap_put(counts, key, count);
  if (count > 1)
    strbuf_printf(&text, " %" PRIu64, count);
  term named = term_variable(r->tt, strbuf_text(&text), info->sort);
  hmap_put(&r->to_text, self.id, named.id);
  hmap_put(&r->to_program, named.id, self.id);
  strbuf_free(&text);
}

static void renaming_init(renaming *r, const program *p) {
  *r = (renaming){.p = p, .tt = program_terms(p)};
  strtab *names = strtab_new();
  hmap counts = {0};
  for (uint32_t i = 1; i <= program_variable_count(p); i++)
    name_variable(r, names, &counts, (var){i});
  hmap_free(&counts);
  strtab_free(names);
}

static void renaming_clear(renaming *r) {
  hmap_free(&r->to_text);
  hmap_free(&r->to_program);
}

static term look_up(void *data, term variable) {
  const uint64_t *found = hmap_find(data, variable.id);
  return found ? (term){(uint32_t)*found} : TERM_NONE;
}

static bool is_place(const program *p, loc l) {
  return !loc_is_sink(program_kind(p, l)) && l.id != program_entry(p).id;
}

// --- out ---------------------------------------------------------------------

static void print_place(const program *p, loc l, strbuf *out) {
  const loc_info *info = program_location(p, l);
  strbuf_printf(out, "%s %" PRIu32 ":%" PRIu32,
                info->function ? info->function : "", info->pos.line,
                info->pos.col);
}

static void print_predicates(const renaming *r, const precision *pi, loc l,
                             subst *s, strbuf *out) {
  const predicate_list *here = precision_at(pi, l);
  for (uint32_t i = 0; i < here->len; i++) {
    term t = subst_apply(s, precision_predicate(pi, here->data[i]));
    strbuf_puts(out, "(assert (! ");
    term_print_smt2(r->tt, t, out);
    strbuf_puts(out, " :named |");
    print_place(r->p, l, out);
    strbuf_printf(out, " #%" PRIu32 ".%" PRIu32 "|))\n", l.id, i + 1);
  }
}

void precision_print(const precision *pi, const program *p, strbuf *out) {
  renaming r;
  renaming_init(&r, p);
  subst *s = subst_new(r.tt);
  subst_set_lookup(s, look_up, &r.to_text);
  strbuf_puts(out, "; predicates for --precision-in\n");
  term_vec all = {0};
  for (uint32_t i = 0; i < precision_count(pi); i++)
    vec_push(&all, subst_apply(s, precision_predicate(pi, i)));
  term_print_declarations(r.tt, all.data, all.len, out);
  for (uint32_t i = 1; i <= program_location_count(p); i++)
    print_predicates(&r, pi, (loc){i}, s, out);
  vec_free(&all);
  subst_free(s);
  renaming_clear(&r);
}

// --- in ----------------------------------------------------------------------

// Is 'name' that of a predicate at place l (or, in its function)?
static bool names_place(const program *p, const char *name, loc l,
                        bool in_function) {
  strbuf text = {0};
  print_place(p, l, &text);
  size_t length = in_function ? strcspn(strbuf_text(&text), " ") + 1 : text.len;
  bool yes = strncmp(name, strbuf_text(&text), length) == 0 &&
             (in_function || name[length] == ' ');
  strbuf_free(&text);
  return yes;
}

static void track_at(precision *pi, const renaming *r, const bool *is_head,
                     const char *name, term t) {
  bool is_found = false;
  for (int pass = 0; pass < 2 && !is_found; pass++)
    for (uint32_t i = 1; i <= program_location_count(r->p); i++) {
      bool is_candidate = is_place(r->p, (loc){i}) && (pass == 0 || is_head[i]);
      if (!is_candidate || !names_place(r->p, name, (loc){i}, pass == 1))
        continue;
      precision_track(pi, (loc){i}, t);
      is_found = true;
    }
}

bool precision_read(precision *pi, const program *p, const char *file,
                    const char *text, diag *d) {
  renaming r;
  renaming_init(&r, p);
  smt2_script *script = smt2_parse(r.tt, file, text, d);
  loops *found = loops_find(p);
  subst *s = subst_new(r.tt);
  subst_set_lookup(s, look_up, &r.to_program);
  for (uint32_t i = 0; script && i < script->assertions.len; i++) {
    term t = subst_apply(s, script->assertions.data[i].formula);
    const char *name = script->assertions.data[i].name;
    if (name && vocabulary_is_of_states(p, t))
      track_at(pi, &r, found->is_head, name, t);
  }
  subst_free(s);
  loops_free(found);
  bool ok = script != NULL;
  if (ok)
    smt2_script_free(script);
  renaming_clear(&r);
  return ok;
}
