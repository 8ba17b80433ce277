// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h> and <fenv.h> that are exact, by name.
//
// Most come in three versions: for double; for float, with an 'f' at the end;
// for long double, with an 'l'. A call must have the types that the header
// gives the function: programs declare them themselves, not always rightly.
#include "frontend/c/translate/translator.h"
#include "frontend/c/translate/real.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "float/float.h"

typedef enum {
  TAKES_FLOATS, // gives a float
  GIVES_INT,
  TAKES_POINTER, // to what is not looked at
  SCALES,        // takes a float and an int
  STORES_FLOAT,  // takes a float and where to store another one
  STORES_INT,
  SETS_MODE,
  GETS_MODE
} signature;

typedef struct {
  const char *name; // of the version for double
  ir_real op;
  signature is;
  uint8_t count;
} row;

// Sorted by name.
static const row ROWS[] = {
    {"__finite", REAL_CLASS, GIVES_INT, 1},
    {"__fpclassify", REAL_FPCLASSIFY, GIVES_INT, 1},
    {"__isinf", REAL_IS_INF, GIVES_INT, 1},
    {"__isnan", REAL_CLASS, GIVES_INT, 1},
    {"__signbit", REAL_SIGNBIT, GIVES_INT, 1},
    {"ceil", REAL_CEIL, TAKES_FLOATS, 1},
    {"copysign", REAL_COPYSIGN, TAKES_FLOATS, 2},
    {"fabs", REAL_ABS, TAKES_FLOATS, 1},
    {"fdim", REAL_DIM, TAKES_FLOATS, 2},
    {"fegetround", 0, GETS_MODE, 0},
    {"fesetround", 0, SETS_MODE, 1},
    {"finite", REAL_CLASS, GIVES_INT, 1},
    {"floor", REAL_FLOOR, TAKES_FLOATS, 1},
    {"fma", REAL_FMA, TAKES_FLOATS, 3},
    {"fmax", REAL_MAX, TAKES_FLOATS, 2},
    {"fmin", REAL_MIN, TAKES_FLOATS, 2},
    {"fmod", REAL_FMOD, TAKES_FLOATS, 2},
    {"frexp", REAL_EXPONENT, STORES_INT, 2},
    {"isinf", REAL_IS_INF, GIVES_INT, 1},
    {"isnan", REAL_CLASS, GIVES_INT, 1},
    {"ldexp", REAL_SCALE, SCALES, 2},
    {"llrint", REAL_TO_INT, GIVES_INT, 1},
    {"llround", REAL_TO_INT_AWAY, GIVES_INT, 1},
    {"lrint", REAL_TO_INT, GIVES_INT, 1},
    {"lround", REAL_TO_INT_AWAY, GIVES_INT, 1},
    {"modf", REAL_TRUNC, STORES_FLOAT, 2},
    {"nan", REAL_NAN, TAKES_POINTER, 1},
    {"nearbyint", REAL_RINT, TAKES_FLOATS, 1},
    {"remainder", REAL_REMAINDER, TAKES_FLOATS, 2},
    {"rint", REAL_RINT, TAKES_FLOATS, 1},
    {"round", REAL_ROUND, TAKES_FLOATS, 1},
    {"roundeven", REAL_ROUND_EVEN, TAKES_FLOATS, 1},
    {"scalbln", REAL_SCALE, SCALES, 2},
    {"scalbn", REAL_SCALE, SCALES, 2},
    {"sqrt", REAL_SQRT, TAKES_FLOATS, 1},
    {"trunc", REAL_TRUNC, TAKES_FLOATS, 1},
};

// Functions whose results are determined, but not by a formula that would fit
// here. Sorted by name.
static const char *const INEXACT[] = {
    "acos",   "acosh", "asin",   "asinh",     "atan",        "atan2",
    "atanh",  "cabs",  "cacos",  "cacosh",    "carg",        "casin",
    "casinh", "catan", "catanh", "cbrt",      "ccos",        "ccosh",
    "cexp",   "cimag", "clog",   "conj",      "cos",         "cosh",
    "cpow",   "cproj", "creal",  "csin",      "csinh",       "csqrt",
    "ctan",   "ctanh", "drem",   "erf",       "erfc",        "exp",
    "exp10",  "exp2",  "expm1",  "gamma",     "hypot",       "ilogb",
    "j0",     "j1",    "jn",     "lgamma",    "log",         "log10",
    "log1p",  "log2",  "logb",   "nextafter", "nextdown",    "nexttoward",
    "nextup", "pow",   "remquo", "scalb",     "significand", "sin",
    "sincos", "sinh",  "tan",    "tanh",      "tgamma",      "y0",
    "y1",     "yn",
};

