// SPDX-License-Identifier: Apache-2.0
// What the files of the decoder share: tables from LLVM's objects to ours.
#ifndef FRONTEND_C_IR_DECODE_INTERNAL_H
#define FRONTEND_C_IR_DECODE_INTERNAL_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "frontend/c/ir/ir.h"

typedef struct decoder {
  ir_module *out;
  LLVMContextRef context;
  LLVMModuleRef module;
  program *p;               // interns names
  const char *error_label;  // NULL: labels mean nothing
  hmap types;               // LLVMTypeRef -> const ir_type *
  hmap debug;               // LLVMMetadataRef -> const debug_type *
  hmap scopes;              // LLVMMetadataRef of a block -> its number
  hmap files;               // LLVMMetadataRef of a scope -> interned file name
  hmap symbols;             // LLVMValueRef -> symbol
  VEC(LLVMValueRef) values; // by symbol
  VEC(uint32_t) pending;    // symbols that are defined and not yet decoded
  VEC(LLVMMetadataRef) pointed; // types that pointers lead to
  // The function being decoded.
  ir_function *f;
  hmap places; // LLVMValueRef -> slot, or local + LOCAL_BIT
  hmap blocks; // LLVMBasicBlockRef -> index
} decoder;

#define LOCAL_BIT (UINT64_C(1) << 32)

// decode_type.c
const ir_type *decode_type(decoder *c, LLVMTypeRef t);

// decode_debug.c
const debug_type *decode_debug_type(decoder *c, LLVMMetadataRef m);
source_pos decode_position(decoder *c, LLVMMetadataRef location);
// The block of the source that a scope is, in the program's numbers; 0: none.
uint32_t decode_scope(decoder *c, LLVMMetadataRef scope);
// Name of a variable, label, function, or type node; interned; NULL: none.
const char *decode_debug_name(decoder *c, LLVMMetadataRef node);
LLVMMetadataRef decode_debug_operand(decoder *c, LLVMMetadataRef node,
                                     unsigned index);
const char *decode_scope_file(decoder *c, LLVMMetadataRef scope);
// What dbg.declare says about a variable.
typedef struct {
  const char *name;
  const debug_type *type;
  source_pos pos;
  uint32_t scope; // of the program; 0: file scope
} debug_variable;
debug_variable decode_debug_variable(decoder *c, LLVMMetadataRef variable);

// decode_const.c
ir_operand decode_constant(decoder *c, LLVMValueRef v);
term decode_int(decoder *c, LLVMValueRef v, uint32_t bits);
uint32_t decode_symbol(decoder *c, LLVMValueRef global);
// Fills in what the symbol's variable holds at the start.
void decode_initializer(decoder *c, uint32_t symbol);

// decode_gep.c
// The indices of an address computation; those that are not constant become
// indices of the function. False: is_constant, and there is one.
bool decode_gep(decoder *c, LLVMValueRef v, ir_gep *out, bool is_constant);
// Whether the address is that of a member of a struct, or of an element of an
// array that is one.
bool decode_is_member(LLVMValueRef address);

// decode_inst.c
ir_operand decode_operand(decoder *c, LLVMValueRef v);
void decode_instruction(decoder *c, LLVMValueRef v);

// decode_vector.c
// What decode_opcode made of an instruction on vectors becomes one on each of
// their lanes; any other stays as it is.
void decode_lanes(decoder *c, LLVMValueRef v, ir_inst *i);
void decode_extract_element(decoder *c, LLVMValueRef v, ir_inst *i);
void decode_insert_element(decoder *c, LLVMValueRef v, ir_inst *i);
void decode_shuffle(decoder *c, LLVMValueRef v, ir_inst *i);

// decode_call.c
void decode_call(decoder *c, LLVMValueRef v, ir_inst *i);

// decode_unions.c: once all is decoded; finds those that have pointers.
void decode_find_unions(decoder *c);

// decode_unused.c: once all is decoded; adds NOTE_UNCALLED where it is due.
void decode_note_unused(decoder *c);

void decode_set_operands(decoder *c, ir_inst *i, const ir_operand *operands,
                         uint32_t count);
void decode_bad(decoder *c, ir_inst *i, const char *reason);

#endif
