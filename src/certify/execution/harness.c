// SPDX-License-Identifier: Apache-2.0
// Writing a C file that makes the program run into the error.
//
// The file defines what the program leaves undefined: each external function
// returns the values of the trace one after the other, extern variables have
// theirs. Types are those of the machine, not of the source (a typedef or enum
// is not known here): the file is compiled by itself, so only sizes count.
//
// The error must be visible. assert() fails into __assert_fail, which is
// defined here. reach_error and __VERIFIER_error are defined here weakly, for
// programs that only declare them; a program that defines them itself, with
// whatever body, is compiled with -finstrument-functions, and the hook at the
// entry of each function sees that it is the one. Without that option the
// body runs and does what it does, usually abort.
#include "certify/execution/harness.h"

#include <assert.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hmap.h"
#include "certify/certify.h"

// --- types ------------------------------------------------------------------

// The C type that has the size and signedness; NULL: there is none.
static const char *c_type(const terms *tt, type_info type, sort s) {
  static const char *const names[2][4] = {
      {"unsigned char", "unsigned short", "unsigned int", "unsigned long long"},
      {"signed char", "short", "int", "long long"}};
  bool is_bit = sort_get_kind(tt, s) == SORT_BOOL ||
                (sort_get_kind(tt, s) == SORT_BV && sort_width(tt, s) == 1);
  if (type.kind == TYPE_BOOL || is_bit)
    return "_Bool";
  if (sort_get_kind(tt, s) != SORT_BV)
    return NULL;
  if (type.kind == TYPE_FLOAT)
    return sort_width(tt, s) == 32   ? "float"
           : sort_width(tt, s) == 64 ? "double"
                                     : NULL;
  if (type.kind == TYPE_POINTER)
    return "void *";
  bool is_signed = type.kind == TYPE_SIGNED || type.kind == TYPE_CHAR;
  uint32_t width = sort_width(tt, s);
  for (uint32_t i = 0; i < 4; i++)
    if (width == 8u << i)
      return names[is_signed][i];
  return NULL;
}

// Every bit counts: hexadecimal, and NaNs with their payload.
static void print_float(value v, strbuf *out) {
  uint64_t bits = value_get_u64(v);
  bool is_single = v.width == 32;
  uint32_t fraction_bits = is_single ? 23 : 52;
  uint64_t fraction = bits & (((uint64_t)1 << fraction_bits) - 1);
  uint64_t quiet = (uint64_t)1 << (fraction_bits - 1);
  const char *suffix = is_single ? "f" : "";
  double d;
  if (is_single) {
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    d = (double)f;
  } else {
    memcpy(&d, &bits, sizeof d);
  }
  const char *sign = bits >> (v.width - 1) != 0 ? "-" : "";
  if (isnan(d))
    strbuf_printf(out, "%s__builtin_nan%s%s(\"0x%llx\")", sign,
                  (fraction & quiet) != 0 ? "" : "s", suffix,
                  (unsigned long long)(fraction & (quiet - 1)));
  else if (isinf(d))
    strbuf_printf(out, "%s__builtin_inf%s()", sign, suffix);
  else
    strbuf_printf(out, "%a%s", d, suffix);
}

static void print_literal(value v, const char *type, strbuf *out) {
  assert(v.kind == VALUE_BOOL || (v.kind == VALUE_BV && v.width <= 64));
  if (type[0] == 'f' || type[0] == 'd') {
    print_float(v, out);
    return;
  }
  if (v.kind == VALUE_BOOL) {
    strbuf_putc(out, value_is_true(v) ? '1' : '0');
    return;
  }
  bool is_unsigned = type[0] == 'u' || type[0] == '_' || type[0] == 'v';
  if (is_unsigned)
    strbuf_printf(out, "%lluU%s", (unsigned long long)value_get_u64(v),
                  v.width > 32 ? "LL" : "");
  else if (value_get_s64(v) == INT64_MIN)
    strbuf_puts(out, "(-9223372036854775807LL - 1)");
  else
    strbuf_printf(out, "%lld%s", (long long)value_get_s64(v),
                  v.width > 32 ? "LL" : "");
}