static int compare_names(const void *key, const void *member) {
  return strcmp(key, ((const row *)member)->name);
}

static const row *find_exactly(const char *name) {
  return bsearch(name, ROWS, sizeof ROWS / sizeof *ROWS, sizeof *ROWS,
                 compare_names);
}

// The name without the letter that says which floats the function is for; bits:
// their size. False: it has none.
enum { LONGEST = 16 };
static bool without_suffix(const char *name, char out[LONGEST],
                           uint32_t *bits) {
  size_t length = strlen(name);
  if (length < 2 || length > LONGEST)
    return false;
  char last = name[length - 1];
  memcpy(out, name, length - 1);
  out[length - 1] = '\0';
  *bits = last == 'f' ? 32 : 80;
  return last == 'f' || last == 'l';
}

// bits: 32, 64 or 80, of its floats.
static const row *find(const char *name, uint32_t *bits) {
  char shorter[LONGEST];
  const row *r = find_exactly(name);
  *bits = 64;
  if (r != NULL || !without_suffix(name, shorter, bits))
    return r;
  r = find_exactly(shorter);
  return r != NULL && r->is < SETS_MODE ? r : NULL;
}

static int compare_texts(const void *key, const void *member) {
  return strcmp(key, *(const char *const *)member);
}

static bool is_inexact(const char *name) {
  return bsearch(name, INEXACT, sizeof INEXACT / sizeof *INEXACT,
                 sizeof *INEXACT, compare_texts) != NULL;
}

bool library_is_inexact(const char *name) {
  char shorter[LONGEST];
  uint32_t bits;
  return is_inexact(name) ||
         (without_suffix(name, shorter, &bits) && is_inexact(shorter));
}

bool library_is_real(const char *name) {
  uint32_t bits;
  return find(name, &bits) != NULL;
}

// --- the rounding mode -----------------------------------------------------

// By float_mode: the number that x86 knows it by; nearest-away has none.
static const uint32_t MODE_NUMBERS[] = {0, UINT32_MAX, 0x800, 0x400, 0xc00};

void real_start(translator *t) {
  bool is_changed = false;
  for (uint32_t s = 1; s < t->m->symbols.len; s++) {
    const ir_symbol *f = &t->m->symbols.data[s];
    is_changed |=
        f->is_function && !f->is_defined && strcmp(f->name, "fesetround") == 0;
  }
  if (!is_changed)
    return;
  var_info info = {.name = program_intern(t->p, "rounding mode"),
                   .type = {TYPE_UNSIGNED, NULL},
                   .sort = sort_bv(t->tt, FLOAT_MODE_BITS)};
  t->rounding = program_add_variable(t->p, &info);
  step_write(t, t->rounding,
             term_bv(t->tt, FLOAT_MODE_BITS, FLOAT_NEAREST_EVEN));
}

// Returns 0, or 1 if there is no such mode.
static term set_mode(translator *t, term number, uint32_t width) {
  terms *tt = t->tt;
  uint32_t bits = term_width(tt, number);
  term mode = step_read(t, t->rounding), is_known = term_false(tt);
  for (uint32_t m = 0; m < sizeof MODE_NUMBERS / sizeof *MODE_NUMBERS; m++) {
    if (MODE_NUMBERS[m] == UINT32_MAX)
      continue;
    term is_it = term_eq_make(tt, number, term_bv(tt, bits, MODE_NUMBERS[m]));
    mode = term_ite(tt, is_it, term_bv(tt, FLOAT_MODE_BITS, m), mode);
    is_known = term_or(tt, is_known, is_it);
  }
  step_write(t, t->rounding, mode);
  return term_ite(tt, is_known, term_bv(tt, width, 0), term_bv(tt, width, 1));
}

static term get_mode(translator *t, uint32_t width) {
  terms *tt = t->tt;
  term number = term_bv(tt, width, 0);
  if (t->rounding.id == 0)
    return number;
  term mode = step_read(t, t->rounding);
  for (uint32_t m = 0; m < sizeof MODE_NUMBERS / sizeof *MODE_NUMBERS; m++)
    if (MODE_NUMBERS[m] != UINT32_MAX)
      number =
          term_ite(tt, term_eq_make(tt, mode, term_bv(tt, FLOAT_MODE_BITS, m)),
                   term_bv(tt, width, MODE_NUMBERS[m]), number);
  return number;
}

// --- calls -----------------------------------------------------------------

static bool is_float(const ir_type *type, uint32_t bits) {
  return type->kind == IR_FLOAT && type->bits == bits;
}

