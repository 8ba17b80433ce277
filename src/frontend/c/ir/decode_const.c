// SPDX-License-Identifier: Apache-2.0
// Constants, global symbols and what variables hold at the start.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/c/ir/lower.h"
#include "frontend/c/library/library.h"

// --- numbers ---------------------------------------------------------------

// The C API gives 64 bits only; wider constants are read from their text.
static term wide_int(decoder *c, LLVMValueRef v, uint32_t bits) {
  char *text = LLVMPrintValueToString(v);
  const char *digits = strrchr(text, ' ');
  assert(digits != NULL);
  mpz_t n;
  mpz_init(n);
  int bad = mpz_set_str(n, digits + 1, 10);
  assert(bad == 0);
  (void)bad;
  term t = term_value(c->out->tt, value_bv_mpz(c->out->mem, bits, n));
  mpz_clear(n);
  LLVMDisposeMessage(text);
  return t;
}

term decode_int(decoder *c, LLVMValueRef v, uint32_t bits) {
  assert(LLVMIsAConstantInt(v) != NULL);
  if (bits > 64)
    return wide_int(c, v, bits);
  uint64_t n = LLVMConstIntGetZExtValue(v);
  return bits == 1 ? term_bool(c->out->tt, n != 0)
                   : term_bv(c->out->tt, bits, n);
}

static ir_operand bad(const ir_type *type, const char *reason) {
  return (ir_operand){.kind = OPERAND_BAD, .type = type, .reason = reason};
}

// The C API gives doubles only; a long double is read from its text, where it
// stands as 0xK and its bytes.
static ir_operand x87_bits(decoder *c, LLVMValueRef v, const ir_type *type) {
  char *text = LLVMPrintValueToString(v);
  const char *digits = strstr(text, "0xK");
  mpz_t n;
  mpz_init(n);
  ir_operand o = bad(type, "a long double constant");
  if (digits != NULL && mpz_set_str(n, digits + 3, 16) == 0)
    o = (ir_operand){.kind = OPERAND_INT,
                     .type = type,
                     .constant = term_value(
                         c->out->tt, value_bv_mpz(c->out->mem, type->bits, n))};
  mpz_clear(n);
  LLVMDisposeMessage(text);
  return o;
}

static ir_operand float_bits(decoder *c, LLVMValueRef v, const ir_type *type) {
  if (type->bits == 80)
    return x87_bits(c, v, type);
  LLVMBool loses = 0;
  double d = LLVMConstRealGetDouble(v, &loses);
  if (loses || (type->bits != 64 && type->bits != 32))
    return bad(type, "a floating-point constant");
  uint64_t image = 0;
  if (type->bits == 64) {
    memcpy(&image, &d, sizeof d);
  } else {
    float f = (float)d;
    memcpy(&image, &f, sizeof f);
  }
  return (ir_operand){.kind = OPERAND_INT,
                      .type = type,
                      .constant = term_bv(c->out->tt, type->bits, image)};
}

// --- constant expressions --------------------------------------------------

static ir_operand pointer_to(const ir_type *type, uint32_t symbol,
                             int64_t offset) {
  return (ir_operand){.kind = OPERAND_POINTER,
                      .type = type,
                      .symbol = symbol,
                      .offset = offset};
}

static ir_operand constant_gep(decoder *c, LLVMValueRef v,
                               const ir_type *type) {
  ir_operand base = decode_constant(c, LLVMGetOperand(v, 0));
  ir_gep g;
  if (base.kind != OPERAND_POINTER || !decode_gep(c, v, &g, true))
    return bad(type, "a constant address");
  ir_operand sum = pointer_to(type, base.symbol, base.offset + g.offset);
  sum.room = g.room;
  sum.left = g.is_inside ? ir_smaller(g.left, base.left) : g.left;
  return sum;
}