// Only the null pointer means the same inside and outside.
static bool can_be_set(const terms *tt, const script_source *s, strbuf *why) {
  const char *type = c_type(tt, s->type, s->sort);
  bool ok = type != NULL;
  for (uint32_t i = 0; ok && type[0] == 'v' && i < s->values.len; i++)
    ok = value_get_u64(s->values.data[i]) == 0;
  if (!ok)
    strbuf_printf(why, "the value of '%s' (%s) has no C constant", s->name,
                  s->type.name ? s->type.name : "of some type");
  return ok;
}

// --- the parts of the file --------------------------------------------------

// Clang's checks of what C does not define, whatever the error is: an execution
// that is no error to any of them up to there is one that C defines.
#define CHECKS                                                                 \
  "integer-divide-by-zero,shift-exponent,float-cast-overflow,builtin,"         \
  "unreachable,vla-bound"
#define TRAP "-fsanitize-trap=undefined,float-cast-overflow"

harness_checker harness_checks(property_kind violated) {
  switch (violated) {
  case PROPERTY_REACH:
    return HARNESS_BY_ITSELF;
  case PROPERTY_DEREF:
  case PROPERTY_FREE:
  case PROPERTY_NULL:
  case PROPERTY_OVERLAP:
    return HARNESS_BY_ADDRESS;
  case PROPERTY_BOUNDS:
    return HARNESS_BY_EITHER;
  case PROPERTY_OVERFLOW:
  case PROPERTY_DIVIDE:
  case PROPERTY_SHIFT:
  case PROPERTY_FLOAT_CAST:
  case PROPERTY_BUILTIN:
  case PROPERTY_UNREACHABLE:
  case PROPERTY_VLA:
    return HARNESS_BY_TRAP;
  case PROPERTY_MEMTRACK:
  case PROPERTY_MEMCLEANUP:
  case PROPERTY_RETURN:
  case PROPERTY_COUNT:
    break;
  }
  return HARNESS_BY_NOTHING;
}

static property_kind violated(const script *s) {
  assert(s->error.id);
  return program_edge(s->program, s->error)->property;
}

// With wrapping overflow clang has nothing to say of it.
static bool is_overflow_undefined(const script *s) {
  enum { WRAP, ASSUME }; // the words of --overflow
  return violated(s) == PROPERTY_OVERFLOW ||
         s->env->options->overflow == ASSUME;
}

// Memory is watched in every run: the error counts only if no sanitizer has
// anything to say before it. Where the address sanitizer is to tell the error,
// none of an index that leaves its array comes before it.
const char *const *harness_flags(const script *s) {
  static const char *const overflow[] = {
      "-fsanitize=address,signed-integer-overflow,shift-base," CHECKS, TRAP,
      NULL};
  static const char *const wrapping[] = {
      "-fwrapv", "-fsanitize=address,array-bounds," CHECKS, TRAP,
      "-fstrict-flex-arrays=1", NULL};
  static const char *const addresses[] = {
      "-fwrapv", "-fsanitize=address," CHECKS, TRAP, NULL};
  if (is_overflow_undefined(s))
    return overflow;
  return harness_checks(violated(s)) == HARNESS_BY_ADDRESS ? addresses
                                                           : wrapping;
}

