// SPDX-License-Identifier: Apache-2.0
// The texts of library functions, and choosing among them.
//
// All are weak: a program's own function of that name takes precedence. Loops
// run over an index, so that the object behind a parameter stays known. The
// functions below have no text: the translator gives them their meaning
// (external.c).
//   __wedge_any      an arbitrary int;
//   __wedge_unit     bytes of the scalars behind the pointer, if all that it
//                    may point to are arrays of scalars of one size, else 1; 0
//                    for pointers;
//   __wedge_apart    undefined where the bytes overlap;
//   __wedge_size     bytes of the allocated object that it points to;
//   __wedge_move     the allocated object lies anywhere from now on;
//   __wedge_never    0, which the analyses of pointers do not know;
//   __wedge_input    a number that comes from outside;
//   __wedge_undefined  is not supported: C does not define the call;
//   __wedge_unknown  is not supported: a value that is not known;
//   __wedge_arguments  the list of main's arguments (arguments.h);
//   __wedge_many_handlers  is not supported.
#include "frontend/c/library/models.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "frontend/c/read/clang.h"
#include "frontend/c/ir/lower.h"

typedef struct {
  const char *name;
  const char *needs; // other models, with spaces between
  const char *text;
} model;

// The file that their positions name.
static const char MODELS_FILE[] = "<C library>";

static const char PRELUDE[] = "typedef __SIZE_TYPE__ size_t;\n"
                              "typedef unsigned char byte;\n"
                              "#define MODEL __attribute__((weak))\n"
                              "int __wedge_any(void);\n"
                              "size_t __wedge_input(void);\n"
                              "void __wedge_undefined(void);\n"
                              "size_t __wedge_unit(const void *);\n"
                              "size_t __wedge_size(const void *);\n"
                              "void *malloc(size_t);\n"
                              "void *calloc(size_t, size_t);\n"
                              "void free(void *);\n"
                              "void __CPROVER_assume(_Bool);\n";

