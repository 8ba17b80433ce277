// SPDX-License-Identifier: Apache-2.0
// Programs without inputs: running what the frontend made of them gives the
// same results as running them natively, in both data models.
#include <stdarg.h>

#include "c_program.h"

// Each program folds what it computes into 'result'.
static const char PRELUDE[] =
    "#ifdef NATIVE\n"
    "#include <stdio.h>\n"
    "#endif\n"
    "typedef unsigned long long u64;\n"
    "u64 result = 1;\n"
    "static void mix(u64 x) { result = result * 31 + x; }\n"
    "void test(void);\n"
    "int main(void) {\n"
    "  test();\n"
    "#ifdef NATIVE\n"
    "  printf(\"%llu\\n\", result);\n"
    "#endif\n"
    "  return 0;\n"
    "}\n"
    "";

static uint64_t run_natively(const char *path, const char *model) {
  char command[512], exe[80];
  snprintf(exe, sizeof exe, "%s.exe", path);
  snprintf(command, sizeof command,
           "clang-19 -w -O0 -fwrapv -fno-strict-aliasing -DNATIVE -m%s '%s' "
           "-o '%s' && '%s'",
           model, path, exe, exe);
  FILE *f = popen(command, "r");
  CHECK(f != NULL);
  unsigned long long n = 0;
  int got = fscanf(f, "%llu", &n);
  CHECK(pclose(f) == 0);
  CHECK(got == 1);
  remove(exe);
  return n;
}

static void compare(const char *body, const char *model) {
  char path[64];
  strbuf text = {0};
  strbuf_printf(&text, "%s%s", PRELUDE, body);
  c_write(path, strbuf_text(&text), "test.c");
  strbuf_free(&text);
  uint64_t native = run_natively(path, model);
  char option[8];
  snprintf(option, sizeof option, "--%s", model);
  const char *args[] = {path, option, "--recursion", "20", NULL};
  c_program c;
  c_read_files(&c, args);
  if (c.p == NULL)
    print_message("%s\n", strbuf_text(&c.d.text));
  c_run r = c_execute(&c, "result", NULL, 0);
  const char *why = program_edge(c.p, r.last_edge)->text;
  if (r.sink != LOC_END || value_get_u64(r.last) != native)
    print_message("-m%s: native %llu, here %llu (%s) in:\n%s\n", model,
                  (unsigned long long)native,
                  (unsigned long long)value_get_u64(r.last),
                  why != NULL ? why : "", body);
  CHECK(r.outcome.end == RUN_SINK && r.sink == LOC_END);
  CHECK(value_get_u64(r.last) == native);
  c_free(&c);
  c_remove(path);
}

static void compare_all(const char *const *bodies, size_t n) {
  for (size_t k = 0; k < n; k++) {
    compare(bodies[k], "64");
    compare(bodies[k], "32");
  }
}

#define COMPARE(bodies) compare_all(bodies, sizeof bodies / sizeof *bodies)