static void print_head(const script *s, strbuf *out) {
  strbuf_puts(
      out, "// Makes the program run into the error that was found. Compile it "
           "with the\n// program, for example:\n//   clang -O0 "
           "-fno-strict-aliasing -ffp-contract=off \\\n//     "
           "-Xclang -fno-elide-constructors -finstrument-functions");
  for (const char *const *f = harness_flags(s); *f; f++)
    strbuf_printf(out, " %s", *f);
  if (s->fill == FILL_ZERO)
    strbuf_puts(out, " \\\n//     -ftrivial-auto-var-init=zero");
  if (s->fill == FILL_PATTERN)
    strbuf_puts(out, " \\\n//     -ftrivial-auto-var-init=pattern");
  strbuf_printf(
      out,
      " PROGRAM.c THIS.c\n// Exit status %d: the error was reached; %d: the "
      "program left the path.\n",
      HARNESS_REACHED, HARNESS_LEFT);
  if (harness_checks(violated(s)) == HARNESS_BY_TRAP)
    strbuf_puts(out, "// The error ends it with an illegal instruction.\n");
  strbuf_putc(out, '\n');
  strbuf_puts(out,
              "#define HARNESS __attribute__((no_instrument_function))\n"
              "#define OPTIONAL __attribute__((no_instrument_function, weak))\n"
              "#define OPTIONAL_DATA __attribute__((aligned(16), weak))\n\n"
              "void _exit(int) __attribute__((noreturn));\n"
              "__PTRDIFF_TYPE__ write(int, const void *, __SIZE_TYPE__);\n\n"
              "static HARNESS void wedge_end(int status, const char *text) {\n"
              "  __SIZE_TYPE__ length = 0;\n"
              "  while (text[length])\n"
              "    length++;\n"
              "  if (write(2, text, length) < 0) {\n"
              "  }\n"
              "  _exit(status);\n"
              "}\n\n");
  strbuf_printf(out,
                "static HARNESS void wedge_reached(void) {\n"
                "  wedge_end(%d, \"the error was reached\\n\");\n"
                "}\n\n",
                HARNESS_REACHED);
}

static const char ERROR_PART[] =
    "// The error.\n"
    "OPTIONAL void reach_error() { wedge_reached(); }\n"
    "OPTIONAL void __VERIFIER_error() { wedge_reached(); }\n"
    "OPTIONAL void __assert_fail() { wedge_reached(); }\n"
    "OPTIONAL void __cyg_profile_func_enter(void *function, void *from) {\n"
    "  if (function == (void *)reach_error ||\n"
    "      function == (void *)__VERIFIER_error)\n"
    "    wedge_reached();\n"
    "}\n"
    "OPTIONAL void __cyg_profile_func_exit(void *function, void *from) {}\n"
    "HARNESS void wedge_reached_label(void) { wedge_reached(); }\n\n"
    "// What ends a path.\n"
    "OPTIONAL void __VERIFIER_assume(int condition) {\n"
    "  if (!condition)\n"
    "    wedge_end(" HARNESS_LEFT_TEXT ", \"an assumption failed\\n\");\n"
    "}\n\n";