// Sorted by name. What is no name in C stands for what several models need.
static const model MODELS[] = {
    {"(UTC)", "", ""}, // an assumption
    // Classes have the bits of the GNU library; C only says that they are not
    // 0.
    {"(class)", "",
     "#define CLASS(name, bit, test)  \\\n"
     "  MODEL int name(int c) {       \\\n"
     "    if (c < -128 || c > 255)    \\\n"
     "      __wedge_undefined();      \\\n"
     "    return (test) ? bit : 0;    \\\n"
     "  }\n"},
    {"(clock)", "", models_clock},
    // A number of the sign that the comparison has: no more is promised.
    {"(compared)", "",
     "static int compared(byte a, byte b) {\n"
     "  int r = __wedge_any() & (~0u >> 1);\n"
     "  return a < b ? -1 - r : a == b ? 0 : r ? r : 1;\n"
     "}\n"},
    // A number without its sign; if that is too large, the largest one, and for
    // numbers that have no sign it counts as none (where 'least' is 0).
    {"(digits)", "(errno)",
     "static int digit(char c) {\n"
     "  if (c >= '0' && c <= '9')\n"
     "    return c - '0';\n"
     "  if (c >= 'a' && c <= 'z')\n"
     "    return c - 'a' + 10;\n"
     "  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;\n"
     "}\n"
     "static unsigned long long magnitude(const char *s, char **end, int "
     "base,\n"
     "                                    unsigned long long most,\n"
     "                                    unsigned long long least,\n"
     "                                    _Bool *negative) {\n"
     "  if (base < 0 || base == 1 || base > 36)\n"
     "    __wedge_undefined();\n"
     "  size_t i = 0;\n"
     "  while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13))\n"
     "    i++;\n"
     "  _Bool too_large = 0;\n"
     "  *negative = s[i] == '-';\n"
     "  if (s[i] == '-' || s[i] == '+')\n"
     "    i++;\n"
     "  if ((base == 0 || base == 16) && s[i] == '0' &&\n"
     "      (s[i + 1] == 'x' || s[i + 1] == 'X') && digit(s[i + 2]) < 16) {\n"
     "    base = 16;\n"
     "    i += 2;\n"
     "  }\n"
     "  if (base == 0)\n"
     "    base = s[i] == '0' ? 8 : 10;\n"
     "  unsigned long long n = 0;\n"
     "  if (*negative && least)\n"
     "    most = least;\n"
     "  size_t start = i;\n"
     "  for (; digit(s[i]) < base; i++)\n"
     "    if (__builtin_mul_overflow(n, (unsigned)base, &n) ||\n"
     "        __builtin_add_overflow(n, (unsigned)digit(s[i]), &n) ||\n"
     "        n > most)\n"
     "      too_large = 1;\n"
     "  if (end)\n"
     "    *end = (char *)s + (i > start ? i : 0);\n"
     "  if (too_large)\n"
     "    set_errno(34);\n"
     "  if (too_large && !least)\n"
     "    *negative = 0;\n"
     "  return too_large ? most : n;\n"
     "}\n"},
    // is_lost: something may have set it, and nobody knows to what.
    {"(errno)", "",
     "static struct {\n"
     "  int number;\n"
     "  _Bool is_lost;\n"
     "} last_error;\n"
     "static void set_errno(int number) {\n"
     "  last_error.number = number;\n"
     "  last_error.is_lost = 0;\n"
     "}\n"},
    {"(number)", "", models_number},
    {"(stream)", "", models_stream},
    {"<time.h>", "", models_time},
    {"__CPROVER_allocate", "",
     "MODEL void *__CPROVER_allocate(size_t n, _Bool is_zero) {\n"
     "  void *p = is_zero ? calloc(1, n) : malloc(n);\n"
     "  __CPROVER_assume(p != 0);\n"
     "  return p;\n"
     "}\n"},
    {"__CPROVER_deallocate", "",
     "MODEL void __CPROVER_deallocate(void *p) { free(p); }\n"},
    {"__CPROVER_havoc_slice", "",
     "MODEL void __CPROVER_havoc_slice(void *p, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    ((byte *)p)[i] = (byte)__wedge_input();\n"
     "}\n"},
    // What a contract says of a pointer (clauses.h).
    {"__CPROVER_new_object", "",
     "MODEL void *__CPROVER_new_object(size_t n) {\n"
     "  void *p = malloc(n);\n"
     "  __CPROVER_assume(p != 0);\n"
     "  return p;\n"
     "}\n"},
    {"aligned_alloc", "",
     "MODEL void *aligned_alloc(size_t alignment, size_t n) {\n"
     "  return malloc(n);\n"
     "}\n"},
    {LOWER_ARGUMENTS, "",
     "int __wedge_never(void);\n"
     "void __wedge_arguments(char **, char *);\n"
     "void __VERIFIER_assume(int);\n"
     "MODEL char **" LOWER_ARGUMENTS "(int argc) {\n"
     "  __VERIFIER_assume(argc <= 32766); // they are told apart by 15 bits\n"
     "  char **argv = malloc(((size_t)argc + 1) * sizeof *argv), *text = 0;\n"
     "  while (__wedge_never())\n"
     "    argv[__wedge_any()] = text = malloc((size_t)__wedge_any());\n"
     "  __wedge_arguments(argv, text);\n"
     "  return argv;\n"
     "}\n"},
    {LOWER_ATEXIT, "",
     "void __wedge_many_handlers(void);\n"
     "static void (*at_exit[64])(void);\n"
     "static int at_exit_count;\n"
     "MODEL int " LOWER_ATEXIT "(void (*handler)(void)) {\n"
     "  if (at_exit_count == 64)\n"
     "    __wedge_many_handlers();\n"
     "  at_exit[at_exit_count++] = handler;\n"
     "  return 0;\n"
     "}\n"
     "MODEL void " LOWER_EXIT "(void) {\n"
     "  while (at_exit_count > 0)\n"
     "    at_exit[--at_exit_count]();\n"
     "}\n"},
    {"atoi", "strtoll",
     "MODEL int atoi(const char *s) { return (int)strtoll(s, 0, 10); }\n"},
    {"atol", "strtoll",
     "MODEL long atol(const char *s) { return (long)strtoll(s, 0, 10); }\n"},
    {"atoll", "strtoll",
     "MODEL long long atoll(const char *s) { return strtoll(s, 0, 10); }\n"},
    {"bcmp", "memcmp",
     "MODEL int bcmp(const void *a, const void *b, size_t n) {\n"
     "  return memcmp(a, b, n);\n"
     "}\n"},
    {"bcopy", "memmove",
     "MODEL void bcopy(const void *from, void *to, size_t n) {\n"
     "  memmove(to, from, n);\n"
     "}\n"},
    {"bsearch", "",
     "MODEL void *bsearch(const void *key, const void *base, size_t n, size_t "
     "size,\n"
     "                    int (*compare)(const void *, const void *)) {\n"
     "  size_t low = 0, high = n;\n"
     "  while (low < high) {\n"
     "    size_t middle = low + (high - low) / 2;\n"
     "    int c = compare(key, (const byte *)base + middle * size);\n"
     "    if (c == 0)\n"
     "      return (byte *)base + middle * size;\n"
     "    if (c < 0)\n"
     "      high = middle;\n"
     "    else\n"
     "      low = middle + 1;\n"
     "  }\n"
     "  return 0;\n"
     "}\n"},
    {"bzero", "memset",
     "MODEL void bzero(void *p, size_t n) { memset(p, 0, n); }\n"},
    {"cimag", "",
     "MODEL double cimag(double _Complex z) { return __imag__ z; }\n"},
    {"cimagf", "",
     "MODEL float cimagf(float _Complex z) { return __imag__ z; }\n"},
    {"cimagl", "",
     "MODEL long double cimagl(long double _Complex z) { return __imag__ z; "
     "}\n"},
    {"clock", "(clock)", ""},
    {"clock_gettime", "(clock)", ""},
    {"conj", "",
     "MODEL double _Complex conj(double _Complex z) { return ~z; }\n"},
    {"conjf", "",
     "MODEL float _Complex conjf(float _Complex z) { return ~z; }\n"},
    {"conjl", "",
     "MODEL long double _Complex conjl(long double _Complex z) { return ~z; "
     "}\n"},
    {"creal", "",
     "MODEL double creal(double _Complex z) { return __real__ z; }\n"},
    {"crealf", "",
     "MODEL float crealf(float _Complex z) { return __real__ z; }\n"},
    {"creall", "",
     "MODEL long double creall(long double _Complex z) { return __real__ z; "
     "}\n"},
    {"difftime", "<time.h>", ""},
    {"div", "(number)", ""},
    {LOWER_ERRNO_ALLOCATED, "(errno)",
     "MODEL void " LOWER_ERRNO_ALLOCATED "(void *p) {\n"
     "  if (!p)\n"
     "    set_errno(12);\n"
     "}\n"},
    // Linux has so many numbers. Who does not fail may set it, too.
    {LOWER_ERRNO_ANY, "(errno)",
     "MODEL void " LOWER_ERRNO_ANY "(void) {\n"
     "  size_t n = __wedge_input();\n"
     "  if (n >= 1 && n <= 133)\n"
     "    set_errno((int)n);\n"
     "}\n"},
    {LOWER_ERRNO_LOST, "(errno)",
     "MODEL void " LOWER_ERRNO_LOST "(void) { last_error.is_lost = 1; }\n"},
    {LOWER_ERRNO_READ, "(errno)",
     "void __wedge_unknown(void);\n"
     "MODEL int *" LOWER_ERRNO_READ "(void) {\n"
     "  if (last_error.is_lost)\n"
     "    __wedge_unknown();\n"
     "  return &last_error.number;\n"
     "}\n"},
    {LOWER_ERRNO_WRITE, "(errno)",
     "MODEL int *" LOWER_ERRNO_WRITE "(void) {\n"
     "  last_error.is_lost = 0;\n"
     "  return &last_error.number;\n"
     "}\n"},
    {"ffs", "",
     "MODEL int ffs(int n) { return n ? __builtin_ctz(n) + 1 : 0; }\n"},
    {"ffsl", "",
     "MODEL int ffsl(long n) { return n ? __builtin_ctzl(n) + 1 : 0; }\n"},
    {"ffsll", "",
     "MODEL int ffsll(long long n) {\n"
     "  return n ? __builtin_ctzll(n) + 1 : 0;\n"
     "}\n"},
    {"fgets", "(stream)", ""},
    {"fread", "(stream)", ""},
    {"fread_unlocked", "(stream)", ""},
    {"fwrite", "(stream)", ""},
    {"fwrite_unlocked", "(stream)", ""},
    {"gets", "(stream)", ""},
    {"gettimeofday", "(clock)", ""},
    {"gmtime", "<time.h>", ""},
    {"gmtime_r", "<time.h>", ""},
    {"imaxdiv", "(number)", ""},
    {"isalnum", "(class)",
     "CLASS(isalnum, 8,\n"
     "      (c >= '0' && c <= '9') ||\n"
     "      (c >= 'A' && c <= 'Z') ||\n"
     "      (c >= 'a' && c <= 'z'))\n"},
    {"isalpha", "(class)",
     "CLASS(isalpha, 1024, (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= "
     "'z'))\n"},
    {"isascii", "", "MODEL int isascii(int c) { return c >= 0 && c < 128; }\n"},
    {"isblank", "(class)", "CLASS(isblank, 1, c == ' ' || c == '\\t')\n"},
    {"iscntrl", "(class)",
     "CLASS(iscntrl, 2, (c >= 0 && c < 32) || c == 127)\n"},
    {"isdigit", "(class)", "CLASS(isdigit, 2048, c >= '0' && c <= '9')\n"},
    {"isgraph", "(class)", "CLASS(isgraph, 32768, c > 32 && c < 127)\n"},
    {"islower", "(class)", "CLASS(islower, 512, c >= 'a' && c <= 'z')\n"},
    {"isprint", "(class)", "CLASS(isprint, 16384, c >= 32 && c < 127)\n"},
    {"ispunct", "(class) isalnum isgraph",
     "CLASS(ispunct, 4, isgraph(c) && !isalnum(c))\n"},
    {"isspace", "(class)",
     "CLASS(isspace, 8192, c == ' ' || (c >= 9 && c <= 13))\n"},
    {"isupper", "(class)", "CLASS(isupper, 256, c >= 'A' && c <= 'Z')\n"},
    {"isxdigit", "(class)",
     "CLASS(isxdigit, 4096,\n"
     "      (c >= '0' && c <= '9') ||\n"
     "      (c >= 'A' && c <= 'F') ||\n"
     "      (c >= 'a' && c <= 'f'))\n"},
    {"ldiv", "(number)", ""},
    {"lldiv", "(number)", ""},
    {"localtime", "<time.h> (UTC)", ""},
    {"localtime_r", "<time.h> (UTC)", ""},
    {"memalign", "",
     "MODEL void *memalign(size_t alignment, size_t n) { return malloc(n); "
     "}\n"},
    {"memccpy", "",
     "MODEL void *memccpy(void *to, const void *from, int c, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    if ((((byte *)to)[i] = ((const byte *)from)[i]) == (byte)c)\n"
     "      return (byte *)to + i + 1;\n"
     "  return 0;\n"
     "}\n"},
    {"memchr", "",
     "MODEL void *memchr(const void *p, int c, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    if (((const byte *)p)[i] == (byte)c)\n"
     "      return (byte *)p + i;\n"
     "  return 0;\n"
     "}\n"},
    {"memcmp", "(compared)",
     "MODEL int memcmp(const void *a, const void *b, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    if (((const byte *)a)[i] != ((const byte *)b)[i])\n"
     "      return compared(((const byte *)a)[i], ((const byte *)b)[i]);\n"
     "  return 0;\n"
     "}\n"},
    {"memcpy", "memmove",
     "void __wedge_apart(const void *, const void *, size_t);\n"
     "MODEL void *memcpy(void *to, const void *from, size_t n) {\n"
     "  __wedge_apart(to, from, n);\n"
     "  return memmove(to, from, n);\n"
     "}\n"},
    {"memmove", "",
     "#define MOVE(type)                                      \\\n"
     "  {                                                     \\\n"
     "    size_t m = n / sizeof(type);                        \\\n"
     "    if (__wedge_is_behind(to, from))                    \\\n"
     "      for (size_t i = m; i > 0; i--)                    \\\n"
     "        ((type *)to)[i - 1] = ((const type *)from)[i - 1]; \\\n"
     "    else                                                \\\n"
     "      for (size_t i = 0; i < m; i++)                    \\\n"
     "        ((type *)to)[i] = ((const type *)from)[i];      \\\n"
     "  }\n"
     "int __wedge_is_behind(const void *, const void *);\n"
     "MODEL void *memmove(void *to, const void *from, size_t n) {\n"
     "  size_t unit = __wedge_unit(to);\n"
     "  if (unit != __wedge_unit(from))\n"
     "    unit = 1;\n"
     "  if (unit == 0 && n % sizeof(void *) == 0)\n"
     "    MOVE(void *)\n"
     "  else if (unit == 8 && n % 8 == 0)\n"
     "    MOVE(unsigned long long)\n"
     "  else if (unit == 4 && n % 4 == 0)\n"
     "    MOVE(unsigned)\n"
     "  else if (unit == 2 && n % 2 == 0)\n"
     "    MOVE(unsigned short)\n"
     "  else\n"
     "    MOVE(byte)\n"
     "  return to;\n"
     "}\n"},
    {"mempcpy", "memmove",
     "MODEL void *mempcpy(void *to, const void *from, size_t n) {\n"
     "  return (byte *)memmove(to, from, n) + n;\n"
     "}\n"},
    {"memrchr", "",
     "MODEL void *memrchr(const void *p, int c, size_t n) {\n"
     "  for (; n > 0; n--)\n"
     "    if (((const byte *)p)[n - 1] == (byte)c)\n"
     "      return (byte *)p + n - 1;\n"
     "  return 0;\n"
     "}\n"},
    {"memset", "",
     "#define FILL(type, value)             \\\n"
     "  for (size_t i = 0, m = n / sizeof(type); i < m; i++) \\\n"
     "    ((type *)p)[i] = value;\n"
     "MODEL void *memset(void *p, int c, size_t n) {\n"
     "  size_t unit = __wedge_unit(p);\n"
     "  unsigned long long b = (byte)c;\n"
     "  b |= b << 8;\n"
     "  b |= b << 16;\n"
     "  b |= b << 32;\n"
     "  if (unit == 0 && b == 0 && n % sizeof(void *) == 0)\n"
     "    FILL(void *, 0)\n"
     "  else if (unit == 8 && n % 8 == 0)\n"
     "    FILL(unsigned long long, b)\n"
     "  else if (unit == 4 && n % 4 == 0)\n"
     "    FILL(unsigned, (unsigned)b)\n"
     "  else if (unit == 2 && n % 2 == 0)\n"
     "    FILL(unsigned short, (unsigned short)b)\n"
     "  else\n"
     "    FILL(byte, (byte)c)\n"
     "  return p;\n"
     "}\n"},
    {"mktime", "<time.h> (UTC)", ""},
    {"nextafter", "(number)", ""},
    {"nextafterf", "(number)", ""},
    {LOWER_READ_STRING, "",
     "MODEL void " LOWER_READ_STRING "(const char *s) {\n"
     "  size_t n = 0;\n"
     "  while (s[n])\n"
     "    n++;\n"
     "}\n"},
    {"perror", LOWER_READ_STRING,
     "MODEL void perror(const char *s) {\n"
     "  if (s)\n"
     "    " LOWER_READ_STRING "(s);\n"
     "}\n"},
    {"posix_memalign", "",
     "MODEL int posix_memalign(void **out, size_t alignment, size_t n) {\n"
     "  void *p = malloc(n);\n"
     "  if (!p)\n"
     "    return 12; // ENOMEM\n"
     "  *out = p;\n"
     "  return 0;\n"
     "}\n"},
    {"qsort", "",
     "// Elements that compare equal end up in any order. There is no way out "
     "of\n"
     "// the loops: then the elements decide which values are stored, and not "
     "how\n"
     "// often the loops go round.\n"
     "#define SORT(type)                                       \\\n"
     "  {                                                      \\\n"
     "    type *a = base;                                      \\\n"
     "    size_t m = size / sizeof(type);                      \\\n"
     "    for (size_t i = 1; i < n; i++)                       \\\n"
     "      for (size_t k = i; k > 0; k--) {                   \\\n"
     "        int c = compare(a + (k - 1) * m, a + k * m);     \\\n"
     "        _Bool swap = c > 0 || (c == 0 && __wedge_any()); \\\n"
     "        for (size_t j = 0; j < m; j++) {                 \\\n"
     "          type x = a[(k - 1) * m + j];                   \\\n"
     "          type y = a[k * m + j];                         \\\n"
     "          a[(k - 1) * m + j] = swap ? y : x;             \\\n"
     "          a[k * m + j] = swap ? x : y;                   \\\n"
     "        }                                                \\\n"
     "      }                                                  \\\n"
     "  }\n"
     "MODEL void qsort(void *base, size_t n, size_t size,\n"
     "                 int (*compare)(const void *, const void *)) {\n"
     "  size_t unit = __wedge_unit(base);\n"
     "  if (unit == 0 && size % sizeof(void *) == 0)\n"
     "    SORT(void *)\n"
     "  else if (unit == 8 && size % 8 == 0)\n"
     "    SORT(unsigned long long)\n"
     "  else if (unit == 4 && size % 4 == 0)\n"
     "    SORT(unsigned)\n"
     "  else if (unit == 2 && size % 2 == 0)\n"
     "    SORT(unsigned short)\n"
     "  else\n"
     "    SORT(byte)\n"
     "}\n"},
    {"read", "(stream)", ""},
    // The new object may lie where the old one did.
    {"realloc", "memmove",
     "void __wedge_move(void *);\n"
     "MODEL void *realloc(void *p, size_t n) {\n"
     "  if (p && n == 0) {\n"
     "    free(p);\n"
     "    return 0;\n"
     "  }\n"
     "  void *q = malloc(n);\n"
     "  if (!p || !q)\n"
     "    return q;\n"
     "  size_t old = __wedge_size(p);\n"
     "  memmove(q, p, old < n ? old : n);\n"
     "  free(p);\n"
     "  __wedge_move(q);\n"
     "  return q;\n"
     "}\n"},
    {"recv", "(stream)", ""},
    {"send", "(stream)", ""},
    {"stpcpy", "",
     "MODEL char *stpcpy(char *to, const char *from) {\n"
     "  size_t i = 0;\n"
     "  for (; from[i]; i++)\n"
     "    to[i] = from[i];\n"
     "  to[i] = 0;\n"
     "  return to + i;\n"
     "}\n"},
    {"stpncpy", "",
     "MODEL char *stpncpy(char *to, const char *from, size_t n) {\n"
     "  size_t i = 0;\n"
     "  for (; i < n && from[i]; i++)\n"
     "    to[i] = from[i];\n"
     "  for (size_t k = i; k < n; k++)\n"
     "    to[k] = 0;\n"
     "  return to + i;\n"
     "}\n"},
    {"strcasecmp", "(compared) tolower",
     "MODEL int strcasecmp(const char *a, const char *b) {\n"
     "  size_t i = 0;\n"
     "  while (a[i] && tolower((byte)a[i]) == tolower((byte)b[i]))\n"
     "    i++;\n"
     "  return compared(tolower((byte)a[i]), tolower((byte)b[i]));\n"
     "}\n"},
    {"strcat", "strlen",
     "MODEL char *strcat(char *to, const char *from) {\n"
     "  size_t n = strlen(to), i = 0;\n"
     "  while ((to[n + i] = from[i]))\n"
     "    i++;\n"
     "  return to;\n"
     "}\n"},
    {"strchr", "",
     "MODEL char *strchr(const char *s, int c) {\n"
     "  for (size_t i = 0;; i++) {\n"
     "    if (s[i] == (char)c)\n"
     "      return (char *)s + i;\n"
     "    if (s[i] == 0)\n"
     "      return 0;\n"
     "  }\n"
     "}\n"},
    {"strchrnul", "",
     "MODEL char *strchrnul(const char *s, int c) {\n"
     "  size_t i = 0;\n"
     "  while (s[i] && s[i] != (char)c)\n"
     "    i++;\n"
     "  return (char *)s + i;\n"
     "}\n"},
    {"strcmp", "(compared)",
     "MODEL int strcmp(const char *a, const char *b) {\n"
     "  size_t i = 0;\n"
     "  while (a[i] && a[i] == b[i])\n"
     "    i++;\n"
     "  return compared(a[i], b[i]);\n"
     "}\n"},
    {"strcoll", "strcmp",
     "MODEL int strcoll(const char *a, const char *b) { return strcmp(a, b); "
     "}\n"},
    {"strcpy", "",
     "MODEL char *strcpy(char *to, const char *from) {\n"
     "  size_t i = 0;\n"
     "  while ((to[i] = from[i]))\n"
     "    i++;\n"
     "  return to;\n"
     "}\n"},
    {"strcspn", "",
     "MODEL size_t strcspn(const char *s, const char *set) {\n"
     "  for (size_t i = 0;; i++)\n"
     "    for (size_t k = 0;; k++) {\n"
     "      if (s[i] == set[k])\n"
     "        return i;\n"
     "      if (set[k] == 0)\n"
     "        break;\n"
     "    }\n"
     "}\n"},
    {"strdup", "strlen memmove",
     "MODEL char *strdup(const char *s) {\n"
     "  size_t n = strlen(s) + 1;\n"
     "  char *copy = malloc(n);\n"
     "  for (size_t i = 0; copy && i < n; i++)\n"
     "    copy[i] = s[i];\n"
     "  return copy;\n"
     "}\n"},
    // Nobody knows its characters.
    {"strerror", "",
     "extern char strerror__wedge_text[];\n"
     "MODEL char *strerror(int error) { return strerror__wedge_text; }\n"},
    {"strlen", "",
     "MODEL size_t strlen(const char *s) {\n"
     "  size_t n = 0;\n"
     "  while (s[n])\n"
     "    n++;\n"
     "  return n;\n"
     "}\n"},
    {"strncasecmp", "(compared) tolower",
     "MODEL int strncasecmp(const char *a, const char *b, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    if (a[i] == 0 || tolower((byte)a[i]) != tolower((byte)b[i]))\n"
     "      return compared(tolower((byte)a[i]), tolower((byte)b[i]));\n"
     "  return 0;\n"
     "}\n"},
    {"strncat", "strlen",
     "MODEL char *strncat(char *to, const char *from, size_t n) {\n"
     "  size_t at = strlen(to), i = 0;\n"
     "  while (i < n && from[i]) {\n"
     "    to[at + i] = from[i];\n"
     "    i++;\n"
     "  }\n"
     "  to[at + i] = 0;\n"
     "  return to;\n"
     "}\n"},
    {"strncmp", "(compared)",
     "MODEL int strncmp(const char *a, const char *b, size_t n) {\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    if (a[i] == 0 || a[i] != b[i])\n"
     "      return compared(a[i], b[i]);\n"
     "  return 0;\n"
     "}\n"},
    {"strncpy", "",
     "MODEL char *strncpy(char *to, const char *from, size_t n) {\n"
     "  size_t i = 0;\n"
     "  while (i < n && from[i]) {\n"
     "    to[i] = from[i];\n"
     "    i++;\n"
     "  }\n"
     "  for (; i < n; i++)\n"
     "    to[i] = 0;\n"
     "  return to;\n"
     "}\n"},
    {"strndup", "strnlen",
     "MODEL char *strndup(const char *s, size_t most) {\n"
     "  size_t n = strnlen(s, most);\n"
     "  char *copy = malloc(n + 1);\n"
     "  if (!copy)\n"
     "    return 0;\n"
     "  for (size_t i = 0; i < n; i++)\n"
     "    copy[i] = s[i];\n"
     "  copy[n] = 0;\n"
     "  return copy;\n"
     "}\n"},
    {"strnlen", "",
     "MODEL size_t strnlen(const char *s, size_t most) {\n"
     "  size_t n = 0;\n"
     "  while (n < most && s[n])\n"
     "    n++;\n"
     "  return n;\n"
     "}\n"},
    {"strpbrk", "strcspn",
     "MODEL char *strpbrk(const char *s, const char *set) {\n"
     "  size_t n = strcspn(s, set);\n"
     "  return s[n] ? (char *)s + n : 0;\n"
     "}\n"},
    {"strrchr", "",
     "MODEL char *strrchr(const char *s, int c) {\n"
     "  char *last = 0;\n"
     "  for (size_t i = 0;; i++) {\n"
     "    if (s[i] == (char)c)\n"
     "      last = (char *)s + i;\n"
     "    if (s[i] == 0)\n"
     "      return last;\n"
     "  }\n"
     "}\n"},
    {"strsep", "strcspn",
     "MODEL char *strsep(char **rest, const char *set) {\n"
     "  char *s = *rest;\n"
     "  if (!s)\n"
     "    return 0;\n"
     "  size_t n = strcspn(s, set);\n"
     "  *rest = s[n] ? s + n + 1 : 0;\n"
     "  s[n] = 0;\n"
     "  return s;\n"
     "}\n"},
    {"strspn", "",
     "MODEL size_t strspn(const char *s, const char *set) {\n"
     "  size_t i = 0, k = 0;\n"
     "  while (s[i] && set[k])\n"
     "    if (set[k++] == s[i]) {\n"
     "      i++;\n"
     "      k = 0;\n"
     "    }\n"
     "  return i;\n"
     "}\n"},
    {"strstr", "",
     "MODEL char *strstr(const char *s, const char *part) {\n"
     "  for (size_t i = 0;; i++) {\n"
     "    size_t k = 0;\n"
     "    while (part[k] && s[i + k] == part[k])\n"
     "      k++;\n"
     "    if (part[k] == 0)\n"
     "      return (char *)s + i;\n"
     "    if (s[i + k] == 0)\n"
     "      return 0;\n"
     "  }\n"
     "}\n"},
    {"strtoimax", "strtoll",
     "MODEL long long strtoimax(const char *s, char **end, int base) {\n"
     "  return strtoll(s, end, base);\n"
     "}\n"},
    {"strtok", "strcspn strspn",
     "MODEL char *strtok(char *s, const char *set) {\n"
     "  static char *rest;\n"
     "  if (!s)\n"
     "    s = rest;\n"
     "  if (!s)\n"
     "    return 0;\n"
     "  s += strspn(s, set);\n"
     "  char *end = s + strcspn(s, set);\n"
     "  rest = end;\n"
     "  if (end == s)\n"
     "    return 0;\n"
     "  if (*end) {\n"
     "    *end = 0;\n"
     "    rest = end + 1;\n"
     "  }\n"
     "  return s;\n"
     "}\n"},
    {"strtok_r", "strcspn strspn",
     "MODEL char *strtok_r(char *s, const char *set, char **rest) {\n"
     "  if (!s)\n"
     "    s = *rest;\n"
     "  if (!s)\n"
     "    return 0;\n"
     "  s += strspn(s, set);\n"
     "  char *end = s + strcspn(s, set);\n"
     "  *rest = end;\n"
     "  if (end == s)\n"
     "    return 0;\n"
     "  if (*end) {\n"
     "    *end = 0;\n"
     "    *rest = end + 1;\n"
     "  }\n"
     "  return s;\n"
     "}\n"},
    {"strtol", "strtoll",
     "#define LONG_MOST ((long)(~0UL >> 1))\n"
     "MODEL long strtol(const char *s, char **end, int base) {\n"
     "  long long n = strtoll(s, end, base);\n"
     "  if (n > LONG_MOST || n < -LONG_MOST - 1)\n"
     "    set_errno(34);\n"
     "  return n > LONG_MOST        ? LONG_MOST\n"
     "         : n < -LONG_MOST - 1 ? -LONG_MOST - 1\n"
     "                              : n;\n"
     "}\n"},
    {"strtoll", "(digits)",
     "MODEL long long strtoll(const char *s, char **end, int base) {\n"
     "  _Bool negative;\n"
     "  unsigned long long most = ~0ULL / 2;\n"
     "  unsigned long long n =\n"
     "      magnitude(s, end, base, most, most + 1, &negative);\n"
     "  return (long long)(negative ? 0 - n : n);\n"
     "}\n"},
    {"strtoul", "(digits)",
     "MODEL unsigned long strtoul(const char *s, char **end, int base) {\n"
     "  _Bool negative;\n"
     "  unsigned long n = magnitude(s, end, base, ~0UL, 0, &negative);\n"
     "  return negative ? 0 - n : n;\n"
     "}\n"},
    {"strtoull", "(digits)",
     "MODEL unsigned long long strtoull(const char *s, char **end, int base) "
     "{\n"
     "  _Bool negative;\n"
     "  unsigned long long n = magnitude(s, end, base, ~0ULL, 0, &negative);\n"
     "  return negative ? 0 - n : n;\n"
     "}\n"},
    {"strtoumax", "strtoull",
     "MODEL unsigned long long strtoumax(const char *s, char **end, int base) "
     "{\n"
     "  return strtoull(s, end, base);\n"
     "}\n"},
    {"time", "(clock)", ""},
    {"timegm", "<time.h>", ""},
    {"timelocal", "<time.h> (UTC)", ""},
    {"timespec_get", "(clock)", ""},
    {"toascii", "", "MODEL int toascii(int c) { return c & 127; }\n"},
    {"tolower", "",
     "MODEL int tolower(int c) {\n"
     "  return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;\n"
     "}\n"},
    {"toupper", "",
     "MODEL int toupper(int c) {\n"
     "  return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;\n"
     "}\n"},
    {"valloc", "", "MODEL void *valloc(size_t n) { return malloc(n); }\n"},
    {"write", "(stream)", ""},
};

