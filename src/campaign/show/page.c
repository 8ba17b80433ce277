// SPDX-License-Identifier: Apache-2.0
// A page that shows a campaign, for a browser: one file that asks for nothing
// else. page/page.{html,css,js} are ours; uPlot draws the plots and Tabulator
// the table (page/vendor). The data are columns, not rows, and texts that
// repeat are kept once: 10,000 runs with their statistics are read in a moment.
#include <assert.h>
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/hmap.h"
#include "campaign/show/results.h"

extern const char campaign_page_html[], campaign_page_css[], campaign_page_js[],
    campaign_uplot_css[], campaign_uplot_js[], campaign_uplot_license[],
    campaign_table_css[], campaign_table_js[], campaign_table_license[];

// --- columns ----------------------------------------------------------------

typedef const char *(*text_getter)(const record *r);
typedef double (*number_getter)(const record *r);

#define TEXT_COLUMN(name)                                                      \
  static const char *name##_of(const record *r) { return r->name; }
TEXT_COLUMN(task)
TEXT_COLUMN(config)
TEXT_COLUMN(category)
TEXT_COLUMN(property)
TEXT_COLUMN(expected)
TEXT_COLUMN(verdict)
TEXT_COLUMN(reason)
TEXT_COLUMN(text)
TEXT_COLUMN(engine)
TEXT_COLUMN(violated)
TEXT_COLUMN(report)
#undef TEXT_COLUMN

static const char *mark_of(const record *r) {
  return record_mark_name(record_rate(r));
}
static double wall_of(const record *r) { return r->wall; }
static double cpu_of(const record *r) { return r->cpu; }
static double memory_of(const record *r) {
  return (double)r->memory / (1 << 20);
}
static double repeat_of(const record *r) { return r->repeat; }
static double score_of(const record *r) { return record_score(r); }

static const struct {
  const char *name;
  text_getter get;
} TEXTS[] = {{"task", task_of},         {"config", config_of},
             {"category", category_of}, {"property", property_of},
             {"expected", expected_of}, {"verdict", verdict_of},
             {"mark", mark_of},         {"reason", reason_of},
             {"text", text_of},         {"engine", engine_of},
             {"violated", violated_of}, {"report", report_of}};

static const struct {
  const char *name;
  number_getter get;
} NUMBERS[] = {{"wall", wall_of},
               {"cpu", cpu_of},
               {"memory", memory_of},
               {"repeat", repeat_of},
               {"score", score_of}};

// The different texts once, and their numbers by row.
static void write_texts(json_writer *w, const results *r, const char *name,
                        text_getter get) {
  strtab *names = strtab_new();
  hmap index = {0};
  strbuf rows = {0};
  uint64_t count = 0;
  json_begin(w, name, '{');
  json_begin(w, "texts", '[');
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const char *text = strtab_intern(names, get(&r->rows.data[i]));
    uint64_t id = (uint64_t)(uintptr_t)text;
    const uint64_t *known = hmap_find(&index, id);
    uint64_t number = known ? *known : count;
    if (!known) {
      hmap_put(&index, id, count++);
      json_string(w, NULL, text);
    }
    strbuf_printf(&rows, "%s%llu", i ? "," : "[", (unsigned long long)number);
  }
  json_end(w, ']');
  strbuf_puts(&rows, r->rows.len ? "]" : "[]");
  json_raw(w, "rows", strbuf_text(&rows));
  json_end(w, '}');
  strbuf_free(&rows);
  hmap_free(&index);
  strtab_free(names);
}

static void put_number(strbuf *out, uint32_t i, double v) {
  strbuf_putc(out, i ? ',' : '[');
  if (isfinite(v))
    strbuf_printf(out, "%.6g", v);
  else
    strbuf_puts(out, "null");
}

static void write_numbers(json_writer *w, const results *r, const char *name,
                          number_getter get) {
  strbuf rows = {0};
  for (uint32_t i = 0; i < r->rows.len; i++)
    put_number(&rows, i, get(&r->rows.data[i]));
  strbuf_puts(&rows, r->rows.len ? "]" : "[]");
  json_raw(w, name, strbuf_text(&rows));
  strbuf_free(&rows);
}

