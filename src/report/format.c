// SPDX-License-Identifier: Apache-2.0
// Values are written as the source would write them: characters as characters,
// pointers as addresses of named objects, floats by the shortest decimal that
// gives back the same float.
#include "report/format.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "num/bvop.h"
#include "program/pointee.h"
#include "term/text/print.h"

enum { LARGE_UNSIGNED = 65536, MAX_FORMULA = 200 };

static bool is_signed(type_class kind) {
  return kind == TYPE_SIGNED || kind == TYPE_CHAR || kind == TYPE_INTEGER;
}

void format_number(value v, type_info type, strbuf *out) {
  value_print(v, is_signed(type.kind), out);
}

static void format_char(value v, strbuf *out) {
  assert(v.kind == VALUE_BV);
  static const char escapes[] = "\a\b\t\n\v\f\r", letters[] = "abtnvfr";
  value_print(v, true, out);
  int64_t c = value_get_s64(v);
  if (c == '\'' || c == '\\')
    strbuf_printf(out, " '\\%c'", (char)c);
  else if (c == 0)
    strbuf_puts(out, " '\\0'");
  else if (c > 0 && c < 127 && isprint((int)c))
    strbuf_printf(out, " '%c'", (char)c);
  for (int i = 0; escapes[i]; i++)
    if (c == escapes[i])
      strbuf_printf(out, " '\\%c'", letters[i]);
}

static const char *own_name(void *data, var v) {
  const var_info *info = program_variable(data, v);
  return info->is_exact ? info->name : NULL;
}

static void format_pointer(const program *p, value v, strbuf *out) {
  assert(v.kind == VALUE_BV && v.width <= 64);
  assert(v.kind == VALUE_BV);
  if (value_get_u64(v) == 0)
    strbuf_puts(out, "NULL");
  else if (!pointee_print(p, value_get_u64(v), own_name, (void *)(size_t)p,
                          out) &&
           !pointee_describe(p, value_get_u64(v), out))
    strbuf_printf(out, "0x%llx", (unsigned long long)value_get_u64(v));
}

// A word of a union; what is narrower is a number anyway.
static void format_word(const program *p, value v, strbuf *out) {
  assert(v.kind == VALUE_BV);
  arena *mem = arena_new();
  uint32_t top = v.width - 1;
  value low = bvop_extract(mem, v, top - 1, 0);
  if (value_get_u64(bvop_extract(mem, v, top, top)) != 0)
    format_pointer(p, low, out);
  else
    value_print(low, false, out);
  arena_free(mem);
}

// The shortest decimal that is this float and no other.
static void format_float(value v, strbuf *out) {
  assert(v.kind == VALUE_BV);
  enum { MOST_DIGITS = 17 };
  uint64_t bits = value_get_u64(v);
  uint32_t low = (uint32_t)bits;
  float f;
  double d;
  memcpy(&f, &low, sizeof f);
  memcpy(&d, &bits, sizeof d);
  if (v.width == 32)
    d = (double)f;
  if (isnan(d)) {
    strbuf_printf(out, "NaN (0x%llx)", (unsigned long long)bits);
    return;
  }
  char text[64];
  for (int digits = 1; digits <= MOST_DIGITS; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, d);
    double back =
        v.width == 32 ? (double)strtof(text, NULL) : strtod(text, NULL);
    if (back == d)
      break;
  }
  strbuf_puts(out, text);
  if (strpbrk(text, ".ein") == NULL)
    strbuf_puts(out, ".0");
}

void format_value(const program *p, value v, type_info type, strbuf *out) {
  assert(v.kind != VALUE_NONE);
  bool is_word = v.kind == VALUE_BV && v.width <= 64;
  if (is_word && type.kind == TYPE_CHAR) {
    format_char(v, out);
  } else if (is_word && type.kind == TYPE_POINTER) {
    format_pointer(p, v, out);
  } else if (type.kind == TYPE_WORD && v.kind == VALUE_BV && v.width > 64) {
    format_word(p, v, out);
  } else if (type.kind == TYPE_FLOAT && is_word && v.width >= 32) {
    assert(v.width == 32 || v.width == 64);
    format_float(v, out);
  } else {
    format_number(v, type, out);
    if (is_word && type.kind == TYPE_UNSIGNED &&
        value_get_u64(v) >= LARGE_UNSIGNED)
      strbuf_printf(out, " (0x%llx)", (unsigned long long)value_get_u64(v));
  }
}

void format_change(const program *p, const route_change *c, strbuf *out) {
  format_changes(p, c, 1, out);
}

// "a[0..3]" of "a[0]" and "a[3]".
static void print_names(const char *first, const char *last, strbuf *out) {
  assert(strrchr(first, '[') && strrchr(last, '['));
  strbuf_write(out, first, strlen(first) - 1); // without the last ']'
  strbuf_printf(out, "..%s", strrchr(last, '[') + 1);
}

static void print_index(const route_change *c, uint32_t count, strbuf *out) {
  strbuf_putc(out, '[');
  value_print(c->index, false, out);
  if (count > 1) {
    strbuf_puts(out, "..");
    value_print(c[count - 1].index, false, out);
  }
  strbuf_putc(out, ']');
}

