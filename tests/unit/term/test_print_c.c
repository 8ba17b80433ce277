// SPDX-License-Identifier: Apache-2.0
// Terms as C: printed expressions are compiled and run, and must compute what
// evaluation computes, for random terms and random values in both data models.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "random_terms.h"
#include "term/text/print.h"

enum { EXPRESSIONS = 300, ASSIGNMENTS = 12 };

typedef struct {
  terms *tt;
  char name[32];
} namer;

// Odd ones are signed; numbers and arrays have no C name.
static const char *c_name(void *data, term variable, bool *is_signed) {
  namer *n = data;
  sort_kind kind = sort_get_kind(n->tt, term_sort(n->tt, variable));
  if (kind != SORT_BV && kind != SORT_BOOL)
    return NULL;
  const char *name = term_name(n->tt, variable);
  *is_signed = kind == SORT_BV && term_width(n->tt, variable) > 1 &&
               (name[strlen(name) - 1] - '0') % 2 == 1;
  snprintf(n->name, sizeof n->name, "%s", name);
  return n->name;
}

static const char *c_type(uint32_t width, bool is_signed) {
  switch (width) {
  case 8:
    return is_signed ? "signed char" : "unsigned char";
  case 16:
    return is_signed ? "short" : "unsigned short";
  case 32:
    return is_signed ? "int" : "unsigned int";
  case 64:
    return is_signed ? "long long" : "unsigned long long";
  default:
    return "_Bool";
  }
}

static uint32_t width_or_zero(const terms *tt, term t) {
  return term_is_bool(tt, t) ? 0 : term_width(tt, t);
}

static void write_variables(random_terms *g, terms *tt, bool smart,
                            strbuf *out) {
  namer n = {.tt = tt};
  for (uint32_t i = 0; i < g->variables.len; i++) {
    term v = smart ? g->variables.data[i].smart : g->variables.data[i].plain;
    bool is_signed = false;
    if (c_name(&n, v, &is_signed))
      strbuf_printf(out, "static %s %s;\n",
                    c_type(width_or_zero(tt, v), is_signed), n.name);
  }
}

// Prints assignments to all variables.
static void write_assignment(random_terms *g, strbuf *out) {
  for (uint32_t i = 0; i < g->variables.len; i++) {
    term v = g->variables.data[i].plain;
    sort_kind kind = sort_get_kind(g->w.plain, term_sort(g->w.plain, v));
    if (kind == SORT_BV || kind == SORT_BOOL)
      strbuf_printf(out, "  %s = %" PRIu64 "ull;\n", term_name(g->w.plain, v),
                    eval_get(g->w.in_plain, v).bits);
  }
}

// One check per expression, cut to its width: the number of the first that
// fails is the exit status.
static void write_checks(random_terms *g, const term_vec *roots, bool smart,
                         strbuf *out) {
  terms *tt = smart ? g->w.smart : g->w.plain;
  evaluator *e = smart ? g->w.in_smart : g->w.in_plain;
  for (uint32_t i = 0; i < roots->len; i++) {
    term t = roots->data[i];
    uint32_t width = width_or_zero(tt, t);
    uint64_t mask = width == 0 ? 1 : ~(uint64_t)0 >> (64 - width);
    uint64_t expected = eval_term(e, t).bits;
    strbuf_printf(out,
                  "  check(%u, f%u() & 0x%" PRIx64 "ull, %" PRIu64 "ull);\n", i,
                  i, mask, expected);
  }
}

static void run_program(const char *flags, const char *text) {
  char dir[] = "/tmp/wedge-print-c-XXXXXX", command[512];
  CHECK(mkdtemp(dir) != NULL);
  snprintf(command, sizeof command, "%s/t.c", dir);
  FILE *f = fopen(command, "w");
  CHECK(f != NULL);
  fputs(text, f);
  fclose(f);
  snprintf(command, sizeof command,
           "cc -w %s -fsanitize=undefined -fsanitize-undefined-trap-on-error "
           "%s/t.c -o %s/t && %s/t",
           flags, dir, dir, dir);
  int status = system(command);
  if (status == 0) {
    snprintf(command, sizeof command, "rm -r %s", dir);
    CHECK(system(command) == 0);
  } else {
    print_error("see %s\n", dir);
  }
  CHECK(status == 0);
}

