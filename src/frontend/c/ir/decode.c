// SPDX-License-Identifier: Apache-2.0
// Decoding a module: the functions and variables reached from the entry.
//
// References found while decoding put their targets on a list, so neither deep
// call chains nor chains of initializers need a stack. Each function is
// decoded in two passes: the first numbers blocks, locals and slots (a phi may
// refer forward), the second writes the instructions.
#include "frontend/c/ir/decode.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "frontend/c/ir/decode_internal.h"
#include "frontend/c/analyze/finish.h"
#include "frontend/c/ir/lower.h"

// --- one function ----------------------------------------------------------

static void add_parameter(decoder *c, LLVMValueRef v, unsigned index) {
  ir_parameter p = {.type = decode_type(c, LLVMTypeOf(v)),
                    .local = IR_NO_SLOT,
                    .by_value = IR_NO_SLOT};
  static const char byval[] = "byval";
  LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(
      LLVMGetParamParent(v), index + 1,
      LLVMGetEnumAttributeKindForName(byval, sizeof byval - 1));
  uint64_t place = index;
  if (a != NULL) {
    ir_local l = {.birth = IR_NO_SLOT,
                  .type = decode_type(c, LLVMGetTypeAttributeValue(a)),
                  .is_parameter = true,
                  .is_by_value = true};
    p.by_value = c->f->locals.len;
    place = p.by_value | LOCAL_BIT;
    vec_push(&c->f->locals, l);
  }
  hmap_put(&c->places, (uint64_t)(uintptr_t)v, place);
  vec_push(&c->f->parameters, p);
}

// Behind the entry block, or with a computed number, an alloca makes an array
// of variable length.
static bool is_static_alloca(LLVMValueRef v, bool is_entry) {
  return is_entry && LLVMIsAConstantInt(LLVMGetOperand(v, 0)) != NULL;
}

static const ir_type *array_of(decoder *c, const ir_type *element, uint64_t n) {
  ir_type *array = ARENA_NEW(c->out->mem, ir_type);
  *array = (ir_type){.kind = IR_ARRAY,
                     .align = element->align,
                     .size = element->size * n,
                     .store = element->size * n,
                     .count = n > UINT32_MAX ? UINT32_MAX : (uint32_t)n,
                     .length = n,
                     .element = element};
  return array;
}

// What clang calls the memory of compound literals.
#define LITERAL ".compoundliteral"

static void add_local(decoder *c, LLVMValueRef v, bool is_entry) {
  size_t length = 0;
  const char *name = LLVMGetValueName2(v, &length);
  ir_local l = {.type = decode_type(c, LLVMGetAllocatedType(v)),
                .birth = IR_NO_SLOT};
  l.is_variadic = strncmp(name, LOWER_VARIADIC, strlen(LOWER_VARIADIC)) == 0;
  l.is_literal = strncmp(name, LITERAL, strlen(LITERAL)) == 0;
  l.is_variable = !is_static_alloca(v, is_entry);
  l.align = LLVMGetAlignment(v);
  if (!l.is_variable) {
    uint64_t n = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 0));
    l.type = n == 1 ? l.type : array_of(c, l.type, n);
  }
  hmap_put(&c->places, (uint64_t)(uintptr_t)v, c->f->locals.len | LOCAL_BIT);
  vec_push(&c->f->locals, l);
}

static void number_values(decoder *c, LLVMValueRef function) {
  unsigned n = LLVMCountParams(function);
  for (unsigned i = 0; i < n; i++)
    add_parameter(c, LLVMGetParam(function, i), i);
  c->f->slot_count = n;
  uint32_t bb = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b != NULL;
       b = LLVMGetNextBasicBlock(b), bb++) {
    hmap_put(&c->blocks, (uint64_t)(uintptr_t)b, bb);
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i != NULL;
         i = LLVMGetNextInstruction(i)) {
      if (LLVMGetInstructionOpcode(i) == LLVMAlloca)
        add_local(c, i, bb == 0);
      else if (LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind)
        hmap_put(&c->places, (uint64_t)(uintptr_t)i, c->f->slot_count++);
    }
  }
}

static void decode_phi(decoder *c, LLVMValueRef v) {
  ir_function *f = c->f;
  ir_phi phi = {.type = decode_type(c, LLVMTypeOf(v)),
                .incoming = f->incomings.len};
  phi.slot = (uint32_t)*hmap_find(&c->places, (uint64_t)(uintptr_t)v);
  phi.incoming_count = LLVMCountIncoming(v);
  for (uint32_t i = 0; i < phi.incoming_count; i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, i);
    ir_incoming in = {
        .block = (uint32_t)*hmap_find(&c->blocks, (uint64_t)(uintptr_t)from),
        .value = decode_operand(c, LLVMGetIncomingValue(v, i))};
    vec_push(&f->incomings, in);
  }
  vec_push(&f->phis, phi);
}

