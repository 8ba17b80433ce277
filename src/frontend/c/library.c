// SPDX-License-Identifier: Apache-2.0
// Functions that the program calls and does not define.
//
// SV-COMP's functions, the end of the program, output, which changes nothing
// here (its result is not known), and input, which is arbitrary. A function of
// the C library whose result is determined by its arguments must not be
// "anything": until it is modeled it is not supported. All other functions are
// unknown: they return anything.
#include "frontend/c/library.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/c/reserved.h"

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
    {"__divdc3", LIBRARY_UNSUPPORTED},
    {"__divsc3", LIBRARY_UNSUPPORTED},
    {"__divxc3", LIBRARY_UNSUPPORTED},
    {"__isoc99_fscanf", LIBRARY_INPUT},
    {"__isoc99_scanf", LIBRARY_INPUT},
    {"__isoc99_sscanf", LIBRARY_UNSUPPORTED},
    {"__muldc3", LIBRARY_UNSUPPORTED},
    {"__mulsc3", LIBRARY_UNSUPPORTED},
    {"__mulxc3", LIBRARY_UNSUPPORTED},
    {"__sigsetjmp", LIBRARY_UNSUPPORTED},
    {"_exit", LIBRARY_END},
    {"_longjmp", LIBRARY_UNSUPPORTED},
    {"_setjmp", LIBRARY_UNSUPPORTED},
    {"abort", LIBRARY_END},
    {"abs", LIBRARY_ABS},
    {"aligned_alloc", LIBRARY_UNSUPPORTED},
    {"alloca", LIBRARY_UNSUPPORTED},
    {"asctime", LIBRARY_UNSUPPORTED},
    {"asctime_r", LIBRARY_UNSUPPORTED},
    {"asprintf", LIBRARY_UNSUPPORTED},
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
    {"call_once", LIBRARY_UNSUPPORTED},
    {"calloc", LIBRARY_ALLOCATE},
    {"ctime", LIBRARY_UNSUPPORTED},
    {"ctime_r", LIBRARY_UNSUPPORTED},
    {"difftime", LIBRARY_UNSUPPORTED},
    {"div", LIBRARY_UNSUPPORTED},
    {"execl", LIBRARY_UNSUPPORTED},
    {"execle", LIBRARY_UNSUPPORTED},
    {"execlp", LIBRARY_UNSUPPORTED},
    {"execv", LIBRARY_UNSUPPORTED},
    {"execve", LIBRARY_UNSUPPORTED},
    {"execvp", LIBRARY_UNSUPPORTED},
    {"execvpe", LIBRARY_UNSUPPORTED},
    {"exit", LIBRARY_END},
    {"fflush", LIBRARY_OUTPUT},
    {"ffs", LIBRARY_UNSUPPORTED},
    {"fgetc", LIBRARY_NUMBER},
    {"fgetws", LIBRARY_UNSUPPORTED},
    {"fork", LIBRARY_UNSUPPORTED},
    {"fprintf", LIBRARY_OUTPUT},
    {"fputc", LIBRARY_OUTPUT},
    {"fputs", LIBRARY_OUTPUT},
    {"fputws", LIBRARY_UNSUPPORTED},
    {"free", LIBRARY_FREE},
    {"fscanf", LIBRARY_INPUT},
    {"fwide", LIBRARY_UNSUPPORTED},
    {"fwrite", LIBRARY_OUTPUT},
    {"getc", LIBRARY_NUMBER},
    {"getchar", LIBRARY_NUMBER},
    {"getchar_unlocked", LIBRARY_NUMBER},
    {"getdelim", LIBRARY_UNSUPPORTED},
    {"getline", LIBRARY_UNSUPPORTED},
    {"gmtime", LIBRARY_UNSUPPORTED},
    {"gmtime_r", LIBRARY_UNSUPPORTED},
    {"imaxabs", LIBRARY_UNSUPPORTED},
    {"imaxdiv", LIBRARY_UNSUPPORTED},
    {"isalnum", LIBRARY_UNSUPPORTED},
    {"isalpha", LIBRARY_UNSUPPORTED},
    {"isdigit", LIBRARY_UNSUPPORTED},
    {"islower", LIBRARY_UNSUPPORTED},
    {"isspace", LIBRARY_UNSUPPORTED},
    {"isupper", LIBRARY_UNSUPPORTED},
    {"labs", LIBRARY_ABS},
    {"ldiv", LIBRARY_UNSUPPORTED},
    {"llabs", LIBRARY_ABS},
    {"lldiv", LIBRARY_UNSUPPORTED},
    {"localeconv", LIBRARY_UNSUPPORTED},
    {"localtime", LIBRARY_UNSUPPORTED},
    {"localtime_r", LIBRARY_UNSUPPORTED},
    {"longjmp", LIBRARY_UNSUPPORTED},
    {"malloc", LIBRARY_ALLOCATE},
    {"mblen", LIBRARY_UNSUPPORTED},
    {"mbrlen", LIBRARY_UNSUPPORTED},
    {"mbrtowc", LIBRARY_UNSUPPORTED},
    {"mbsinit", LIBRARY_UNSUPPORTED},
    {"mbsrtowcs", LIBRARY_UNSUPPORTED},
    {"mbstowcs", LIBRARY_UNSUPPORTED},
    {"mbtowc", LIBRARY_UNSUPPORTED},
    {"memccpy", LIBRARY_UNSUPPORTED},
    {"memchr", LIBRARY_UNSUPPORTED},
    {"memcmp", LIBRARY_UNSUPPORTED},
    {"memcpy", LIBRARY_COPY},
    {"memmem", LIBRARY_UNSUPPORTED},
    {"memmove", LIBRARY_COPY},
    {"mempcpy", LIBRARY_UNSUPPORTED},
    {"memrchr", LIBRARY_UNSUPPORTED},
    {"memset", LIBRARY_FILL},
    {"mktime", LIBRARY_UNSUPPORTED},
    {"nl_langinfo", LIBRARY_UNSUPPORTED},
    {"on_exit", LIBRARY_UNSUPPORTED},
    {"perror", LIBRARY_OUTPUT},
    {"posix_memalign", LIBRARY_UNSUPPORTED},
    {"printf", LIBRARY_OUTPUT},
    {"putc", LIBRARY_OUTPUT},
    {"putchar", LIBRARY_OUTPUT},
    {"puts", LIBRARY_OUTPUT},
    {"qsort", LIBRARY_UNSUPPORTED},
    {"quick_exit", LIBRARY_END},
    {"raise", LIBRARY_UNSUPPORTED},
    {"rand", LIBRARY_NUMBER},
    {"random", LIBRARY_NUMBER},
    {"reach_error", LIBRARY_ERROR},
    {"realloc", LIBRARY_UNSUPPORTED},
    {"regcomp", LIBRARY_UNSUPPORTED},
    {"regexec", LIBRARY_UNSUPPORTED},
    {"scanf", LIBRARY_INPUT},
    {"setjmp", LIBRARY_UNSUPPORTED},
    {"setlocale", LIBRARY_UNSUPPORTED},
    {"sigaction", LIBRARY_UNSUPPORTED},
    {"siglongjmp", LIBRARY_UNSUPPORTED},
    {"signal", LIBRARY_UNSUPPORTED},
    {"sigsetjmp", LIBRARY_UNSUPPORTED},
    {"snprintf", LIBRARY_UNSUPPORTED},
    {"sprintf", LIBRARY_UNSUPPORTED},
    {"sscanf", LIBRARY_UNSUPPORTED},
    {"stpncpy", LIBRARY_UNSUPPORTED},
    {"strcat", LIBRARY_UNSUPPORTED},
    {"strchr", LIBRARY_UNSUPPORTED},
    {"strchrnul", LIBRARY_UNSUPPORTED},
    {"strcmp", LIBRARY_UNSUPPORTED},
    {"strcpy", LIBRARY_UNSUPPORTED},
    {"strdup", LIBRARY_UNSUPPORTED},
    {"strerror", LIBRARY_UNSUPPORTED},
    {"strerror_r", LIBRARY_UNSUPPORTED},
    {"strfmon", LIBRARY_UNSUPPORTED},
    {"strftime", LIBRARY_UNSUPPORTED},
    {"strlcat", LIBRARY_UNSUPPORTED},
    {"strlcpy", LIBRARY_UNSUPPORTED},
    {"strlen", LIBRARY_UNSUPPORTED},
    {"strncat", LIBRARY_UNSUPPORTED},
    {"strncmp", LIBRARY_UNSUPPORTED},
    {"strncpy", LIBRARY_UNSUPPORTED},
    {"strptime", LIBRARY_UNSUPPORTED},
    {"strrchr", LIBRARY_UNSUPPORTED},
    {"strsep", LIBRARY_UNSUPPORTED},
    {"strsignal", LIBRARY_UNSUPPORTED},
    {"strstr", LIBRARY_UNSUPPORTED},
    {"strtod", LIBRARY_UNSUPPORTED},
    {"strtof", LIBRARY_UNSUPPORTED},
    {"strtoimax", LIBRARY_UNSUPPORTED},
    {"strtok_r", LIBRARY_UNSUPPORTED},
    {"strtol", LIBRARY_UNSUPPORTED},
    {"strtold", LIBRARY_UNSUPPORTED},
    {"strtoll", LIBRARY_UNSUPPORTED},
    {"strtoul", LIBRARY_UNSUPPORTED},
    {"strtoull", LIBRARY_UNSUPPORTED},
    {"strtoumax", LIBRARY_UNSUPPORTED},
    {"strverscmp", LIBRARY_UNSUPPORTED},
    {"strxfrm", LIBRARY_UNSUPPORTED},
    {"timegm", LIBRARY_UNSUPPORTED},
    {"tmpnam", LIBRARY_UNSUPPORTED},
    {"tolower", LIBRARY_UNSUPPORTED},
    {"toupper", LIBRARY_UNSUPPORTED},
    {"tsearch", LIBRARY_UNSUPPORTED},
    {"vasprintf", LIBRARY_UNSUPPORTED},
    {"vfork", LIBRARY_UNSUPPORTED},
    {"vfprintf", LIBRARY_OUTPUT},
    {"vprintf", LIBRARY_OUTPUT},
    {"vsnprintf", LIBRARY_UNSUPPORTED},
    {"vsprintf", LIBRARY_UNSUPPORTED},
    {"vsscanf", LIBRARY_UNSUPPORTED},
    {"wcrtomb", LIBRARY_UNSUPPORTED},
    {"wcsrtombs", LIBRARY_UNSUPPORTED},
    {"wcstombs", LIBRARY_UNSUPPORTED},
    {"wctomb", LIBRARY_UNSUPPORTED},
};

static const char NONDET[] = "__VERIFIER_nondet_";

static int compare_names(const void *key, const void *member) {
  return strcmp(key, ((const row *)member)->name);
}

static bool has_prefix(const char *name, const char *prefix) {
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

// Threads, and characters of more than one byte.
static bool is_of_family(const char *name) {
  static const char *const families[] = {"cnd_",  "mtx_", "pthread_", "sem_",
                                         "thrd_", "tss_", "wcs",      "wmem"};
  for (size_t k = 0; k < sizeof families / sizeof *families; k++)
    if (has_prefix(name, families[k]))
      return true;
  return false;
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
  if (has_prefix(name, RESERVED_NAME))
    return LIBRARY_OWN;
  if (library_is_inexact(name))
    return LIBRARY_UNSUPPORTED;
  if (is_of_family(name))
    return LIBRARY_UNSUPPORTED;
  return LIBRARY_UNKNOWN;
}

void library_range(const char *name, int64_t *least, int64_t *most) {
  assert(library_find(name) == LIBRARY_NUMBER);
  bool is_random = has_prefix(name, "rand");
  *least = is_random ? 0 : -1; // EOF
  *most = is_random ? INT32_MAX : UINT8_MAX;
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