static void integers_of_all_types(void **state) {
  static const char *const bodies[] = {
      "#define OPS(T, a, b) do { T x = (T)(a), y = (T)(b); \\\n"
      "  mix((u64)(x + y)); mix((u64)(x - y)); mix((u64)(x * y)); \\\n"
      "  mix((u64)(x & y)); mix((u64)(x | y)); mix((u64)(x ^ y)); \\\n"
      "  mix((u64)~x); mix((u64)-x); mix((u64)!x); \\\n"
      "  mix(x < y); mix(x <= y); mix(x > y); mix(x >= y); mix(x == y); \\\n"
      "  mix(x != y); mix((u64)(x << 3)); mix((u64)(x >> 2)); \\\n"
      "  if (y != 0 && y != (T)-1) { mix((u64)(x / y)); mix((u64)(x % y)); } "
      "\\\n"
      "  x += y; x++; --y; mix((u64)x); mix((u64)y); mix((_Bool)x); \\\n"
      "  mix((u64)(signed char)x); mix((u64)(unsigned short)x); \\\n"
      "  mix((u64)(int)x); mix((u64)(long)x); mix((u64)(unsigned)x); \\\n"
      "  mix(sizeof(T)); } while (0)\n"
      "#define ALL(a, b) OPS(_Bool, a, b); OPS(char, a, b); \\\n"
      "  OPS(signed char, a, b); OPS(unsigned char, a, b); \\\n"
      "  OPS(short, a, b); OPS(unsigned short, a, b); OPS(int, a, b); \\\n"
      "  OPS(unsigned, a, b); OPS(long, a, b); OPS(unsigned long, a, b); \\\n"
      "  OPS(long long, a, b); OPS(unsigned long long, a, b)\n"
      "void test(void) { ALL(7, 3); ALL(-7, 3); ALL(123456789, -1234);\n"
      "  ALL(0x80000000u, 2); ALL(-1, 255); ALL(0x7fffffffffffffffll, 5); }\n",
      "enum color { RED, GREEN = 5, BLUE };\n"
      "void test(void) { enum color c = BLUE; mix(c); c = c - 5; mix(c);\n"
      "  _Bool b = 256; mix(b); b = b - 1; mix(b); b = -3; mix(b + b); }\n",
      "void test(void) { long x = 5; x <<= 7; mix((u64)x);\n"
      "  unsigned char c = 200; c += 100; mix(c); c = -c; mix(c);\n"
      "  mix(c++ + ++c); mix((u64)(char)200 >> 3); mix('a' + \"xyz\"[1]); }\n",
      "void test(void) { int a = 3, b = 0; mix(a && b); mix(a || b++);\n"
      "  mix(b); mix(b && a++); mix(a); mix(a > 2 ? b + 9 : b - 9);\n"
      "  mix((a = 4, b = a * 2, a + b)); mix(!a == b);\n"
      "  mix(({ int t = a; t += 5; t; })); }\n",
  };
  COMPARE(bodies);
}

static void wide_integers(void **state) {
  compare("void test(void) {\n"
          "  unsigned __int128 a = 0x123456789abcdefull; a *= a; a += 77;\n"
          "  mix((u64)a); mix((u64)(a >> 64)); mix((u64)(a / 1000003));\n"
          "  __int128 b = -(__int128)a; mix((u64)(b % 10007));\n"
          "  mix(b < 0); mix((u64)(b >> 100));\n"
          "  a = ((unsigned __int128)1 << 127) + 5; mix((u64)(a >> 65)); }\n",
          "64");
}

static void control_flow(void **state) {
  static const char *const bodies[] = {
      "void test(void) { for (int i = 0; i < 10; i++) { if (i == 3) continue;\n"
      "  if (i == 7) break; mix(i); } int k = 0; do { mix(k); k += 3; }\n"
      "  while (!(k > 10)); while (k-- > 5) mix(k); mix(k); }\n",
      "static int f(int x) { switch (x) { case 1: return 10; case 2: case 3:\n"
      "  x += 5; case 4: x *= 2; break; case -1: { x = 77; } break;\n"
      "  default: if (x > 100) return -1; x = 0; } return x; }\n"
      "void test(void) { for (int i = -2; i < 8; i++) mix(f(i)); mix(f(200)); "
      "}",
      "void test(void) { int i = 0; goto in; out: mix(i); if (i > 20) return;\n"
      "  for (;;) { i += 2; in: mix(i + 1); if (i % 5 == 0) goto out;\n"
      "  i++; } }\n",
      "void test(void) { int n = 0; again: switch (n % 3) { case 0: do { n++;\n"
      "  case 1: n += 2; mix(n); case 2: n += 3; } while (n < 20); }\n"
      "  if (n < 40) goto again; mix(n); }\n",
      "void test(void) { int a = 0; for (int i = 0; i < 3; i++)\n"
      "  for (int j = 0; j < 3; j++) { if (j == i) goto next; a = a * 3 + j;\n"
      "  next: ; } mix(a); if (a) ; else mix(1); for (;;) break; }\n",
      "static int t(int x) { return x > 0 && x < 5 ? x == 3 ? 1 : 2\n"
      "  : x || x == -7 ? 3 : 4; }\n"
      "void test(void) { for (int i = -8; i < 8; i++) mix(t(i)); }\n",
  };
  COMPARE(bodies);
}