static ir_operand constant_cast(decoder *c, LLVMValueRef v,
                                const ir_type *type) {
  ir_operand from = decode_constant(c, LLVMGetOperand(v, 0));
  if (from.kind == OPERAND_POINTER) {
    // An address keeps being one, also where the C type is an integer. A part
    // of one only becomes smaller.
    uint32_t bits = c->out->pointer_bytes * 8;
    bool is_part = from.type->kind == IR_INT && from.type->bits < bits;
    if (is_part && (type->kind != IR_INT || type->bits > from.type->bits))
      return bad(type, "a part of an address as an address");
    return pointer_to(type, from.symbol, from.offset);
  }
  if (from.kind == OPERAND_INT && type->kind == IR_POINTER) {
    value n = term_get_value(c->out->tt, from.constant);
    if (n.kind == VALUE_BV && n.width <= 64)
      return pointer_to(type, 0, value_get_s64(n));
  }
  return bad(type, "a constant address as an integer");
}

// A whole address, and an integer that is added to it.
static bool is_moved(decoder *c, const ir_operand *a, const ir_operand *b,
                     int64_t *by) {
  if (a->kind != OPERAND_POINTER || b->kind != OPERAND_INT ||
      a->type->kind != IR_INT || a->type->bits != c->out->pointer_bytes * 8 ||
      b->type->bits > 64)
    return false;
  *by = value_get_s64(term_get_value(c->out->tt, b->constant));
  return true;
}

static ir_operand constant_sum(decoder *c, LLVMValueRef v,
                               const ir_type *type) {
  ir_operand a = decode_constant(c, LLVMGetOperand(v, 0));
  ir_operand b = decode_constant(c, LLVMGetOperand(v, 1));
  int64_t by;
  if (is_moved(c, &a, &b, &by))
    return pointer_to(type, a.symbol, a.offset + by);
  if (is_moved(c, &b, &a, &by))
    return pointer_to(type, b.symbol, b.offset + by);
  return bad(type, "arithmetic with constant addresses");
}

static ir_operand constant_difference(decoder *c, LLVMValueRef v,
                                      const ir_type *type) {
  ir_operand a = decode_constant(c, LLVMGetOperand(v, 0));
  ir_operand b = decode_constant(c, LLVMGetOperand(v, 1));
  int64_t by;
  if (is_moved(c, &a, &b, &by))
    return pointer_to(type, a.symbol, a.offset - by);
  if (a.kind == OPERAND_POINTER && b.kind == OPERAND_POINTER &&
      a.symbol == b.symbol)
    return (ir_operand){.kind = OPERAND_INT,
                        .type = type,
                        .constant = term_bv(c->out->tt, type->bits,
                                            (uint64_t)(a.offset - b.offset))};
  return bad(type, "arithmetic with constant addresses");
}

static ir_operand constant_expression(decoder *c, LLVMValueRef v,
                                      const ir_type *type) {
  switch (LLVMGetConstOpcode(v)) {
  case LLVMGetElementPtr:
    return constant_gep(c, v, type);
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMTrunc:
    return constant_cast(c, v, type);
  case LLVMAdd:
    return constant_sum(c, v, type);
  case LLVMSub:
    return constant_difference(c, v, type);
  default:
    return bad(type, "a constant expression over addresses");
  }
}

static ir_operand aggregate(decoder *c, LLVMValueRef v, const ir_type *type) {
  enum { MOST = 64 };
  uint32_t n = ir_leaf_count(type, MOST + 1);
  if (n > MOST)
    return bad(type, "a large constant aggregate");
  ir_operand *leaves = ARENA_ARRAY(c->out->mem, ir_operand, n);
  uint32_t filled = 0;
  for (uint32_t i = 0; i < type->count; i++) {
    ir_operand part = decode_constant(c, LLVMGetAggregateElement(v, i));
    if (part.kind == OPERAND_AGGREGATE) {
      memcpy(leaves + filled, part.leaves, part.leaf_count * sizeof *leaves);
      filled += part.leaf_count;
    } else if (ir_is_scalar(part.type)) {
      leaves[filled++] = part;
    } else {
      return bad(type, "a constant aggregate");
    }
  }
  assert(filled == n);
  return (ir_operand){.kind = OPERAND_AGGREGATE,
                      .type = type,
                      .leaves = leaves,
                      .leaf_count = n};
}

