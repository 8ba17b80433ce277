// SPDX-License-Identifier: Apache-2.0
// Vectors (GCC's vector_size, clang's ext_vector_type), lane by lane.
//
// A vector is an array as a value. An operation on vectors becomes one on the
// scalars in each lane and a gathering of the results, so that nothing behind
// the decoder knows of vectors.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>

#include "base/mem.h"

typedef VEC(ir_operand) operand_vec;

static ir_operand undefined(const ir_type *type) {
  return (ir_operand){.kind = OPERAND_UNDEF, .type = type};
}

// Writes one more instruction at the place of 'like'; returns its result.
static ir_operand emit(decoder *c, const ir_inst *like, ir_inst i,
                       const ir_type *type, const ir_operand *operands,
                       uint32_t count) {
  i.slot = c->f->slot_count++;
  i.type = type;
  i.pos = like->pos;
  i.scope = like->scope;
  decode_set_operands(c, &i, operands, count);
  vec_push(&c->f->insts, i);
  return (ir_operand){.kind = OPERAND_SLOT, .type = type, .slot = i.slot};
}

static ir_operand emit_one(decoder *c, const ir_inst *like, ir_op op,
                           const ir_type *type, ir_operand a) {
  return emit(c, like, (ir_inst){.op = (uint8_t)op}, type, &a, 1);
}

static ir_operand emit_binary(decoder *c, const ir_inst *like, ir_binary sub,
                              ir_operand a, ir_operand b) {
  ir_inst i = {.op = IR_BINARY, .sub = (uint8_t)sub};
  return emit(c, like, i, a.type, (ir_operand[]){a, b}, 2);
}

static ir_operand number(decoder *c, const ir_type *type, uint64_t n) {
  return (ir_operand){.kind = OPERAND_INT,
                      .type = type,
                      .constant = term_bv(c->out->tt, type->bits, n)};
}

// --- lanes -----------------------------------------------------------------

// A scalar stands for itself in every lane.
static ir_operand lane(decoder *c, const ir_inst *like, const ir_operand *o,
                       uint32_t k) {
  if (ir_is_scalar(o->type))
    return *o;
  const ir_type *type = o->type->element;
  assert(k < o->type->count);
  if (o->kind == OPERAND_AGGREGATE)
    return o->leaves[k];
  if (o->kind == OPERAND_UNDEF)
    return undefined(type);
  ir_inst i = {.op = IR_EXTRACT, .aux = k};
  return emit(c, like, i, type, o, 1);
}

static void gather(decoder *c, ir_inst *i, const operand_vec *lanes) {
  i->op = IR_GATHER;
  decode_set_operands(c, i, lanes->data, lanes->len);
}

static void each_lane(decoder *c, ir_inst *i, const ir_operand *operands) {
  operand_vec lanes = {0};
  for (uint32_t k = 0; k < i->type->count; k++) {
    ir_operand scalars[3];
    assert(i->operand_count <= 3);
    for (uint32_t n = 0; n < i->operand_count; n++)
      scalars[n] = lane(c, i, &operands[n], k);
    ir_inst one = {.op = i->op, .sub = i->sub, .aux = i->aux};
    vec_push(&lanes,
             emit(c, i, one, i->type->element, scalars, i->operand_count));
  }
  gather(c, i, &lanes);
  vec_free(&lanes);
}

// --- the same bits in other lanes ------------------------------------------

static uint32_t lane_count(const ir_type *t) {
  return ir_is_scalar(t) ? 1 : t->count;
}

static const ir_type *lane_type(const ir_type *t) {
  return ir_is_scalar(t) ? t : t->element;
}

static const ir_type *int_type(decoder *c, uint32_t bits) {
  return decode_type(c, LLVMIntTypeInContext(c->context, bits));
}

static ir_operand as_int(decoder *c, const ir_inst *like, ir_operand o) {
  return o.type->kind == IR_INT
             ? o
             : emit_one(c, like, IR_BITCAST, int_type(c, o.type->bits), o);
}

// All lanes as one number, the first one lowest.
static ir_operand pack(decoder *c, const ir_inst *like, const ir_operand *o,
                       const ir_type *whole) {
  ir_operand all = number(c, whole, 0);
  uint32_t bits = lane_type(o->type)->bits;
  for (uint32_t k = 0; k < lane_count(o->type); k++) {
    ir_operand part = as_int(c, like, lane(c, like, o, k));
    if (bits < whole->bits)
      part = emit_one(c, like, IR_ZEXT, whole, part);
    part = emit_binary(c, like, BINARY_SHL, part,
                       number(c, whole, (uint64_t)k * bits));
    all = emit_binary(c, like, BINARY_OR, all, part);
  }
  return all;
}

static ir_operand unpack(decoder *c, const ir_inst *like, ir_operand all,
                         const ir_type *type, uint32_t k) {
  ir_operand moved = emit_binary(c, like, BINARY_LSHR, all,
                                 number(c, all.type, (uint64_t)k * type->bits));
  if (type->bits < all.type->bits)
    moved = emit_one(c, like, IR_TRUNC, int_type(c, type->bits), moved);
  return type->kind == IR_INT ? moved
                              : emit_one(c, like, IR_BITCAST, type, moved);
}

