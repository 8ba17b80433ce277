// SPDX-License-Identifier: Apache-2.0
// What programs with inputs, errors and unsupported parts become.
#include "c_program.h"

#define NONDET                                                                 \
  "extern int __VERIFIER_nondet_int(void); extern unsigned "                   \
  "__VERIFIER_nondet_uint(void); void reach_error(void) {}\n"

static void read_both(c_program c[2], const char *text) {
  c_read_text(&c[0], text, "--32");
  c_read_text(&c[1], text, "--64");
  for (int m = 0; m < 2; m++) {
    if (c[m].p == NULL)
      print_message("%s\n", strbuf_text(&c[m].d.text));
    CHECK(c[m].p != NULL);
  }
}

static void free_both(c_program c[2]) {
  if (c[0].p != NULL)
    program_free(c[0].p);
  c[0].p = NULL;
  terms_free(c[0].tt);
  options_free(&c[0].o);
  diag_clear(&c[0].d);
  c_free(&c[1]);
}

// The sink that a run with these inputs ends in.
static void ends_in(const char *text, loc_kind sink, const uint64_t *feed,
                    uint32_t n) {
  c_program c[2];
  read_both(c, text);
  for (int m = 0; m < 2; m++) {
    c_run r = c_execute(&c[m], NULL, feed, n);
    if (r.outcome.end != RUN_SINK || r.sink != sink) {
      const char *why =
          r.last_edge.id == 0 ? NULL : program_edge(c[m].p, r.last_edge)->text;
      print_message("ends in %d (%s):\n%s\n", (int)r.sink,
                    why != NULL ? why : "", text);
    }
    CHECK(r.outcome.end == RUN_SINK && r.sink == sink);
  }
  free_both(c);
}

