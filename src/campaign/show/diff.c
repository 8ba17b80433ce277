// SPDX-License-Identifier: Apache-2.0
// Two campaigns, or two configurations, task by task: what was gained, what was
// lost, what is wrong, what became slower.
//
// A side is FOLDER or FOLDER:CONFIGURATION. Of a task that ran several times
// the verdict is that of most runs, and the time the median, so that what is
// noise does not count as a loss.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/hmap.h"
#include "base/mem.h"
#include "campaign/campaign.h"
#include "campaign/record.h"
#include "campaign/value.h"

#define SLOWER 2.0 // times
#define SHORT 1.0  // seconds: below, the factor says nothing

typedef struct {
  arena *mem;
  const char *folder, *config; // config NULL: all
  VEC(record) rows;
} side;

typedef struct {
  const char *name; // of task and configuration
  VEC(const record *) runs[2];
} pair;

typedef struct {
  side sides[2];
  VEC(pair) pairs;
  hmap index; // address of a name in sides[0].names -> pair
  diag d;
} comparison;

// --- reading ----------------------------------------------------------------

static bool is_folder(const char *path) {
  struct stat info;
  return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static void split_side(side *s, const char *text) {
  const char *colon = strrchr(text, ':');
  s->folder = arena_strdup(s->mem, text);
  s->config = NULL;
  if (colon && !is_folder(text)) {
    s->folder = arena_printf(s->mem, "%.*s", (int)(colon - text), text);
    s->config = arena_strdup(s->mem, colon + 1);
  }
}

static void take_line(side *s, const char *line, size_t size) {
  record r;
  bool ok = record_read(&r, value_parse(s->mem, line, size)) &&
            (!s->config || strcmp(s->config, r.config) == 0);
  if (ok)
    vec_push(&s->rows, r);
  else
    record_clear(&r);
}

static bool read_side(side *s, const char *argument, diag *d) {
  strbuf text = {0};
  s->mem = arena_new();
  split_side(s, argument);
  const char *path = arena_printf(s->mem, "%s/results.jsonl", s->folder);
  bool ok = file_read(path, &text, d);
  for (const char *at = strbuf_text(&text); ok && *at;) {
    size_t size = strcspn(at, "\n");
    take_line(s, at, size);
    at += size + (at[size] == '\n');
  }
  strbuf_free(&text);
  if (ok && s->rows.len == 0)
    return diag_set(d, DIAG_INPUT, (source_pos){0},
                    "there are no results in '%s'", argument);
  return ok;
}

static void clear_side(side *s) {
  for (uint32_t i = 0; i < s->rows.len; i++)
    record_clear(&s->rows.data[i]);
  vec_free(&s->rows);
  arena_free(s->mem);
}

// --- pairing ----------------------------------------------------------------

static bool has_one_config(const side *s) {
  for (uint32_t i = 1; i < s->rows.len; i++)
    if (strcmp(s->rows.data[i].config, s->rows.data[0].config) != 0)
      return false;
  return true;
}

static void add_row(comparison *c, strtab *names, int which, const record *r,
                    bool by_task) {
  assert(which == 0 || which == 1);
  strbuf name = {0};
  strbuf_puts(&name, r->task);
  if (!by_task)
    strbuf_printf(&name, " [%s]", r->config);
  const char *key = strtab_intern(names, strbuf_text(&name));
  strbuf_free(&name);
  const uint64_t *found = hmap_find(&c->index, (uint64_t)(uintptr_t)key);
  uint32_t i = found ? (uint32_t)*found : c->pairs.len;
  if (!found) {
    hmap_put(&c->index, (uint64_t)(uintptr_t)key, i);
    vec_push(&c->pairs, (pair){.name = key});
  }
  vec_push(&c->pairs.data[i].runs[which], r);
}

static void make_pairs(comparison *c, strtab *names) {
  bool by_task = has_one_config(&c->sides[0]) && has_one_config(&c->sides[1]);
  for (int which = 0; which < 2; which++)
    for (uint32_t i = 0; i < c->sides[which].rows.len; i++)
      add_row(c, names, which, &c->sides[which].rows.data[i], by_task);
}

// --- judging a pair ---------------------------------------------------------

typedef struct {
  bool is_solved, is_wrong; // in most runs; wrong: in any
  double cpu;               // the median
  const char *verdict;      // of the first run that is like most
} verdict_of_runs;

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static double median(const pair *p, int which) {
  assert(which == 0 || which == 1);
  VEC(double) times = {0};
  for (uint32_t i = 0; i < p->runs[which].len; i++)
    vec_push(&times, p->runs[which].data[i]->cpu);
  qsort(times.data, times.len, sizeof *times.data, by_size);
  double m = times.data[times.len / 2];
  vec_free(&times);
  return m;
}

static bool is_solved(const record *r) {
  return record_is_answer(r) && record_rate(r) != MARK_WRONG;
}

static verdict_of_runs judge(const pair *p, int which) {
  assert(which == 0 || which == 1);
  verdict_of_runs v = {0};
  uint32_t count = p->runs[which].len, solved = 0;
  assert(count > 0);
  for (uint32_t i = 0; i < count; i++) {
    const record *r = p->runs[which].data[i];
    solved += is_solved(r);
    v.is_wrong |= record_rate(r) == MARK_WRONG;
  }
  v.is_solved = 2 * solved > count;
  v.cpu = median(p, which);
  for (uint32_t i = 0; i < count && !v.verdict; i++)
    if (is_solved(p->runs[which].data[i]) == v.is_solved)
      v.verdict = p->runs[which].data[i]->verdict;
  return v;
}

// --- telling ----------------------------------------------------------------

typedef enum { WRONG, LOST, GAINED, SLOW, CONTRARY, SAME, KINDS } change;

static const char *const TITLES[] = {"wrong",  "lost",       "gained",
                                     "slower", "contradict", "same"};

static change compare(const verdict_of_runs *a, const verdict_of_runs *b) {
  if (b->is_wrong)
    return WRONG;
  if (a->is_solved != b->is_solved)
    return a->is_solved ? LOST : GAINED;
  if (a->is_solved && strcmp(a->verdict, b->verdict) != 0)
    return CONTRARY;
  if (a->is_solved && b->cpu > SLOWER * a->cpu && b->cpu > SHORT)
    return SLOW;
  return SAME;
}

static void tell_pair(const pair *p, const verdict_of_runs *a,
                      const verdict_of_runs *b, strbuf *out) {
  strbuf_printf(out, "  %s: %s %.2f s -> %s %.2f s", p->name, a->verdict,
                a->cpu, b->verdict, b->cpu);
  if (p->runs[0].len > 1 || p->runs[1].len > 1)
    strbuf_printf(out, " (of %u and %u runs)", p->runs[0].len, p->runs[1].len);
  strbuf_putc(out, '\n');
}

static int tell(const comparison *c, strbuf *out) {
  strbuf lists[KINDS] = {{0}};
  uint32_t counts[KINDS] = {0}, alone[2] = {0};
  for (uint32_t i = 0; i < c->pairs.len; i++) {
    const pair *p = &c->pairs.data[i];
    if (!p->runs[0].len || !p->runs[1].len) {
      alone[p->runs[0].len ? 0 : 1]++;
      continue;
    }
    verdict_of_runs a = judge(p, 0), b = judge(p, 1);
    change k = compare(&a, &b);
    counts[k]++;
    if (k != SAME)
      tell_pair(p, &a, &b, &lists[k]);
  }
  for (int k = 0; k < KINDS; k++) {
    strbuf_printf(out, "%s: %u\n%s", TITLES[k], counts[k],
                  strbuf_text(&lists[k]));
    strbuf_free(&lists[k]);
  }
  if (alone[0] || alone[1])
    strbuf_printf(out, "only in the first: %u, only in the second: %u\n",
                  alone[0], alone[1]);
  bool is_bad = counts[WRONG] || counts[LOST] || counts[CONTRARY];
  return is_bad ? CAMPAIGN_BAD : CAMPAIGN_GOOD;
}

int campaign_diff(const options *o, campaign_output *out) {
  comparison c = {0};
  int status;
  if (o->inputs.len != 3)
    diag_set(&c.d, DIAG_USAGE, (source_pos){0},
             "diff takes two folders (or FOLDER:CONFIGURATION)");
  if (c.d.kind == DIAG_NONE &&
      read_side(&c.sides[0], o->inputs.data[1], &c.d) &&
      read_side(&c.sides[1], o->inputs.data[2], &c.d)) {
    strtab *names = strtab_new();
    make_pairs(&c, names);
    status = tell(&c, &out->text);
    strtab_free(names);
  } else
    status = campaign_failed(&c.d, out);
  for (uint32_t i = 0; i < c.pairs.len; i++)
    for (int which = 0; which < 2; which++)
      vec_free(&c.pairs.data[i].runs[which]);
  vec_free(&c.pairs);
  hmap_free(&c.index);
  clear_side(&c.sides[0]);
  clear_side(&c.sides[1]);
  diag_clear(&c.d);
  return status;
}