static void functions(void **state) {
  static const char *const bodies[] = {
      "static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n"
      "void test(void) { mix(fib(9)); }\n",
      "static int odd(unsigned n);\n"
      "static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }\n"
      "static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }\n"
      "void test(void) { mix(even(10)); mix(even(7)); }\n",
      "static int count(void) { static int n = 3; return n++; }\n"
      "static int add(int a, int b) { a += b; return a; }\n"
      "void test(void) { mix(add(count(), 2 * count()) + add(1, add(2, 3)));\n"
      "  mix(count()); }\n",
      "static void swap(int *a, int *b) { int t = *a; *a = *b; *b = t; }\n"
      "void test(void) { int x = 1, y = 2, z[3] = {5, 6, 7};\n"
      "  swap(&x, &y); mix(x); swap(&z[0], &z[2]); mix(z[0]); swap(z, &x);\n"
      "  mix(z[0]); mix(x); mix(y); }\n",
      "struct big { int a[5]; char c; }; struct two { long x, y; };\n"
      "struct one { short s; };\n"
      "static struct big mk(int n) { struct big b = {{n, n + 1}, 'q'};\n"
      "  b.a[4] = n * n; return b; }\n"
      "static struct two pair(long a) { struct two t = {a, -a}; return t; }\n"
      "static struct one tiny(int a) { struct one o; o.s = a; return o; }\n"
      "static int sum(struct big b, struct two t, struct one o) {\n"
      "  b.a[0]++; t.x += 3; o.s++;\n"
      "  return b.a[0] + b.a[1] + b.a[4] + b.c + t.x * t.y + o.s; }\n"
      "void test(void) { struct big b = mk(7); mix(sum(b, pair(4), tiny(9)));\n"
      "  mix(b.a[0]); mix(mk(3).a[4]); struct two t = pair(5), u = t;\n"
      "  u.x++; mix(u.x + t.x); }\n",
      "static int k(a, b) int a; char b; { return a * 10 + b; }\n"
      "void test(void) { mix(k(3, 4)); }\n",
      "static int twice(int (*f)(int), int x) { return f(f(x)); }\n"
      "static int inc(int x) { return x + 1; }\n"
      "static int dbl(int x) { return 2 * x; }\n"
      "void test(void) { mix(twice(inc, 5)); mix(twice(dbl, 5));\n"
      "  int (*t[2])(int) = {dbl, inc}; for (int i = 0; i < 2; i++)\n"
      "  mix(t[i](9)); }\n",
      "static _Bool neg(_Bool b) { return !b; }\n"
      "static unsigned char low(int x) { return x; }\n"
      "static signed char slow(int x) { return x; }\n"
      "void test(void) { mix(neg(5)); mix(neg(0)); mix(low(300));\n"
      "  mix(slow(200)); }\n",
  };
  COMPARE(bodies);
}