enum { MODEL_COUNT = sizeof MODELS / sizeof *MODELS };

static int compare_names(const void *key, const void *member) {
  return strcmp(key, ((const model *)member)->name);
}

static const model *find_model(const char *name) {
  return bsearch(name, MODELS, MODEL_COUNT, sizeof *MODELS, compare_names);
}

// --- tables of character classes -------------------------------------------
// <ctype.h>'s macros look into tables of the library: these are those of the C
// locale, in which every program starts.

static void print_table(const char *name, const char *type, int (*entry)(int c),
                        strbuf *out) {
  strbuf_printf(out, "static const %s %s_table[384] = {", type, name);
  for (int c = -128; c < 256; c++)
    strbuf_printf(out, "%s%d", c % 16 == 0 ? ",\n" + (c == -128) : ",",
                  entry(c));
  strbuf_printf(out,
                "};\n"
                "static const %s *const %s_start = %s_table + 128;\n"
                "MODEL const %s **%s(void) {\n"
                "  return (const %s **)&%s_start;\n"
                "}\n",
                type, name, name, type, name, type, name);
}

static int class_entry(int c) { return (*__ctype_b_loc())[c]; }
static int lower_entry(int c) { return (*__ctype_tolower_loc())[c]; }
static int upper_entry(int c) { return (*__ctype_toupper_loc())[c]; }

