// SPDX-License-Identifier: Apache-2.0
// Functions that the program calls and does not define.
//
// SV-COMP's functions, the end of the program, output, which changes nothing
// here, and input, which is arbitrary. A function of the C library whose result
// is determined by its arguments must not be "anything": until it is modeled it
// is not supported. All other functions are unknown: they return anything.
#include "frontend/c/library.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *name;
  library_kind kind;
} row;

// Sorted by name.
static const row ROWS[] = {
    {"_Exit", LIBRARY_END},
    {"__CPROVER_assume", LIBRARY_ASSUME},
    {"__VERIFIER_assert", LIBRARY_ASSERT},
    {"__VERIFIER_assume", LIBRARY_ASSUME},
    {"__VERIFIER_atomic_begin", LIBRARY_NOTHING},
    {"__VERIFIER_atomic_end", LIBRARY_NOTHING},
    {"__VERIFIER_error", LIBRARY_ERROR},
    {"__assert", LIBRARY_ASSERT_FAIL},
    {"__assert_fail", LIBRARY_ASSERT_FAIL},
    {"__assert_perror_fail", LIBRARY_ASSERT_FAIL},
    {"__ctype_b_loc", LIBRARY_UNSUPPORTED},
    {"__ctype_tolower_loc", LIBRARY_UNSUPPORTED},
    {"__ctype_toupper_loc", LIBRARY_UNSUPPORTED},
    {"__isoc99_fscanf", LIBRARY_INPUT},
    {"__isoc99_scanf", LIBRARY_INPUT},
    {"__isoc99_sscanf", LIBRARY_UNSUPPORTED},
    {"__sigsetjmp", LIBRARY_UNSUPPORTED},
    {"_exit", LIBRARY_END},
    {"_longjmp", LIBRARY_UNSUPPORTED},
    {"_setjmp", LIBRARY_UNSUPPORTED},
    {"abort", LIBRARY_END},
    {"abs", LIBRARY_ABS},
    {"aligned_alloc", LIBRARY_UNSUPPORTED},
    {"alloca", LIBRARY_UNSUPPORTED},
    {"assert", LIBRARY_ASSERT},
    {"at_quick_exit", LIBRARY_UNSUPPORTED},
    {"atexit", LIBRARY_UNSUPPORTED},
    {"atof", LIBRARY_UNSUPPORTED},
    {"atoi", LIBRARY_UNSUPPORTED},
    {"atol", LIBRARY_UNSUPPORTED},
    {"atoll", LIBRARY_UNSUPPORTED},
    {"bcmp", LIBRARY_UNSUPPORTED},
    {"bsearch", LIBRARY_UNSUPPORTED},
    {"bzero", LIBRARY_UNSUPPORTED},
    {"calloc", LIBRARY_ALLOCATE},
    {"div", LIBRARY_UNSUPPORTED},
    {"exit", LIBRARY_END},
    {"ffs", LIBRARY_UNSUPPORTED},
    {"fflush", LIBRARY_OUTPUT},
    {"fork", LIBRARY_UNSUPPORTED},
    {"fprintf", LIBRARY_OUTPUT},
    {"fputc", LIBRARY_OUTPUT},
    {"fputs", LIBRARY_OUTPUT},
    {"free", LIBRARY_FREE},
    {"fscanf", LIBRARY_INPUT},
    {"fwrite", LIBRARY_OUTPUT},
    {"isalnum", LIBRARY_UNSUPPORTED},
    {"isalpha", LIBRARY_UNSUPPORTED},
    {"isdigit", LIBRARY_UNSUPPORTED},
    {"islower", LIBRARY_UNSUPPORTED},
    {"isspace", LIBRARY_UNSUPPORTED},
    {"isupper", LIBRARY_UNSUPPORTED},
    {"labs", LIBRARY_ABS},
    {"ldiv", LIBRARY_UNSUPPORTED},
    {"llabs", LIBRARY_ABS},
    {"longjmp", LIBRARY_UNSUPPORTED},
    {"malloc", LIBRARY_ALLOCATE},
    {"memchr", LIBRARY_UNSUPPORTED},
    {"memcmp", LIBRARY_UNSUPPORTED},
    {"memcpy", LIBRARY_COPY},
    {"memmove", LIBRARY_COPY},
    {"memset", LIBRARY_FILL},
    {"on_exit", LIBRARY_UNSUPPORTED},
    {"perror", LIBRARY_OUTPUT},
    {"posix_memalign", LIBRARY_UNSUPPORTED},
    {"printf", LIBRARY_OUTPUT},
    {"putc", LIBRARY_OUTPUT},
    {"putchar", LIBRARY_OUTPUT},
    {"puts", LIBRARY_OUTPUT},
    {"qsort", LIBRARY_UNSUPPORTED},
    {"quick_exit", LIBRARY_END},
    {"reach_error", LIBRARY_ERROR},
    {"realloc", LIBRARY_UNSUPPORTED},
    {"scanf", LIBRARY_INPUT},
    {"setjmp", LIBRARY_UNSUPPORTED},
    {"sigaction", LIBRARY_UNSUPPORTED},
    {"siglongjmp", LIBRARY_UNSUPPORTED},
    {"signal", LIBRARY_UNSUPPORTED},
    {"sigsetjmp", LIBRARY_UNSUPPORTED},
    {"snprintf", LIBRARY_UNSUPPORTED},
    {"sprintf", LIBRARY_UNSUPPORTED},
    {"sscanf", LIBRARY_UNSUPPORTED},
    {"strcat", LIBRARY_UNSUPPORTED},
    {"strchr", LIBRARY_UNSUPPORTED},
    {"strcmp", LIBRARY_UNSUPPORTED},
    {"strcpy", LIBRARY_UNSUPPORTED},
    {"strdup", LIBRARY_UNSUPPORTED},
    {"strlen", LIBRARY_UNSUPPORTED},
    {"strncat", LIBRARY_UNSUPPORTED},
    {"strncmp", LIBRARY_UNSUPPORTED},
    {"strncpy", LIBRARY_UNSUPPORTED},
    {"strrchr", LIBRARY_UNSUPPORTED},
    {"strstr", LIBRARY_UNSUPPORTED},
    {"strtol", LIBRARY_UNSUPPORTED},
    {"strtoll", LIBRARY_UNSUPPORTED},
    {"strtoul", LIBRARY_UNSUPPORTED},
    {"strtoull", LIBRARY_UNSUPPORTED},
    {"tolower", LIBRARY_UNSUPPORTED},
    {"toupper", LIBRARY_UNSUPPORTED},
    {"vfork", LIBRARY_UNSUPPORTED},
    {"vfprintf", LIBRARY_OUTPUT},
    {"vprintf", LIBRARY_OUTPUT},
};

