// SPDX-License-Identifier: Apache-2.0
// Decoding of single instructions.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "base/unreachable.h"

ir_operand decode_operand(decoder *c, LLVMValueRef v) {
  uint64_t *place = hmap_find(&c->places, (uint64_t)(uintptr_t)v);
  if (place == NULL)
    return decode_constant(c, v);
  ir_operand o = {.type = decode_type(c, LLVMTypeOf(v))};
  if (*place & LOCAL_BIT) {
    o.kind = OPERAND_LOCAL;
    o.local = (uint32_t)*place;
  } else {
    o.kind = OPERAND_SLOT;
    o.slot = (uint32_t)*place;
  }
  return o;
}

void decode_set_operands(decoder *c, ir_inst *i, const ir_operand *operands,
                         uint32_t count) {
  i->operands = c->f->operands.len;
  i->operand_count = count;
  for (uint32_t k = 0; k < count; k++)
    vec_push(&c->f->operands, operands[k]);
}

static void take_operands(decoder *c, ir_inst *i, LLVMValueRef v,
                          uint32_t count) {
  ir_operand operands[3];
  assert(count <= 3);
  for (uint32_t k = 0; k < count; k++)
    operands[k] = decode_operand(c, LLVMGetOperand(v, k));
  decode_set_operands(c, i, operands, count);
}

void decode_bad(decoder *c, ir_inst *i, const char *reason) {
  i->op = IR_BAD;
  i->aux = c->f->texts.len;
  vec_push(&c->f->texts, reason);
}

static uint32_t block_index(decoder *c, LLVMBasicBlockRef b) {
  return (uint32_t)*hmap_find(&c->blocks, (uint64_t)(uintptr_t)b);
}

// --- addresses -------------------------------------------------------------

static void take_gep(decoder *c, LLVMValueRef v, ir_inst *i) {
  i->op = IR_GEP;
  i->aux = c->f->geps.len;
  take_operands(c, i, v, 1);
  ir_gep g;
  decode_gep(c, v, &g, false);
  vec_push(&c->f->geps, g);
}

// Aggregates are kept as their leaves: finds the first one of a member.
static void decode_member(decoder *c, LLVMValueRef v, ir_inst *i,
                          bool is_insert) {
  i->op = is_insert ? IR_INSERT : IR_EXTRACT;
  take_operands(c, i, v, is_insert ? 2 : 1);
  const ir_type *t = decode_type(c, LLVMTypeOf(LLVMGetOperand(v, 0)));
  const unsigned *path = LLVMGetIndices(v);
  uint32_t leaf = 0;
  for (unsigned k = 0; k < LLVMGetNumIndices(v); k++) {
    if (t->kind == IR_ARRAY) {
      leaf += path[k] * ir_leaf_count(t->element, UINT32_MAX);
      t = t->element;
      continue;
    }
    assert(t->kind == IR_STRUCT && path[k] < t->count);
    for (unsigned field = 0; field < path[k]; field++)
      leaf += ir_leaf_count(t->fields[field], UINT32_MAX);
    t = t->fields[path[k]];
  }
  i->aux = leaf;
}

// --- control ---------------------------------------------------------------

static void decode_switch(decoder *c, LLVMValueRef v, ir_inst *i) {
  ir_function *f = c->f;
  i->op = IR_SWITCH;
  i->aux = f->switches.len;
  take_operands(c, i, v, 1);
  uint32_t bits = decode_type(c, LLVMTypeOf(LLVMGetOperand(v, 0)))->bits;
  ir_switch s = {.cases = f->cases.len,
                 .otherwise = block_index(c, LLVMGetSwitchDefaultDest(v))};
  // Operands: value, default, then pairs of case value and block.
  for (unsigned k = 2; k + 1 < (unsigned)LLVMGetNumOperands(v); k += 2) {
    LLVMBasicBlockRef to = LLVMValueAsBasicBlock(LLVMGetOperand(v, k + 1));
    vec_push(&f->cases, ((ir_case){decode_int(c, LLVMGetOperand(v, k), bits),
                                   block_index(c, to)}));
  }
  s.case_count = f->cases.len - s.cases;
  vec_push(&f->switches, s);
}

// Code that clang adds to check arithmetic.
static bool is_added_check(decoder *c, LLVMValueRef v) {
  unsigned kind = LLVMGetMDKindIDInContext(c->context, "nosanitize", 10);
  return LLVMHasMetadata(v) && LLVMGetMetadata(v, kind) != NULL;
}