static void memory(void **state) {
  static const char *const bodies[] = {
      "static int g[4] = {1, 2}, m[3][4] = {{1}, {2, 3}, {4, 5, 6}};\n"
      "void test(void) { int a[5] = {0, 1, 2}; for (int i = 0; i < 5; i++)\n"
      "  a[i] += i * i; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; "
      "j++)\n"
      "  m[i][j] += a[(i + j) % 5] + g[j]; for (int i = 0; i < 12; i++)\n"
      "  mix((&m[0][0])[i]); }\n",
      "struct s { char c; int i; short a[3]; struct { long l; char d; } n; };\n"
      "static struct s g = {'x', 5, {1, 2, 3}, {9, 'y'}}, arr[3];\n"
      "void test(void) { struct s t = g; t.a[1] = 77; arr[1] = t; arr[2] = g;\n"
      "  for (int i = 0; i < 3; i++) { mix(arr[i].c); mix(arr[i].a[1]);\n"
      "  mix(arr[i].n.l + arr[i].n.d); } struct s *p = &arr[1]; p->i++;\n"
      "  p++; p->n.d--; mix(arr[1].i); mix(arr[2].n.d); mix(p - arr); }\n",
      "union u { int i; char c[8]; struct { short a, b; } s; long long l; };\n"
      "static union u g = {.c = {1, 2, 3, 4}};\n"
      "void test(void) { mix(g.i); mix(g.s.b); g.s.a = -1; mix(g.i);\n"
      "  g.c[5] = 9; mix(g.l); union u v = g; v.l *= 3; mix(v.c[2]);\n"
      "  for (int i = 0; i < 8; i++) mix(v.c[i]); }\n",
      "struct b { unsigned a : 3; int b : 5; unsigned c : 17; _Bool d : 1;\n"
      "  unsigned long long e : 40; signed char f : 4; };\n"
      "static struct b g = {5, -3, 70000, 1, 0x123456789aull, -8};\n"
      "void test(void) { mix(g.a + g.b); mix(g.c); mix(g.d); mix(g.e);\n"
      "  mix(g.f); g.a += 6; g.b--; g.c *= 3; g.d = !g.d; g.e++; g.f ^= 5;\n"
      "  mix(g.a); mix(g.b); mix(g.c); mix(g.d); mix(g.e); mix(g.f);\n"
      "  struct b h[2] = {g, {1}}; h[1].e = h[0].e + g.a; mix(h[1].e); }\n",
      "static const char *const names[] = {\"ab\", \"cde\"};\n"
      "static char buf[8] = \"xyz\";\n"
      "void test(void) { const char *p = names[1]; while (*p) mix(*p++);\n"
      "  for (char *q = buf; *q; ++q) *q += 1; for (int i = 0; i < 8; i++)\n"
      "  mix(buf[i]); mix(sizeof names / sizeof *names); }\n",
      "static int x = 1, y = 2; static int *p = &y, **pp = &p;\n"
      "void test(void) { **pp = 9; mix(y); *pp = &x; *p += 4; mix(x);\n"
      "  int *q = result > 5 ? &x : &y; *q = 50; mix(x + 3 * y);\n"
      "  mix(p == &x); mix(p != q); mix(!p); mix(pp && *pp == 0); }\n",
      "struct l { int v; struct l *n; };\n"
      "static struct l a = {1, 0}, b = {2, &a}, c = {3, &b};\n"
      "void test(void) { for (struct l *p = &c; p; p = p->n) mix(p->v);\n"
      "  a.n = &c; c.n = 0; struct l *q = &b; while (q) { mix(q->v);\n"
      "  q->v += 10; q = q->n; } }\n",
      "void test(void) { int a[6] = {6, 5, 4, 3, 2, 1};\n"
      "  int *lo = a, *hi = a + 5; while (lo < hi) { int t = *lo; *lo++ = "
      "*hi;\n"
      "  *hi-- = t; } for (int i = 0; i < 6; i++) mix(a[i]); mix(hi - a); }\n",
      "#include <string.h>\n"
      "struct s { int a; char b[4]; void *p; };\n"
      "void test(void) { struct s x, y; memset(&x, 0, sizeof x); x.a = 5;\n"
      "  x.b[2] = 'z'; memcpy(&y, &x, sizeof y); y.b[1] = y.b[2] + 1;\n"
      "  memmove(y.b, y.b + 1, 3); for (int i = 0; i < 4; i++) mix(y.b[i]);\n"
      "  mix(y.a); mix(y.p == 0); int z[3]; memset(z, 0xff, sizeof z);\n"
      "  mix(z[1]); }\n",
      "static int big[3000]; static struct { char c; short s; } st[900];\n"
      "void test(void) { for (int i = 0; i < 3000; i += 7) big[i] = i;\n"
      "  for (int i = 0; i < 900; i += 11) { st[i].c = i; st[i].s = i * i; }\n"
      "  int *p = big + 14; mix(*p); p[7] += 5; mix(big[21]); u64 s = 0;\n"
      "  for (int i = 0; i < 900; i++) s += st[i].c + st[i].s + big[i];\n"
      "  mix(s); struct { int v[2000]; } z = {{1, 2}}; mix(z.v[1]); }\n",
      "struct in { int k[2]; }; static struct in t[2][2];\n"
      "void test(void) { for (int i = 0; i < 2; i++) for (int j = 0; j < 2; "
      "j++)\n"
      "  for (int l = 0; l < 2; l++) t[i][j].k[l] = i * 4 + j * 2 + l;\n"
      "  struct in *p = t[1]; mix(p[1].k[0]); p->k[1] = 99; "
      "mix(t[1][0].k[1]);\n"
      "  struct in c = *p; c.k[0] = -1; mix(t[1][0].k[0]); mix(c.k[1]); }\n",
  };
  COMPARE(bodies);
}