static void print_tables(const char *name, strbuf *out) {
  if (strcmp(name, "__ctype_b_loc") == 0)
    print_table(name, "unsigned short", class_entry, out);
  else if (strcmp(name, "__ctype_tolower_loc") == 0)
    print_table(name, "int", lower_entry, out);
  else if (strcmp(name, "__ctype_toupper_loc") == 0)
    print_table(name, "int", upper_entry, out);
}

// --- choosing --------------------------------------------------------------

typedef struct {
  program *p;
  bool is_chosen[MODEL_COUNT];
  strbuf text;
} choice;

// The models that one needs need at most a few others.
static void choose(choice *c, const char *name, size_t length) {
  char word[32];
  if (length == 0 || length >= sizeof word)
    return;
  memcpy(word, name, length);
  word[length] = '\0';
  const model *m = find_model(word);
  if (m == NULL || c->is_chosen[m - MODELS])
    return;
  c->is_chosen[m - MODELS] = true;
  for (const char *p = m->needs; *p != '\0'; p += strspn(p, " ")) {
    size_t n = strcspn(p, " ");
    choose(c, p, n);
    p += n;
  }
  strbuf_puts(&c->text, m->text);
  if (strcmp(word, "(UTC)") == 0)
    program_add_note(c->p, NOTE_ASSUMPTION, "the local time is UTC",
                     (source_pos){0});
}

