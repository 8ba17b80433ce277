// SPDX-License-Identifier: Apache-2.0
// Reading sorts and terms.
//
// An explicit stack of open parentheses replaces recursion, so that nesting is
// limited by memory alone. A finished term is delivered to the parenthesis it
// stands in: an argument, the value of a let binding, the body of a let, or an
// annotated term. Let binds in parallel: its names get their meaning only when
// all of its values are read.
#include "base/unreachable.h"
#include "term/text/reader.h"

// --- sorts ------------------------------------------------------------------

static bool read_bv_sort(reader *r, sort *out) {
  source_pos pos = r->token.pos;
  if (!reader_at_word(r, "_"))
    return reader_error(r, pos, "expected a sort");
  if (!reader_next(r))
    return false;
  if (!reader_at_word(r, "BitVec"))
    return reader_error(r, r->token.pos, "unknown indexed sort");
  uint32_t width;
  if (!reader_next(r) || !reader_index(r, &width))
    return false;
  if (width < 1 || width > MAX_BV_WIDTH)
    return reader_error(r, pos, "bit-vector width out of range");
  *out = sort_bv(r->tt, width);
  return reader_expect(r, TOKEN_CLOSE, "')'");
}

static bool read_simple_sort(reader *r, sort *out) {
  if (reader_at_word(r, "Bool")) {
    *out = sort_bool(r->tt);
  } else if (reader_at_word(r, "Int")) {
    *out = sort_int(r->tt);
  } else if (reader_at_word(r, "Real")) {
    *out = sort_real(r->tt);
  } else {
    const char *name = reader_intern(r, r->token);
    uint64_t *found = hmap_find(&r->scope->sorts, (uintptr_t)name);
    if (!found)
      return reader_error(r, r->token.pos, "unknown sort '%s'", name);
    *out = (sort){(uint32_t)*found};
  }
  return reader_next(r);
}

static bool read_sort(reader *r, sort *out, uint32_t depth) {
  if (depth > MAX_SORT_NESTING)
    return reader_error(r, r->token.pos, "sort is nested too deeply");
  if (r->token.kind == TOKEN_SYMBOL)
    return read_simple_sort(r, out);
  if (!reader_expect(r, TOKEN_OPEN, "a sort"))
    return false;
  if (!reader_at_word(r, "Array"))
    return read_bv_sort(r, out);
  sort index, element;
  if (!reader_next(r) || !read_sort(r, &index, depth + 1) ||
      !read_sort(r, &element, depth + 1))
    return false;
  *out = sort_array(r->tt, index, element);
  return reader_expect(r, TOKEN_CLOSE, "')'");
}

bool reader_sort(reader *r, sort *out) { return read_sort(r, out, 0); }

// --- literals ---------------------------------------------------------------

static const char *token_text(reader *r, token t) {
  strbuf_clear(&r->text);
  strbuf_write(&r->text, t.text, t.len);
  return strbuf_text(&r->text);
}

static term literal_bv(reader *r, const char *digits, int base,
                       uint32_t width) {
  mpz_t n;
  mpz_init(n);
  int bad = mpz_set_str(n, digits, base);
  assert(bad == 0);
  (void)bad;
  term t = term_value(r->tt, value_bv_mpz(r->tt->scratch, width, n));
  arena_reset(r->tt->scratch);
  mpz_clear(n);
  return t;
}

static bool read_bits(reader *r, term *out) {
  bool hex = r->token.kind == TOKEN_HEX;
  size_t width = r->token.len * (hex ? 4 : 1);
  if (width > MAX_BV_WIDTH)
    return reader_error(r, r->token.pos, "bit-vector width out of range");
  *out = literal_bv(r, token_text(r, r->token), hex ? 16 : 2, (uint32_t)width);
  return true;
}

static term read_numeral(reader *r) {
  assert(r->token.kind == TOKEN_NUMERAL);
  mpz_t n;
  mpz_init(n);
  int bad = mpz_set_str(n, token_text(r, r->token), 10);
  assert(bad == 0);
  (void)bad;
  term t = term_value(r->tt, value_int_mpz(r->tt->scratch, n));
  arena_reset(r->tt->scratch);
  mpz_clear(n);
  return t;
}

