// SPDX-License-Identifier: Apache-2.0
// What stands before a text with CBMC's words.
//
// Functions are declared, and the translator knows them by name (predicate.h,
// library.c); macros are what depends on the types of their arguments. Clauses
// of contracts become annotations, which carry their text (clauses.h). Clauses
// that only help a proof are empty: CBMC ignores them, too, unless it is told
// otherwise.
#include "frontend/c/read/dialect.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

static const char WORD[] = "__CPROVER_";

bool dialect_is_used(const char *text) { return strstr(text, WORD) != NULL; }

static const char TYPES[] = "typedef __SIZE_TYPE__ __CPROVER_size_t;\n"
                            "typedef __PTRDIFF_TYPE__ __CPROVER_ssize_t;\n";

static const struct {
  const char *name, *declaration;
} FUNCTIONS[] = {
    {"__CPROVER_assume", "void __CPROVER_assume(_Bool)"},
    {"__CPROVER_assert", "void __CPROVER_assert(_Bool, const char *)"},
    {"__CPROVER_precondition",
     "void __CPROVER_precondition(_Bool, const char *)"},
    {"__CPROVER_postcondition",
     "void __CPROVER_postcondition(_Bool, const char *)"},
    {"__CPROVER_cover", "void __CPROVER_cover(_Bool)"},
    {"__CPROVER_input", "void __CPROVER_input(const char *, ...)"},
    {"__CPROVER_output", "void __CPROVER_output(const char *, ...)"},
    {"__CPROVER_atomic_begin", "void __CPROVER_atomic_begin(void)"},
    {"__CPROVER_atomic_end", "void __CPROVER_atomic_end(void)"},
    {"__CPROVER_r_ok", "_Bool __CPROVER_r_ok(const void *, __SIZE_TYPE__)"},
    {"__CPROVER_w_ok", "_Bool __CPROVER_w_ok(const void *, __SIZE_TYPE__)"},
    {"__CPROVER_rw_ok", "_Bool __CPROVER_rw_ok(const void *, __SIZE_TYPE__)"},
    {"__CPROVER_OBJECT_SIZE",
     "__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *)"},
    {"__CPROVER_POINTER_OBJECT",
     "__SIZE_TYPE__ __CPROVER_POINTER_OBJECT(const void *)"},
    {"__CPROVER_POINTER_OFFSET",
     "__PTRDIFF_TYPE__ __CPROVER_POINTER_OFFSET(const void *)"},
    {"__CPROVER_DYNAMIC_OBJECT",
     "_Bool __CPROVER_DYNAMIC_OBJECT(const void *)"},
    {"__CPROVER_same_object",
     "_Bool __CPROVER_same_object(const void *, const void *)"},
    {"__CPROVER_havoc_object", "void __CPROVER_havoc_object(void *)"},
    {"__CPROVER_havoc_slice",
     "void __CPROVER_havoc_slice(void *, __SIZE_TYPE__)"},
    {"__CPROVER_allocate", "void *__CPROVER_allocate(__SIZE_TYPE__, _Bool)"},
    {"__CPROVER_deallocate", "void __CPROVER_deallocate(void *)"},
    {"__CPROVER_new_object", "void *__CPROVER_new_object(__SIZE_TYPE__)"},
    {"__CPROVER_is_fresh",
     "_Bool __CPROVER_is_fresh(const void *, __SIZE_TYPE__)"},
    {"__CPROVER_unusual_range", "void __CPROVER_unusual_range(void)"},
};

