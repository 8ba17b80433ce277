// SPDX-License-Identifier: Apache-2.0
// The first fault of the edge whose condition holds, in words.
#include "report/fault.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "report/format.h"

static const memory_fault *find(const program *p, edge e, evaluator *state) {
  const memory_fault *f;
  for (uint32_t i = program_first_fault(p, e);
       (f = program_fault(p, e, i)) != NULL; i++)
    if (eval_is_true(state, f->when))
      return f;
  return NULL;
}

static uint64_t number(evaluator *state, term t) {
  return value_get_u64(eval_term(state, t));
}

// Offsets have a sign.
static int64_t offset_of(const program *p, const memory_fault *f,
                         evaluator *state) {
  uint32_t unused = 64 - term_width(program_terms(p), f->offset);
  return (int64_t)(number(state, f->offset) << unused) >> unused;
}

// "memory of 12 bytes from malloc() in f.c:5:13", "'a' (40 bytes, f.c:3:7)".
static void print_object(const memory_fault *f, evaluator *state, strbuf *out) {
  bool has_size = !term_is_none(f->size);
  uint64_t size = has_size ? number(state, f->size) : 0;
  if (f->object == NULL) {
    strbuf_puts(out, "a local variable");
  } else if (f->is_allocated) {
    strbuf_puts(out, "memory");
    if (has_size)
      strbuf_printf(out, " of %" PRIu64 " byte%s", size, format_s(size));
    strbuf_printf(out, " from %s()", f->object);
    if (f->pos.line > 0) {
      strbuf_puts(out, " in ");
      source_pos_print(f->pos, out);
    }
  } else {
    // A literal has its own quotes.
    strbuf_printf(out, *f->object == '"' ? "%s (" : "'%s' (", f->object);
    if (has_size)
      strbuf_printf(out, "%" PRIu64 " byte%s", size, format_s(size));
    if (f->pos.line > 0) {
      strbuf_puts(out, has_size ? ", " : "");
      source_pos_print(f->pos, out);
    }
    strbuf_putc(out, ')');
  }
}

static void print_action(const memory_fault *f, strbuf *out) {
  const char *words[] = {
      [FAULT_READ] = "reads", [FAULT_WRITE] = "writes", [FAULT_FREE] = "frees"};
  strbuf_puts(out, words[f->action]);
  if (f->action != FAULT_FREE)
    strbuf_printf(out, " %" PRIu64 " byte%s", f->bytes, format_s(f->bytes));
}

static void print_fault(const program *p, const memory_fault *f,
                        evaluator *state, strbuf *out) {
  bool is_free = f->action == FAULT_FREE;
  const char *through = is_free ? "" : "through ";
  print_action(f, out);
  strbuf_putc(out, ' ');
  int64_t offset = term_is_none(f->offset) ? 0 : offset_of(p, f, state);
  switch (f->kind) {
  case FAULT_NULL:
    strbuf_printf(out, "%sa null pointer", through);
    if (offset != 0)
      strbuf_printf(out, " plus %" PRId64, offset);
    return;
  case FAULT_NUMBER:
    strbuf_printf(out, "%sa number that is no object's address", through);
    return;
  case FAULT_OUTSIDE:
    strbuf_printf(out, "at offset %" PRId64 " of ", offset);
    print_object(f, state, out);
    return;
  case FAULT_INSIDE:
    strbuf_printf(out, "a pointer to offset %" PRId64 " of ", offset);
    print_object(f, state, out);
    return;
  case FAULT_OWN:
    print_object(f, state, out);
    strbuf_puts(out, ", which was not allocated");
    return;
  case FAULT_ENDED:
    strbuf_puts(out, is_free ? "" : "of ");
    print_object(f, state, out);
    strbuf_puts(out, !f->is_allocated
                         ? " after the end of its block or function"
                     : is_free ? ", which was freed before"
                               : ", which was freed");
    return;
  }
}

// "invalid access", without what it may be.
static size_t head_length(const char *text) {
  const char *colon = strchr(text, ':');
  return colon != NULL ? (size_t)(colon - text) : strlen(text);
}

void fault_print(const program *p, edge e, evaluator *state, strbuf *out) {
  const char *text = program_edge(p, e)->text;
  const memory_fault *f = find(p, e, state);
  if (text == NULL)
    text = "an error is reached";
  if (f == NULL) {
    strbuf_puts(out, text);
    return;
  }
  strbuf_write(out, text, head_length(text));
  strbuf_puts(out, ": ");
  print_fault(p, f, state, out);
}