// Whether the block reports a failed check, and which.
static bool is_trap(LLVMBasicBlockRef b, uint32_t *which) {
  static const char name[] = "llvm.ubsantrap";
  LLVMValueRef first = LLVMGetFirstInstruction(b);
  size_t length = 0;
  if (first == NULL || LLVMIsACallInst(first) == NULL ||
      strcmp(LLVMGetValueName2(LLVMGetCalledValue(first), &length), name) != 0)
    return false;
  *which = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(first, 0));
  return true;
}

// A shift of constants is folded, and its check with it: whether a positive
// number was too large or a negative one was shifted at all is not known then.
static bool is_folded(LLVMValueRef condition) {
  if (LLVMIsAPHINode(condition) == NULL)
    return false;
  for (unsigned k = 0; k < LLVMCountIncoming(condition); k++) {
    LLVMValueRef v = LLVMGetIncomingValue(condition, k);
    if (LLVMIsAConstantInt(v) != NULL && LLVMConstIntGetZExtValue(v) == 0)
      return true;
  }
  return false;
}

// A branch to a report becomes a check, and a jump to where it goes on.
static bool decode_check(decoder *c, LLVMValueRef v, ir_inst *i) {
  uint32_t which;
  if (!is_added_check(c, v) || !is_trap(LLVMGetSuccessor(v, 1), &which))
    return false;
  ir_inst check = {.op = IR_CHECK,
                   .slot = IR_NO_SLOT,
                   .aux = which,
                   .type = i->type,
                   .pos = i->pos};
  ir_operand condition = decode_operand(c, LLVMGetCondition(v));
  decode_set_operands(c, &check, &condition, 1);
  if (which == CHECK_SHIFT && is_folded(LLVMGetCondition(v)))
    decode_bad(c, &check, "a shift of constants that C leaves undefined");
  vec_push(&c->f->insts, check);
  i->op = IR_BRANCH;
  i->aux = block_index(c, LLVMGetSuccessor(v, 0));
  return true;
}

static bool begins_with_one(const char *name, const char *const *words) {
  for (; *words != NULL; words++)
    if (strncmp(name, *words, strlen(*words)) == 0)
      return true;
  return false;
}

// Clang leaves '!' out and exchanges the targets; their names tell, so that
// people are shown what the source says. Nothing else depends on it.
static bool is_negated(LLVMValueRef v) {
  static const char *const when_true[] = {"if.then", "for.body",  "while.body",
                                          "do.body", "cond.true", "land.",
                                          NULL};
  static const char *const when_false[] = {
      "if.else", "if.end",     "for.end",          "while.end",
      "do.end",  "cond.false", "for.cond.cleanup", NULL};
  const char *first = LLVMGetBasicBlockName(LLVMGetSuccessor(v, 0));
  const char *second = LLVMGetBasicBlockName(LLVMGetSuccessor(v, 1));
  return begins_with_one(first, when_false) &&
         begins_with_one(second, when_true);
}

static void decode_branch(decoder *c, LLVMValueRef v, ir_inst *i) {
  if (!LLVMIsConditional(v)) {
    i->op = IR_BRANCH;
    i->aux = block_index(c, LLVMGetSuccessor(v, 0));
    return;
  }
  if (decode_check(c, v, i))
    return;
  i->op = IR_COND;
  i->sub = is_negated(v);
  ir_operand condition = decode_operand(c, LLVMGetCondition(v));
  decode_set_operands(c, i, &condition, 1);
  i->aux = block_index(c, LLVMGetSuccessor(v, 0));
  i->aux2 = block_index(c, LLVMGetSuccessor(v, 1));
}

// --- operators -------------------------------------------------------------

static ir_binary binary_of(LLVMOpcode op) {
  switch (op) {
  case LLVMAdd:
    return BINARY_ADD;
  case LLVMSub:
    return BINARY_SUB;
  case LLVMMul:
    return BINARY_MUL;
  case LLVMUDiv:
    return BINARY_UDIV;
  case LLVMSDiv:
    return BINARY_SDIV;
  case LLVMURem:
    return BINARY_UREM;
  case LLVMSRem:
    return BINARY_SREM;
  case LLVMShl:
    return BINARY_SHL;
  case LLVMLShr:
    return BINARY_LSHR;
  case LLVMAShr:
    return BINARY_ASHR;
  case LLVMAnd:
    return BINARY_AND;
  case LLVMOr:
    return BINARY_OR;
  case LLVMXor:
    return BINARY_XOR;
  default:
    UNREACHABLE();
  }
}