// 12.50 is 1250 / 10^2.
static term read_decimal(reader *r) {
  assert(r->token.kind == TOKEN_DECIMAL);
  strbuf_clear(&r->text);
  size_t places = 0;
  for (size_t i = 0; i < r->token.len; i++) {
    if (r->token.text[i] == '.')
      places = r->token.len - i - 1;
    else
      strbuf_putc(&r->text, r->token.text[i]);
  }
  mpq_t q;
  mpq_init(q);
  mpz_set_str(mpq_numref(q), strbuf_text(&r->text), 10);
  mpz_ui_pow_ui(mpq_denref(q), 10, places);
  mpq_canonicalize(q);
  term t = term_value(r->tt, value_real_mpq(r->tt->scratch, q));
  arena_reset(r->tt->scratch);
  mpq_clear(q);
  return t;
}

// (_ bv13 32), the current token being behind the underscore.
static bool read_indexed_literal(reader *r, term *out) {
  source_pos pos = r->token.pos;
  const char *name = reader_intern(r, r->token);
  bool is_bv = strncmp(name, "bv", 2) == 0 && name[2] != '\0' &&
               strspn(name + 2, "0123456789") == strlen(name + 2);
  uint32_t width;
  if (r->token.kind != TOKEN_SYMBOL || !is_bv)
    return reader_error(r, pos, "unknown indexed constant");
  if (!reader_next(r) || !reader_index(r, &width))
    return false;
  if (width < 1 || width > MAX_BV_WIDTH)
    return reader_error(r, pos, "bit-vector width out of range");
  *out = literal_bv(r, name + 2, 10, width);
  if (r->token.kind != TOKEN_CLOSE)
    return reader_error(r, r->token.pos, "expected ')'");
  return true;
}

static bool read_symbol(reader *r, term *out) {
  assert(r->token.kind == TOKEN_SYMBOL);
  const char *name = reader_intern(r, r->token);
  uint64_t *found = hmap_find(&r->scope->names, (uintptr_t)name);
  if (found && *found >> 32 == SCOPE_MACRO)
    return reader_error(r, r->token.pos, "'%s' needs arguments", name);
  if (found) {
    *out = (term){(uint32_t)*found};
    return true;
  }
  bool yes = reader_at_word(r, "true");
  if (yes || reader_at_word(r, "false")) {
    *out = term_bool(r->tt, yes);
    return true;
  }
  *out = node_find_symbol(r->tt, name);
  if (term_is_none(*out))
    return reader_error(r, r->token.pos, "unknown symbol '%s'", name);
  return true;
}

static bool read_atom(reader *r, term *out) {
  switch (r->token.kind) {
  case TOKEN_SYMBOL:
    return read_symbol(r, out);
  case TOKEN_NUMERAL:
    *out = read_numeral(r);
    return true;
  case TOKEN_DECIMAL:
    *out = read_decimal(r);
    return true;
  case TOKEN_HEX:
  case TOKEN_BINARY:
    return read_bits(r, out);
  case TOKEN_END:
    return reader_error(r, r->token.pos, "unexpected end of text");
  default:
    return reader_error(r, r->token.pos, "expected a term");
  }
}

// --- opening ----------------------------------------------------------------

// 'name' as an operator or a macro.
static bool resolve_head(reader *r, const char *name, source_pos pos,
                         head *out) {
  *out = (head){.name = name, .pos = pos};
  uint64_t *found = hmap_find(&r->scope->names, (uintptr_t)name);
  if (found && *found >> 32 == SCOPE_MACRO) {
    out->macro = (uint32_t)*found;
    return true;
  }
  if (found)
    return reader_error(r, pos, "'%s' is not a function", name);
  uint64_t *row = hmap_find(&r->operators, (uintptr_t)name);
  if (!row)
    return reader_error(r, pos, "unknown function '%s'", name);
  out->row = (const struct operator_row *)(uintptr_t)*row;
  return true;
}

// (_ name index ...), the current token being behind the underscore.
static bool read_indexed_head(reader *r, head *out) {
  if (r->token.kind != TOKEN_SYMBOL)
    return reader_error(r, r->token.pos, "expected a function name");
  const char *name = reader_intern(r, r->token);
  if (!resolve_head(r, name, r->token.pos, out) || !reader_next(r))
    return false;
  while (r->token.kind != TOKEN_CLOSE) {
    if (out->indices == 2)
      return reader_error(r, r->token.pos, "too many indices for '%s'", name);
    if (!reader_index(r, &out->index[out->indices]))
      return false;
    out->indices++;
  }
  if (!out->row || out->indices == 0)
    return reader_error(r, out->pos, "'%s' takes no index", name);
  return true;
}

