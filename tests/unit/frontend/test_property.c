// SPDX-License-Identifier: Apache-2.0
#include "frontend/property.h"

#include <string.h>

#include "c_program.h"
#include "program/program.h"

static uint32_t last_set; // of properties

// Returns the class of the complaint; *entry is copied.
static diag_class read_property(const char *text, char entry[64]) {
  char path[64];
  c_write(path, text, "p.prp");
  arena *mem = arena_new();
  diag d = {0};
  property out;
  bool ok = property_read(path, mem, &out, &d);
  CHECK(ok == (d.kind == DIAG_NONE));
  snprintf(entry, 64, "%s", ok ? out.entry : "");
  last_set = ok ? out.set : 0;
  diag_class kind = d.kind;
  diag_clear(&d);
  arena_free(mem);
  c_remove(path);
  CHECK(mem_live() == 0);
  return kind;
}

static void reachability_is_understood(void **state) {
  static const char *const texts[] = {
      "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
      "CHECK(init(main()),LTL(G!call(reach_error())))",
      "\n CHECK( init( main ( ) ) ,\nLTL( G ! call( reach_error( ) ) ) )\n\n",
      "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )",
  };
  char entry[64];
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    CHECK(read_property(texts[k], entry) == DIAG_NONE);
    CHECK(strcmp(entry, "main") == 0);
  }
  CHECK(read_property("CHECK( init(start_it()), LTL(G ! call(reach_error())) )",
                      entry) == DIAG_NONE);
  CHECK(strcmp(entry, "start_it") == 0);
}

static void other_properties_are_not(void **state) {
  static const char *const texts[] = {
      "CHECK( init(main()), LTL(F end) )",
      "CHECK( init(main()), LTL(G valid-everything) )",
      "CHECK( init(main()), LTL(G ! data-race) )",
      "CHECK( init(main()), LTL(G ! call(foo())) )",
      "COVER( init(main()), FQL(COVER EDGES(@CALL(f))) )",
      "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
      "CHECK( init(other()), LTL(G ! overflow) )",
  };
  char entry[64];
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    CHECK(read_property(texts[k], entry) ==
          (k == 4 ? DIAG_INPUT : DIAG_UNSUPPORTED));
}

static void every_property_has_its_line(void **state) {
  char entry[64], text[2048] = "";
  for (uint32_t k = 0; k < PROPERTY_COUNT; k++) {
    char line[80];
    const char *formula = k == PROPERTY_REACH      ? "! call(reach_error())"
                          : k == PROPERTY_OVERFLOW ? "! overflow"
                                                   : program_property_name(k);
    snprintf(line, sizeof line, "CHECK( init(main()), LTL(G %s) )\n", formula);
    CHECK(read_property(line, entry) == DIAG_NONE);
    CHECK(last_set == 1u << k);
    strcat(text, line);
    CHECK(read_property(text, entry) == DIAG_NONE);
    CHECK(last_set == (2u << k) - 1);
  }
}

static uint32_t named(const char *text) {
  arena *mem = arena_new();
  diag d = {0};
  property out = {0};
  bool ok = property_read(text, mem, &out, &d);
  CHECK(ok == (d.kind == DIAG_NONE) && out.entry == NULL);
  diag_clear(&d);
  arena_free(mem);
  return ok ? out.set : 0;
}

static void names_are_properties_too(void **state) {
  for (uint32_t k = 0; k < PROPERTY_COUNT; k++)
    CHECK(named(program_property_name(k)) == 1u << k);
  CHECK(named("no-overflow,valid-free") ==
        (1u << PROPERTY_OVERFLOW | 1u << PROPERTY_FREE));
  CHECK(named("valid-memsafety") ==
        named("valid-memtrack,valid-deref,valid-free"));
  CHECK(named("valid") == 0 && named("no-overflow,") == 0 && named("") == 0);
}

static void wrong_names_get_a_suggestion(void **state) {
  static const char *const cases[][2] = {
      {"valid-derf", "did you mean 'valid-deref'?"},
      {"integer-divde", "did you mean 'integer-divide-by-zero'?"},
      {"shift,overflow", "no property 'overflow'; did you mean 'no-overflow'?"},
      {"everything", "'wedge --help property' lists them"},
      {"prp", "a file is written './prp'"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    arena *mem = arena_new();
    diag d = {0};
    property out;
    CHECK(!property_read(cases[k][0], mem, &out, &d));
    CHECK(d.kind == DIAG_USAGE);
    CHECK(strstr(strbuf_text(&d.text), cases[k][1]) != NULL);
    diag_clear(&d);
    arena_free(mem);
  }
}

// What is asked where nothing is said.
static void the_usual_question(void **state) {
  options o;
  options_init(&o);
  diag d = {0};
  property out;
  arena *mem = arena_new();
  uint32_t usual = named("default");
  CHECK(property_of_options(&o, mem, &out, &d) && out.set == usual);
  CHECK((usual >> PROPERTY_OVERFLOW & 1) == 0 && !out.is_file);
  CHECK((named("unreach-call,memory,shift") & ~usual) == 0);
  o.undefined = UNDEFINED_ASSUME;
  CHECK(property_of_options(&o, mem, &out, &d));
  CHECK(out.set == 1u << PROPERTY_REACH);
  o.undefined = UNDEFINED_AUTO;
  vec_push(&o.inputs, "p.bpl");
  CHECK(property_of_options(&o, mem, &out, &d));
  CHECK(out.set == 1u << PROPERTY_REACH);
  options_free(&o);
  arena_free(mem);
}

// The parts of a set make up the set.
static void groups_are_parts(void **state) {
  uint32_t set = named("all");
  for (uint32_t left = set, parts = 0; left != 0; parts++) {
    uint32_t part = property_group(left);
    CHECK(part != 0 && (part & ~left) == 0 && parts < 4);
    CHECK(property_group(part) == part);
    left &= ~part;
  }
}

// Every prefix of a good text is a bad one, and none does harm.
static void broken_texts_are_refused(void **state) {
  static const char text[] =
      "CHECK( init(main()), LTL(G ! call(reach_error())) )";
  char entry[64], cut[sizeof text];
  for (size_t n = 0; n + 1 < sizeof text; n++) {
    memcpy(cut, text, n);
    cut[n] = '\0';
    CHECK(read_property(cut, entry) != DIAG_NONE);
  }
  arena *mem = arena_new();
  diag d = {0};
  property out;
  CHECK(!property_read("/nonexistent/p.prp", mem, &out, &d));
  CHECK(d.kind == DIAG_INPUT);
  CHECK(strstr(strbuf_text(&d.text), "/nonexistent/p.prp") != NULL);
  diag_clear(&d);
  arena_free(mem);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reachability_is_understood),
      cmocka_unit_test(other_properties_are_not),
      cmocka_unit_test(every_property_has_its_line),
      cmocka_unit_test(names_are_properties_too),
      cmocka_unit_test(wrong_names_get_a_suggestion),
      cmocka_unit_test(the_usual_question),
      cmocka_unit_test(groups_are_parts),
      cmocka_unit_test(broken_texts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
