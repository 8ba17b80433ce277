// SPDX-License-Identifier: Apache-2.0
// BenchExec's format of results (its result.dtd), for its table-generator and
// for the scripts that people have around it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "campaign/show/results.h"

// Attributes cannot hold control characters, not even escaped.
static void print_attribute(const char *name, const char *text, strbuf *out) {
  assert(name[0] != '\0');
  strbuf_printf(out, " %s=\"", name);
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '<')
      strbuf_puts(out, "&lt;");
    else if (c == '&')
      strbuf_puts(out, "&amp;");
    else if (c == '"')
      strbuf_puts(out, "&quot;");
    else
      strbuf_putc(out, c < 0x20 ? ' ' : *text);
  }
  strbuf_putc(out, '"');
}

static void print_column(const char *title, const char *value, bool is_hidden,
                         strbuf *out) {
  strbuf_puts(out, "    <column");
  print_attribute("title", title, out);
  print_attribute("value", value, out);
  if (is_hidden)
    print_attribute("hidden", "true", out);
  strbuf_puts(out, "/>\n");
}

// What BenchExec calls the answer.
static void print_status(const record *r, strbuf *out) {
  const char *violated = *r->violated ? r->violated : r->property;
  if (strcmp(r->verdict, "false") == 0)
    strbuf_printf(out, *violated ? "false(%s)" : "false", violated);
  else if (strcmp(r->verdict, "error") == 0)
    strbuf_printf(out, "ERROR (%s)", r->reason);
  else if (strcmp(r->reason, "time") == 0 || strcmp(r->reason, "cpu-time") == 0)
    strbuf_puts(out, "TIMEOUT");
  else if (strcmp(r->reason, "memory") == 0)
    strbuf_puts(out, "OUT OF MEMORY");
  else
    strbuf_puts(out, r->verdict);
}

static const char *category_of(const record *r) {
  switch (record_rate(r)) {
  case MARK_CORRECT:
    return "correct";
  case MARK_WRONG:
    return "wrong";
  case MARK_UNRATED:
    return "missing";
  case MARK_OPEN:
    break;
  }
  return strcmp(r->verdict, "error") == 0 || record_is_stopped(r) ? "error"
                                                                  : "unknown";
}

static void print_measures(const record *r, strbuf *out) {
  strbuf text = {0};
  strbuf_printf(&text, "%.6fs", r->cpu);
  print_column("cputime", strbuf_text(&text), false, out);
  strbuf_clear(&text);
  strbuf_printf(&text, "%.6fs", r->wall);
  print_column("walltime", strbuf_text(&text), false, out);
  strbuf_clear(&text);
  strbuf_printf(&text, "%lldB", (long long)r->memory);
  print_column("memory", strbuf_text(&text), false, out);
  strbuf_clear(&text);
  bool is_signal = r->status > 128;
  strbuf_printf(&text, "%d", is_signal ? r->status - 128 : r->status);
  print_column(is_signal ? "exitsignal" : "returnvalue", strbuf_text(&text),
               true, out);
  strbuf_free(&text);
}

static void print_statistics(const record *r, strbuf *out) {
  for (uint32_t i = 0; i < r->statistics.len; i++) {
    strbuf text = {0};
    strbuf_printf(&text, "%.9g", r->statistics.data[i].value);
    print_column(r->statistics.data[i].name, strbuf_text(&text), true, out);
    strbuf_free(&text);
  }
}

// Relative names would be looked up beside the file with the results.
static void print_path(const char *name, const char *path, strbuf *out) {
  strbuf text = {0};
  char *here = *path == '/' ? NULL : getcwd(NULL, 0);
  strbuf_printf(&text, here ? "%s/%s" : "%s%s", here ? here : "", path);
  print_attribute(name, strbuf_text(&text), out);
  strbuf_free(&text);
  free(here);
}

// That there are files makes the name a path, to which tables link.
static void print_files(const task *t, strbuf *out) {
  strbuf text = {0};
  strbuf_putc(&text, '[');
  for (uint32_t i = 0; i < t->files.len; i++)
    strbuf_printf(&text, "%s%s", i ? ", " : "", t->files.data[i]);
  strbuf_putc(&text, ']');
  print_attribute("files", strbuf_text(&text), out);
  strbuf_free(&text);
}

// Scores need the file of the property: it tells SV-COMP's from others.
static void print_property(const record *r, const task *t, strbuf *out) {
  if (!*r->property)
    return;
  print_attribute("properties", r->property, out);
  if (t->property && tasks_has_suffix(t->property, ".prp"))
    print_path("propertyFile", t->property, out);
  if (!*r->expected)
    return;
  strbuf text = {0};
  strbuf_puts(&text, r->expected);
  if (*r->subproperty)
    strbuf_printf(&text, "(%s)", r->subproperty);
  print_attribute("expectedVerdict", strbuf_text(&text), out);
  strbuf_free(&text);
}

// What tables show as the log of a run is its page. Without one it is the file
// with the results (an empty name): where there is no name at all,
// table-generator makes one up, and links to nothing.
static void print_run(const record *r, const task *t, strbuf *out) {
  assert(t != NULL && r->task != NULL);
  strbuf text = {0};
  strbuf_puts(out, "  <run");
  print_path("name", t->path, out);
  print_files(t, out);
  print_property(r, t, out);
  print_attribute("logfile", r->report, out);
  strbuf_puts(out, ">\n");
  print_status(r, &text);
  print_column("status", strbuf_text(&text), false, out);
  print_column("category", category_of(r), true, out);
  print_measures(r, out);
  print_statistics(r, out);
  strbuf_puts(out, "  </run>\n");
  strbuf_free(&text);
}