static void check_table(random_terms *g, bool smart, const char *flags) {
  terms *tt = smart ? g->w.smart : g->w.plain;
  namer n = {.tt = tt};
  strbuf program = {0}, main_body = {0};
  term_vec roots = {0};
  write_variables(g, tt, smart, &program);
  for (uint32_t i = 0; i < g->w.all.len && roots.len < EXPRESSIONS; i++) {
    term t = smart ? g->w.all.data[i].smart : g->w.all.data[i].plain;
    strbuf text = {0};
    if (term_print_c(tt, t, c_name, NULL, &n, 400, &text)) {
      strbuf_printf(&program,
                    "static unsigned long long f%u(void) { return "
                    "(unsigned long long)%s; }\n",
                    roots.len, strbuf_text(&text));
      vec_push(&roots, t);
    }
    strbuf_free(&text);
  }
  CHECK(roots.len > 100);
  arena *mem = arena_new();
  for (uint32_t i = 0; i < ASSIGNMENTS; i++) {
    random_assignment(g, mem);
    write_assignment(g, &main_body);
    write_checks(g, &roots, smart, &main_body);
    eval_forget(g->w.in_plain);
    eval_forget(g->w.in_smart);
  }
  arena_free(mem);
  strbuf_printf(&program,
                "#include <stdio.h>\n#include <stdlib.h>\n"
                "static void check(int i, unsigned long long x, unsigned "
                "long long y) {\n  if (x != y) {\n    printf(\"f%%d: %%llu is "
                "not %%llu\\n\", i, x, y);\n    exit(1);\n  }\n}\n"
                "int main(void) {\n%s  return 0;\n}\n",
                strbuf_text(&main_body));
  run_program(flags, strbuf_text(&program));
  strbuf_free(&program);
  strbuf_free(&main_body);
  vec_free(&roots);
}

static void check_seed(uint64_t seed, const uint32_t *widths,
                       const char *flags) {
  random_terms g = random_terms_new(seed, widths, 4);
  for (uint32_t i = 0; i < 1500; i++)
    random_step(&g);
  check_table(&g, true, flags);
  check_table(&g, false, flags);
  random_terms_free(&g);
}

static void compiled_expressions_agree(void **state) {
  static const uint32_t SMALL[] = {1, 8, 16, 32}, LARGE[] = {8, 32, 64, 1};
  check_seed(1, SMALL, "-m64");
  check_seed(2, LARGE, "-m64");
  check_seed(3, LARGE, "-m32");
}

static bool print(terms *tt, term t, uint32_t max, strbuf *out) {
  namer n = {.tt = tt};
  strbuf_clear(out);
  return term_print_c(tt, t, c_name, NULL, &n, max, out);
}

static void simple_expressions_read_well(void **state) {
  terms *tt = terms_new();
  strbuf b = {0};
  sort s = sort_bv(tt, 32);
  term x = term_variable(tt, "x1", s), u = term_variable(tt, "u2", s);
  CHECK(print(tt, term_bvslt(tt, x, term_bv(tt, 32, 10)), 99, &b));
  CHECK(strcmp(strbuf_text(&b), "(x1 < 10)") == 0);
  CHECK(print(tt, term_bvsle(tt, term_bv(tt, 32, 3), x), 99, &b));
  CHECK(strcmp(strbuf_text(&b), "(x1 >= 3)") == 0);
  term minus = term_bv(tt, 32, UINT32_MAX);
  CHECK(print(tt, term_distinct(tt, x, minus), 99, &b));
  CHECK(strcmp(strbuf_text(&b), "(x1 != (-1))") == 0);
  CHECK(print(tt, term_eq_make(tt, u, minus), 99, &b));
  CHECK(strcmp(strbuf_text(&b), "(u2 == 4294967295u)") == 0);
  strbuf_free(&b);
  terms_free(tt);
}

static void what_c_lacks_is_refused(void **state) {
  terms *tt = terms_new();
  strbuf b = {0};
  term i = term_variable(tt, "i", sort_int(tt));
  term w = term_variable(tt, "w0", sort_bv(tt, 128));
  term o = term_variable(tt, "o0", sort_bv(tt, 5));
  term x = term_variable(tt, "x0", sort_bv(tt, 32));
  CHECK(!print(tt, term_lt(tt, i, term_int(tt, 3)), 99, &b));
  CHECK(!print(tt, term_bvult(tt, w, term_bv(tt, 128, 77)), 99, &b));
  CHECK(!print(tt, term_bvult(tt, o, term_bv(tt, 5, 7)), 99, &b));
  CHECK(print(tt, term_bvult(tt, x, term_bv(tt, 32, 7)), 3, &b));
  CHECK(!print(tt, term_bvult(tt, x, term_bv(tt, 32, 7)), 2, &b));
  CHECK(b.len == 0);
  strbuf_free(&b);
  terms_free(tt);
}

static void nothing_is_left_behind(void **state) { CHECK(mem_live() == 0); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(compiled_expressions_agree),
      cmocka_unit_test(simple_expressions_read_well),
      cmocka_unit_test(what_c_lacks_is_refused),
      cmocka_unit_test(nothing_is_left_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
