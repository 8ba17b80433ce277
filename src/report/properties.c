// SPDX-License-Identifier: Apache-2.0
// Both the text and the JSON come from the same table of verdicts
// (result/verdicts.h).
#include "report/properties.h"

#include <string.h>

#include "report/json.h"

static const verdicts NONE;

static const verdicts *verdicts_of(const report_input *in) {
  return in->verdicts ? in->verdicts : &NONE;
}

// The reason of the whole answer stands above.
static bool is_told(const report_input *in, const char *text) {
  const result *r = in->result;
  return r->verdict == VERDICT_UNKNOWN && r->reason != NULL &&
         strcmp(r->reason, text) == 0;
}

static void print_remark(const report_input *in, const property_verdict *v,
                         strbuf *out) {
  const char *text = verdicts_text(v);
  if (text == NULL || is_told(in, text))
    return;
  strbuf_puts(out, " (");
  if (v->at.file != NULL) {
    source_pos_print(v->at, out);
    strbuf_puts(out, ": ");
  }
  strbuf_printf(out, "%s)", text);
}

void properties_print(const report_input *in, strbuf *out) {
  const verdicts *all = verdicts_of(in);
  bool has_true = false, has_false = false;
  for (uint32_t i = 0; i < all->all.len; i++) {
    const property_verdict *v = &all->all.data[i];
    if (v->places == 0)
      continue;
    strbuf_printf(out, "  %s: %s", program_property_name(v->property),
                  verdicts_word(v));
    print_remark(in, v, out);
    strbuf_putc(out, '\n');
    has_true |= v->verdict == VERDICT_TRUE;
    has_false |= v->verdict == VERDICT_FALSE;
  }
  if (has_true && has_false)
    strbuf_puts(
        out,
        "  (a property that is true holds in each execution up to its first "
        "error)\n");
}

// What several questions found is told once.
static void print_new_lines(const char *text, strbuf *out) {
  strbuf line = {0};
  for (const char *end; *text != '\0'; text = end) {
    end = strchr(text, '\n');
    end = end != NULL ? end + 1 : text + strlen(text);
    strbuf_clear(&line);
    strbuf_write(&line, text, (size_t)(end - text));
    if (strstr(strbuf_text(out), strbuf_text(&line)) == NULL)
      strbuf_puts(out, strbuf_text(&line));
  }
  strbuf_free(&line);
}

void properties_print_others(const report_input *in, strbuf *out) {
  const verdicts *all = verdicts_of(in);
  for (uint32_t i = 0; i < all->all.len; i++) {
    const property_verdict *v = &all->all.data[i];
    if (v->is_main || v->shown == NULL)
      continue;
    if (v->verdict == VERDICT_FALSE)
      strbuf_printf(out, "also false: %s\n%s",
                    program_property_name(v->property), v->shown);
    else
      print_new_lines(v->shown, out);
  }
}

static void write_one(json_writer *w, const property_verdict *v) {
  json_begin(w, NULL, '{');
  json_string(w, "name", program_property_name(v->property));
  json_string(w, "verdict", verdicts_word(v));
  json_int(w, "places", v->places);
  json_string(w, "text", verdicts_text(v));
  json_position(w, "position", v->at);
  json_bool(w, "main", v->is_main);
  if (v->json != NULL)
    json_raw(w, v->verdict == VERDICT_FALSE ? "trace" : "proof", v->json);
  json_end(w, '}');
}

void properties_json(const report_input *in, json_writer *w) {
  const verdicts *all = verdicts_of(in);
  json_begin(w, "properties", '[');
  for (uint32_t i = 0; i < all->all.len; i++)
    write_one(w, &all->all.data[i]);
  json_end(w, ']');
}
