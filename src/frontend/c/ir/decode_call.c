// SPDX-License-Identifier: Apache-2.0
// Decoding of calls: of functions, and of LLVM's intrinsics.
#include "frontend/c/ir/decode_internal.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"

typedef struct {
  const char *prefix; // of the intrinsic's name
  ir_op op;
  uint32_t sub; // ir_builtin, ir_real
  uint32_t operands;
} intrinsic;

// What is not in the table has no meaning here.
static const intrinsic INTRINSICS[] = {
    {"llvm.dbg.", IR_NOP, 0, 0},
    {"llvm.memcpy.", IR_COPY, 0, 3},
    {"llvm.memmove.", IR_COPY, 0, 3},
    {"llvm.memset.", IR_FILL, 0, 3},
    {"llvm.expect.", IR_MOVE, 0, 1},
    {"llvm.assume", IR_ASSUME, 0, 1},
    {"llvm.stackrestore", IR_NOP, 0, 0},
    {"llvm.prefetch", IR_NOP, 0, 0},
    {"llvm.trap", IR_TRAP, 0, 0},
    {"llvm.debugtrap", IR_TRAP, 0, 0},
    {"llvm.ubsantrap", IR_TRAP, 0, 0},
    {"llvm.annotation.", IR_MOVE, 0, 1},
    {"llvm.ptr.annotation.", IR_MOVE, 0, 1},
    {"llvm.var.annotation", IR_NOP, 0, 0},
    {"llvm.threadlocal.address.", IR_MOVE, 0, 1},
    {"llvm.sadd.with.overflow.", IR_BUILTIN, BUILTIN_SADD_OVERFLOW, 2},
    {"llvm.uadd.with.overflow.", IR_BUILTIN, BUILTIN_UADD_OVERFLOW, 2},
    {"llvm.ssub.with.overflow.", IR_BUILTIN, BUILTIN_SSUB_OVERFLOW, 2},
    {"llvm.usub.with.overflow.", IR_BUILTIN, BUILTIN_USUB_OVERFLOW, 2},
    {"llvm.smul.with.overflow.", IR_BUILTIN, BUILTIN_SMUL_OVERFLOW, 2},
    {"llvm.umul.with.overflow.", IR_BUILTIN, BUILTIN_UMUL_OVERFLOW, 2},
    {"llvm.abs.", IR_BUILTIN, BUILTIN_ABS, 1},
    {"llvm.smax.", IR_BUILTIN, BUILTIN_SMAX, 2},
    {"llvm.smin.", IR_BUILTIN, BUILTIN_SMIN, 2},
    {"llvm.umax.", IR_BUILTIN, BUILTIN_UMAX, 2},
    {"llvm.umin.", IR_BUILTIN, BUILTIN_UMIN, 2},
    {"llvm.ctpop.", IR_BUILTIN, BUILTIN_CTPOP, 1},
    {"llvm.ctlz.", IR_BUILTIN, BUILTIN_CTLZ, 1},
    {"llvm.cttz.", IR_BUILTIN, BUILTIN_CTTZ, 1},
    {"llvm.bswap.", IR_BUILTIN, BUILTIN_BSWAP, 1},
    {"llvm.bitreverse.", IR_BUILTIN, BUILTIN_BITREVERSE, 1},
    {"llvm.fshl.", IR_BUILTIN, BUILTIN_FSHL, 3},
    {"llvm.fshr.", IR_BUILTIN, BUILTIN_FSHR, 3},
    {"llvm.fabs.", IR_REAL, REAL_ABS, 1},
    {"llvm.sqrt.", IR_REAL, REAL_SQRT, 1},
    {"llvm.fma.", IR_REAL, REAL_FMA, 3},
    {"llvm.fmuladd.", IR_REAL, REAL_MULADD, 3},
    {"llvm.floor.", IR_REAL, REAL_FLOOR, 1},
    {"llvm.ceil.", IR_REAL, REAL_CEIL, 1},
    {"llvm.trunc.", IR_REAL, REAL_TRUNC, 1},
    {"llvm.rint.", IR_REAL, REAL_RINT, 1},
    {"llvm.nearbyint.", IR_REAL, REAL_RINT, 1},
    {"llvm.round.", IR_REAL, REAL_ROUND, 1},
    {"llvm.roundeven.", IR_REAL, REAL_ROUND_EVEN, 1},
    {"llvm.lrint.", IR_REAL, REAL_TO_INT, 1},
    {"llvm.llrint.", IR_REAL, REAL_TO_INT, 1},
    {"llvm.lround.", IR_REAL, REAL_TO_INT_AWAY, 1},
    {"llvm.llround.", IR_REAL, REAL_TO_INT_AWAY, 1},
    {"llvm.minnum.", IR_REAL, REAL_MIN, 2},
    {"llvm.maxnum.", IR_REAL, REAL_MAX, 2},
    {"llvm.copysign.", IR_REAL, REAL_COPYSIGN, 2},
    {"llvm.is.fpclass.", IR_REAL, REAL_CLASS, 1},
};