ir_operand decode_constant(decoder *c, LLVMValueRef v) {
  const ir_type *type = decode_type(c, LLVMTypeOf(v));
  if (LLVMIsAConstantInt(v) != NULL)
    return (ir_operand){.kind = OPERAND_INT,
                        .type = type,
                        .constant = decode_int(c, v, type->bits)};
  if (LLVMIsAConstantPointerNull(v) != NULL)
    return pointer_to(type, 0, 0);
  if (LLVMIsAConstantFP(v) != NULL)
    return float_bits(c, v, type);
  if (LLVMIsUndef(v))
    return (ir_operand){.kind = OPERAND_UNDEF, .type = type};
  if (LLVMIsAGlobalAlias(v) != NULL)
    return decode_constant(c, LLVMAliasGetAliasee(v));
  if (LLVMIsAGlobalIFunc(v) != NULL)
    return bad(type, "a function that another one chooses (ifunc)");
  if (LLVMIsAGlobalValue(v) != NULL)
    return pointer_to(type, decode_symbol(c, v), 0);
  if (LLVMIsAConstantExpr(v) != NULL)
    return constant_expression(c, v, type);
  if (type->kind == IR_STRUCT || type->kind == IR_ARRAY)
    return aggregate(c, v, type);
  return bad(type, "an unusual constant");
}

// --- symbols ---------------------------------------------------------------

// The function that a static local belongs to, or NULL.
static const char *scope_function(decoder *c, LLVMMetadataRef scope) {
  enum { OPERAND_OUTER = 1 };
  while (scope != NULL) {
    LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
    if (kind == LLVMDISubprogramMetadataKind)
      return decode_debug_name(c, scope);
    if (kind != LLVMDILexicalBlockMetadataKind &&
        kind != LLVMDILexicalBlockFileMetadataKind)
      return NULL;
    scope = decode_debug_operand(c, scope, OPERAND_OUTER);
  }
  return NULL;
}

static void name_variable(decoder *c, ir_symbol *s, LLVMValueRef v) {
  size_t n = 0;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(v, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(m) != LLVMDIGlobalVariableExpressionMetadataKind)
      continue;
    LLVMMetadataRef d = LLVMDIGlobalVariableExpressionGetVariable(m);
    debug_variable known = decode_debug_variable(c, d);
    if (known.name != NULL)
      s->source = known.name;
    s->debug = known.type;
    s->pos = known.pos;
    s->scope = known.scope;
    s->function = scope_function(c, LLVMDIVariableGetScope(d));
    break;
  }
  LLVMDisposeValueMetadataEntries(entries);
}

// The declared type of what a function returns, if debug information has it.
static type_info result_of(decoder *c, LLVMMetadataRef subprogram) {
  enum { OPERAND_TYPE = 4, OPERAND_TYPES = 3 };
  LLVMMetadataRef type = decode_debug_operand(c, subprogram, OPERAND_TYPE);
  LLVMMetadataRef all = decode_debug_operand(c, type, OPERAND_TYPES);
  const debug_type *result =
      decode_debug_type(c, decode_debug_operand(c, all, 0));
  return result->kind == DEBUG_SCALAR ? result->info : (type_info){0};
}

static void fill_function(decoder *c, ir_symbol *s, LLVMValueRef v) {
  s->is_function = true;
  LLVMTypeRef type = LLVMGlobalGetValueType(v);
  s->result = decode_type(c, LLVMGetReturnType(type));
  LLVMMetadataRef d = LLVMGetSubprogram(v);
  if (d == NULL)
    return;
  const char *name = decode_debug_name(c, d);
  if (name != NULL)
    s->source = name;
  s->pos = (source_pos){decode_scope_file(c, d), LLVMDISubprogramGetLine(d), 0};
  s->result_info = result_of(c, d);
}