static void struct_copies(void **state) {
  static const char *const bodies[] = {
      "struct s { int a; char b[2]; short c; }; static struct s t[4];\n"
      "static void move(struct s *to, const struct s *from) { *to = *from; }\n"
      "void test(void) { for (int i = 0; i < 4; i++) { t[i].a = i;\n"
      "  t[i].b[1] = 'a' + i; t[i].c = -i; } for (int i = 0; i < 3; i++)\n"
      "  t[i] = t[i + 1]; struct s x = t[2], *p = &x; t[0] = *p;\n"
      "  move(&t[1], &t[0]); move(p, t + 3); p = result > 3 ? &t[3] : &x;\n"
      "  *p = t[1]; for (int i = 0; i < 4; i++) { mix(t[i].a);\n"
      "  mix(t[i].b[1]); mix(t[i].c); } mix(x.a); }\n",
      "struct s { unsigned a : 5, b : 11; char c; }; static struct s\n"
      "  t[40][10] = {{{1, 2, 3}}, {{4, 5, 6}, {7, 8, 9}}};\n"
      "void test(void) { struct s big[400] = {{1, 2, 3}}, u[400];\n"
      "  for (int i = 0; i < 400; i++) u[i] = big[i]; t[5][6] = t[1][1];\n"
      "  mix(t[5][6].b); mix(u[0].c); u[7] = t[5][6]; mix(u[7].a);\n"
      "  int i = result % 7; t[i][i] = u[7]; t[i][i + 1] = t[i][i];\n"
      "  mix(t[i][i + 1].b + t[i][i + 1].c); }\n",
      "union u { struct { char a; int b; } s; long l; char c[12]; };\n"
      "void test(void) { union u x, y, z[2]; x.l = 0x1234567; x.c[9] = 4;\n"
      "  x.s.b = 77; y = x; z[1] = y; mix(z[1].s.b); mix(z[1].s.a);\n"
      "  mix(z[1].c[2]); z[0] = z[1]; z[0].s.a++; mix(z[0].l); }\n",
  };
  COMPARE(bodies);
}

static void arrays_of_variable_length(void **state) {
  static const char *const bodies[] = {
      "static int sum(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = "
      "i;\n"
      "  int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }\n"
      "void test(void) { mix(sum(5)); mix(sum(2)); for (int k = 1; k < 4; "
      "k++)\n"
      "  { short m[k][k + 1]; struct { char c; int i; } t[k]; m[k - 1][k] = "
      "k;\n"
      "  t[0].i = k; t[k - 1].c = 'a'; mix(m[k - 1][k] + t[0].i);\n"
      "  mix(sizeof m); int *p = &t[0].i; *p += 4; mix(t[0].i); } }\n",
      "static void fill(int n, int a[n]) { while (n-- > 0) a[n] = n * n; }\n"
      "void test(void) { int n = 4; int a[n], b[n]; fill(n, a); fill(n, b);\n"
      "  int *p = result > 3 ? a : b; p[2] = 7; mix(a[2]); mix(b[2]);\n"
      "  mix(a[3] + b[1]); }\n",
  };
  COMPARE(bodies);
}

static void builtins(void **state) {
  static const char *const bodies[] = {
      "void test(void) { for (unsigned i = 1; i < 70000; i = i * 3 + 1) {\n"
      "  mix(__builtin_popcount(i)); mix(__builtin_clz(i));\n"
      "  mix(__builtin_ctz(i)); mix(__builtin_bswap32(i));\n"
      "  mix(__builtin_bswap16(i)); mix(__builtin_expect(i, 3)); } }\n",
      "void test(void) { int s; unsigned u; long long l;\n"
      "  int v[] = {0, 1, -1, 2147483647, -2147483647 - 1, 65536};\n"
      "  for (int i = 0; i < 6; i++) for (int j = 0; j < 6; j++) {\n"
      "  mix(__builtin_add_overflow(v[i], v[j], &s)); mix(s);\n"
      "  mix(__builtin_sub_overflow(v[i], v[j], &u)); mix(u);\n"
      "  mix(__builtin_mul_overflow(v[i], v[j], &s)); mix(s);\n"
      "  mix(__builtin_mul_overflow((unsigned)v[i], (unsigned)v[j], &u));\n"
      "  mix(u); mix(__builtin_add_overflow(v[i], v[j], &l)); mix(l); } }\n",
      "#include <stdlib.h>\n"
      "void test(void) { mix(abs(-5)); mix(abs(7)); mix(labs(-9));\n"
      "  mix(__builtin_constant_p(5)); mix(__builtin_offsetof(\n"
      "  struct { char a; long b; }, b)); }\n",
  };
  COMPARE(bodies);
}