// Clang cuts the amount of a shift to the width of the value. C's rule is about
// the amount as it was before, which becomes a third operand.
static bool is_cut_shift(LLVMValueRef v, LLVMOpcode op) {
  return (op == LLVMShl || op == LLVMLShr || op == LLVMAShr) &&
         LLVMIsATruncInst(LLVMGetOperand(v, 1)) != NULL;
}

static void take_shift(decoder *c, ir_inst *i, LLVMValueRef v) {
  ir_operand all[] = {
      decode_operand(c, LLVMGetOperand(v, 0)),
      decode_operand(c, LLVMGetOperand(v, 1)),
      decode_operand(c, LLVMGetOperand(LLVMGetOperand(v, 1), 0))};
  decode_set_operands(c, i, all, 3);
}

// Clang looks for bits that a shift to the left loses, and takes the sign for
// one of them. The value of -1 << 1 is fine, though.
static void decode_binary(decoder *c, LLVMValueRef v, ir_inst *i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  bool is_lost = op == LLVMLShr && is_added_check(c, v);
  i->op = is_lost ? IR_BUILTIN : IR_BINARY;
  i->sub = is_lost ? (uint8_t)BUILTIN_LOST : (uint8_t)binary_of(op);
  if (!is_lost && is_cut_shift(v, op))
    take_shift(c, i, v);
  else
    take_operands(c, i, v, 2);
}

static void decode_real(LLVMValueRef v, ir_inst *i) {
  static const struct {
    LLVMOpcode from;
    ir_real to;
  } rows[] = {{LLVMFNeg, REAL_NEG},          {LLVMFAdd, REAL_ADD},
              {LLVMFSub, REAL_SUB},          {LLVMFMul, REAL_MUL},
              {LLVMFDiv, REAL_DIV},          {LLVMFRem, REAL_FMOD},
              {LLVMFCmp, REAL_COMPARE},      {LLVMFPTrunc, REAL_CONVERT},
              {LLVMFPExt, REAL_CONVERT},     {LLVMFPToUI, REAL_TO_UNSIGNED},
              {LLVMFPToSI, REAL_TO_SIGNED},  {LLVMUIToFP, REAL_FROM_UNSIGNED},
              {LLVMSIToFP, REAL_FROM_SIGNED}};
  size_t k = 0, n = sizeof rows / sizeof *rows;
  while (k < n && rows[k].from != LLVMGetInstructionOpcode(v))
    k++;
  assert(k < n);
  i->sub = (uint8_t)rows[k].to;
  // LLVM's numbers of predicates are those sums.
  if (rows[k].to == REAL_COMPARE)
    i->aux = (uint32_t)LLVMGetFCmpPredicate(v);
}

static ir_compare compare_of(LLVMIntPredicate p) {
  assert(p >= LLVMIntEQ && p <= LLVMIntSLE);
  return (ir_compare)(p - LLVMIntEQ);
}

// Where locals of fixed size live was decided when they were numbered.
static void decode_alloca(decoder *c, LLVMValueRef v, ir_inst *i) {
  uint64_t *place = hmap_find(&c->places, (uint64_t)(uintptr_t)v);
  assert(place != NULL && (*place & LOCAL_BIT) != 0);
  i->aux = (uint32_t)*place;
  if (!c->f->locals.data[i->aux].is_variable)
    return;
  i->op = IR_ALLOCATE;
  take_operands(c, i, v, 1);
}

static void decode_load(decoder *c, LLVMValueRef v, ir_inst *i) {
  i->op = IR_LOAD;
  i->is_volatile = LLVMGetVolatile(v);
  i->is_member = decode_is_member(LLVMGetOperand(v, 0));
  take_operands(c, i, v, 1);
}

static void decode_store(decoder *c, LLVMValueRef v, ir_inst *i) {
  i->op = IR_STORE;
  i->is_volatile = LLVMGetVolatile(v);
  i->is_member = decode_is_member(LLVMGetOperand(v, 1));
  take_operands(c, i, v, 2);
  i->type = decode_type(c, LLVMTypeOf(LLVMGetOperand(v, 0)));
}