static void repack(decoder *c, ir_inst *i, const ir_operand *from) {
  const ir_type *to = lane_type(i->type);
  uint32_t bits = lane_type(from->type)->bits * lane_count(from->type);
  ir_operand all = pack(c, i, from, int_type(c, bits));
  if (ir_is_scalar(i->type)) {
    ir_operand one = unpack(c, i, all, to, 0);
    i->op = IR_MOVE;
    decode_set_operands(c, i, &one, 1);
    return;
  }
  operand_vec lanes = {0};
  for (uint32_t k = 0; k < i->type->count; k++)
    vec_push(&lanes, unpack(c, i, all, to, k));
  gather(c, i, &lanes);
  vec_free(&lanes);
}

static bool is_vector(LLVMValueRef v) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

void decode_lanes(decoder *c, LLVMValueRef v, ir_inst *i) {
  bool casts_vector = i->op == IR_BITCAST && is_vector(LLVMGetOperand(v, 0));
  if (!is_vector(v) && !casts_vector)
    return;
  ir_operand operands[3];
  switch ((ir_op)i->op) {
  case IR_BINARY:
  case IR_COMPARE:
  case IR_TRUNC:
  case IR_ZEXT:
  case IR_SEXT:
  case IR_BITCAST:
  case IR_SELECT:
  case IR_BUILTIN:
  case IR_REAL:
    break;
  default: // moves the vector as a whole
    return;
  }
  assert(i->operand_count <= 3);
  for (uint32_t k = 0; k < i->operand_count; k++)
    operands[k] = c->f->operands.data[i->operands + k];
  c->f->operands.len = i->operands; // each lane has its own
  if (i->type->kind == IR_OTHER || operands[0].type->kind == IR_OTHER)
    decode_bad(c, i, "a vector of unusual elements");
  else if (i->op == IR_BITCAST &&
           lane_count(i->type) != lane_count(operands[0].type))
    repack(c, i, &operands[0]);
  else if (ir_is_scalar(i->type)) // of one lane
    repack(c, i, &operands[0]);
  else
    each_lane(c, i, operands);
}

// --- single elements -------------------------------------------------------

// One of the two operands: the first one if the index is k.
static ir_operand choose(decoder *c, const ir_inst *like, ir_operand index,
                         uint32_t k, ir_operand there, ir_operand elsewhere) {
  ir_operand at = number(c, index.type, k);
  if (index.kind == OPERAND_INT)
    return term_eq(index.constant, at.constant) ? there : elsewhere;
  ir_inst compare = {.op = IR_COMPARE, .sub = COMPARE_EQ};
  ir_operand is_there =
      emit(c, like, compare, int_type(c, 1), (ir_operand[]){index, at}, 2);
  ir_inst select = {.op = IR_SELECT};
  return emit(c, like, select, there.type,
              (ir_operand[]){is_there, there, elsewhere}, 3);
}

// Where there is no such element, the result is undefined.
void decode_extract_element(decoder *c, LLVMValueRef v, ir_inst *i) {
  ir_operand vector = decode_operand(c, LLVMGetOperand(v, 0));
  ir_operand index = decode_operand(c, LLVMGetOperand(v, 1));
  if (vector.type->kind != IR_ARRAY) {
    decode_bad(c, i, "a vector of unusual elements");
    return;
  }
  ir_operand found = undefined(i->type);
  for (uint32_t k = 0; k < vector.type->count; k++)
    found = choose(c, i, index, k, lane(c, i, &vector, k), found);
  i->op = IR_MOVE;
  decode_set_operands(c, i, &found, 1);
}

void decode_insert_element(decoder *c, LLVMValueRef v, ir_inst *i) {
  ir_operand vector = decode_operand(c, LLVMGetOperand(v, 0));
  ir_operand element = decode_operand(c, LLVMGetOperand(v, 1));
  ir_operand index = decode_operand(c, LLVMGetOperand(v, 2));
  if (vector.type->kind != IR_ARRAY) {
    decode_bad(c, i, "a vector of unusual elements");
    return;
  }
  operand_vec lanes = {0};
  for (uint32_t k = 0; k < vector.type->count; k++)
    vec_push(&lanes, choose(c, i, index, k, element, lane(c, i, &vector, k)));
  gather(c, i, &lanes);
  vec_free(&lanes);
}

void decode_shuffle(decoder *c, LLVMValueRef v, ir_inst *i) {
  ir_operand from[2] = {decode_operand(c, LLVMGetOperand(v, 0)),
                        decode_operand(c, LLVMGetOperand(v, 1))};
  if (from[0].type->kind != IR_ARRAY) {
    decode_bad(c, i, "a vector of unusual elements");
    return;
  }
  uint32_t n = from[0].type->count;
  operand_vec lanes = {0};
  for (uint32_t k = 0; k < LLVMGetNumMaskElements(v); k++) {
    int at = LLVMGetMaskValue(v, k);
    bool is_any = at == LLVMGetUndefMaskElem();
    uint32_t which = is_any ? 0 : (uint32_t)at;
    assert(which < 2 * n);
    vec_push(&lanes, is_any ? undefined(i->type->element)
                            : lane(c, i, &from[which / n], which % n));
  }
  gather(c, i, &lanes);
  vec_free(&lanes);
}
