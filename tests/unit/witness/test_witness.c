// SPDX-License-Identifier: Apache-2.0
// Witnesses as text: what is printed is read again, what is wrong is named by
// its place. And the hash of files.
#include <stdlib.h>
#include <string.h>

#include "unit.h"
#include "witness/sha256.h"
#include "witness/witness.h"

static void hash_is(const char *text, size_t size, const char *expected) {
  char out[SHA256_TEXT];
  sha256_text(text, size, out);
  assert_string_equal(out, expected);
}

// The examples of the standard.
static void hashes_are_those_of_the_standard(void **state) {
  hash_is("abc", 3,
          "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  hash_is("", 0,
          "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  hash_is("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  char *many = malloc(1000000);
  memset(many, 'a', 1000000);
  hash_is(many, 1000000,
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  free(many);
}

static bool read_text(witness *w, const char *text, strbuf *complaint) {
  diag d = {0};
  witness_init(w);
  bool ok = witness_read(w, "w.yml", text, strlen(text), &d);
  CHECK(ok == (d.kind == DIAG_NONE));
  if (!ok) {
    CHECK(d.kind == DIAG_INPUT && d.text.len > 0 && d.pos.line > 0);
    diag_print(&d, complaint);
  }
  diag_clear(&d);
  return ok;
}

static void check_again(const witness *w) {
  strbuf text = {0}, complaint = {0};
  witness_print(w, "u", "t", &text);
  witness back;
  if (!read_text(&back, strbuf_text(&text), &complaint))
    fail_msg("%s", strbuf_text(&complaint));
  CHECK(back.kind == w->kind && back.bits == w->bits);
  CHECK(back.files.len == w->files.len);
  assert_string_equal(back.files.data[0].hash, w->files.data[0].hash);
  CHECK(back.invariants.len == w->invariants.len);
  for (uint32_t i = 0; i < w->invariants.len; i++) {
    const witness_invariant *a = &w->invariants.data[i];
    const witness_invariant *b = &back.invariants.data[i];
    assert_string_equal(a->value, b->value);
    assert_string_equal(a->place.at.file, b->place.at.file);
    CHECK(a->is_loop == b->is_loop && a->place.at.line == b->place.at.line &&
          a->place.at.col == b->place.at.col);
  }
  CHECK(back.minor == w->minor && back.contracts.len == w->contracts.len);
  for (uint32_t i = 0; i < w->contracts.len; i++) {
    const witness_contract *a = &w->contracts.data[i];
    assert_string_equal(a->needs, back.contracts.data[i].needs);
    assert_string_equal(a->gives, back.contracts.data[i].gives);
  }
  CHECK(back.waypoints.len == w->waypoints.len);
  for (uint32_t i = 0; i < w->waypoints.len; i++) {
    const waypoint *a = &w->waypoints.data[i], *b = &back.waypoints.data[i];
    CHECK(a->type == b->type && a->is_avoided == b->is_avoided);
    CHECK(!a->constraint == !b->constraint);
    if (a->constraint)
      assert_string_equal(a->constraint, b->constraint);
  }
  witness_clear(&back);
  strbuf_free(&text);
  strbuf_free(&complaint);
}

static void what_is_printed_is_read(void **state) {
  witness w;
  witness_init(&w);
  vec_push(&w.files, ((witness_file){"a \"b\": c.c", "00ff"}));
  w.bits = 32;
  w.minor = 1; // the first value is no C
  w.specification = "CHECK( x )";
  check_again(&w);
  witness_place at = {.at = {"a: b.c", 3, 7}, .function = "f"};
  static const char *const VALUES[] = {"x == 'a' && \"\\\n", "1", "- 1 # no",
                                       "x\ty"};
  for (int i = 0; i < 4; i++)
    vec_push(&w.invariants, ((witness_invariant){i % 2 == 0, at, VALUES[i]}));
  vec_push(&w.contracts, ((witness_contract){at, "n > 1", "\\result == 1"}));
  check_again(&w);
  vec_clear(&w.invariants);
  vec_clear(&w.contracts);
  w.kind = WITNESS_VIOLATION;
  w.bits = 64;
  for (int i = 0; i < 4; i++)
    vec_push(&w.waypoints,
             ((waypoint){(waypoint_type)i, i % 2 == 0, at, VALUES[i]}));
  vec_push(&w.waypoints, ((waypoint){WAYPOINT_TARGET, false, at, NULL}));
  check_again(&w);
  witness_clear(&w);
}

#define HEAD                                                                   \
  "- entry_type: %s\n"                                                         \
  "  metadata:\n"                                                              \
  "    format_version: \"2.0\"\n"                                              \
  "    task: {input_file_hashes: {a.c: \"1\"}, data_model: LP64}\n"
#define PLACE "location: {file_name: a.c, line: 3}"

// Each text has one fault; 'where' is its line and column.
static const struct {
  const char *type, *rest, *where;
} BAD[] = {
    {"invariant_set", "", "w.yml:1:3:"},
    {"invariant_set", "  content: 1\n", "w.yml:5:12:"},
    {"proof_set", "  content: []\n", "w.yml:1:15:"},
    {"invariant_set", "  content: [{invariant: {type: loop_invariant}}]\n",
     "w.yml:5:25:"},
    {"invariant_set",
     "  content: [{invariant: {type: x, value: '1', " PLACE "}}]\n",
     "w.yml:5:32:"},
    {"invariant_set",
     "  content: [{invariant: {type: loop_invariant, value: '1', format: acsl, "
     "" PLACE "}}]\n",
     "w.yml:5:68:"},
    {"invariant_set",
     "  content: [{invariant: {type: loop_invariant, value: '1', location: "
     "{file_name: a.c, line: 0}}}]\n",
     "w.yml:5:93:"},
    {"violation_sequence", "  content: []\n", "w.yml:5:12:"},
    {"violation_sequence", "  content: [{segment: []}]\n", "w.yml:5:23:"},
    {"violation_sequence",
     "  content: [{segment: [{waypoint: {type: target, action: avoid, " PLACE
     "}}]}]\n",
     "w.yml:5:58:"},
    {"violation_sequence",
     "  content: [{segment: [{waypoint: {type: assumption, action: "
     "follow, " PLACE "}}]}]\n",
     "w.yml:5:35:"},
    {"violation_sequence",
     "  content: [{segment: [{waypoint: {type: function_enter, action: follow, "
     "" PLACE "}}]}]\n",
     "w.yml:5:12:"},
    {"violation_sequence", "  content: [{segment: [\n", "w.yml:6:1:"},
};

static void faults_are_named_by_their_place(void **state) {
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
    strbuf text = {0}, complaint = {0};
    strbuf_printf(&text, HEAD, BAD[i].type);
    strbuf_puts(&text, BAD[i].rest);
    witness w;
    CHECK(!read_text(&w, strbuf_text(&text), &complaint));
    if (strncmp(strbuf_text(&complaint), BAD[i].where, strlen(BAD[i].where)))
      fail_msg("%s instead of %s", strbuf_text(&complaint), BAD[i].where);
    witness_clear(&w);
    strbuf_free(&text);
    strbuf_free(&complaint);
  }
}

static void what_is_no_witness_is_refused(void **state) {
  static const char *const TEXTS[] = {
      "",
      "x",
      "[]",
      "- 1",
      "{a: b}",
      "- {}\n- {}",
      "\t",
      "&a [*a]",
      "- &a [*a]",
      "- {entry_type: invariant_set, metadata: {format_version: '1.0'}}"};
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    strbuf complaint = {0};
    witness w;
    CHECK(!read_text(&w, TEXTS[i], &complaint));
    witness_clear(&w);
    strbuf_free(&complaint);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hashes_are_those_of_the_standard),
      cmocka_unit_test(what_is_printed_is_read),
      cmocka_unit_test(faults_are_named_by_their_place),
      cmocka_unit_test(what_is_no_witness_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