static void vectors(void **state) {
  static const char *const bodies[] = {
      // Every operator, lane by lane, on elements of all sizes.
      "#define OPS(T, N) do { typedef T v __attribute__((vector_size(N))); \\\n"
      "  enum { n = N / sizeof(T) }; v a, b, c; \\\n"
      "  for (int i = 0; i < n; i++) { a[i] = (T)(i * 77 - 50); \\\n"
      "    b[i] = (T)(i % 5 + 2); } \\\n"
      "  c = a + b; SUM; c = a - b; SUM; c = a * b; SUM; c = a / b; SUM; \\\n"
      "  c = -a; SUM; c = a + 3; SUM; c = (v)(a < b); SUM; \\\n"
      "  c = (v)(a == a); SUM; c = (v)(a >= b); SUM; } while (0)\n"
      "#define SUM for (int i = 0; i < n; i++) mix((u64)(long long)c[i])\n"
      "#define BITS(T, N) do { typedef T v __attribute__((vector_size(N))); "
      "\\\n"
      "  enum { n = N / sizeof(T) }; v a, b, c; \\\n"
      "  for (int i = 0; i < n; i++) { a[i] = (T)(i * 91 - 33); \\\n"
      "    b[i] = (T)(i % 7); } \\\n"
      "  c = a & b; SUM; c = a | b; SUM; c = a ^ b; SUM; c = ~a; SUM; \\\n"
      "  c = a << b; SUM; c = a >> b; SUM; c = a % (b + 1); SUM; } while (0)\n"
      "void test(void) { OPS(signed char, 16); OPS(unsigned short, 8);\n"
      "  OPS(int, 16); OPS(unsigned, 32); OPS(long long, 16);\n"
      "  BITS(unsigned char, 8); BITS(short, 16); BITS(int, 16);\n"
      "  BITS(unsigned long long, 32); }\n",
      "typedef float f4 __attribute__((vector_size(16)));\n"
      "typedef double d2 __attribute__((vector_size(16)));\n"
      "typedef int i4 __attribute__((vector_size(16)));\n"
      "void test(void) { f4 a = {1.5f, -2, 3.25f, 1e30f}, b = {2, 4, 0.5f, "
      "1};\n"
      "  f4 c = a * b + a / b - b; i4 less = a < b;\n"
      "  for (int i = 0; i < 4; i++) { mix(((i4)c)[i]); mix(less[i]); }\n"
      "  d2 d = {0.1, 7}; d = -d * d; mix((u64)(long long)(d[0] * 1e6));\n"
      "  mix((u64)(long long)d[1]);\n"
      "  i4 n = __builtin_convertvector(b * 3, i4); mix(n[0] + n[1]); }\n",
      // Where they lie, and the same bits in other lanes.
      "typedef int i4 __attribute__((vector_size(16)));\n"
      "typedef short s8 __attribute__((vector_size(16)));\n"
      "typedef long long l2 __attribute__((vector_size(16)));\n"
      "typedef int i3 __attribute__((ext_vector_type(3)));\n"
      "typedef int i2 __attribute__((vector_size(8)));\n"
      "struct s { char c; i4 v; short d; } g = {1, {2, 3, 4, 5}, 6};\n"
      "union u { i4 v; int m[4]; unsigned char b[16]; } h;\n"
      "i4 rows[3] = {{1, 2, 3, 4}, {5, 6, 7, 8}};\n"
      "static i4 twice(i4 a, int i) { a[i] *= 2; return a + a; }\n"
      "static i2 both(i2 a, i3 b) { i2 r = {a[0] + b.z, a[1] * b.x}; return r; "
      "}\n"
      "void test(void) { mix(sizeof(struct s)); mix(__alignof__(i4));\n"
      "  mix(sizeof(i3)); mix(sizeof(i2)); g.v[2] += g.c;\n"
      "  h.v = g.v + rows[1]; for (int i = 0; i < 4; i++) mix(h.m[i]);\n"
      "  h.m[1] = -7; h.b[9] = 200; mix(h.v[1]); mix(h.v[2]);\n"
      "  s8 s = (s8)h.v; l2 l = (l2)s; for (int i = 0; i < 8; i++) mix(s[i]);\n"
      "  mix(l[0]); mix(l[1]); for (int i = 0; i < 4; i++) {\n"
      "  i4 t = twice(h.v, i); mix(t[i] + t[3]); mix(((int *)&t)[i]); }\n"
      "  i3 x = {1, 2, 3}; x.y = x.x + x.z; i2 y = {4, 5};\n"
      "  y = both(y, x); mix(y[0] + y[1] * x.y); i4 z = x.xzyy; mix(z[1]);\n"
      "  z = __builtin_shufflevector(z, h.v, 0, 5, 2, 7); mix(z[1] + z[3]);\n"
      "  i4 *p = rows; p++; mix((*p)[3]); (*p)[0] = 11; mix(rows[1][0]);\n"
      "  struct s k = g; mix(k.v[3] + k.d); }\n",
  };
  COMPARE(bodies);
}

