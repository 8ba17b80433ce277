// SPDX-License-Identifier: Apache-2.0
// Address arithmetic: a path of indices, into arrays and members of structs.
//
// C does not define an access through an index that is not in its array, also
// where another member or row lies behind (C11, J.2). What clang writes for
// a[i] names the array's type. An array at the end of a struct is often longer
// than its type says, where the struct was allocated with more behind it:
// nothing is known of such an index.
#include <assert.h>

#include "frontend/c/ir/decode_internal.h"

typedef struct {
  decoder *c;
  LLVMTypeRef at; // what the indices so far lead to
  bool is_strict; // arrays in it are as long as their types say
  ir_gep *out;
} path;

static bool is_gep(LLVMValueRef v) {
  if (LLVMIsAInstruction(v) != NULL)
    return LLVMGetInstructionOpcode(v) == LLVMGetElementPtr;
  return LLVMIsAConstantExpr(v) != NULL &&
         LLVMGetConstOpcode(v) == LLVMGetElementPtr;
}

bool decode_is_member(LLVMValueRef address) {
  while (is_gep(address) && LLVMGetNumOperands(address) > 2) {
    LLVMTypeRef of = LLVMGetGEPSourceElementType(address);
    if (LLVMGetTypeKind(of) != LLVMArrayTypeKind)
      return LLVMGetTypeKind(of) == LLVMStructTypeKind;
    address = LLVMGetOperand(address, 0);
  }
  return false;
}

// Whether the address is that of the last member of a struct.
static bool is_last_member(LLVMValueRef v) {
  if (!is_gep(v) || LLVMGetNumOperands(v) != 3)
    return false;
  LLVMTypeRef of = LLVMGetGEPSourceElementType(v);
  return LLVMGetTypeKind(of) == LLVMStructTypeKind &&
         LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2)) + 1 ==
             LLVMCountStructElementTypes(of);
}

// Whether the array there may go on behind its end: the last member of a struct
// of which nothing is seen but a pointer to it.
static bool may_go_on(LLVMValueRef array) {
  if (!is_last_member(array))
    return false;
  while (is_last_member(array))
    array = LLVMGetOperand(array, 0);
  return !is_gep(array) && LLVMIsAAllocaInst(array) == NULL &&
         LLVMIsAGlobalVariable(array) == NULL;
}

// What the last index leads into, if that is an array.
static void note_room(path *p, const ir_index *x, int64_t index) {
  ir_left array = {x->bound * (uint64_t)x->scale, x->bound};
  bool is_in = index >= 0 && (uint64_t)index < x->bound;
  if (is_in && x->is_strict)
    p->out->room =
        (ir_room){array, array.bytes - (uint64_t)index * (uint64_t)x->scale};
}

// A constant index.
static void add_constant(path *p, const ir_index *x, int64_t index) {
  ir_gep *g = p->out;
  g->offset += x->scale * index;
  note_room(p, x, index);
  bool is_out = x->bound > 0 && (uint64_t)index >= x->bound;
  ir_left here = {x->bound * (uint64_t)x->scale, x->bound};
  if (is_out && x->is_strict)
    g->left = ir_smaller(g->left, here);
}

static void enter_member(path *p, const ir_type *type, LLVMValueRef index) {
  uint64_t field = LLVMConstIntGetZExtValue(index);
  assert(field < type->count);
  p->out->offset += (int64_t)type->offsets[field];
  p->at = LLVMStructGetTypeAtIndex(p->at, (unsigned)field);
  p->out->room = (ir_room){0};
  p->is_strict = true;
}

// One index; false: it is not constant.
static bool enter(path *p, LLVMValueRef index, bool is_first, ir_index *x) {
  *x = (ir_index){0};
  if (!is_first) {
    const ir_type *t = decode_type(p->c, p->at);
    if (t->kind == IR_STRUCT) {
      enter_member(p, t, index);
      return true;
    }
    x->bound = t->kind == IR_ARRAY ? t->length : 0;
    if (!p->is_strict && x->bound == 1)
      x->bound = 0;
    x->is_strict = p->is_strict && x->bound > 0;
    p->at = LLVMGetElementType(p->at);
    p->is_strict = true;
  }
  x->scale = (int64_t)decode_type(p->c, p->at)->size;
  x->is_strict = x->is_strict && x->scale > 0;
  p->out->room = (ir_room){0};
  if (LLVMIsAConstantInt(index) == NULL)
    return false;
  add_constant(p, x, LLVMConstIntGetSExtValue(index));
  return true;
}

// A member that is an array, where it does not go on.
static void find_member_room(path *p, LLVMValueRef v) {
  const ir_type *t = decode_type(p->c, p->at);
  bool is_array =
      t->kind == IR_ARRAY && t->length > 0 && t->size > 0 &&
      LLVMGetTypeKind(LLVMGetGEPSourceElementType(v)) == LLVMStructTypeKind;
  if (is_array && LLVMGetNumOperands(v) > 2 && !may_go_on(v))
    p->out->room = (ir_room){{t->size, t->length}, t->size};
}

bool decode_gep(decoder *c, LLVMValueRef v, ir_gep *out, bool is_constant) {
  path p = {.c = c, .at = LLVMGetGEPSourceElementType(v), .out = out};
  LLVMValueRef base = LLVMGetOperand(v, 0), first = LLVMGetOperand(v, 1);
  p.is_strict = !may_go_on(base);
  *out = (ir_gep){.source = decode_type(c, p.at)};
  out->is_inside =
      LLVMIsAConstantInt(first) != NULL && LLVMConstIntGetSExtValue(first) == 0;
  out->is_sum = LLVMGetNumOperands(v) == 2;
  if (!is_constant)
    out->indices = c->f->indices.len;
  for (unsigned k = 1; k < (unsigned)LLVMGetNumOperands(v); k++) {
    LLVMValueRef index = LLVMGetOperand(v, k);
    ir_index x;
    if (enter(&p, index, k == 1, &x))
      continue;
    if (is_constant)
      return false;
    x.operand = decode_operand(c, index);
    vec_push(&c->f->indices, x);
    out->index_count++;
  }
  find_member_room(&p, v);
  return true;
}