// (as const sort), the current token being behind the 'as'.
static bool read_const_head(reader *r, head *out) {
  source_pos pos = r->token.pos;
  if (!reader_at_word(r, "const"))
    return reader_error(r, pos, "unknown qualified function");
  *out = (head){.name = "const", .pos = pos};
  if (!reader_next(r) || !reader_sort(r, &out->array))
    return false;
  if (sort_get_kind(r->tt, out->array) != SORT_ARRAY)
    return reader_error(r, pos, "expected an array sort");
  if (r->token.kind != TOKEN_CLOSE)
    return reader_error(r, r->token.pos, "expected ')'");
  return true;
}

static bool push_apply(reader *r, const head *h) {
  assert(h->row || h->array.id != 0 || h->macro < r->scope->macros.len);
  vec_push(&r->stack, ((frame){FRAME_APPLY, *h, r->args.len, false}));
  return true;
}

// The head is itself a list; the current token is its first word.
static bool open_compound(reader *r) {
  head h;
  bool indexed = reader_at_word(r, "_");
  if (!indexed && !reader_at_word(r, "as"))
    return reader_error(r, r->token.pos, "expected a function");
  if (!reader_next(r))
    return false;
  if (!(indexed ? read_indexed_head(r, &h) : read_const_head(r, &h)))
    return false;
  return push_apply(r, &h);
}

// The current token is the opening parenthesis of the first binding, or the
// closing one of the list.
static bool open_binding(reader *r, frame *f) {
  assert(f->kind == FRAME_LET && !f->in_body);
  if (r->token.kind == TOKEN_CLOSE) { // all are read: now they hold
    f->in_body = true;
    for (uint32_t i = f->base; i < r->bindings.len; i++) {
      binding *b = &r->bindings.data[i];
      uint64_t meaning = b->entry;
      uint64_t *hidden = hmap_find(&r->scope->names, (uintptr_t)b->symbol);
      b->was_there = hidden != NULL;
      b->entry = hidden ? *hidden : 0;
      hmap_put(&r->scope->names, (uintptr_t)b->symbol, meaning);
    }
    return true;
  }
  if (!reader_expect(r, TOKEN_OPEN, "a binding"))
    return false;
  if (r->token.kind != TOKEN_SYMBOL)
    return reader_error(r, r->token.pos, "expected a name");
  binding b = {reader_intern(r, r->token), 0, false};
  vec_push(&r->bindings, b);
  return true;
}

static bool open_let(reader *r) {
  vec_push(&r->stack, ((frame){.kind = FRAME_LET, .base = r->bindings.len}));
  if (!reader_next(r) || !reader_expect(r, TOKEN_OPEN, "'('"))
    return false;
  return open_binding(r, &vec_last(&r->stack));
}

// After an opening parenthesis: pushes a frame, or delivers a literal ('done').
static bool open_list(reader *r, term *out, bool *done) {
  if (r->token.kind == TOKEN_OPEN)
    return reader_next(r) && open_compound(r);
  if (r->token.kind != TOKEN_SYMBOL)
    return reader_error(r, r->token.pos, "expected a function");
  if (reader_at_word(r, "let"))
    return open_let(r);
  if (reader_at_word(r, "_")) {
    *done = true;
    return reader_next(r) && read_indexed_literal(r, out);
  }
  if (reader_at_word(r, "!")) {
    vec_push(&r->stack, ((frame){.kind = FRAME_NOTE}));
    return true;
  }
  if (reader_at_word(r, "forall") || reader_at_word(r, "exists"))
    return diag_set(r->d, DIAG_UNSUPPORTED, r->token.pos,
                    "quantifiers are not supported");
  head h;
  return resolve_head(r, reader_intern(r, r->token), r->token.pos, &h) &&
         push_apply(r, &h);
}

// --- closing ----------------------------------------------------------------

static bool apply_macro(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  assert(h->macro < r->scope->macros.len);
  const macro *m = &r->scope->macros.data[h->macro];
  if (n != m->parameters.len)
    return reader_error(r, h->pos, "wrong number of arguments for '%s'",
                        h->name);
  subst_clear(r->subst);
  for (uint32_t i = 0; i < n; i++) {
    term p = m->parameters.data[i];
    if (!sort_eq(sort_of(r->tt, p), sort_of(r->tt, args[i])))
      return reader_error(r, h->pos, "wrong argument sorts for '%s'", h->name);
    subst_bind(r->subst, p, args[i]);
  }
  *out = subst_apply(r->subst, m->body);
  return true;
}