// CBMC's words. What the address sanitizer knows answers the questions about
// memory; what would be arbitrary afterwards stays as it is.
static const char CPROVER_PART[] =
    "// CBMC's functions.\n"
    "void *__asan_region_is_poisoned(void *, __SIZE_TYPE__);\n"
    "const char *__asan_locate_address(void *, char *, __SIZE_TYPE__, void "
    "**,\n"
    "                                  __SIZE_TYPE__ *);\n"
    "void *malloc(__SIZE_TYPE__);\n"
    "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
    "void free(void *);\n"
    "OPTIONAL void __CPROVER_assume(_Bool condition) {\n"
    "  __VERIFIER_assume(condition);\n"
    "}\n"
    "#define CHECK(name) \\\n"
    "  OPTIONAL void name(_Bool condition, const char *text) { \\\n"
    "    if (!condition) \\\n"
    "      wedge_reached(); \\\n"
    "  }\n"
    "CHECK(__CPROVER_assert)\n"
    "CHECK(__CPROVER_precondition)\n"
    "CHECK(__CPROVER_postcondition)\n"
    "#define MAY_ACCESS(name) \\\n"
    "  OPTIONAL _Bool name(const void *p, __SIZE_TYPE__ n) { \\\n"
    "    return p && (n == 0 || !__asan_region_is_poisoned((void *)p, n)); \\\n"
    "  }\n"
    "MAY_ACCESS(__CPROVER_r_ok)\n"
    "MAY_ACCESS(__CPROVER_w_ok)\n"
    "MAY_ACCESS(__CPROVER_rw_ok)\n"
    "static HARNESS char *object_of(const void *p, __SIZE_TYPE__ *size) {\n"
    "  void *start = 0;\n"
    "  char name[8];\n"
    "  *size = 0;\n"
    "  if (p)\n"
    "    __asan_locate_address((void *)p, name, sizeof name, &start, size);\n"
    "  return start;\n"
    "}\n"
    "OPTIONAL __SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *p) {\n"
    "  __SIZE_TYPE__ size;\n"
    "  object_of(p, &size);\n"
    "  return size;\n"
    "}\n"
    "OPTIONAL __SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *p) {\n"
    "  __SIZE_TYPE__ size;\n"
    "  return (__SIZE_TYPE__)object_of(p, &size);\n"
    "}\n"
    "OPTIONAL __PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *p) {\n"
    "  __SIZE_TYPE__ size;\n"
    "  return (const char *)p - object_of(p, &size);\n"
    "}\n"
    "OPTIONAL _Bool __CPROVER_same_object(const void *p, const void *q) {\n"
    "  return __CPROVER_POINTER_OBJECT(p) == __CPROVER_POINTER_OBJECT(q);\n"
    "}\n"
    "OPTIONAL void *__CPROVER_allocate(__SIZE_TYPE__ n, _Bool is_zero) {\n"
    "  return is_zero ? calloc(1, n) : malloc(n);\n"
    "}\n"
    "OPTIONAL void *__CPROVER_new_object(__SIZE_TYPE__ n) {\n"
    "  return malloc(n);\n"
    "}\n"
    "OPTIONAL void __CPROVER_deallocate(void *p) { free(p); }\n"
    "OPTIONAL void __CPROVER_havoc_object(void *p) {}\n"
    "OPTIONAL void __CPROVER_havoc_slice(void *p, __SIZE_TYPE__ n) {}\n"
    "OPTIONAL void __CPROVER_cover(_Bool condition) {}\n"
    "OPTIONAL void __CPROVER_input(const char *name, ...) {}\n"
    "OPTIONAL void __CPROVER_output(const char *name, ...) {}\n"
    "OPTIONAL void __CPROVER_atomic_begin(void) {}\n"
    "OPTIONAL void __CPROVER_atomic_end(void) {}\n\n";

static void print_function(const terms *tt, const script_source *s,
                           uint32_t index, strbuf *out) {
  const char *type = c_type(tt, s->type, s->sort);
  assert(type && s->values.len > 0);
  strbuf_printf(out, "static const %s wedge_values_%u[] = {", type, index);
  for (uint32_t i = 0; i < s->values.len; i++) {
    strbuf_puts(out, i == 0 ? "" : i % 8 ? ", " : ",\n  ");
    if (type[0] == 'v')
      strbuf_puts(out, "0");
    else
      print_literal(s->values.data[i], type, out);
  }
  strbuf_printf(out,
                "};\n"
                "static unsigned wedge_next_%u;\n"
                "HARNESS %s %s() {\n"
                "  if (wedge_next_%u == %uU)\n"
                "    wedge_end(%d, \"%s is called once more\\n\");\n"
                "  return (%s)wedge_values_%u[wedge_next_%u++];\n"
                "}\n\n",
                index, type, s->name, index, s->values.len, HARNESS_LEFT,
                s->name, type, index, index);
}