#define FEED(...)                                                              \
  (const uint64_t[]){__VA_ARGS__},                                             \
      sizeof((const uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)

static void two_calls_are_independent(void **state) {
  static const char text[] =
      NONDET "int main(void) { int a = __VERIFIER_nondet_int();\n"
             "int b = __VERIFIER_nondet_int(); if (a != b) reach_error(); }\n";
  ends_in(text, LOC_ERROR, FEED(1, 2));
  ends_in(text, LOC_END, FEED(2, 2));
  static const char one_statement[] =
      NONDET "int main(void) { if (__VERIFIER_nondet_int() +\n"
             "10 * __VERIFIER_nondet_int() == 52) reach_error(); }\n";
  ends_in(one_statement, LOC_ERROR, FEED(2, 5));
  ends_in(one_statement, LOC_END, FEED(5, 2));
}

static void a_local_is_arbitrary_in_each_round(void **state) {
  static const char text[] =
      NONDET "int main(void) { int sum = 0; for (int i = 0; i < 3; i++) {\n"
             "int t; sum = sum * 10 + t; } if (sum == 123) reach_error(); }\n";
  ends_in(text, LOC_ERROR, FEED(1, 2, 3));
  ends_in(text, LOC_END, FEED(1, 1, 1));
  static const char array[] =
      NONDET "int main(void) { for (int i = 0; i < 2; i++) { int a[2];\n"
             "if (i == 1 && a[0] == 7 && a[1] == 8) reach_error(); } }\n";
  ends_in(array, LOC_ERROR, FEED(1, 2, 7, 8));
  ends_in(array, LOC_END, FEED(7, 8, 1, 2));
}

static void a_callee_starts_anew(void **state) {
  static const char text[] =
      NONDET "int f(int w) { int x; if (w) x = 5; return x; }\n"
             "int main(void) { f(1); if (f(0) == 9) reach_error(); }\n";
  ends_in(text, LOC_ERROR, FEED(1, 9));
  ends_in(text, LOC_END, FEED(9, 5));
}

static void written_locals_need_no_input(void **state) {
  static const char text[] =
      "struct s { int a; char b; }; int g; int id(int *p) { return *p; }\n"
      "struct b { int a[9]; }; struct b mk(int n) { struct b b = {{n}};\n"
      "return b; } int use(struct b b) { return b.a[2] + mk(4).a[1]; }\n"
      "int f(int n) { int x; if (n) x = 1; else x = 2; return x; }\n"
      "int main(void) { int a = 1, b[3] = {1, 2}, c; c = a;\n"
      "struct s s = {c, 2}, t = s; for (int i = 0; i < 3; i++) { int k;\n"
      "k = i; g += k; } int z = 4; id(&z);\n"
      "switch (g) { case 1: ; int y; y = 2; g += y; }\n"
      "return f(g) + t.a + b[1] + (s.b ? a : c) + use(mk(7)); }\n";
  c_program c[2];
  read_both(c, text);
  for (int m = 0; m < 2; m++)
    CHECK(c_count_inputs(&c[m], INPUT_LOCAL) == 0);
  free_both(c);
}

static void unwritten_locals_need_one(void **state) {
  static const char *const texts[] = {
      "int main(int n) { goto in; { int a[1]; a[0] = 1; in: return a[0]; } }\n",
      "int main(int n) { switch (n) { struct { int a; } s; case 1:\n"
      "return s.a; } return 0; }\n",
      "int main(void) { int x; return x; }\n",
      "int g; int main(void) { int x; if (g) x = 1; return x; }\n",
      "int main(void) { for (int i = 0; i < 9; i++) { int x; if (i) return x;\n"
      "x = 5; } return 0; }\n",
      "int f(void) { } int main(void) { return f(); }\n",
      "int main(int n) { switch (n) { int x; case 1: return x; } return 0; }\n",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    c_program c[2];
    read_both(c, texts[k]);
    for (int m = 0; m < 2; m++)
      CHECK(c_count_inputs(&c[m], INPUT_LOCAL) == 1);
    free_both(c);
  }
}

static void a_struct_that_is_not_returned_is_arbitrary(void **state) {
  c_program c;
  c_read_text(&c,
              "struct s { int a; }; struct s f(int n) { struct s r = {1},\n"
              "q = {2}; if (n == 1) return r; if (n == 2) return q; }\n"
              "int main(int n) { return f(n).a; }\n",
              "--64");
  CHECK(c_count_inputs(&c, INPUT_LOCAL) == 1);
  c_free(&c);
}

static void scanf_makes_its_targets_arbitrary(void **state) {
  static const char text[] = NONDET
      "#include <stdio.h>\n"
      "int main(void) { int x = 1; long l = 2; char a[3] = {0};\n"
      "scanf(\"%d %ld%hhd\", &x, &l, &a[1]);\n"
      "if (x == 7 && l == 8 && a[1] == 9 && a[0] == 0) reach_error(); }\n";
  ends_in(text, LOC_ERROR, FEED(4, 7, 8, 9)); // 3 of them, more than -1
  ends_in(text, LOC_END, FEED(4, 7, 8, 1));
  ends_in(text, LOC_END, FEED(3, 7, 8));
}

static void recursion_ends_in_the_bound(void **state) {
  static const char text[] = "int f(int n) { return n == 0 ? 0 : f(n - 1); }\n"
                             "int main(int n) { return f(n); }\n";
  for (int m = 0; m < 2; m++) {
    char path[64];
    c_write(path, text, "test.c");
    const char *args[] = {path, m == 0 ? "--32" : "--64", "--recursion", "3",
                          NULL};
    c_program c;
    c_read_files(&c, args);
    c_remove(path);
    CHECK(c_execute(&c, NULL, FEED(3)).sink == LOC_END);
    CHECK(c_execute(&c, NULL, FEED(4)).sink == LOC_BOUND);
    CHECK(c_has_stop(&c, LOC_BOUND, "calls of f"));
    c_free(&c);
  }
}

static void exploding_calls_end_in_the_bound(void **state) {
  // Two calls each, 20 deep: a million frames.
  strbuf text = {0};
  strbuf_puts(&text, "int g; void f0(void) { g++; }\n");
  for (int k = 1; k <= 22; k++)
    strbuf_printf(&text, "void f%d(void) { f%d(); f%d(); }\n", k, k - 1, k - 1);
  strbuf_puts(&text, "int main(void) { f22(); }\n");
  c_program c;
  c_read_text(&c, strbuf_text(&text), "--64");
  strbuf_free(&text);
  CHECK(c.p != NULL && c_has_stop(&c, LOC_BOUND, "calls of"));
  c_free(&c);
}

static void errors(void **state) {
  ends_in("void reach_error(void) { int x = 1; } int main(void) {\n"
          "reach_error(); return 0; }",
          LOC_ERROR, NULL, 0);
  ends_in("int main(void) { __VERIFIER_error(); }", LOC_ERROR, NULL, 0);
  ends_in("#include <assert.h>\nint main(void) { assert(1 + 1 == 2);\n"
          "assert(1 == 2); }",
          LOC_ERROR, NULL, 0);
  ends_in("extern void assert(int); int main(int c) { assert(c != 5); }",
          LOC_ERROR, FEED(5));
  ends_in("extern void assert(int); int main(int c) { assert(c != 5); }",
          LOC_END, FEED(6));
  ends_in("int main(int c) { if (c == 3) goto ERROR; return 0; ERROR: return 1;"
          "}",
          LOC_ERROR, FEED(3));
  // The label means nothing next to an error function.
  ends_in(NONDET "int main(int c) { if (c == 4) reach_error();\n"
                 "if (c == 3) goto ERROR; return 0; ERROR: return 1; }",
          LOC_END, FEED(3));
}

static void error_texts_name_the_assertion(void **state) {
  c_program c;
  c_read_text(&c, "#include <assert.h>\nint main(int x) { assert(x > 0); }",
              "--64");
  CHECK(c_has_stop(&c, LOC_ERROR, "assertion `x > 0' failed"));
  c_free(&c);
}

static void ends(void **state) {
  ends_in("#include <stdlib.h>\n" NONDET
          "int main(int c) { if (c == 1) abort(); if (c == 2) exit(3);\n"
          "if (c == 3) _Exit(0); if (c == 4) __builtin_trap();\n"
          "reach_error(); }",
          LOC_END, FEED(1));
  ends_in("#include <stdlib.h>\n" NONDET
          "int main(int c) { if (c == 2) exit(3); reach_error(); }",
          LOC_END, FEED(2));
  ends_in(NONDET "extern void die(void) __attribute__((noreturn));\n"
                 "int main(int c) { if (c == 1) die(); reach_error(); }",
          LOC_END, FEED(1));
}

static void assumptions_end_paths(void **state) {
  c_program c;
  c_read_text(&c,
              NONDET "int main(int x) { __VERIFIER_assume(x > 3); return x; }",
              "--64");
  CHECK(c_execute(&c, NULL, FEED(0)).outcome.end == RUN_STUCK);
  CHECK(c_execute(&c, NULL, FEED(5)).sink == LOC_END);
  c_free(&c);
}

// Each text is undefined behavior with the first argument, and not with the
// second one.
static void undefined_behavior_has_a_sink(void **state) {
  static const struct {
    const char *text, *what;
    uint64_t bad, good;
  } cases[] = {
      {"int main(int x) { return 7 / x; }", "division by zero", 0, 1},
      {"int main(int x) { return 7u % (unsigned)x; }", "division by zero", 0,
       1},
      {"int main(int x) { return (-2147483647 - 1) / (x - 1); }",
       "smallest integer by -1", 0, 3},
      {"int main(int n) { int one = 1; return one << n; }", "shift by", 32, 31},
      {"int main(int n) { int one = 1; return one >> n; }", "shift by",
       0xffffffff, 0},
      {"int main(int n) { long a = n; return 1 << (a << 32); }", "shift by", 1,
       0},
      {"int main(int n) { double d = n; return (char)d; }", "does not fit", 128,
       127},
      {"int main(int n) { return __builtin_clz(n); }", "zeros", 0, 1},
      {"int main(int n) { return __builtin_ctzll(n); }", "zeros", 0, 1},
      {"int main(int n) { int a[n]; a[0] = 1; }", "not positive", 0, 1},
      {"int main(int n) { int a[n]; a[0] = 1; }", "not positive", 0xffffffff,
       1},
      {"int main(int n) { if (n) __builtin_unreachable(); }", "unreachable", 1,
       0},
      {"int main(int n) { __builtin_assume(n > 4); }", "does not hold", 4, 5},
      {"#include <stdlib.h>\nint main(int n) { free(n ? &n : 0); }",
       "not allocated", 1, 0},
      {"#include <stdlib.h>\nint main(int n) { int *p = malloc(8);\n"
       "if (n) free(p); *p = 1; }",
       "after the end", 1, 0},
      {"#include <stdlib.h>\nint main(int n) { int *p = malloc(n * 4ul);\n"
       "p[2] = 1; }",
       "outside of an object", 2, 3},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    c_program c;
    c_read_text(&c, cases[k].text, "--64");
    loc_kind bad = c_execute(&c, NULL, FEED(cases[k].bad)).sink;
    loc_kind good = c_execute(&c, NULL, FEED(cases[k].good)).sink;
    if (bad != LOC_UNDEFINED || good != LOC_END)
      print_message("%d %d: %s\n", (int)bad, (int)good, cases[k].text);
    CHECK(bad == LOC_UNDEFINED && good == LOC_END);
    CHECK(c_has_stop(&c, LOC_UNDEFINED, cases[k].what));
    c_free(&c);
  }
}

static void defined_neighbors_of_undefined_behavior(void **state) {
  ends_in("int main(int n) { return __builtin_ffs(n); }", LOC_END, FEED(0));
  ends_in("int *p; int main(int n) { return &p[n] == p; }", LOC_END, FEED(3));
  ends_in("struct s { int a, b; } *p; int main(int n) {\n"
          "return (long)&p->b == 4; }",
          LOC_END, FEED(3));
  ends_in("int main(int n) { double d = n; return (unsigned char)d; }", LOC_END,
          FEED(255));
}

// Inside of the object, but outside of a row or member, too. Nothing is said of
// comparisons between objects.
static void accesses_outside_have_a_sink(void **state) {
  static const bool is_unsupported[12] = {[10] = true};
  static const char *const texts[] = {
      "int a[3]; int main(int i) { return a[i]; }",
      "int a[3]; int main(int i) { a[i] = 1; }",
      "int a[3]; int main(int i) { int *p = a; p += i; return *p; }",
      "int m[3][5]; int main(int i) { return m[0][i + 2]; }",
      "int m[2][3]; int main(int i) { return m[i - 1][1]; }",
      "struct { int a[3]; int b; } s; int main(int i) { return s.a[i]; }",
      "int a[5000]; int main(int i) { return a[i + 4997]; }",
      "char a[3]; int main(int i) { return *(a + (unsigned char)i); }",
      "int *p; int x; int main(int i) { if (i < 3) p = &x; return *p; }",
      "int *p; void f(void) { int x = 1; p = &x; } int x;\n"
      "int main(int i) { f(); if (i < 3) p = &x; return *p; }",
      "int a, b; int main(int i) { int *p = i < 3 ? &a : &b;\n"
      "return (p - &b) + i > 7; }",
      "int g; int main(int i) { const char *s = \"abc\"; char *t = i < 3\n"
      "? (char *)&g : (char *)s; *t = 1; }",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    c_program c[2];
    read_both(c, texts[k]);
    for (int m = 0; m < 2; m++) {
      bool is_difference = k == 10;
      loc_kind good =
          c_execute(&c[m], NULL, FEED(is_difference ? 4u : 1u)).sink;
      loc_kind bad = c_execute(&c[m], NULL, FEED(is_difference ? 1u : 3u)).sink;
      loc_kind want = is_unsupported[k] ? LOC_UNSUPPORTED : LOC_UNDEFINED;
      if (good != LOC_END || bad != want)
        print_message("%d %d: %s\n", (int)good, (int)bad, texts[k]);
      CHECK(good == LOC_END && bad == want);
    }
    free_both(c);
  }
}

static void what_has_no_meaning_is_a_sink(void **state) {
  static const struct {
    const char *text, *reason;
  } cases[] = {
      {"int main(int x) { if (x) { _Float16 d = x; return d > 1.5; } }",
       "small floats"},
      {"#include <stdlib.h>\nvoid f(void) {}\n"
       "int main(int x) { if (x) at_quick_exit(f); }",
       "at_quick_exit"},
      {"int g;\n"
       "int main(int x) { if (x) __asm__(\"incl g\" : : : \"memory\"); }",
       "inline assembly"},
      {"#include <setjmp.h>\njmp_buf b; int main(int x) {\n"
       "if (x) return setjmp(b); }",
       "setjmp"},
      {"#include <stdarg.h>\n#include <stdio.h>\nvoid f(char *s, ...) {\n"
       "va_list a; va_start(a, s); vprintf(s, a); }\n"
       "int main(int x) { if (x) f(\"%d\", 2); }",
       "vprintf"},
      {"int main(int x) { static void *l[] = {&&a, &&b}; if (x) goto *l[x];\n"
       "a: return 1; b: return 2; }",
       "unusual kind"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    c_program c;
    c_read_text(&c, cases[k].text, "--64");
    if (c.p == NULL)
      print_message("%s\n", strbuf_text(&c.d.text));
    c_run r = c_execute(&c, NULL, FEED(1));
    if (r.sink != LOC_UNSUPPORTED ||
        !c_has_stop(&c, LOC_UNSUPPORTED, cases[k].reason))
      print_message("%s\n", cases[k].text);
    CHECK(r.sink == LOC_UNSUPPORTED);
    CHECK(c_has_stop(&c, LOC_UNSUPPORTED, cases[k].reason));
    if (strstr(cases[k].reason, "constructor") == NULL)
      CHECK(c_execute(&c, NULL, FEED(0)).sink == LOC_END);
    c_free(&c);
  }
}

static void external_functions_return_anything(void **state) {
  static const char text[] =
      NONDET "extern int get(int *p, const char *s); extern int g;\n"
             "int main(void) { int x = 1, y = 2; int r = get(&x, \"s\");\n"
             "if (g == 3 && r == 4 && x == 5 && y == 2) reach_error(); }\n";
  ends_in(text, LOC_ERROR, FEED(3, 5, 4));
  ends_in(text, LOC_END, FEED(3, 1, 4));
  c_program c;
  c_read_text(&c, text, "--64");
  CHECK(c_has_note(&c, NOTE_EXTERNAL, "get"));
  CHECK(c_count_inputs(&c, INPUT_CALL) == 1);
  CHECK(c_count_inputs(&c, INPUT_MEMORY) == 1);
  CHECK(c_count_inputs(&c, INPUT_GLOBAL) == 1);
  c_free(&c);
}

static void bools_of_nondet_functions(void **state) {
  ends_in("extern _Bool __VERIFIER_nondet_bool(void); void reach_error(void);\n"
          "int main(void) { _Bool b = __VERIFIER_nondet_bool();\n"
          "if (b) reach_error(); }",
          LOC_ERROR, FEED(1));
}

static void arguments_of_the_entry(void **state) {
  static const char text[] =
      NONDET "struct s { int a, b; };\n"
             "int f(int x, struct s s, char c) {\n"
             "if (x == 1 && s.a == 2 && s.b == 3 && c == 4) reach_error(); }\n";
  for (int m = 0; m < 2; m++) {
    char path[64];
    c_write(path, text, "test.c");
    const char *args[] = {path, m == 0 ? "--32" : "--64", "--entry", "f", NULL};
    c_program c;
    c_read_files(&c, args);
    c_remove(path);
    // The struct comes in memory, or as one register of 64 bits.
    const uint64_t in_memory[] = {1, 2, 3, 4};
    const uint64_t in_register[] = {1, 2 | UINT64_C(3) << 32, 4};
    c_run r = m == 0 ? c_execute(&c, NULL, in_memory, 4)
                     : c_execute(&c, NULL, in_register, 3);
    CHECK(r.sink == LOC_ERROR);
    CHECK(c_count_inputs(&c, INPUT_ARGUMENT) == (m == 0 ? 4 : 3));
    c_free(&c);
  }
  static const char environment[] = "int main(int argc, char **argv, char "
                                    "**all) { return argc > 1 && **all; }";
  ends_in(environment, LOC_UNSUPPORTED, FEED(2));
  ends_in(environment, LOC_END, FEED(1));
}

static void names_and_positions(void **state) {
  c_program c;
  c_read_text(&c,
              "struct s { int f; char g[2]; } v;\n"
              "static int add(int n) { static int total;\n"
              "  total += n; return total; }\n"
              "int main(void) {\n"
              "  v.f = add(3);\n"
              "  v.g[1] = 'x';\n"
              "  for (int i = 0; i < 2; i++)\n"
              "    v.f++;\n"
              "}\n",
              "--64");
  var f = c_find(&c, "v.f"), g = c_find(&c, "v.g[1]");
  var total = c_find(&c, "total"), n = c_find(&c, "n");
  CHECK(f.id != 0 && g.id != 0 && total.id != 0 && n.id != 0);
  CHECK(program_variable(c.p, f)->function == NULL);
  CHECK(strcmp(program_variable(c.p, total)->function, "add") == 0);
  CHECK(strcmp(program_variable(c.p, n)->function, "add") == 0);
  CHECK(strcmp(program_variable(c.p, f)->type.name, "int") == 0);
  CHECK(program_variable(c.p, g)->type.kind == TYPE_CHAR);
  uint32_t heads = 0, calls = 0, returns = 0;
  for (uint32_t l = 1; l <= program_location_count(c.p); l++) {
    const loc_info *info = program_location(c.p, (loc){l});
    heads += info->is_loop_hint;
    if (info->is_loop_hint)
      CHECK(info->pos.line == 7);
    if (info->function != NULL && strcmp(info->function, "add") == 0)
      CHECK(info->depth == 1);
  }
  for (uint32_t k = 1; k <= program_edge_count(c.p); k++) {
    const edge_info *info = program_edge(c.p, (edge){k});
    if (info->kind == EDGE_CALL) {
      calls++;
      CHECK(info->pos.line == 5 && strcmp(info->text, "add") == 0);
    }
    returns += info->kind == EDGE_RETURN;
    if (info->pos.file != NULL)
      CHECK(strcmp(info->pos.file, c.path) == 0);
  }
  CHECK(heads == 1 && calls == 1 && returns == 2);
  c_free(&c);
}

static void one_edge_per_statement(void **state) {
  c_program c;
  c_read_text(&c,
              "int x, y, z;\n"
              "int main(int n) {\n"
              "  x = n + 1;\n"
              "  y = z = x * 2;\n"
              "  x++, y--;\n"
              "  return 0;\n"
              "}\n",
              "--64");
  uint32_t by_line[8] = {0};
  for (uint32_t k = 1; k <= program_edge_count(c.p); k++) {
    uint32_t line = program_edge(c.p, (edge){k})->pos.line;
    CHECK(line < 8);
    by_line[line]++;
  }
  CHECK(by_line[3] == 1 && by_line[4] == 1 && by_line[5] == 2);
  c_free(&c);
}

static void unchanging_globals_are_constants(void **state) {
  c_program c;
  c_read_text(&c,
              "int limit = 7, used, escaped = 3; extern void f(int *);\n"
              "static int t[] = {1, 2, 3};\n"
              "int main(int i) { used = limit + t[i & 1]; f(&escaped); }\n",
              "--64");
  CHECK(c_find(&c, "limit").id == 0 && c_find(&c, "t[0]").id == 0);
  CHECK(c_find(&c, "used").id != 0 && c_find(&c, "escaped").id != 0);
  c_free(&c);
}

static void frames_share_variables(void **state) {
  c_program c;
  c_read_text(&c,
              "int g; void f(int n) { int k = n; g += k; }\n"
              "int main(void) { f(1); f(2); f(3); }\n",
              "--64");
  uint32_t n = 0;
  for (uint32_t k = 1; k <= program_variable_count(c.p); k++) {
    const char *name = program_variable(c.p, (var){k})->name;
    n += name != NULL && strcmp(name, "k") == 0;
  }
  CHECK(n == 1);
  c_run r = c_execute(&c, "g", NULL, 0);
  CHECK(value_get_u64(r.last) == 6);
  c_free(&c);
}

static void dead_code_is_left_out(void **state) {
  c_program c;
  c_read_text(&c,
              "#include <stdlib.h>\n"
              "extern int mystery(void); void die(void) { exit(1); }\n"
              "int main(void) { if (0) return mystery(); die();\n"
              "return mystery(); }\n",
              "--64");
  CHECK(!c_has_note(&c, NOTE_EXTERNAL, "mystery"));
  c_free(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_calls_are_independent),
      cmocka_unit_test(a_local_is_arbitrary_in_each_round),
      cmocka_unit_test(a_callee_starts_anew),
      cmocka_unit_test(written_locals_need_no_input),
      cmocka_unit_test(unwritten_locals_need_one),
      cmocka_unit_test(a_struct_that_is_not_returned_is_arbitrary),
      cmocka_unit_test(scanf_makes_its_targets_arbitrary),
      cmocka_unit_test(recursion_ends_in_the_bound),
      cmocka_unit_test(exploding_calls_end_in_the_bound),
      cmocka_unit_test(errors),
      cmocka_unit_test(error_texts_name_the_assertion),
      cmocka_unit_test(ends),
      cmocka_unit_test(assumptions_end_paths),
      cmocka_unit_test(undefined_behavior_has_a_sink),
      cmocka_unit_test(defined_neighbors_of_undefined_behavior),
      cmocka_unit_test(accesses_outside_have_a_sink),
      cmocka_unit_test(what_has_no_meaning_is_a_sink),
      cmocka_unit_test(external_functions_return_anything),
      cmocka_unit_test(bools_of_nondet_functions),
      cmocka_unit_test(arguments_of_the_entry),
      cmocka_unit_test(names_and_positions),
      cmocka_unit_test(one_edge_per_statement),
      cmocka_unit_test(unchanging_globals_are_constants),
      cmocka_unit_test(frames_share_variables),
      cmocka_unit_test(dead_code_is_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