static void decode_block(decoder *c, LLVMBasicBlockRef b) {
  ir_function *f = c->f;
  ir_block bb = {
      .first = f->insts.len, .phis = f->phis.len, .forward = f->blocks.len};
  LLVMValueRef i = LLVMGetFirstInstruction(b);
  for (; i != NULL && LLVMIsAPHINode(i) != NULL; i = LLVMGetNextInstruction(i))
    decode_phi(c, i);
  for (; i != NULL; i = LLVMGetNextInstruction(i))
    decode_instruction(c, i);
  bb.count = f->insts.len - bb.first;
  bb.phi_count = f->phis.len - bb.phis;
  assert(bb.count > 0);
  vec_push(&f->blocks, bb);
}

// The node of a loop holds itself first, then where its statement begins.
static void place_loop(decoder *c, ir_block *head, LLVMMetadataRef node) {
  LLVMMetadataRef at = decode_debug_operand(c, node, 1);
  if (at == NULL || LLVMGetMetadataKind(at) != LLVMDILocationMetadataKind)
    return;
  head->loop = decode_position(c, at);
  head->scope = decode_scope(c, LLVMDILocationGetScope(at));
}

// The first target of the block that does not come later; false: there is none.
static bool find_back(const decoder *c, LLVMValueRef last, uint32_t index,
                      uint64_t *at) {
  for (unsigned i = 0; i < LLVMGetNumSuccessors(last); i++) {
    LLVMBasicBlockRef to = LLVMGetSuccessor(last, i);
    *at = *hmap_find(&c->blocks, (uint64_t)(uintptr_t)to);
    if (*at <= index)
      return true;
  }
  return false;
}

// A block that ends with llvm.loop metadata jumps back to the loop's head.
static void mark_loop_head(decoder *c, LLVMBasicBlockRef b, uint32_t index) {
  LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
  unsigned kind = LLVMGetMDKindIDInContext(c->context, "llvm.loop", 9);
  uint64_t at = 0;
  if (last == NULL || !find_back(c, last, index, &at))
    return;
  LLVMValueRef node =
      LLVMHasMetadata(last) ? LLVMGetMetadata(last, kind) : NULL;
  if (node == NULL) {
    c->f->jumps_back = true;
    return;
  }
  c->f->blocks.data[at].is_loop_head = true;
  place_loop(c, &c->f->blocks.data[at], LLVMValueAsMetadata(node));
}

static void decode_function(decoder *c, uint32_t symbol) {
  LLVMValueRef v = c->values.data[symbol];
  ir_function *f = ARENA_NEW(c->out->mem, ir_function);
  const ir_symbol *s = &c->out->symbols.data[symbol];
  f->symbol = symbol;
  f->name = s->source;
  f->pos = s->pos;
  f->result = s->result;
  f->is_vararg = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(v));
  c->f = f;
  hmap_clear(&c->places);
  hmap_clear(&c->blocks);
  number_values(c, v);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b != NULL;
       b = LLVMGetNextBasicBlock(b))
    decode_block(c, b);
  uint32_t index = 0;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b != NULL;
       b = LLVMGetNextBasicBlock(b))
    mark_loop_head(c, b, index++);
  finish_function(c->out, f);
  c->out->symbols.data[symbol].function_body = f;
  vec_push(&c->out->functions, f);
}

// --- the module ------------------------------------------------------------

static void name_candidates(LLVMModuleRef m, strbuf *out) {
  enum { MOST = 20 };
  int n = 0;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL;
       f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f))
      continue;
    size_t length = 0;
    if (n < MOST)
      strbuf_printf(out, "%s%s", n == 0 ? "" : ", ",
                    LLVMGetValueName2(f, &length));
    n++;
  }
  if (n > MOST)
    strbuf_printf(out, " and %d more", n - MOST);
}

static bool no_entry(LLVMModuleRef m, const char *entry, diag *d) {
  strbuf names = {0};
  name_candidates(m, &names);
  bool none = names.len == 0;
  diag_set(d, DIAG_INPUT, (source_pos){0},
           none ? "there is no function '%s' to start at, nor any other%s"
                : "there is no function '%s' to start at; choose one with "
                  "--entry: %s",
           entry, strbuf_text(&names));
  strbuf_free(&names);
  return false;
}