static const char ASAN_PART[] =
    "// New memory is zero (what is larger comes from the system so), and "
    "leaks "
    "are of\n// no interest.\n"
    "#if __SIZEOF_POINTER__ == 4\n"
    "#define LARGEST \":max_allocation_size_mb=2047\" // PTRDIFF_MAX\n"
    "#else\n"
    "#define LARGEST \"\"\n"
    "#endif\n"
    "const char *__asan_default_options(void) {\n"
    "  return \"max_malloc_fill_size=1048576:malloc_fill_byte=0:\"\n"
    "         \"detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:\"\n"
    "         \"allocator_may_return_null=1\" LARGEST;\n"
    "}\n\n";

// By hash: two names that collide are 2^64 to one against.
static bool add_name(hmap *names, const char *name) {
  uint64_t key = hash_bytes(name, strlen(name));
  if (hmap_find(names, key))
    return false;
  hmap_put(names, key, 1);
  return true;
}

// An object of unknown shape is large enough and zero.
static void print_blob(const char *name, size_t length, strbuf *out) {
  strbuf_printf(out, "OPTIONAL_DATA char %.*s[65536];\n", (int)length, name);
}

static void print_global(const terms *tt, const script_source *s, hmap *bases,
                         strbuf *out) {
  if (!script_is_part(s->name)) {
    const char *type = c_type(tt, s->type, s->sort);
    assert(type);
    strbuf_printf(out, "%s %s = ", type, s->name);
    print_literal(s->values.data[0], type, out);
    strbuf_puts(out, ";\n");
    return;
  }
  size_t length = strcspn(s->name, ".[");
  uint64_t key = hash_bytes(s->name, length);
  if (hmap_find(bases, key))
    return;
  hmap_put(bases, key, 1);
  print_blob(s->name, length, out);
}

// A function that gave no value on the path; the linker may still want it,
// unless it is one of the C library (ours has the same ones).
static void print_stub(const char *name, const char *type, strbuf *out) {
  if (strcmp(name, "__VERIFIER_assume") != 0 && !dlsym(RTLD_DEFAULT, name))
    strbuf_printf(out, "OPTIONAL %s %s() { return 0; }\n",
                  type ? type : "long long", name);
}

// Everything outside that the program mentions somewhere, but did not meet on
// the path.
static void print_unused_input(const script *s, term input, hmap *done,
                               strbuf *out) {
  const input_info *info = program_input(s->program, input);
  assert(info && info->name);
  bool is_call = info->kind == INPUT_CALL;
  if ((!is_call && info->kind != INPUT_GLOBAL) || !add_name(done, info->name))
    return;
  if (is_call && !script_find(&s->calls, info->name))
    print_stub(info->name,
               c_type(program_terms(s->program), info->type, info->sort), out);
  if (!is_call && !script_find(&s->globals, info->name) &&
      !script_is_part(info->name))
    print_blob(info->name, strlen(info->name), out);
}

// Names that programs of the competition on software verification declare;
// code that is never executed may want them.
static void print_customary(const script *s, const hmap *done, strbuf *out) {
  static const char *const types[][2] = {
      {"bool", "_Bool"},
      {"char", "char"},
      {"uchar", "unsigned char"},
      {"short", "short"},
      {"ushort", "unsigned short"},
      {"int", "int"},
      {"uint", "unsigned int"},
      {"unsigned", "unsigned int"},
      {"long", "long"},
      {"ulong", "unsigned long"},
      {"longlong", "long long"},
      {"ulonglong", "unsigned long long"},
      {"float", "float"},
      {"double", "double"},
      {"pointer", "void *"},
  };
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    char name[64];
    snprintf(name, sizeof name, "__VERIFIER_nondet_%s", types[i][0]);
    if (!script_find(&s->calls, name) &&
        !hmap_find(done, hash_bytes(name, strlen(name))))
      print_stub(name, types[i][1], out);
  }
}

