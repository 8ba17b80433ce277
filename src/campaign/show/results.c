// SPDX-License-Identifier: Apache-2.0
// The rows are collected once, and each form (JSON lines, CSV, BenchExec's XML,
// the page, the summary) is printed from them into memory. A file is replaced
// only when its whole text is there, so that a full disk leaves the old one.
#include "campaign/show/results.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/hmap.h"
#include "campaign/disk.h"

// --- collecting -------------------------------------------------------------

static void collect_names(results *r) {
  strtab *names = strtab_new();
  hmap seen = {0};
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const record *row = &r->rows.data[i];
    for (uint32_t k = 0; k < row->statistics.len; k++) {
      const char *name = row->statistics.data[k].name;
      uint64_t id = (uint64_t)(uintptr_t)strtab_intern(names, name);
      if (!hmap_find(&seen, id)) {
        hmap_put(&seen, id, 1);
        vec_push(&r->names, name);
      }
    }
  }
  hmap_free(&seen);
  strtab_free(names);
}

// The result is the record's; what the task is called, and what is expected of
// it, is what the campaign says today.
static record row_of(const job *j, const record *found) {
  record row = *found;
  row.task = j->about.task;
  row.config = j->about.config;
  row.category = j->about.category;
  row.property = j->about.property;
  row.expected = j->about.expected;
  row.subproperty = j->about.subproperty;
  return row;
}

void results_collect(results *r, const plan *p, const store *s,
                     uint32_t since) {
  assert(r->rows.len == 0);
  r->plan = p;
  r->planned = p->jobs.len;
  for (uint32_t i = 0; i < p->jobs.len; i++) {
    const record *found = store_find(s, &p->jobs.data[i], since);
    if (!found)
      continue;
    vec_push(&r->rows, row_of(&p->jobs.data[i], found));
    vec_push(&r->asked, p->jobs.data[i].task);
  }
  collect_names(r);
}

void results_clear(results *r) {
  vec_free(&r->rows);
  vec_free(&r->asked);
  vec_free(&r->names);
}

double results_statistic(const record *r, const char *name) {
  for (uint32_t i = 0; i < r->statistics.len; i++)
    if (strcmp(r->statistics.data[i].name, name) == 0)
      return r->statistics.data[i].value;
  return NAN;
}

uint32_t results_count_wrong(const results *r) {
  assert(r->rows.len <= r->planned);
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < r->rows.len; i++)
    wrong += record_rate(&r->rows.data[i]) == MARK_WRONG;
  return wrong;
}

// --- lines ------------------------------------------------------------------

void results_print_jsonl(const results *r, strbuf *out) {
  assert(r->rows.len <= r->planned);
  for (uint32_t i = 0; i < r->rows.len; i++) {
    record_print_line(&r->rows.data[i], out);
    strbuf_putc(out, '\n');
  }
}

static void print_cell(const char *text, strbuf *out) {
  bool needs_quotes = strpbrk(text, ",\"\r\n") != NULL;
  if (needs_quotes)
    strbuf_putc(out, '"');
  for (; *text; text++) {
    if (*text == '"')
      strbuf_putc(out, '"');
    strbuf_putc(out, *text);
  }
  strbuf_puts(out, needs_quotes ? "\"," : ",");
}

static void print_csv_row(const results *all, const record *r, strbuf *out) {
  const char *cells[] = {r->task,
                         r->config,
                         r->category,
                         r->property,
                         r->expected,
                         r->verdict,
                         record_mark_name(record_rate(r)),
                         r->reason,
                         r->violated,
                         r->engine,
                         r->text};
  for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
    print_cell(cells[i], out);
  strbuf_printf(out, "%u,%d,%.3f,%.3f,%.1f", r->repeat, r->status, r->wall,
                r->cpu, (double)r->memory / (1 << 20));
  // Statistics have the same order in all runs of one tool: look there first.
  for (uint32_t i = 0; i < all->names.len; i++) {
    bool is_here = i < r->statistics.len &&
                   strcmp(r->statistics.data[i].name, all->names.data[i]) == 0;
    double v = is_here ? r->statistics.data[i].value
                       : results_statistic(r, all->names.data[i]);
    strbuf_putc(out, ',');
    if (!isnan(v))
      strbuf_printf(out, "%.9g", v);
  }
  strbuf_puts(out, "\r\n");
}

void results_print_csv(const results *r, strbuf *out) {
  assert(r->rows.len == r->asked.len);
  strbuf_puts(out, "task,config,category,property,expected,verdict,mark,reason,"
                   "violated,engine,text,repeat,status,wall,cpu,memory_mib");
  for (uint32_t i = 0; i < r->names.len; i++)
    strbuf_printf(out, ",%s", r->names.data[i]);
  strbuf_puts(out, "\r\n");
  for (uint32_t i = 0; i < r->rows.len; i++)
    print_csv_row(r, &r->rows.data[i], out);
}