static bool is_list_of_functions(const char *section) {
  static const char *const lists[] = {".preinit_array", ".init_array",
                                      ".fini_array", ".ctors", ".dtors"};
  if (section == NULL)
    return false;
  // Others that begin so, as .init.text, are the program's own affair.
  if (strcmp(section, ".init") == 0 || strcmp(section, ".fini") == 0)
    return true;
  for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
    if (strncmp(section, lists[k], strlen(lists[k])) == 0)
      return true;
  return false;
}

// Functions that run before main or behind it: those that clang knows of and
// nobody calls yet, and what stands in a section that the linker makes a list
// of such functions, or their code, of.
static bool has_constructors(LLVMModuleRef m) {
  bool found = LLVMGetNamedGlobal(m, "llvm.global_ctors") != NULL ||
               LLVMGetNamedGlobal(m, "llvm.global_dtors") != NULL;
  for (LLVMValueRef v = LLVMGetFirstGlobal(m); v != NULL && !found;
       v = LLVMGetNextGlobal(v))
    found = is_list_of_functions(LLVMGetSection(v));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f != NULL && !found;
       f = LLVMGetNextFunction(f))
    found = is_list_of_functions(LLVMGetSection(f));
  return found;
}

static bool has_assembly(LLVMModuleRef m) {
  size_t length = 0;
  LLVMGetModuleInlineAsm(m, &length);
  return length > 0;
}

static bool decode_all(decoder *c, const decode_options *o, diag *d) {
  LLVMValueRef entry = LLVMGetNamedFunction(c->module, o->entry);
  if (entry == NULL || LLVMIsDeclaration(entry))
    return no_entry(c->module, o->entry, d);
  lower_atomics(c->module);
  lower_constructors(c->module, entry);
  c->out->entry = decode_symbol(c, entry);
  c->out->has_constructors = has_constructors(c->module);
  c->out->has_assembly = has_assembly(c->module);
  while (c->pending.len > 0) {
    uint32_t symbol = vec_pop(&c->pending);
    if (c->out->symbols.data[symbol].is_function)
      decode_function(c, symbol);
    else
      decode_initializer(c, symbol);
  }
  decode_find_unions(c);
  decode_note_unused(c);
  return true;
}

static uint32_t pointer_bytes(LLVMModuleRef m) {
  const char *triple = LLVMGetTarget(m);
  return strncmp(triple, "x86_64", 6) == 0 ? 8 : 4;
}

ir_module *decode_module(bitcode *b, program *p, const decode_options *o,
                         diag *d) {
  assert(b->module != NULL && o->entry != NULL);
  ir_module *m = mem_alloc(sizeof *m);
  m->mem = arena_new();
  m->tt = program_terms(p);
  m->pointer_bytes = pointer_bytes(b->module);
  vec_push(&m->symbols, ((ir_symbol){0}));
  decoder c = {.out = m,
               .context = b->context,
               .module = b->module,
               .p = p,
               .error_label = o->error_label};
  vec_push(&c.values, NULL);
  bool ok = decode_all(&c, o, d);
  hmap *maps[] = {&c.types,   &c.debug,  &c.scopes, &c.files,
                  &c.symbols, &c.places, &c.blocks};
  for (size_t i = 0; i < sizeof maps / sizeof *maps; i++)
    hmap_free(maps[i]);
  vec_free(&c.values);
  vec_free(&c.pending);
  vec_free(&c.pointed);
  if (ok)
    return m;
  ir_module_free(m);
  return NULL;
}

static void function_free(ir_function *f) {
  vec_free(&f->calls);
  if (f->is_copy)
    return;
  vec_free(&f->parameters);
  vec_free(&f->locals);
  vec_free(&f->blocks);
  vec_free(&f->insts);
  vec_free(&f->operands);
  vec_free(&f->geps);
  vec_free(&f->indices);
  vec_free(&f->switches);
  vec_free(&f->cases);
  vec_free(&f->phis);
  vec_free(&f->incomings);
  vec_free(&f->texts);
}

void ir_module_free(ir_module *m) {
  if (m == NULL)
    return;
  for (uint32_t i = 0; i < m->functions.len; i++)
    function_free(m->functions.data[i]);
  vec_free(&m->functions);
  vec_free(&m->sites);
  vec_free(&m->symbols);
  arena_free(m->mem);
  mem_free(m);
}