void format_changes(const program *p, const route_change *c, uint32_t count,
                    strbuf *out) {
  const var_info *info = program_variable(p, c->variable);
  assert(info->name && count > 0);
  if (count > 1 && c->index.kind == VALUE_NONE) {
    var last = c[count - 1].variable;
    print_names(info->name, program_variable(p, last)->name, out);
  } else {
    strbuf_puts(out, info->name);
    if (c->index.kind != VALUE_NONE)
      print_index(c, count, out);
  }
  strbuf_puts(out, " = ");
  format_value(p, c->value, info->type, out);
}

void format_input(const program *p, const route_input *i, strbuf *out) {
  const input_info *info = program_input(p, i->input);
  assert(info);
  const char *name = info->name ? info->name : "?";
  switch (info->kind) {
  case INPUT_CALL:
    strbuf_printf(out, "%s() returned ", name);
    break;
  case INPUT_LOCAL:
    if (i->value.kind == VALUE_ARRAY && info->name) {
      strbuf_printf(out, "%s is not initialized", name);
      return;
    }
    strbuf_printf(out,
                  info->name ? "%s is not initialized; here it is "
                             : "a value that is not initialized; here it "
                               "is ",
                  name);
    break;
  case INPUT_GLOBAL:
    strbuf_printf(out, "extern %s is ", name);
    break;
  case INPUT_ARGUMENT:
    strbuf_printf(out, "argument %s is ", name);
    break;
  case INPUT_MEMORY:
    strbuf_printf(out, strchr(name, ' ') ? "%s holds " : "%s() stored ", name);
    break;
  case INPUT_HEAP:
    strbuf_printf(out, "memory from %s() is not initialized", name);
    return;
  case INPUT_ADDRESS:
    strbuf_printf(out, "the address of %s is chosen: ", name);
    break;
  case INPUT_CHOICE:
    strbuf_printf(out, info->name ? "%s is chosen as " : "choice ", name);
    break;
  }
  if (i->value.kind == VALUE_ARRAY)
    strbuf_puts(out, "an array");
  else
    format_value(p, i->value, info->type, out);
}

static const char *c_name(void *data, term variable, bool *is_signed_out) {
  const program *p = data;
  var v = program_variable_of(p, variable);
  if (!v.id)
    return NULL;
  const var_info *info = program_variable(p, v);
  *is_signed_out = is_signed(info->type.kind);
  return info->name;
}

static bool c_atom(void *data, term t, strbuf *out) {
  return pointee_print_equation(data, t, own_name, data, out);
}

static const char *boogie_name(void *data, term variable) {
  bool is_signed_unused;
  return c_name(data, variable, &is_signed_unused);
}

// What C has no form for comes from a Boogie program.
bool format_formula(const program *p, term formula, strbuf *out) {
  assert(term_is_bool(program_terms(p), formula));
  strbuf text = {0};
  void *data = (void *)(size_t)p;
  const terms *tt = program_terms(p);
  bool ok =
      term_print_c(tt, formula, c_name, c_atom, data, MAX_FORMULA, &text) ||
      term_print_boogie(tt, formula, boogie_name, data, MAX_FORMULA, &text);
  if (ok)
    strbuf_puts(out, strbuf_text(&text));
  strbuf_free(&text);
  return ok;
}

// Inputs, too.
static const char *any_name(void *data, term variable, bool *is_signed_out) {
  const input_info *input = program_input(data, variable);
  if (input == NULL)
    return c_name(data, variable, is_signed_out);
  *is_signed_out = is_signed(input->type.kind);
  return input->name;
}

static const char *any_boogie_name(void *data, term variable) {
  bool is_signed_unused;
  return any_name(data, variable, &is_signed_unused);
}

void format_term(const program *p, term t, strbuf *out) {
  const terms *tt = program_terms(p);
  void *data = (void *)(size_t)p;
  if (!term_print_c(tt, t, any_name, c_atom, data, MAX_FORMULA, out) &&
      !term_print_boogie(tt, t, any_boogie_name, data, MAX_FORMULA, out))
    strbuf_puts(out, "…");
}

void format_note(note n, strbuf *out) {
  switch (n.kind) {
  case NOTE_EXTERNAL:
    strbuf_puts(out, "assumed to return any value: ");
    break;
  case NOTE_MODEL:
    strbuf_puts(out, "modeled: ");
    break;
  case NOTE_ASSUMPTION:
    strbuf_puts(out, "assumed: ");
    break;
  case NOTE_HARMLESS:
    strbuf_puts(out, "proved harmless: ");
    break;
  case NOTE_CONTRACT:
    strbuf_puts(out, "contract of ");
    break;
  case NOTE_WARNING:
  case NOTE_COMPILER:
  case NOTE_UNCALLED:
    break;
  }
  strbuf_puts(out, n.text);
}

bool format_is_warning(note n) {
  return n.kind == NOTE_WARNING || n.kind == NOTE_COMPILER;
}

// Where an error was reached there was one to be found.
bool format_is_shown(note n, verdict v) {
  if (n.kind == NOTE_WARNING)
    return v == VERDICT_TRUE;
  return n.kind != NOTE_UNCALLED;
}

const char *format_s(uint64_t n) { return n == 1 ? "" : "s"; }

size_t format_peak_memory(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_SELF, &usage) != 0)
    return 0;
  return (size_t)usage.ru_maxrss * 1024;
}

const char *format_violation(const report_input *in) {
  if (!in->program || in->result->verdict != VERDICT_FALSE)
    return NULL;
  limits none = {.interrupt = in->env->limits.interrupt};
  return program_property_name(
      route_violation(in->program, &in->result->trace, &none));
}