// Among others, the last second of a year and the first one of the next, leap
// years and others, the ends of what a time can be.
static void calendar(void **state) {
  static const char *const bodies[] = {
      "#define _GNU_SOURCE\n"
      "#include <time.h>\n"
      "static void look(struct tm *r) { mix(r != 0); if (!r) return;\n"
      "  mix(r->tm_sec); mix(r->tm_min); mix(r->tm_hour); mix(r->tm_mday);\n"
      "  mix(r->tm_mon); mix(r->tm_year); mix(r->tm_wday); mix(r->tm_yday);\n"
      "  mix(r->tm_isdst); mix(r->tm_gmtoff); mix(r->tm_zone[0]); }\n"
      "static void both(time_t t) { look(gmtime(&t)); struct tm r;\n"
      "  if (gmtime_r(&t, &r)) mix(timegm(&r) == t); }\n"
      "void test(void) { static const long long years[] = {0, 951782400,\n"
      "  946684800, 978307200, -62135596800, -2203891200, 4102444800};\n"
      "  for (int i = 0; i < 7; i++) for (int d = -3; d < 3; d++)\n"
      "    both((time_t)(years[i] + d * 43200));\n"
      "  for (int k = 1; k < 8 * (int)sizeof(time_t); k++) {\n"
      "    both((time_t)(((unsigned long)1 << k) - 1));\n"
      "    both(-(time_t)((unsigned long)1 << k)); } }\n",
      "#define _GNU_SOURCE\n"
      "#include <time.h>\n"
      "static void make(int year, int month, int day, int hour, int second) {\n"
      "  struct tm r = {.tm_year = year, .tm_mon = month, .tm_mday = day,\n"
      "    .tm_hour = hour, .tm_sec = second}; time_t t = timegm(&r);\n"
      "  mix((u64)t); mix(r.tm_year); mix(r.tm_mon); mix(r.tm_mday);\n"
      "  mix(r.tm_wday); mix(r.tm_yday); mix(r.tm_hour + r.tm_min);\n"
      "  mix((u64)(long long)difftime(t, 1000000)); }\n"
      "void test(void) { for (int i = -30; i < 30; i++) {\n"
      "  make(100 + i, 7 * i, 13 * i, 5 * i, -1000 * i);\n"
      "  make(-3 * i, i, 400 * i, 0, 59 * i); }\n"
      "  make(2147483647, 12, 1, 0, 0); make(2147483647, 0, 1, 0, 0);\n"
      "  make(-2147483647, -2147483647, 1, 0, 0); }\n",
  };
  COMPARE(bodies);
}

