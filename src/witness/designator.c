// SPDX-License-Identifier: Apache-2.0
#include "witness/designator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "program/pointee.h"

enum { MOST_CELLS = 1024 };

static const var_info *info_of(const phrase *r, var v) {
  return program_variable(r->scope->program, v);
}

static var find_variable(const phrase *r, const char *name) {
  return r->scope->variable(r->scope->data, name);
}

// One subscript that is not constant: of a large array, which is one variable
// named without the subscript ...
static operand large_element(phrase *r, var array, operand index) {
  term a = program_variable_term(r->scope->program, array);
  sort s = term_sort(r->tt, a);
  uint32_t bits = sort_width(r->tt, sort_index(r->tt, s));
  operand wide = operand_convert(r, index, 64, index.is_signed);
  if (r->failed)
    return operand_nothing(r);
  term i = bits < 64 ? term_extract(r->tt, wide.value, bits - 1, 0)
                     : term_zero_extend(r->tt, wide.value, bits - 64);
  return operand_of_variable(r, term_select(r->tt, a, i),
                             info_of(r, array)->type, index.defined);
}

// ... or of one with a variable for each element: "a" and ".f" around it.
static operand small_element(phrase *r, const char *before, const char *behind,
                             operand index) {
  operand wide = operand_convert(r, index, 64, index.is_signed);
  if (r->failed)
    return operand_nothing(r);
  term chosen = TERM_NONE, inside = term_false(r->tt);
  type_info type = {0};
  for (uint32_t i = 0; i < MOST_CELLS; i++) {
    strbuf name = {0};
    strbuf_printf(&name, "%s[%u]%s", before, i, behind);
    var v = find_variable(r, strbuf_text(&name));
    strbuf_free(&name);
    if (!v.id)
      break;
    type = info_of(r, v)->type;
    term element = program_variable_term(r->scope->program, v);
    term is_it = term_eq_make(r->tt, wide.value, term_bv(r->tt, 64, i));
    chosen = term_is_none(chosen) ? element
                                  : term_ite(r->tt, is_it, element, chosen);
    inside = term_or(r->tt, inside, is_it);
  }
  if (term_is_none(chosen))
    return phrase_fail(r, "'%s' is no array that is known here", before);
  return operand_of_variable(r, chosen, type,
                             term_and(r->tt, inside, index.defined));
}

// A name with its members and subscripts, written as the program does it.
typedef struct {
  strbuf before; // all of it, or what stands before the first subscript ...
  strbuf behind; // ... that is not constant, and what comes behind it
  bool has_index;
  operand index;
} designator;

static void read_subscript(phrase *r, designator *d) {
  operand index = phrase_operand(r);
  phrase_expect(r, "]");
  strbuf *text = d->has_index ? &d->behind : &d->before;
  term bits = r->failed ? TERM_NONE : operand_bits(r, index);
  if (!r->failed && term_is_value(r->tt, bits)) {
    strbuf_printf(
        text, "[%llu]",
        (unsigned long long)value_get_u64(term_get_value(r->tt, bits)));
    return;
  }
  if (d->has_index) {
    phrase_fail(r, "two subscripts that are not constant");
    return;
  }
  d->has_index = true;
  d->index = index;
}

static void read_parts(phrase *r, designator *d) {
  for (;;) {
    strbuf *text = d->has_index ? &d->behind : &d->before;
    if (phrase_accept(r, "[")) {
      read_subscript(r, d);
    } else if (phrase_accept(r, ".")) {
      size_t n = phrase_identifier(r);
      strbuf_putc(text, '.');
      strbuf_write(text, r->at, n);
      r->at += n;
    } else {
      break;
    }
    if (r->failed)
      return;
  }
}

// "a[3].f" of a large array: the variable "a.f" at index 3.
static var find_in_large(const phrase *r, const char *name, uint64_t *index) {
  const char *open = strchr(name, '['), *close = strchr(name, ']');
  if (!open || !close)
    return VAR_NONE;
  strbuf whole = {0};
  strbuf_write(&whole, name, (size_t)(open - name));
  strbuf_puts(&whole, close + 1);
  var v = find_variable(r, strbuf_text(&whole));
  strbuf_free(&whole);
  *index = strtoull(open + 1, NULL, 10);
  bool is_large =
      v.id && sort_get_kind(r->tt, info_of(r, v)->sort) == SORT_ARRAY;
  return is_large ? v : VAR_NONE;
}

static operand pointer_to(phrase *r, uint64_t address) {
  enum { POINTER_BITS = 64 };
  return (operand){.value = term_bv(r->tt, POINTER_BITS, address),
                   .defined = term_true(r->tt),
                   .bits = POINTER_BITS,
                   .is_pointer = true};
}

// No variable has that name: an element of a large array, or a function.
static operand resolve_other(phrase *r, const char *name) {
  uint64_t found = 0;
  var v = find_in_large(r, name, &found);
  if (v.id)
    return large_element(r, v, operand_literal(r, found, 64, false));
  if (pointee_of_function(r->scope->program, name, &found))
    return pointer_to(r, found);
  return phrase_fail(r, "'%s' means nothing that is known here", name);
}

static operand resolve(phrase *r, designator *d) {
  const char *name = strbuf_text(&d->before);
  if (!d->has_index) {
    var v = find_variable(r, name);
    if (!v.id)
      return resolve_other(r, name);
    return operand_of_variable(r, program_variable_term(r->scope->program, v),
                               info_of(r, v)->type, term_true(r->tt));
  }
  strbuf whole = {0};
  strbuf_printf(&whole, "%s%s", name, strbuf_text(&d->behind));
  var v = find_variable(r, strbuf_text(&whole));
  strbuf_free(&whole);
  if (v.id && sort_get_kind(r->tt, info_of(r, v)->sort) == SORT_ARRAY)
    return large_element(r, v, d->index);
  return small_element(r, name, strbuf_text(&d->behind), d->index);
}

static operand resolve_address(phrase *r, const designator *d) {
  const char *name = strbuf_text(&d->before);
  uint64_t element = 0, address;
  if (d->has_index)
    return phrase_fail(r, "the address of an element that is not constant");
  var v = find_variable(r, name);
  if (!v.id)
    v = find_in_large(r, name, &element);
  bool is_known =
      v.id ? pointee_of_variable(r->scope->program, v, element, &address)
           : pointee_of_function(r->scope->program, name, &address);
  return is_known
             ? pointer_to(r, address)
             : phrase_fail(r, "'%s' has no address that is known here", name);
}

// What has the name, or its address.
operand designator_read(phrase *r, bool is_address) {
  designator d = {0};
  size_t n = phrase_identifier(r);
  strbuf_write(&d.before, r->at, n);
  r->at += n;
  phrase_skip_space(r);
  operand o;
  if (*r->at == '(') {
    o = phrase_fail(r, "a call is no part of such an expression");
  } else {
    read_parts(r, &d);
    o = r->failed    ? operand_nothing(r)
        : is_address ? resolve_address(r, &d)
                     : resolve(r, &d);
  }
  strbuf_free(&d.before);
  strbuf_free(&d.behind);
  return o;
}