// --- summary ----------------------------------------------------------------

typedef struct {
  uint32_t good_true, good_false, wrong, unknown, errors;
  int score;
  double cpu, memory;
} sums;

static sums sum_up(const results *r, const char *name) {
  sums s = {0};
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const record *row = &r->rows.data[i];
    if (strcmp(row->config, name) != 0)
      continue;
    bool is_wrong = record_rate(row) == MARK_WRONG;
    s.wrong += is_wrong;
    s.good_true += !is_wrong && strcmp(row->verdict, "true") == 0;
    s.good_false += !is_wrong && strcmp(row->verdict, "false") == 0;
    s.unknown += strcmp(row->verdict, "unknown") == 0;
    s.errors += strcmp(row->verdict, "error") == 0;
    s.score += record_score(row);
    s.cpu += row->cpu;
    s.memory = fmax(s.memory, (double)row->memory);
  }
  return s;
}

void results_print_summary(const results *r, strbuf *out) {
  strbuf_printf(out, "%-20s %6s %6s %6s %8s %6s %7s %10s %9s\n",
                "configuration", "true", "false", "wrong", "unknown", "error",
                "score", "cpu s", "peak MiB");
  for (uint32_t i = 0; i < r->configs->list.len; i++) {
    const char *name = r->configs->list.data[i].name;
    sums s = sum_up(r, name);
    strbuf_printf(out, "%-20s %6u %6u %6u %8u %6u %7d %10.1f %9.0f\n", name,
                  s.good_true, s.good_false, s.wrong, s.unknown, s.errors,
                  s.score, s.cpu, s.memory / (1 << 20));
  }
}

// --- errors -----------------------------------------------------------------

typedef struct {
  const record *first;
  uint32_t count;
} error_kind;

typedef VEC(error_kind) error_list;

static bool is_of_kind(const record *r, const error_kind *k) {
  return strcmp(r->reason, k->first->reason) == 0 &&
         strcmp(r->config, k->first->config) == 0;
}

static void count_error(const record *r, error_list *kinds) {
  assert(r->verdict != NULL);
  for (uint32_t i = 0; i < kinds->len; i++)
    if (is_of_kind(r, &kinds->data[i])) {
      kinds->data[i].count++;
      return;
    }
  vec_push(kinds, ((error_kind){r, 1}));
}

void results_print_errors(const results *r, strbuf *out) {
  error_list kinds = {0};
  for (uint32_t i = 0; i < r->rows.len; i++)
    if (strcmp(r->rows.data[i].verdict, "error") == 0)
      count_error(&r->rows.data[i], &kinds);
  for (uint32_t i = 0; i < kinds.len; i++) {
    const record *first = kinds.data[i].first;
    uint32_t count = kinds.data[i].count;
    strbuf_printf(out,
                  "wedge: warning: %u run%s of the configuration '%s' ended "
                  "with an error (%s); the first is '%s'%s%s\n",
                  count, count == 1 ? "" : "s", first->config, first->reason,
                  first->task, *first->text ? ": " : "", first->text);
  }
  vec_free(&kinds);
}

// --- files ------------------------------------------------------------------

static bool write_one(const folder *f, const char *name, strbuf *text,
                      diag *d) {
  strbuf path = {0};
  folder_path(f, name, &path);
  bool ok = disk_replace(strbuf_text(&path), strbuf_text(text), text->len, d);
  strbuf_free(&path);
  strbuf_free(text);
  return ok;
}

static bool write_xml(const results *r, const folder *f, diag *d) {
  bool ok = true;
  for (uint32_t i = 0; ok && i < r->configs->list.len; i++)
    for (uint32_t k = 0; ok && k < (uint32_t)r->options->repeat; k++) {
      const char *name = r->configs->list.data[i].name;
      strbuf text = {0}, file = {0};
      strbuf_printf(&file, "results.%s", name);
      if (k)
        strbuf_printf(&file, ".%u", k + 1);
      strbuf_puts(&file, ".xml");
      results_print_xml(r, name, k, &text);
      ok = write_one(f, strbuf_text(&file), &text, d);
      strbuf_free(&file);
    }
  return ok;
}

bool results_write_all(const results *r, const folder *f, diag *d) {
  assert(r->rows.len == r->asked.len);
  static const struct {
    const char *name;
    void (*print)(const results *r, strbuf *out);
  } FORMS[] = {{"results.jsonl", results_print_jsonl},
               {"results.csv", results_print_csv},
               {"index.html", results_print_page}};
  for (size_t i = 0; i < sizeof FORMS / sizeof *FORMS; i++) {
    strbuf text = {0};
    FORMS[i].print(r, &text);
    if (!write_one(f, FORMS[i].name, &text, d))
      return false;
  }
  return write_xml(r, f, d);
}