static bool has_prefix(const char *text, const char *prefix) {
  return strncmp(text, prefix, strlen(prefix)) == 0;
}

static const intrinsic *find_intrinsic(const char *name) {
  for (size_t k = 0; k < sizeof INTRINSICS / sizeof *INTRINSICS; k++)
    if (has_prefix(name, INTRINSICS[k].prefix))
      return &INTRINSICS[k];
  return NULL;
}

// Debug intrinsics carry their operands as metadata.
static LLVMMetadataRef metadata_argument(LLVMValueRef v, unsigned index) {
  return LLVMValueAsMetadata(LLVMGetOperand(v, index));
}

// What dbg.declare speaks of: the alloca or the parameter.
static LLVMValueRef declared_address(LLVMValueRef v) {
  LLVMValueRef wrapped = LLVMGetOperand(v, 0);
  LLVMValueRef address = NULL;
  if (LLVMGetMDNodeNumOperands(wrapped) == 1)
    LLVMGetMDNodeOperands(wrapped, &address);
  return address;
}

static void decode_declare(decoder *c, LLVMValueRef v, ir_inst *i) {
  LLVMValueRef address = declared_address(v);
  if (address == NULL)
    return;
  uint64_t *place = hmap_find(&c->places, (uint64_t)(uintptr_t)address);
  if (place == NULL || !(*place & LOCAL_BIT))
    return;
  ir_local *l = &c->f->locals.data[(uint32_t)*place];
  debug_variable known = decode_debug_variable(c, metadata_argument(v, 1));
  if (l->name == NULL) {
    l->name = known.name;
    l->debug = known.type;
    l->scope = known.scope;
    l->pos = i->pos.line != 0 ? i->pos : known.pos;
  }
  i->op = IR_DECLARE;
  i->aux = (uint32_t)*place;
}

static void decode_life(decoder *c, LLVMValueRef v, ir_inst *i, bool begins) {
  uint64_t *place =
      hmap_find(&c->places, (uint64_t)(uintptr_t)LLVMGetOperand(v, 1));
  if (place == NULL || !(*place & LOCAL_BIT))
    return;
  i->op = IR_LIFE;
  i->aux = (uint32_t)*place;
  i->aux2 = begins;
  c->f->locals.data[i->aux].has_scope = true;
}

static void decode_label(decoder *c, LLVMValueRef v, ir_inst *i) {
  const char *name = decode_debug_name(c, metadata_argument(v, 0));
  if (c->error_label != NULL && name != NULL &&
      strcmp(name, c->error_label) == 0)
    i->op = IR_LABEL;
}

// Unoptimized code answers __builtin_constant_p like this.
static void decode_is_constant(decoder *c, LLVMValueRef v, ir_inst *i) {
  bool yes = LLVMIsConstant(LLVMGetOperand(v, 0));
  ir_operand answer = {.kind = OPERAND_INT,
                       .type = i->type,
                       .constant = term_bool(c->out->tt, yes)};
  i->op = IR_MOVE;
  decode_set_operands(c, i, &answer, 1);
}

// Arrays of variable length come with a pointer to the stack that is saved and
// restored: here it leads nowhere.
static void decode_stack(decoder *c, ir_inst *i) {
  ir_operand null = {.kind = OPERAND_POINTER, .type = i->type};
  i->op = IR_MOVE;
  decode_set_operands(c, i, &null, 1);
}

static bool decode_special(decoder *c, LLVMValueRef v, ir_inst *i,
                           const char *name) {
  if (has_prefix(name, "llvm.dbg.declare"))
    decode_declare(c, v, i);
  else if (has_prefix(name, "llvm.lifetime.start"))
    decode_life(c, v, i, true);
  else if (has_prefix(name, "llvm.lifetime.end"))
    decode_life(c, v, i, false);
  else if (has_prefix(name, "llvm.dbg.label"))
    decode_label(c, v, i);
  else if (has_prefix(name, "llvm.is.constant."))
    decode_is_constant(c, v, i);
  else if (has_prefix(name, "llvm.stacksave"))
    decode_stack(c, i);
  else if (has_prefix(name, "llvm.objectsize.")) {
    decode_bad(c, i, "the size of an object");
    i->aux2 = 1; // no effect: only a use of the result matters
  } else
    return false;
  return true;
}