static void print_unused(const script *s, strbuf *out) {
  const program *p = s->program;
  hmap done = {0};
  for (uint32_t i = 1; i <= program_edge_count(p); i++) {
    const block *b = program_edge_block(p, (edge){i});
    for (uint32_t j = 0; j < b->input_count; j++)
      print_unused_input(s, b->inputs[j], &done, out);
  }
  for (uint32_t i = 0; i < program_note_count(p); i++) {
    note n = program_note(p, i);
    if (n.kind == NOTE_EXTERNAL && add_name(&done, n.text) &&
        !script_find(&s->calls, n.text))
      print_stub(n.text, NULL, out);
  }
  print_customary(s, &done, out);
  hmap_free(&done);
}

// Where the entry has a contract, a function that keeps it is called instead:
// its name has that of the entry behind a prefix.
static const char *entry_name(const script *s) {
  const char *asked = s->env->options->entry;
  const char *real =
      program_location(s->program, program_entry(s->program))->function;
  size_t length = strlen(asked), has = real == NULL ? 0 : strlen(real);
  bool keeps_contract = has > length && strncmp(real, "__CPROVER_", 10) == 0 &&
                        strcmp(real + has - length, asked) == 0;
  return keeps_contract ? real : asked;
}

// Runs before main, which the program may or may not have.
static void print_entry(const script *s, strbuf *out) {
  const char *entry = entry_name(s);
  const terms *tt = program_terms(s->program);
  strbuf_printf(out, "\n// The entry.\nint %s();\n", entry);
  strbuf_printf(out,
                "OPTIONAL int main(void) { return 0; }\n"
                "__attribute__((constructor)) HARNESS static void "
                "wedge_start(void) {\n  %s(",
                entry);
  for (uint32_t i = 0; i < s->arguments.len; i++) {
    const script_source *a = &s->arguments.data[i];
    const char *type = c_type(tt, a->type, a->sort);
    strbuf_printf(out, "%s(%s)", i ? ", " : "", type);
    print_literal(a->values.data[0], type, out);
  }
  strbuf_puts(out, ");\n  _exit(0);\n}\n");
}

// --- the whole --------------------------------------------------------------

static bool check_sources(const terms *tt, const script_sources *list,
                          strbuf *why) {
  for (uint32_t i = 0; i < list->len; i++)
    if (!script_is_part(list->data[i].name) &&
        !can_be_set(tt, &list->data[i], why))
      return false;
  return true;
}

// The harness itself needs these two.
static bool check_names(const script *s, strbuf *why) {
  static const char *const own[] = {"_exit", "write"};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (script_find(&s->calls, own[i])) {
      strbuf_printf(why, "the path depends on what %s() returns", own[i]);
      return false;
    }
  return true;
}

bool harness_print(const script *s, strbuf *out, strbuf *why) {
  const terms *tt = program_terms(s->program);
  if (!check_sources(tt, &s->calls, why) ||
      !check_sources(tt, &s->globals, why) || !check_names(s, why))
    return false;
  if (!s->is_main && !check_sources(tt, &s->arguments, why))
    return false;
  print_head(s, out);
  strbuf_puts(out, ERROR_PART);
  strbuf_puts(out, ASAN_PART);
  if (script_has_dialect(s))
    strbuf_puts(out, CPROVER_PART);
  for (uint32_t i = 0; i < s->calls.len; i++)
    print_function(tt, &s->calls.data[i], i, out);
  hmap bases = {0};
  for (uint32_t i = 0; i < s->globals.len; i++)
    print_global(tt, &s->globals.data[i], &bases, out);
  hmap_free(&bases);
  print_unused(s, out);
  if (!s->is_main)
    print_entry(s, out);
  return true;
}

bool certify_harness(const env *e, const program *p, const result *r,
                     strbuf *out, strbuf *why) {
  assert(e && p && r && out && why);
  script s;
  bool ok =
      script_init(&s, e, p, &r->trace, why) && harness_print(&s, out, why);
  script_clear(&s);
  return ok;
}