static void print_limits(const results *r, strbuf *out) {
  const options *o = r->options;
  strbuf text = {0};
  if (o->mem > 0) {
    strbuf_printf(&text, "%lldB", (long long)o->mem << 20);
    print_attribute("memlimit", strbuf_text(&text), out);
  }
  if (o->time > 0 || o->cpu_time > 0) {
    strbuf_clear(&text);
    strbuf_printf(&text, "%gs", o->cpu_time > 0 ? o->cpu_time : o->time);
    print_attribute("timelimit", strbuf_text(&text), out);
  }
  strbuf_clear(&text);
  strbuf_printf(&text, "%d", (int)o->cores);
  print_attribute("cpuCores", strbuf_text(&text), out);
  strbuf_free(&text);
}

static void print_date(strbuf *out) {
  char text[64];
  time_t now = time(NULL);
  struct tm parts;
  gmtime_r(&now, &parts);
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S+00:00", &parts);
  print_attribute("starttime", text, out);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &parts);
  print_attribute("date", text, out);
}

// BenchExec puts the name of the tool before it.
static const char *version_alone(const char *line) {
  const char *end = strrchr(line, ' ');
  return end ? end + 1 : line;
}

static void print_head(const results *r, const config *c, strbuf *out) {
  strbuf_puts(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                   "<!DOCTYPE result PUBLIC \"+//IDN sosy-lab.org//DTD "
                   "BenchExec result 3.0//EN\" "
                   "\"https://www.sosy-lab.org/benchexec/result-3.0.dtd\">\n"
                   "<result");
  print_attribute("benchmarkname", "wedge-campaign", out);
  print_attribute("name", c->name, out);
  print_attribute("displayName", c->name, out);
  print_date(out);
  print_attribute("tool", "Wedge", out);
  print_attribute("toolmodule", "wedge_benchexec.wedge", out);
  print_attribute("version", version_alone(r->plan->tool_version), out);
  print_attribute("options", c->line, out);
  print_limits(r, out);
  print_attribute("generator", "wedge campaign " WEDGE_VERSION, out);
  strbuf_puts(out, ">\n");
}

// The value of the first row of /proc/cpuinfo with this name, or 'otherwise'.
static void find_processor(const char *name, const char *otherwise, char *out,
                           size_t size) {
  FILE *file = fopen("/proc/cpuinfo", "re");
  char line[512];
  snprintf(out, size, "%s", otherwise);
  while (file && fgets(line, sizeof line, file)) {
    const char *value = strstr(line, ": ");
    if (value && strncmp(line, name, strlen(name)) == 0) {
      snprintf(out, size, "%.*s", (int)strcspn(value + 2, "\n"), value + 2);
      break;
    }
  }
  if (file)
    fclose(file);
}

static void print_processor(strbuf *out) {
  char cores[32], mhz[64], hz[64], model[256];
  snprintf(cores, sizeof cores, "%ld", sysconf(_SC_NPROCESSORS_ONLN));
  find_processor("cpu MHz", "0", mhz, sizeof mhz);
  find_processor("model name", "unknown", model, sizeof model);
  snprintf(hz, sizeof hz, "%.0fHz", 1e6 * strtod(mhz, NULL));
  strbuf_puts(out, "    <cpu");
  print_attribute("cores", cores, out);
  print_attribute("frequency", hz, out);
  print_attribute("model", model, out);
  strbuf_puts(out, "/>\n");
}

static void print_system(strbuf *out) {
  struct utsname about;
  char name[256] = "unknown", number[32];
  const char *host = "unknown";
  if (uname(&about) == 0) {
    snprintf(name, sizeof name, "%s %s", about.sysname, about.release);
    host = about.nodename;
  }
  strbuf_puts(out, "  <columns>\n    <column title=\"status\"/>\n"
                   "    <column title=\"cputime\"/>\n"
                   "    <column title=\"walltime\"/>\n"
                   "    <column title=\"memory\"/>\n  </columns>\n"
                   "  <systeminfo");
  print_attribute("hostname", host, out);
  strbuf_puts(out, ">\n    <os");
  print_attribute("name", name, out);
  strbuf_puts(out, "/>\n");
  print_processor(out);
  snprintf(number, sizeof number, "%lldB",
           (long long)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE));
  strbuf_puts(out, "    <ram");
  print_attribute("size", number, out);
  strbuf_puts(out, "/>\n    <environment/>\n  </systeminfo>\n");
}

void results_print_xml(const results *r, const char *name, uint32_t repeat,
                       strbuf *out) {
  assert(r->rows.len == r->asked.len);
  const config *c = r->configs->list.data;
  while (strcmp(c->name, name) != 0)
    c++;
  assert(c < r->configs->list.data + r->configs->list.len);
  print_head(r, c, out);
  print_system(out);
  for (uint32_t i = 0; i < r->rows.len; i++) {
    const record *row = &r->rows.data[i];
    if (row->repeat == repeat && strcmp(row->config, name) == 0)
      print_run(row, r->asked.data[i], out);
  }
  strbuf_puts(out, "</result>\n");
}