static uint64_t arguments_by_value(LLVMValueRef v) {
  unsigned kind = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
  uint64_t sum = 0;
  for (unsigned k = 0; k < LLVMGetNumArgOperands(v); k++)
    if (k < IR_MOST_BY_VALUE &&
        LLVMGetCallSiteEnumAttribute(v, k + 1, kind) != NULL)
      sum |= UINT64_C(1) << k;
  return sum;
}

static void decode_function_call(decoder *c, LLVMValueRef v,
                                 LLVMValueRef callee, ir_inst *i);

// Copying and setting so much memory as is computed: a call.
static bool decode_variable_size(decoder *c, LLVMValueRef v, ir_inst *i,
                                 const intrinsic *known) {
  if ((known->op != IR_COPY && known->op != IR_FILL) ||
      LLVMIsAConstantInt(LLVMGetOperand(v, 2)) != NULL)
    return false;
  char name[16] = {0};
  const char *from = known->prefix + strlen("llvm.");
  memcpy(name, from, strcspn(from, "."));
  LLVMValueRef f = LLVMGetNamedFunction(c->module, name);
  if (f == NULL)
    return false;
  decode_function_call(c, v, f, i);
  c->f->operands.len -= i->operand_count - 3; // but for 'is volatile'
  i->operand_count = 3;
  return true;
}

static void decode_intrinsic(decoder *c, LLVMValueRef v, ir_inst *i,
                             const char *name) {
  const intrinsic *known = find_intrinsic(name);
  if (decode_special(c, v, i, name))
    return;
  if (known == NULL) {
    bool is_list = has_prefix(name, "llvm.va_");
    decode_bad(c, i,
               is_list ? "a variable argument list"
                       : program_intern(c->p, name));
    return;
  }
  if (decode_variable_size(c, v, i, known))
    return;
  ir_operand operands[3];
  assert(known->operands <= 3);
  for (uint32_t k = 0; k < known->operands; k++)
    operands[k] = decode_operand(c, LLVMGetOperand(v, k));
  i->op = (uint8_t)known->op;
  i->sub = (uint8_t)known->sub;
  if (known->op == IR_COPY)
    i->is_volatile = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 3)) != 0;
  if (known->op == IR_REAL && known->sub == REAL_CLASS)
    i->aux = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
  decode_set_operands(c, i, operands, known->operands);
}

static const LLVMAttributeIndex OF_FUNCTION =
    (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static bool is_noreturn(LLVMValueRef v, LLVMValueRef callee) {
  unsigned kind = LLVMGetEnumAttributeKindForName("noreturn", 8);
  if (LLVMGetCallSiteEnumAttribute(v, OF_FUNCTION, kind) != NULL)
    return true;
  return LLVMIsAFunction(callee) != NULL &&
         LLVMGetEnumAttributeAtIndex(callee, OF_FUNCTION, kind) != NULL;
}

static void decode_function_call(decoder *c, LLVMValueRef v,
                                 LLVMValueRef callee, ir_inst *i) {
  ir_call call = {.pointer = decode_operand(c, callee),
                  .is_noreturn = is_noreturn(v, callee),
                  .has_result = i->slot != IR_NO_SLOT,
                  .by_value = arguments_by_value(v)};
  if (call.pointer.kind == OPERAND_POINTER && call.pointer.offset == 0 &&
      c->out->symbols.data[call.pointer.symbol].is_function)
    call.symbol = call.pointer.symbol;
  i->op = IR_CALL;
  i->aux = c->f->calls.len;
  vec_push(&c->f->calls, call);
  uint32_t n = LLVMGetNumArgOperands(v);
  ir_operand *arguments = mem_alloc((n + 1) * sizeof *arguments);
  for (uint32_t k = 0; k < n; k++)
    arguments[k] = decode_operand(c, LLVMGetOperand(v, k));
  decode_set_operands(c, i, arguments, n);
  mem_free(arguments);
}

void decode_call(decoder *c, LLVMValueRef v, ir_inst *i) {
  LLVMValueRef callee = LLVMGetCalledValue(v);
  if (LLVMIsAInlineAsm(callee) != NULL) {
    decode_bad(c, i,
               "inline assembly that may change variables by their names");
    return;
  }
  size_t length = 0;
  const char *name =
      LLVMIsAFunction(callee) != NULL ? LLVMGetValueName2(callee, &length) : "";
  if (strncmp(name, "llvm.", 5) == 0)
    decode_intrinsic(c, v, i, name);
  else
    decode_function_call(c, v, callee, i);
}
