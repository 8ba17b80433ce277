// SPDX-License-Identifier: Apache-2.0
// The functions of <math.h> and <fenv.h> that are exact, by name.
//
// Most come in two versions, for double and, with an 'f' at the end, for float;
// those for long double are not in the table and so not supported. A call must
// have the types that the header gives the function: programs declare them
// themselves, not always rightly.
#include "frontend/c/translator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "float/float.h"

typedef enum {
  TAKES_FLOATS, // gives a float
  GIVES_INT,
  TAKES_POINTER, // to what is not looked at
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
    {"isinf", REAL_IS_INF, GIVES_INT, 1},
    {"isnan", REAL_CLASS, GIVES_INT, 1},
    {"llrint", REAL_TO_INT, GIVES_INT, 1},
    {"llround", REAL_TO_INT_AWAY, GIVES_INT, 1},
    {"lrint", REAL_TO_INT, GIVES_INT, 1},
    {"lround", REAL_TO_INT_AWAY, GIVES_INT, 1},
    {"nan", REAL_NAN, TAKES_POINTER, 1},
    {"nearbyint", REAL_RINT, TAKES_FLOATS, 1},
    {"remainder", REAL_REMAINDER, TAKES_FLOATS, 2},
    {"rint", REAL_RINT, TAKES_FLOATS, 1},
    {"round", REAL_ROUND, TAKES_FLOATS, 1},
    {"roundeven", REAL_ROUND_EVEN, TAKES_FLOATS, 1},
    {"sqrt", REAL_SQRT, TAKES_FLOATS, 1},
    {"trunc", REAL_TRUNC, TAKES_FLOATS, 1},
};

static int compare_names(const void *key, const void *member) {
  return strcmp(key, ((const row *)member)->name);
}

static const row *find_exactly(const char *name) {
  return bsearch(name, ROWS, sizeof ROWS / sizeof *ROWS, sizeof *ROWS,
                 compare_names);
}

// bits: 32 or 64, of its floats.
static const row *find(const char *name, uint32_t *bits) {
  enum { LONGEST = 16 };
  const row *r = find_exactly(name);
  *bits = 64;
  size_t length = strlen(name);
  if (r != NULL || length < 2 || length > LONGEST || name[length - 1] != 'f')
    return r;
  char shorter[LONGEST];
  memcpy(shorter, name, length - 1);
  shorter[length - 1] = '\0';
  *bits = 32;
  r = find_exactly(shorter);
  return r != NULL && r->is < SETS_MODE ? r : NULL;
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

// Whether the call is one of the function that the header declares.
static bool has_types(const ir_inst *i, const ir_operand *o, const row *r,
                      uint32_t bits) {
  if (i->operand_count != r->count || i->slot == IR_NO_SLOT)
    return i->operand_count == r->count && r->is != TAKES_FLOATS;
  bool result = r->is == TAKES_FLOATS || r->is == TAKES_POINTER
                    ? is_float(i->type, bits)
                    : is_int(i->type);
  for (uint32_t k = 0; k < r->count && result; k++)
    result = r->is == TAKES_POINTER ? o[k].type->kind == IR_POINTER
             : r->is == SETS_MODE   ? is_int(o[k].type)
                                    : is_float(o[k].type, bits);
  return result;
}

// The classes that the function asks for, as llvm.is.fpclass numbers them.
static uint32_t class_mask(const char *name) {
  return strstr(name, "nan") != NULL ? 0x003 : 0x1f8;
}

static val apply(translator *t, const ir_inst *i, const row *r) {
  const ir_operand *o = ir_operands(t->frame->f, i);
  if (r->is == SETS_MODE)
    return val_int(
        set_mode(t, val_term(t, val_operand(t, o), o->type), i->type->bits));
  if (r->is == GETS_MODE)
    return val_int(get_mode(t, i->type->bits));
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