static const char NONDET[] = "__VERIFIER_nondet_";

static int compare_names(const void *key, const void *member) {
  return strcmp(key, ((const row *)member)->name);
}

static bool has_prefix(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

library_kind library_find(const char *name) {
  const row *r = bsearch(name, ROWS, sizeof ROWS / sizeof *ROWS, sizeof *ROWS,
                         compare_names);
  if (r != NULL)
    return r->kind;
  if (strcmp(name, "__VERIFIER_nondet_memory") == 0)
    return LIBRARY_UNKNOWN;
  if (has_prefix(name, NONDET))
    return LIBRARY_NONDET;
  if (library_is_real(name))
    return LIBRARY_REAL;
  if (has_prefix(name, "__wedge_"))
    return LIBRARY_OWN;
  if (library_is_inexact(name))
    return LIBRARY_UNSUPPORTED;
  if (has_prefix(name, "pthread_") || has_prefix(name, "exec"))
    return LIBRARY_UNSUPPORTED;
  return LIBRARY_UNKNOWN;
}

bool library_is_zeroing(const char *name) {
  return strcmp(name, "calloc") == 0;
}

bool library_is_error(const char *name) {
  library_kind kind = library_find(name);
  return kind == LIBRARY_ERROR || kind == LIBRARY_ASSERT_FAIL;
}

bool library_nondet_type(const char *name, type_info *out, uint32_t *bits) {
  static const struct {
    const char *suffix;
    type_info type;
    uint32_t bits;
  } types[] = {
      {"bool", {TYPE_BOOL, "_Bool"}, 1},
      {"char", {TYPE_CHAR, "char"}, 8},
      {"schar", {TYPE_SIGNED, "signed char"}, 8},
      {"uchar", {TYPE_UNSIGNED, "unsigned char"}, 8},
      {"short", {TYPE_SIGNED, "short"}, 16},
      {"ushort", {TYPE_UNSIGNED, "unsigned short"}, 16},
      {"int", {TYPE_SIGNED, "int"}, 32},
      {"uint", {TYPE_UNSIGNED, "unsigned int"}, 32},
      {"unsigned", {TYPE_UNSIGNED, "unsigned int"}, 32},
      {"u32", {TYPE_UNSIGNED, "unsigned int"}, 32},
      {"long", {TYPE_SIGNED, "long"}, 0},
      {"ulong", {TYPE_UNSIGNED, "unsigned long"}, 0},
      {"longlong", {TYPE_SIGNED, "long long"}, 64},
      {"ulonglong", {TYPE_UNSIGNED, "unsigned long long"}, 64},
      {"size_t", {TYPE_UNSIGNED, "unsigned long"}, 0},
      {"loff_t", {TYPE_SIGNED, "long long"}, 64},
      {"sector_t", {TYPE_UNSIGNED, "unsigned long"}, 0},
      {"pthread_t", {TYPE_UNSIGNED, "unsigned long"}, 0},
      {"int128", {TYPE_SIGNED, "__int128"}, 128},
      {"uint128", {TYPE_UNSIGNED, "unsigned __int128"}, 128},
      {"float", {TYPE_FLOAT, "float"}, 32},
      {"double", {TYPE_FLOAT, "double"}, 64},
      {"pointer", {TYPE_POINTER, "void *"}, 0},
      {"pchar", {TYPE_POINTER, "char *"}, 0},
  };
  if (!has_prefix(name, NONDET))
    return false;
  const char *suffix = name + sizeof NONDET - 1;
  for (size_t k = 0; k < sizeof types / sizeof *types; k++)
    if (strcmp(suffix, types[k].suffix) == 0) {
      *out = types[k].type;
      *bits = types[k].bits;
      return true;
    }
  return false;
}