static bool apply_const(reader *r, const head *h, const term *args, uint32_t n,
                        term *out) {
  sort element = sort_element(r->tt, h->array);
  if (n != 1 || !sort_eq(sort_of(r->tt, args[0]), element))
    return reader_error(r, h->pos, "wrong arguments for a constant array");
  *out = term_const_array(r->tt, h->array, args[0]);
  return true;
}

// At the closing parenthesis of an application.
static bool close_apply(reader *r, term *out) {
  if (r->stack.len == 0 || vec_last(&r->stack).kind != FRAME_APPLY)
    return reader_error(r, r->token.pos, "unexpected ')'");
  frame f = vec_pop(&r->stack);
  assert(f.base <= r->args.len);
  const term *args = r->args.data + f.base;
  uint32_t n = r->args.len - f.base;
  bool ok;
  if (f.head.row)
    ok = reader_apply(r, &f.head, args, n, out);
  else if (f.head.array.id != 0)
    ok = apply_const(r, &f.head, args, n, out);
  else
    ok = apply_macro(r, &f.head, args, n, out);
  r->args.len = f.base;
  return ok;
}

static bool is_keyword(token t, const char *text) {
  return t.len == strlen(text) && strncmp(t.text, text, t.len) == 0;
}

// Behind an annotated term: its attributes.
static bool read_attributes(reader *r, term t) {
  while (r->token.kind == TOKEN_KEYWORD) {
    bool named = is_keyword(r->token, ":named");
    bool grouped = is_keyword(r->token, ":interpolation-group");
    if (!reader_next(r))
      return false;
    if (named || grouped) {
      if (r->token.kind != TOKEN_SYMBOL)
        return reader_error(r, r->token.pos, "expected a name");
      const char *name = reader_intern(r, r->token);
      if (named) // a group is no term
        hmap_put(&r->scope->names, (uintptr_t)name, t.id);
      r->root_name = r->stack.len == 1 ? name : r->root_name;
    }
    bool has_value =
        r->token.kind != TOKEN_KEYWORD && r->token.kind != TOKEN_CLOSE;
    if (has_value && !reader_skip(r))
      return false;
  }
  return true;
}

// Hands a finished term to the innermost open parenthesis. Sets *done if that
// is closed by it, with its term in *t. The current token is behind the term.
static bool deliver(reader *r, term *t, bool *done) {
  assert(r->stack.len > 0 && !term_is_none(*t));
  frame *f = &vec_last(&r->stack);
  switch (f->kind) {
  case FRAME_APPLY:
    vec_push(&r->args, *t);
    return true;
  case FRAME_LET:
    if (!f->in_body) {
      vec_last(&r->bindings).entry = t->id;
      if (!reader_expect(r, TOKEN_CLOSE, "')'") || !open_binding(r, f))
        return false;
      return reader_next(r);
    }
    reader_unbind(r, f->base);
    break;
  case FRAME_NOTE:
    if (!read_attributes(r, *t))
      return false;
    break;
  }
  (void)vec_pop(&r->stack);
  *done = true;
  return reader_expect(r, TOKEN_CLOSE, "')'");
}

// Reads one token (or a literal, or the head of a list). *done: *out is a term.
static bool step(reader *r, term *out, bool *done) {
  bool ok;
  if (r->token.kind == TOKEN_OPEN) {
    ok = reader_next(r) && open_list(r, out, done);
  } else if (r->token.kind == TOKEN_CLOSE) {
    *done = true;
    ok = close_apply(r, out);
  } else {
    *done = true;
    ok = read_atom(r, out);
  }
  return ok && reader_next(r);
}

static bool read_term(reader *r, term *out) {
  for (;;) {
    bool done = false;
    if (!step(r, out, &done))
      return false;
    while (done) {
      if (r->stack.len == 0)
        return true;
      done = false;
      if (!deliver(r, out, &done))
        return false;
    }
  }
}

// After an error: names mean again what they meant before.
static void unwind(reader *r) {
  while (r->stack.len > 0) {
    frame f = vec_pop(&r->stack);
    if (f.kind == FRAME_LET && f.in_body)
      reader_unbind(r, f.base);
    else if (f.kind == FRAME_LET)
      r->bindings.len = f.base;
  }
  vec_clear(&r->args);
}

bool reader_term(reader *r, term *out) {
  assert(r->stack.len == 0 && r->args.len == 0);
  r->root_name = NULL;
  if (read_term(r, out))
    return true;
  unwind(r);
  return false;
}
