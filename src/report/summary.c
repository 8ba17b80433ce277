// SPDX-License-Identifier: Apache-2.0
// The answer in Markdown as code hosts show it: a line that says it all, and
// what the terminal shows, folded.
#include <assert.h>
#include <string.h>

#include "report/format.h"
#include "report/report.h"

// Text that Markdown and HTML leave as it is.
static void print_plain(const char *text, strbuf *out) {
  for (; *text; text++) {
    if (*text == '<')
      strbuf_puts(out, "&lt;");
    else if (*text == '\n')
      strbuf_puts(out, "<br>");
    else if (strchr("\\`*_[]|#", *text))
      strbuf_printf(out, "\\%c", *text);
    else
      strbuf_putc(out, *text);
  }
}

static void print_inputs(const options *o, strbuf *out) {
  for (uint32_t i = 0; i < o->inputs.len; i++) {
    strbuf_puts(out, i ? ", " : " ");
    print_plain(o->inputs.data[i], out);
  }
}

// The longest row of backticks in the text.
static size_t longest_fence(const char *text) {
  size_t longest = 0;
  while (*text) {
    size_t here = strspn(text, "`");
    longest = here > longest ? here : longest;
    text += here + strcspn(text + here, "`");
  }
  return longest;
}

static void print_fence(size_t length, strbuf *out) {
  for (size_t i = 0; i < length; i++)
    strbuf_putc(out, '`');
  strbuf_putc(out, '\n');
}

// A fence is longer than any inside.
static void print_folded(const char *text, strbuf *out) {
  enum { LEAST = 3 };
  size_t inside = longest_fence(text);
  size_t fence = inside < LEAST ? LEAST : inside + 1;
  strbuf_puts(out, "<details><summary>in full</summary>\n\n");
  print_fence(fence, out);
  strbuf_puts(out, text);
  print_fence(fence, out);
  strbuf_puts(out, "\n</details>\n");
}

static const char *sign_of(verdict v) {
  return v == VERDICT_TRUE    ? ":white_check_mark:"
         : v == VERDICT_FALSE ? ":x:"
                              : ":grey_question:";
}

// The line with the error or the reason, without "verdict: ".
static const char *main_line(const char *text, strbuf *line) {
  const char *start = strstr(text, ": error: ");
  while (start && start > text && start[-1] != '\n')
    start--;
  if (!start)
    start = text + strcspn(text, ":") + 2;
  strbuf_write(line, start, strcspn(start, "\n"));
  return strbuf_text(line);
}

void report_summary(const report_input *in, strbuf *out) {
  assert(in && in->env && in->result && out);
  strbuf text = {0}, line = {0};
  report_text(in, &text);
  strbuf_printf(out, "### %s wedge: %s,", sign_of(in->result->verdict),
                verdict_name(in->result->verdict));
  print_inputs(in->env->options, out);
  strbuf_puts(out, "\n\n");
  if (in->result->verdict != VERDICT_TRUE) {
    print_plain(main_line(strbuf_text(&text), &line), out);
    strbuf_puts(out, "\n\n");
  }
  print_folded(strbuf_text(&text), out);
  strbuf_putc(out, '\n');
  strbuf_free(&text);
  strbuf_free(&line);
}

void report_failure_summary(const options *o, const diag *d, strbuf *out) {
  assert(o && d && d->kind != DIAG_NONE && out);
  strbuf text = {0};
  diag_print(d, &text);
  strbuf_puts(out, "### :warning: wedge: no answer,");
  print_inputs(o, out);
  strbuf_puts(out, "\n\n");
  print_plain(strbuf_text(&text), out);
  strbuf_puts(out, "\n\n");
  strbuf_free(&text);
}