// A statistic that is zero everywhere tells nothing.
static void write_statistic(json_writer *w, const results *r,
                            const char *name) {
  strbuf rows = {0};
  bool is_zero = true;
  for (uint32_t i = 0; i < r->rows.len; i++) {
    double v = results_statistic(&r->rows.data[i], name);
    put_number(&rows, i, v);
    is_zero = is_zero && !(v < 0 || v > 0);
  }
  strbuf_putc(&rows, ']');
  if (!is_zero)
    json_raw(w, name, strbuf_text(&rows));
  strbuf_free(&rows);
}

static void write_columns(json_writer *w, const results *r) {
  json_begin(w, "columns", '{');
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++)
    write_texts(w, r, TEXTS[i].name, TEXTS[i].get);
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    write_numbers(w, r, NUMBERS[i].name, NUMBERS[i].get);
  json_end(w, '}');
  json_begin(w, "statistics", '{');
  for (uint32_t i = 0; i < r->names.len; i++)
    write_statistic(w, r, r->names.data[i]);
  json_end(w, '}');
}

// --- what the campaign was --------------------------------------------------

static void write_configs(json_writer *w, const results *r) {
  json_begin(w, "configs", '[');
  for (uint32_t i = 0; i < r->configs->list.len; i++) {
    json_begin(w, NULL, '{');
    json_string(w, "name", r->configs->list.data[i].name);
    json_string(w, "line", r->configs->list.data[i].line);
    json_end(w, '}');
  }
  json_end(w, ']');
}

// Texts alone: the view is a mapping of names to words.
static void write_view(json_writer *w, const json_value *view) {
  json_begin(w, "view", '{');
  const json_value *v = view && view->kind == VALUE_OBJECT ? view->first : NULL;
  for (; v; v = v->next)
    if (v->kind == VALUE_STRING)
      json_string(w, v->key, v->text);
  json_end(w, '}');
}

static void write_about(json_writer *w, const results *r) {
  const options *o = r->options;
  char date[32];
  time_t now = time(NULL);
  struct tm parts;
  gmtime_r(&now, &parts);
  strftime(date, sizeof date, "%Y-%m-%d %H:%M UTC", &parts);
  json_string(w, "date", date);
  json_string(w, "tool", r->plan->tool_version);
  json_real(w, "time", o->time);
  json_real(w, "cpuTime", o->cpu_time);
  json_int(w, "mem", o->mem);
  json_int(w, "cores", o->cores);
  json_int(w, "planned", r->planned);
  json_int(w, "repeats", o->repeat);
  json_bool(w, "isWrapped", o->wrap != NULL);
}

static void print_data(const results *r, strbuf *out) {
  json_writer w = {.out = out, .is_inside_page = true};
  json_begin(&w, NULL, '{');
  write_about(&w, r);
  write_configs(&w, r);
  write_view(&w, r->configs->view);
  write_columns(&w, r);
  json_end(&w, '}');
}

// --- the page ---------------------------------------------------------------

// Replaces each '@name@' of the template by a text.
static void fill(const char *const (*parts)[2], size_t count, strbuf *out) {
  const char *at = campaign_page_html;
  while (*at) {
    const char *mark = strchr(at, '@');
    size_t plain = mark ? (size_t)(mark - at) : strlen(at);
    strbuf_write(out, at, plain);
    at += plain;
    for (size_t i = 0; mark && i <= count; i++) {
      size_t length = i < count ? strlen(parts[i][0]) : 1;
      if (i == count)
        strbuf_putc(out, *at);
      else if (strncmp(at, parts[i][0], length) != 0)
        continue;
      else
        strbuf_puts(out, parts[i][1]);
      at += length;
      break;
    }
  }
}

void results_print_page(const results *r, strbuf *out) {
  strbuf data = {0}, summary = {0};
  print_data(r, &data);
  results_print_summary(r, &summary);
  const char *const parts[][2] = {{"@css@", campaign_page_css},
                                  {"@js@", campaign_page_js},
                                  {"@uplot-css@", campaign_uplot_css},
                                  {"@uplot-js@", campaign_uplot_js},
                                  {"@uplot-license@", campaign_uplot_license},
                                  {"@table-css@", campaign_table_css},
                                  {"@table-js@", campaign_table_js},
                                  {"@table-license@", campaign_table_license},
                                  {"@text@", strbuf_text(&summary)},
                                  {"@data@", strbuf_text(&data)}};
  fill(parts, sizeof parts / sizeof *parts, out);
  strbuf_free(&data);
  strbuf_free(&summary);
}