static void choose_missing(void *data, const char *name) {
  choice *c = data;
  choose(c, name, strlen(name));
  print_tables(name, &c->text);
}

// The program's own options do not concern the models.
static bool compile(const env *e, const char *text, size_t size,
                    clang_output *out, diag *d) {
  options own = *e->options;
  own.defines.len = own.include_dirs.len = own.clang_flags.len = 0;
  own.std = NULL;
  env within = *e;
  within.options = &own;
  source s = {.path = MODELS_FILE, .text = text, .size = size};
  string_list flags = {0};
  clang_without_lifetimes(&flags);
  vec_push(&flags, "-w");
  bool ok = clang_compile(&within, &s, &flags, out, d);
  vec_free(&flags);
  return ok;
}

bool models_is_file(const char *file) {
  return file != NULL && strcmp(file, MODELS_FILE) == 0;
}

// glibc's headers give scanf and others such a name for newer standards of C.
static const char *without_standard(const char *function) {
  static const char form[] = "__isoc99_";
  bool has_form = strncmp(function, form, strlen("__isoc")) == 0 &&
                  strlen(function) > strlen(form) &&
                  function[strlen(form) - 1] == '_';
  return has_form ? function + strlen(form) : function;
}

// What macros of the headers are made of.
static const char *of_header(const char *function) {
  if (strncmp(function, "__ctype_", strlen("__ctype_")) == 0)
    return "<ctype.h>";
  return strcmp(function, "__errno_location") == 0 ? "errno" : function;
}

const char *models_name(arena *mem, const char *function, const char *file) {
  function = of_header(without_standard(function));
  const char *suffix = strstr(function + 1, RESERVED_NAME);
  return suffix == NULL || !models_is_file(file)
             ? function
             : arena_printf(mem, "%.*s", (int)(suffix - function), function);
}

bool models_link(const env *e, bitcode *b, program *p, diag *d) {
  choice c = {.p = p};
  if (lower_formats(b->module, &c.text))
    program_add_note(p, NOTE_ASSUMPTION, "output never fails", (source_pos){0});
  bitcode_each_missing(b, choose_missing, &c);
  bool ok = true;
  if (c.text.len > 0) {
    strbuf text = {0};
    strbuf_printf(&text, "# 1 \"%s\"\n%s%s", MODELS_FILE, PRELUDE,
                  strbuf_text(&c.text));
    clang_output out = {0};
    ok = compile(e, strbuf_text(&text), text.len, &out, d) &&
         bitcode_add(b, out.data, out.size, MODELS_FILE, d);
    program_add_source(p, MODELS_FILE, strchr(strbuf_text(&text), '\n') + 1);
    clang_output_free(&out);
    strbuf_free(&text);
  }
  strbuf_free(&c.text);
  return ok;
}