static void decode_simple(decoder *c, LLVMValueRef v, ir_inst *i, ir_op op,
                          uint32_t operands) {
  i->op = (uint8_t)op;
  take_operands(c, i, v, operands);
}

static void decode_opcode(decoder *c, LLVMValueRef v, ir_inst *i) {
  LLVMOpcode op = LLVMGetInstructionOpcode(v);
  switch (op) {
  case LLVMAlloca:
    decode_alloca(c, v, i);
    break;
  case LLVMLoad:
    decode_load(c, v, i);
    break;
  case LLVMStore:
    decode_store(c, v, i);
    break;
  case LLVMGetElementPtr:
    take_gep(c, v, i);
    break;
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMShl:
  case LLVMLShr:
  case LLVMAShr:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor:
    decode_binary(c, v, i);
    break;
  case LLVMICmp:
    i->sub = (uint8_t)compare_of(LLVMGetICmpPredicate(v));
    decode_simple(c, v, i, IR_COMPARE, 2);
    break;
  case LLVMTrunc:
    decode_simple(c, v, i, IR_TRUNC, 1);
    break;
  case LLVMZExt:
    decode_simple(c, v, i, IR_ZEXT, 1);
    break;
  case LLVMSExt:
    decode_simple(c, v, i, IR_SEXT, 1);
    break;
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
    decode_simple(c, v, i, IR_BITCAST, 1);
    break;
  case LLVMPtrToInt:
    decode_simple(c, v, i, IR_PTR_TO_INT, 1);
    break;
  case LLVMIntToPtr:
    decode_simple(c, v, i, IR_INT_TO_PTR, 1);
    break;
  case LLVMFreeze:
    decode_simple(c, v, i, IR_MOVE, 1);
    break;
  case LLVMSelect:
    decode_simple(c, v, i, IR_SELECT, 3);
    break;
  case LLVMExtractValue:
  case LLVMInsertValue:
    decode_member(c, v, i, op == LLVMInsertValue);
    break;
  case LLVMExtractElement:
    decode_extract_element(c, v, i);
    break;
  case LLVMInsertElement:
    decode_insert_element(c, v, i);
    break;
  case LLVMShuffleVector:
    decode_shuffle(c, v, i);
    break;
  case LLVMCall:
    decode_call(c, v, i);
    break;
  case LLVMBr:
    decode_branch(c, v, i);
    break;
  case LLVMSwitch:
    decode_switch(c, v, i);
    break;
  case LLVMRet:
    decode_simple(c, v, i, IR_RETURN, (uint32_t)LLVMGetNumOperands(v));
    break;
  case LLVMUnreachable:
    i->op = IR_UNREACHABLE;
    break;
  case LLVMIndirectBr:
    decode_bad(c, i, "a computed goto");
    break;
  case LLVMVAArg:
    decode_bad(c, i, "va_arg");
    break;
  case LLVMFence:
  case LLVMAtomicCmpXchg:
  case LLVMAtomicRMW:
    decode_bad(c, i, "an atomic operation");
    break;
  case LLVMFNeg:
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMFCmp:
  case LLVMFPTrunc:
  case LLVMFPExt:
  case LLVMFPToUI:
  case LLVMFPToSI:
  case LLVMUIToFP:
  case LLVMSIToFP:
    decode_real(v, i);
    decode_simple(c, v, i, IR_REAL, (uint32_t)LLVMGetNumOperands(v));
    break;
  default:
    decode_bad(c, i, "an unusual instruction");
    break;
  }
}

void decode_instruction(decoder *c, LLVMValueRef v) {
  ir_inst i = {.op = IR_NOP, .slot = IR_NO_SLOT};
  i.type = decode_type(c, LLVMTypeOf(v));
  LLVMMetadataRef at = LLVMInstructionGetDebugLoc(v);
  i.pos = decode_position(c, at);
  i.scope = at == NULL ? 0 : decode_scope(c, LLVMDILocationGetScope(at));
  uint64_t *place = hmap_find(&c->places, (uint64_t)(uintptr_t)v);
  if (place != NULL && !(*place & LOCAL_BIT))
    i.slot = (uint32_t)*place;
  decode_opcode(c, v, &i);
  decode_lanes(c, v, &i);
  vec_push(&c->f->insts, i);
}
