// SPDX-License-Identifier: Apache-2.0
// The list is one line per function; the template is a main function that gives
// the chosen function arbitrary arguments.
#include "driver/command/functions_command.h"

#include <assert.h>
#include <string.h>

#include "frontend/c/functions.h"

static void print_list(const c_function_list *all, strbuf *out) {
  for (uint32_t k = 0; k < all->len; k++) {
    const c_function *f = &all->data[k];
    strbuf_printf(out, "%-24s %s:%u  (%s)\n", f->name, f->pos.file, f->pos.line,
                  f->has_head ? f->head.parameters : "?");
  }
}

// --- a harness to edit -----------------------------------------------------

static const c_function *find(const c_function_list *all, const char *name) {
  for (uint32_t k = 0; k < all->len; k++)
    if (strcmp(all->data[k].name, name) == 0)
      return &all->data[k];
  return NULL;
}

// A pointer leads to some elements; any other argument has any value.
static void print_argument(const head_parameter *p, strbuf *out) {
  if (p->element == NULL) {
    strbuf_printf(out, "  %s;\n", p->text);
    return;
  }
  strbuf_printf(out, "  size_t %s_count;\n", p->name);
  if (p->least != NULL)
    strbuf_printf(out, "  __CPROVER_assume(%s_count == (%s));\n", p->name,
                  p->least);
  else
    strbuf_printf(out, "  __CPROVER_assume(%s_count <= 8);\n", p->name);
  strbuf_printf(out, "  %s *%s = malloc(%s_count * sizeof *%s);\n", p->element,
                p->name, p->name, p->name);
}

static void print_harness(const c_function *f, const char *input, strbuf *out) {
  strbuf_printf(out,
                "// A harness for %s: what its arguments may be stands below.\n"
                "// Check it with: wedge --entry %s_harness --property "
                "unreach-call,memory THIS.c\n"
                "#include <stddef.h>\n#include <stdlib.h>\n"
                "#include \"%s\"\n\n"
                "void %s_harness(void) {\n",
                f->name, f->name, input, f->name);
  for (uint32_t k = 0; k < f->head.count; k++)
    print_argument(&f->head.all[k], out);
  strbuf_printf(out, "  %s(", f->name);
  for (uint32_t k = 0; k < f->head.count; k++)
    strbuf_printf(out, "%s%s", k == 0 ? "" : ", ", f->head.all[k].name);
  strbuf_puts(out,
              ");\n  // __CPROVER_assert(..., \"what it leaves behind\");\n"
              "}\n");
}

static bool write_harness(const env *e, const c_function_list *all, strbuf *out,
                          diag *d) {
  const char *name = e->options->harness_template;
  const c_function *f = find(all, name);
  if (f == NULL)
    return diag_set(d, DIAG_INPUT, (source_pos){.file = NULL},
                    "there is no function '%s'; 'wedge functions FILE...' "
                    "lists those that there are",
                    name);
  if (!f->has_head)
    return diag_set(d, DIAG_INPUT, f->pos, "cannot read the parameters of '%s'",
                    name);
  print_harness(f, f->pos.file, out);
  return true;
}

void functions_run(const env *e, outcome *out) {
  diag d = {0};
  arena *mem = arena_new();
  c_function_list all = {0};
  out->status = STATUS_TRUE;
  bool ok = functions_list(e, mem, &all, &d);
  if (ok && e->options->harness_template != NULL)
    ok = write_harness(e, &all, &out->text, &d);
  else if (ok)
    print_list(&all, &out->text);
  if (!ok)
    outcome_of_diag(e->options, &d, out);
  vec_free(&all);
  arena_free(mem);
  diag_clear(&d);
}