static void fill_variable(decoder *c, ir_symbol *s, LLVMValueRef v) {
  s->type = decode_type(c, LLVMGlobalGetValueType(v));
  s->is_constant = s->is_readonly = s->is_defined && LLVMIsGlobalConstant(v);
  s->align = LLVMGetAlignment(v);
  name_variable(c, s, v);
}

// Whether the linker may leave it undefined. What every C library has is there.
static bool may_be_missing(LLVMValueRef v, const char *name) {
  if (!LLVMIsDeclaration(v) || LLVMGetLinkage(v) != LLVMExternalWeakLinkage)
    return false;
  library_kind kind = library_find(name);
  return kind == LIBRARY_UNKNOWN || kind == LIBRARY_UNSUPPORTED;
}

uint32_t decode_symbol(decoder *c, LLVMValueRef v) {
  uint64_t *known = hmap_find(&c->symbols, (uint64_t)(uintptr_t)v);
  if (known != NULL)
    return (uint32_t)*known;
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  ir_symbol s = {.name = program_intern(c->p, name)};
  const char *suffix = strstr(name, LOWER_BY_ADDRESS);
  s.source =
      suffix == NULL
          ? s.name
          : program_intern(c->p, arena_printf(c->out->mem, "%.*s",
                                              (int)(suffix - name), name));
  s.is_defined = !LLVMIsDeclaration(v);
  s.is_weak = may_be_missing(v, s.name);
  if (LLVMIsAFunction(v) != NULL)
    fill_function(c, &s, v);
  else if (LLVMIsAGlobalVariable(v) != NULL)
    fill_variable(c, &s, v);
  else
    s.type = decode_type(c, LLVMTypeOf(v));
  uint32_t symbol = c->out->symbols.len;
  vec_push(&c->out->symbols, s);
  vec_push(&c->values, v);
  hmap_put(&c->symbols, (uint64_t)(uintptr_t)v, symbol);
  if (s.is_defined)
    vec_push(&c->pending, symbol);
  return symbol;
}

// --- initial values --------------------------------------------------------

typedef struct {
  LLVMValueRef value;
  uint64_t offset;
} part;

typedef VEC(part) part_vec;

// Pushes the members in reverse, so that they are taken in order of offset.
static void push_members(decoder *c, part_vec *work, part p) {
  const ir_type *t = decode_type(c, LLVMTypeOf(p.value));
  if (t->kind != IR_STRUCT && t->kind != IR_ARRAY)
    return;
  for (uint32_t i = t->count; i-- > 0;) {
    uint64_t offset =
        t->kind == IR_STRUCT ? t->offsets[i] : i * t->element->size;
    LLVMValueRef member = LLVMGetAggregateElement(p.value, i);
    if (!LLVMIsNull(member) && !LLVMIsUndef(member))
      vec_push(work, ((part){member, p.offset + offset}));
  }
}

void decode_initializer(decoder *c, uint32_t symbol) {
  LLVMValueRef init = LLVMGetInitializer(c->values.data[symbol]);
  if (init == NULL || LLVMIsNull(init) || LLVMIsUndef(init))
    return;
  part_vec work = {0};
  VEC(ir_initial) found = {0};
  vec_push(&work, ((part){init, 0}));
  while (work.len > 0) {
    part p = vec_pop(&work);
    if (ir_is_scalar(decode_type(c, LLVMTypeOf(p.value))))
      vec_push(&found, ((ir_initial){p.offset, decode_constant(c, p.value)}));
    else
      push_members(c, &work, p);
  }
  vec_free(&work);
  ir_symbol *s = &c->out->symbols.data[symbol];
  s->initial_count = found.len;
  if (found.len > 0)
    s->initials =
        arena_copy(c->out->mem, found.data, found.len * sizeof *found.data);
  vec_free(&found);
}
