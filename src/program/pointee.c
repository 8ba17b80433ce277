// SPDX-License-Identifier: Apache-2.0
// Objects are sorted by their first address and parts of an object by their
// offsets, so a pointer is looked up by binary search.
#include "program/pointee.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

// --- from values to names ---------------------------------------------------

// The last one that does not start behind it; or NULL.
static const object_info *find_start(const program *p, uint64_t pointer) {
  uint32_t low = 0, high = program_object_count(p);
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (program_object(p, middle)->start <= pointer)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? program_object(p, low - 1) : NULL;
}

static const object_info *find_object(const program *p, uint64_t pointer) {
  const object_info *o = find_start(p, pointer);
  return o && pointer - o->start < o->size ? o : NULL;
}

static bool find_part(const object_info *o, uint64_t offset, uint32_t *part) {
  uint32_t low = 0, high = o->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (o->offsets[middle] < offset)
      low = middle + 1;
    else
      high = middle;
  }
  *part = low;
  return low < o->count && o->offsets[low] == offset;
}

static bool print_element(const object_info *o, uint64_t offset,
                          pointee_name name, void *data, strbuf *out) {
  assert(o->count == 1);
  const char *text = offset % o->stride == 0 ? name(data, o->first) : NULL;
  if (text)
    strbuf_printf(out, "&%s[%" PRIu64 "]", text, offset / o->stride);
  return text != NULL;
}

bool pointee_print(const program *p, uint64_t pointer, pointee_name name,
                   void *data, strbuf *out) {
  const object_info *o = find_object(p, pointer);
  uint32_t part;
  if (pointer == 0) {
    strbuf_puts(out, "0");
    return true;
  }
  if (!o)
    return false;
  if (o->function) {
    strbuf_puts(out, o->function);
    return true;
  }
  if (o->stride)
    return print_element(o, pointer - o->start, name, data, out);
  if (!find_part(o, pointer - o->start, &part))
    return false;
  const char *text = name(data, (var){o->first.id + part});
  if (text)
    strbuf_printf(out, "&%s", text);
  return text != NULL;
}

// --- in words ---------------------------------------------------------------

// What is no name is words, or a literal.
static bool is_name(const char *name) {
  for (const char *c = name; *c != '\0'; c++)
    if (!isalnum((unsigned char)*c) && *c != '_')
      return false;
  return true;
}

static void print_allocation(const object_info *o, uint64_t number,
                             strbuf *out) {
  strbuf_puts(out, "memory");
  if (number > 0)
    strbuf_printf(out, " #%" PRIu64, number + 1);
  strbuf_printf(out, " from %s()", o->name);
  if (o->pos.line > 0) {
    strbuf_puts(out, " in ");
    source_pos_print(o->pos, out);
  }
}

static void print_offset(int64_t offset, strbuf *out) {
  uint64_t far = offset < 0 ? -(uint64_t)offset : (uint64_t)offset;
  if (offset != 0)
    strbuf_printf(out, " %c %" PRIu64, offset < 0 ? '-' : '+', far);
}

// Bytes from one element to the next; 0: it is no array, or has one element.
static uint64_t stride_of(const program *p, const object_info *o) {
  if (o->stride > 0 || o->first.id == 0)
    return o->stride;
  size_t length = strlen(o->name);
  for (uint32_t k = 1; k < o->count; k++) {
    const char *part = program_variable(p, (var){o->first.id + k})->name;
    if (part && strncmp(part, o->name, length) == 0 &&
        strncmp(part + length, "[1]", 3) == 0)
      return o->offsets[k];
  }
  return 0;
}

static void print_variable(const program *p, const object_info *o,
                           int64_t offset, strbuf *out) {
  int64_t stride = (int64_t)stride_of(p, o);
  if (stride > 0 && offset % stride == 0)
    strbuf_printf(out, "&%s[%" PRId64 "]", o->name, offset / stride);
  else
    strbuf_printf(out, offset == 0 ? "&%s" : "(char *)&%s", o->name);
  if (stride == 0 || offset % stride != 0)
    print_offset(offset, out);
}

bool pointee_describe(const program *p, uint64_t pointer, strbuf *out) {
  const object_info *o = find_start(p, pointer);
  if (!o || !o->name || o->reach == 0)
    return false;
  uint64_t number = (pointer - o->start) / o->reach;
  if (number >= (o->many > 0 ? o->many : 1))
    return false;
  uint64_t low = (pointer - o->start) % o->reach;
  int64_t offset = (int64_t)(low < o->reach / 2 ? low : low - o->reach);
  if (!o->is_allocated && o->many == 0 && is_name(o->name)) {
    print_variable(p, o, offset, out);
    return true;
  }
  if (o->is_allocated)
    print_allocation(o, o->number + number, out);
  else
    strbuf_puts(out, o->name);
  print_offset(offset, out);
  return true;
}

// --- from names to values ---------------------------------------------------

// Asked for once per name in a text: a walk is fine.
bool pointee_of_variable(const program *p, var v, uint64_t element,
                         uint64_t *pointer) {
  for (uint32_t i = 0; i < program_object_count(p); i++) {
    const object_info *o = program_object(p, i);
    uint32_t part = v.id - o->first.id;
    if (o->function || v.id < o->first.id || part >= o->count)
      continue;
    if (o->stride ? element >= o->size / o->stride : element > 0)
      return false;
    *pointer = o->start + o->offsets[part] + element * o->stride;
    return true;
  }
  return false;
}

bool pointee_of_function(const program *p, const char *name,
                         uint64_t *pointer) {
  for (uint32_t i = 0; i < program_object_count(p); i++) {
    const object_info *o = program_object(p, i);
    if (!o->function || strcmp(o->function, name) != 0)
      continue;
    *pointer = o->start;
    return true;
  }
  return false;
}

// --- equations --------------------------------------------------------------

static bool is_pointer(const program *p, term t, var *v) {
  if (term_get_kind(program_terms(p), t) != TERM_VARIABLE)
    return false;
  *v = program_variable_of(p, t);
  return v->id != 0 && program_variable(p, *v)->type.kind == TYPE_POINTER;
}

static bool print_side(const program *p, term t, pointee_name name, void *data,
                       strbuf *out) {
  const terms *tt = program_terms(p);
  var v;
  if (term_is_value(tt, t))
    return pointee_print(p, value_get_u64(term_get_value(tt, t)), name, data,
                         out);
  const char *text = is_pointer(p, t, &v) ? name(data, v) : NULL;
  strbuf_puts(out, text ? text : "");
  return text != NULL;
}

bool pointee_print_equation(const program *p, term equation, pointee_name name,
                            void *data, strbuf *out) {
  const terms *tt = program_terms(p);
  bool is_not = term_get_kind(tt, equation) == TERM_NOT;
  if (is_not)
    equation = term_arg(tt, equation, 0);
  if (term_get_kind(tt, equation) != TERM_EQ)
    return false;
  term a = term_arg(tt, equation, 0), b = term_arg(tt, equation, 1);
  var v;
  if (!is_pointer(p, a, &v)) { // values may stand on either side
    term first = a;
    a = b;
    b = first;
  }
  if (!is_pointer(p, a, &v))
    return false;
  strbuf text = {0};
  strbuf_putc(&text, '(');
  bool ok = print_side(p, a, name, data, &text);
  strbuf_puts(&text, is_not ? " != " : " == ");
  ok = ok && print_side(p, b, name, data, &text);
  if (ok)
    strbuf_printf(out, "%s)", strbuf_text(&text));
  strbuf_free(&text);
  return ok;
}