// Flags, widths and precisions with numbers of all sizes; buffers that are too
// small; what is only counted.
static void formats(void **state) {
  static const char *const bodies[] = {
      "#include <stdio.h>\n"
      "static char b[64];\n"
      "static void look(int r) { mix(r); for (int i = 0; i < r + 1 && i < 60;\n"
      "  i++) mix(b[i]); }\n"
      "#define ALL(F, T) do { const long long v[] = {0, 1, -1, 7, 8, 9, 10,\\\n"
      "  99, 100, -128, 255, 256, 65535, 2147483647, -2147483647 - 1,\\\n"
      "  4294967295, 999999999999, 9223372036854775807, \\\n"
      "  -9223372036854775807 - 1}; for (int i = 0; i < 19; i++) { \\\n"
      "  look(sprintf(b, F, (T)v[i])); look(snprintf(b, 7, F, (T)v[i])); \\\n"
      "  mix(snprintf(0, 0, F, (T)v[i])); } } while (0)\n"
      "void test(void) { ALL(\"%d\", int); ALL(\"[%5i]\", int);\n"
      "  ALL(\"%-8d|\", int); ALL(\"%08d\", int); ALL(\"%+d\", int);\n"
      "  ALL(\"% 06d\", int); ALL(\"%.4d\", int); ALL(\"%9.4d\", int);\n"
      "  ALL(\"%-9.4d|\", int); ALL(\"%09.4d\", int); ALL(\"%.0d\", int);\n"
      "  ALL(\"%u\", unsigned); ALL(\"%12u\", unsigned); }\n",
      "#include <stdio.h>\n"
      "static char b[64];\n"
      "static void look(int r) { mix(r); for (int i = 0; i < r + 1 && i < 60;\n"
      "  i++) mix(b[i]); }\n"
      "#define ALL(F, T) do { const long long v[] = {0, 1, -1, 15, 16, 255, "
      "\\\n"
      "  65536, 2147483647, 4294967296, -9223372036854775807 - 1}; \\\n"
      "  for (int i = 0; i < 10; i++) look(sprintf(b, F, (T)v[i])); \\\n"
      "  } while (0)\n"
      "void test(void) { ALL(\"%x\", unsigned); ALL(\"%#X\", unsigned);\n"
      "  ALL(\"%#010x\", unsigned); ALL(\"%o\", unsigned);\n"
      "  ALL(\"%#o\", unsigned); ALL(\"%#.0o\", unsigned);\n"
      "  ALL(\"%#.0x\", unsigned); ALL(\"%#5.3o\", unsigned);\n"
      "  ALL(\"%ld\", long); ALL(\"%lx\", unsigned long);\n"
      "  ALL(\"%lld\", long long); ALL(\"%22llu\", unsigned long long);\n"
      "  ALL(\"%#llo\", unsigned long long); ALL(\"%zu\", __SIZE_TYPE__);\n"
      "  ALL(\"%hd\", short); ALL(\"%hhu\", unsigned char);\n"
      "  ALL(\"%hhx\", int); ALL(\"%jd\", long long); }\n",
      "#include <stdio.h>\n"
      "static char b[64];\n"
      "static void look(int r) { mix(r); for (int i = 0; i < r + 1 && i < 60;\n"
      "  i++) mix(b[i]); }\n"
      "void test(void) { const char *words[] = {\"\", \"a\", \"long word\"};\n"
      "  for (int i = 0; i < 3; i++) { look(sprintf(b, \"%s\", words[i]));\n"
      "  look(sprintf(b, \"[%4s]\", words[i]));\n"
      "  look(sprintf(b, \"[%-4s]\", words[i]));\n"
      "  look(sprintf(b, \"[%6.3s]\", words[i]));\n"
      "  look(snprintf(b, 5, \"%s%%%s\", words[i], words[2]));\n"
      "  for (int k = -6; k < 7; k++) {\n"
      "  look(sprintf(b, \"%*d|%-*d\", k, 42 * i, k, -i));\n"
      "  look(sprintf(b, \"%0*d|%.*d\", k, i, k, i));\n"
      "  look(sprintf(b, \"%.*s|%*c\", k, words[i], k, 'x' + i)); } }\n"
      "  mix(printf(\"\") + fprintf(stderr, \"\")); look(sprintf(b, \"%%\"));\n"
      "  char *late = \"%d,%c\"; look(sprintf(b, late, 5, 'z')); }\n",
  };
  COMPARE(bodies);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(integers_of_all_types),
      cmocka_unit_test(wide_integers),
      cmocka_unit_test(control_flow),
      cmocka_unit_test(functions),
      cmocka_unit_test(memory),
      cmocka_unit_test(struct_copies),
      cmocka_unit_test(arrays_of_variable_length),
      cmocka_unit_test(builtins),
      cmocka_unit_test(vectors),
      cmocka_unit_test(calendar),
      cmocka_unit_test(formats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
