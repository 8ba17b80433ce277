// SPDX-License-Identifier: Apache-2.0
// Values as text: decimal for people, SMT-LIB 2 for solvers.
#include <assert.h>
#include <inttypes.h>

#include "base/mem.h"
#include "base/unreachable.h"
#include "num/value_internal.h"

static void print_mpz(mpz_srcptr n, int base, strbuf *out) {
  char *digits = mem_alloc(mpz_sizeinbase(n, base) + 2); // sign, NUL
  mpz_get_str(digits, base, n);
  strbuf_puts(out, digits);
  mem_free(digits);
}

static void print_bv(value v, bool is_signed, strbuf *out) {
  mpz_view view;
  if (!v.is_big && is_signed)
    strbuf_printf(out, "%" PRId64, value_get_s64(v));
  else if (!v.is_big)
    strbuf_printf(out, "%" PRIu64, v.bits);
  else if (is_signed && value_bv_bit(v, v.width - 1)) {
    mpz_t n;
    mpz_init(n);
    mpz_setbit(n, v.width);
    mpz_sub(n, value_view_mpz(&view, v), n);
    print_mpz(n, 10, out);
    mpz_clear(n);
  } else {
    print_mpz(value_view_mpz(&view, v), 10, out);
  }
}

static void print_real(value v, strbuf *out) {
  mpq_view view;
  mpq_srcptr q = value_view_mpq(&view, v);
  print_mpz(mpq_numref(q), 10, out);
  if (mpz_cmp_ui(mpq_denref(q), 1) != 0) {
    strbuf_putc(out, '/');
    print_mpz(mpq_denref(q), 10, out);
  }
}

typedef struct {
  strbuf *out;
  bool is_signed;
} array_printer;

static void print_entry(void *data, value index, value element) {
  const array_printer *p = data;
  value_print(index, p->is_signed, p->out);
  strbuf_puts(p->out, ": ");
  value_print(element, p->is_signed, p->out);
  strbuf_puts(p->out, ", ");
}

static void print_array(value v, bool is_signed, strbuf *out) {
  array_printer p = {out, is_signed};
  strbuf_putc(out, '{');
  value_array_each(v, print_entry, &p);
  strbuf_puts(out, "otherwise: ");
  value_print(value_array_default(v), is_signed, out);
  strbuf_putc(out, '}');
}

void value_print(value v, bool is_signed, strbuf *out) {
  mpz_view view;
  switch ((value_kind)v.kind) {
  case VALUE_NONE:
    strbuf_putc(out, '?');
    return;
  case VALUE_BOOL:
    strbuf_puts(out, v.bits ? "true" : "false");
    return;
  case VALUE_BV:
    print_bv(v, is_signed, out);
    return;
  case VALUE_INT:
    print_mpz(value_view_mpz(&view, v), 10, out);
    return;
  case VALUE_REAL:
    print_real(v, out);
    return;
  case VALUE_ARRAY:
    print_array(v, is_signed, out);
    return;
  }
  UNREACHABLE();
}

static void print_bv_smt2(value v, strbuf *out) {
  if (v.width < 8 || v.width % 4 != 0) {
    strbuf_puts(out, "#b");
    for (uint32_t i = v.width; i-- > 0;)
      strbuf_putc(out, value_bv_bit(v, i) ? '1' : '0');
    return;
  }
  strbuf_puts(out, "#x");
  for (uint32_t i = v.width; i > 0; i -= 4) {
    uint64_t limb = v.is_big ? v.big->limb[(i - 4) / 64] : v.bits;
    strbuf_putc(out, "0123456789abcdef"[(limb >> ((i - 4) % 64)) & 15]);
  }
}

// SMT-LIB has no negative literals.
static void print_int_smt2(mpz_srcptr n, const char *suffix, strbuf *out) {
  mpz_t size;
  mpz_init(size);
  mpz_abs(size, n);
  strbuf_puts(out, mpz_sgn(n) < 0 ? "(- " : "");
  print_mpz(size, 10, out);
  strbuf_puts(out, suffix);
  strbuf_puts(out, mpz_sgn(n) < 0 ? ")" : "");
  mpz_clear(size);
}

static void print_real_smt2(value v, strbuf *out) {
  mpq_view view;
  mpq_srcptr q = value_view_mpq(&view, v);
  bool is_whole = mpz_cmp_ui(mpq_denref(q), 1) == 0;
  strbuf_puts(out, is_whole ? "" : "(/ ");
  print_int_smt2(mpq_numref(q), ".0", out);
  if (is_whole)
    return;
  strbuf_putc(out, ' ');
  print_mpz(mpq_denref(q), 10, out);
  strbuf_puts(out, ".0)");
}

void value_print_smt2(value v, strbuf *out) {
  mpz_view view;
  switch ((value_kind)v.kind) {
  case VALUE_BOOL:
    strbuf_puts(out, v.bits ? "true" : "false");
    return;
  case VALUE_BV:
    print_bv_smt2(v, out);
    return;
  case VALUE_INT:
    print_int_smt2(value_view_mpz(&view, v), "", out);
    return;
  case VALUE_REAL:
    print_real_smt2(v, out);
    return;
  case VALUE_NONE:
  case VALUE_ARRAY:
    break;
  }
  UNREACHABLE();
}