static bool is_int(const ir_type *type) {
  return type->kind == IR_INT && type->bits >= 8;
}

static bool is_argument(const ir_type *type, const row *r, uint32_t k,
                        uint32_t bits) {
  switch (r->is) {
  case TAKES_FLOATS:
  case GIVES_INT:
    return is_float(type, bits);
  case TAKES_POINTER:
    return type->kind == IR_POINTER;
  case SCALES:
    return k == 0 ? is_float(type, bits) : is_int(type);
  case STORES_FLOAT:
  case STORES_INT:
    return k == 0 ? is_float(type, bits) : type->kind == IR_POINTER;
  case SETS_MODE:
  case GETS_MODE:
    break;
  }
  return is_int(type);
}

// Whether the call is one of the function that the header declares.
static bool has_types(const ir_inst *i, const ir_operand *o, const row *r,
                      uint32_t bits) {
  if (i->operand_count != r->count)
    return false;
  bool gives_int =
      r->is == GIVES_INT || r->is == SETS_MODE || r->is == GETS_MODE;
  bool ok = gives_int ? is_int(i->type) : is_float(i->type, bits);
  for (uint32_t k = 0; k < r->count && ok; k++)
    ok = is_argument(o[k].type, r, k, bits);
  return ok;
}

// The classes that the function asks for, as llvm.is.fpclass numbers them.
static uint32_t class_mask(const char *name) {
  return strstr(name, "nan") != NULL ? 0x003 : 0x1f8;
}

// --- functions with a second result ----------------------------------------

static val store(translator *t, const ir_operand *to, const ir_type *type,
                 val v) {
  val at = val_operand(t, to);
  if (at.kind != VAL_POINTER)
    return val_bad("an unknown address");
  memory_store(t, (address){at.p, to, 0}, type, v);
  return v;
}

// The integral part is stored, the rest is the result; both have the sign of
// the operand.
static val split(translator *t, const ir_inst *i) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  real_operation whole = {REAL_TRUNC, 0, i->type, o, 1};
  real_operation rest = {REAL_FRACTION, 0, i->type, o, 1};
  val integral = real_compute(t, &whole), fraction = real_compute(t, &rest);
  if (integral.kind == VAL_BAD || fraction.kind == VAL_BAD)
    return integral.kind == VAL_BAD ? integral : fraction;
  val stored = store(t, &o[1], i->type, integral);
  return stored.kind == VAL_BAD ? stored : fraction;
}

static val take_exponent(translator *t, const ir_inst *i) {
  static const ir_type type = {
      .kind = IR_INT, .bits = 32, .align = 4, .size = 4, .store = 4};
  const ir_operand *o = ir_operands(t->frame->f, i);
  real_operation number = {REAL_EXPONENT, 0, &type, o, 1};
  real_operation rest = {REAL_MANTISSA, 0, i->type, o, 1};
  val exponent = real_compute(t, &number), mantissa = real_compute(t, &rest);
  if (exponent.kind == VAL_BAD || mantissa.kind == VAL_BAD)
    return exponent.kind == VAL_BAD ? exponent : mantissa;
  val stored = store(t, &o[1], &type, exponent);
  return stored.kind == VAL_BAD ? stored : mantissa;
}

static val apply(translator *t, const ir_inst *i, const row *r) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  if (r->is == SETS_MODE)
    return val_int(
        set_mode(t, val_term(t, val_operand(t, o), o->type), i->type->bits));
  if (r->is == GETS_MODE)
    return val_int(get_mode(t, i->type->bits));
  if (r->is == STORES_FLOAT)
    return split(t, i);
  if (r->is == STORES_INT)
    return take_exponent(t, i);
  real_operation operation = {.op = r->op,
                              .result = i->type,
                              .operands = o,
                              .count = r->is == TAKES_POINTER ? 0 : r->count};
  if (r->op != REAL_CLASS)
    return real_compute(t, &operation);
  operation.aux = class_mask(r->name);
  val v = real_compute(t, &operation);
  return v.kind == VAL_BAD ? v
                           : val_int(bool_to_bits(t->tt, v.t, i->type->bits));
}

bool real_call(translator *t, const ir_inst *i, const ir_symbol *s) {
  uint32_t bits;
  const row *r = find(s->name, &bits);
  assert(r != NULL);
  if (!has_types(i, ir_operands(t->frame->f, i), r, bits)) {
    step_unsupported(t, term_true(t->tt), "an unusual call of %s", s->source);
    return false;
  }
  val v = apply(t, i, r);
  if (i->slot != IR_NO_SLOT)
    val_define(t, i, v);
  return !step_is_dead(t);
}