// A question about memory has the size of what the pointer points to, unless it
// is given. Overflow is that of the type in which C computes. A quantifier
// arrives as its type, variable, least value and what is added to it, end, "="
// where the end is included, and body. Its range must be one of the type's.
static const char MACROS[] =
    "#define __CPROVER__ 1\n"
    "#define __CPROVER_bool _Bool\n"
    "#define __CPROVER_max_malloc_size \\\n"
    "  ((__CPROVER_size_t)1 << (8 * sizeof(__CPROVER_size_t) - 9))\n"
    "#define __CPROVER_ASK1(f, p) f((p), sizeof *(p))\n"
    "#define __CPROVER_ASK2(f, p, n) f((p), (n))\n"
    "#define __CPROVER_WHICH(f, a, b, c, ...) c\n"
    "#define __CPROVER_ASK(...) \\\n"
    "  __CPROVER_WHICH(__VA_ARGS__, __CPROVER_ASK2, __CPROVER_ASK1, ) \\\n"
    "  (__VA_ARGS__)\n"
    "#define __CPROVER_r_ok(...) __CPROVER_ASK((__CPROVER_r_ok), __VA_ARGS__)\n"
    "#define __CPROVER_w_ok(...) __CPROVER_ASK((__CPROVER_w_ok), __VA_ARGS__)\n"
    "#define __CPROVER_rw_ok(...) \\\n"
    "  __CPROVER_ASK((__CPROVER_rw_ok), __VA_ARGS__)\n"
    "#define __CPROVER_OVERFLOW(op, f, a, b) \\\n"
    "  (__extension__({ \\\n"
    "    __typeof__((a)op(b)) __CPROVER_result; \\\n"
    "    f((a), (b), &__CPROVER_result); \\\n"
    "  }))\n"
    "#define __CPROVER_overflow_plus(a, b) \\\n"
    "  __CPROVER_OVERFLOW(+, __builtin_add_overflow, a, b)\n"
    "#define __CPROVER_overflow_minus(a, b) \\\n"
    "  __CPROVER_OVERFLOW(-, __builtin_sub_overflow, a, b)\n"
    "#define __CPROVER_overflow_mult(a, b) \\\n"
    "  __CPROVER_OVERFLOW(*, __builtin_mul_overflow, a, b)\n"
    "#define __CPROVER_overflow_unary_minus(a) \\\n"
    "  __CPROVER_overflow_minus((__typeof__(-(a)))0, a)\n"
    "#define __CPROVER_overflow_shl(a, b) \\\n"
    "  (__extension__({ \\\n"
    "    __typeof__(+(a)) __CPROVER_a = (a); \\\n"
    "    __typeof__(+(b)) __CPROVER_b = (b); \\\n"
    "    __CPROVER_b < 0 || \\\n"
    "        (__CPROVER_a != 0 && \\\n"
    "         (__CPROVER_b >= 8 * sizeof __CPROVER_a || \\\n"
    "          __builtin_mul_overflow(__CPROVER_a, 1ULL << __CPROVER_b, \\\n"
    "                                 &__CPROVER_a))); \\\n"
    "  }))\n"
    "#define __CPROVER_FOLD(op, first, T, i, lo, more, hi, same, ...) \\\n"
    "  (__extension__({ \\\n"
    "    _Bool __CPROVER_holds = first; \\\n"
    "    T i; \\\n"
    "    if (__builtin_add_overflow((lo + 0)more, 0, &i) || \\\n"
    "        __builtin_add_overflow((hi), 0, &i)) \\\n"
    "      __CPROVER_unusual_range(); \\\n"
    "    for (i = (lo + 0)more; i <##same(hi);) { \\\n"
    "      __CPROVER_holds op !!(__VA_ARGS__); \\\n"
    "      if (__builtin_add_overflow(i, 1, &i)) \\\n"
    "        break; \\\n"
    "    } \\\n"
    "    __CPROVER_holds; \\\n"
    "  }))\n"
    "#define __CPROVER_TURN(op, first, T, i, hi, same, lo, more, ...) \\\n"
    "  __CPROVER_FOLD(op, first, T, i, lo, more, hi, same, __VA_ARGS__)\n"
    "#define __CPROVER_forall(...) __CPROVER_FOLD(&=, 1, __VA_ARGS__)\n"
    "#define __CPROVER_exists(...) __CPROVER_FOLD(|=, 0, __VA_ARGS__)\n"
    "#define __CPROVER_Forall(...) __CPROVER_TURN(&=, 1, __VA_ARGS__)\n"
    "#define __CPROVER_Exists(...) __CPROVER_TURN(|=, 0, __VA_ARGS__)\n"
    "#define __CPROVER_CLAUSE(kind, ...) \\\n"
    "  __attribute__((annotate(\"" DIALECT_CLAUSE "\" kind \" \" "
    "#__VA_ARGS__)))\n"
    "#define __CPROVER_requires(...) __CPROVER_CLAUSE(\"requires\", "
    "__VA_ARGS__)\n"
    "#define __CPROVER_ensures(...) __CPROVER_CLAUSE(\"ensures\", "
    "__VA_ARGS__)\n"
    "#define __CPROVER_assigns(...)\n"
    "#define __CPROVER_frees(...)\n"
    "#define __CPROVER_loop_invariant(...)\n"
    "#define __CPROVER_decreases(...)\n";

// --- what the text declares itself -----------------------------------------

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

// A type stands before it.
static bool is_declared_at(const char *text, const char *at) {
  static const char *const types[] = {
      "void",          "_Bool", "bool",   "int",
      "unsigned",      "long",  "size_t", "__CPROVER_size_t",
      "__CPROVER_bool"};
  while (at > text && (isspace((unsigned char)at[-1]) || at[-1] == '*'))
    at--;
  const char *end = at;
  while (at > text && is_word_char(at[-1]))
    at--;
  size_t length = (size_t)(end - at);
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (strlen(types[k]) == length && memcmp(types[k], at, length) == 0)
      return true;
  return false;
}

static bool is_declared(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *p = text; (p = strstr(p, name)) != NULL; p += length)
    if (!is_word_char(p[length]) && is_declared_at(text, p))
      return true;
  return false;
}

// --- the lines -------------------------------------------------------------

void dialect_print_preamble(const char *text, bool has_macros, strbuf *out) {
  strbuf_puts(out, "# 1 \"<CBMC's words>\" 1 3\n");
  strbuf_puts(out, TYPES);
  for (size_t k = 0; k < sizeof FUNCTIONS / sizeof *FUNCTIONS; k++)
    if (!is_declared(text, FUNCTIONS[k].name))
      strbuf_printf(out, "%s;\n", FUNCTIONS[k].declaration);
  if (has_macros)
    strbuf_puts(out, MACROS);
}

// --- clauses that are not used ---------------------------------------------

static const struct {
  const char *word, *why;
} IGNORED[] = {
    {"__CPROVER_assigns",
     "clauses of __CPROVER_assigns are ignored: what a function may change is "
     "not checked"},
    {"__CPROVER_frees", "clauses of __CPROVER_frees are ignored"},
    {"__CPROVER_loop_invariant",
     "clauses of __CPROVER_loop_invariant are ignored: loops are analyzed "
     "without them"},
    {"__CPROVER_decreases",
     "clauses of __CPROVER_decreases are ignored: termination is not checked"},
};

enum { IGNORED_COUNT = sizeof IGNORED / sizeof *IGNORED };

const char *dialect_ignored(uint32_t k) {
  return k < IGNORED_COUNT ? IGNORED[k].word : NULL;
}

const char *dialect_why_ignored(uint32_t k) {
  assert(k < IGNORED_COUNT);
  return IGNORED[k].why;
}
