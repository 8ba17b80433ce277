// SPDX-License-Identifier: Apache-2.0
// campaign.json says what the folder belongs to and how often the campaign was
// started; it is replaced as a whole. The lock is an flock on 'lock': the
// kernel gives it back when the last process of a campaign is gone, however it
// went. Children of a campaign that was killed need a moment for that.
#include "campaign/folder.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/file.h"
#include "base/limits.h"
#include "campaign/disk.h"
#include "campaign/value.h"
#include "report/writer.h"

#define PATIENCE 5.0 // seconds for a lock

void folder_path(const folder *f, const char *name, strbuf *out) {
  assert(f->path != NULL && name[0] != '/');
  strbuf_printf(out, "%s/%s", f->path, name);
}

static bool refuse(const folder *f, const char *what, diag *d) {
  assert(what[0] != '\0');
  return diag_set(d, DIAG_INPUT, (source_pos){0}, "the folder '%s' %s", f->path,
                  what);
}

static bool lock(folder *f, diag *d) {
  strbuf path = {0};
  folder_path(f, "lock", &path);
  f->lock = open(strbuf_text(&path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  bool ok = f->lock >= 0 || disk_failed("open", strbuf_text(&path), d);
  double start = clock_now();
  while (ok && flock(f->lock, LOCK_EX | LOCK_NB) != 0) {
    if (clock_now() - start > PATIENCE)
      ok = refuse(f, "is in use: a campaign is running in it", d);
    poll(NULL, 0, 50);
  }
  strbuf_free(&path);
  return ok;
}

// --- whose it is ------------------------------------------------------------

// What the campaign is about: its inputs, wherever it is started from.
static void print_inputs(const options *o, strbuf *out) {
  for (uint32_t i = 0; i < o->inputs.len; i++) {
    char whole[PATH_MAX];
    const char *path = realpath(o->inputs.data[i], whole);
    strbuf_printf(out, "%s%s", i ? " " : "", path ? path : o->inputs.data[i]);
  }
}

static bool write_identity(const folder *f, const char *inputs, diag *d) {
  strbuf text = {0}, path = {0};
  json_writer w = {.out = &text};
  json_begin(&w, NULL, '{');
  json_int(&w, "wedge-campaign", 1);
  json_string(&w, "inputs", inputs);
  json_int(&w, "generation", f->generation);
  json_end(&w, '}');
  strbuf_putc(&text, '\n');
  folder_path(f, "campaign.json", &path);
  bool ok = disk_replace(strbuf_text(&path), text.text, text.len, d);
  strbuf_free(&path);
  strbuf_free(&text);
  return ok;
}

// '*inputs' in 'mem', or NULL if the folder has no identity yet.
static bool read_identity(folder *f, arena *mem, const char **inputs, diag *d) {
  strbuf path = {0}, text = {0};
  folder_path(f, "campaign.json", &path);
  *inputs = NULL;
  bool ok = true;
  if (access(strbuf_text(&path), F_OK) == 0) {
    ok = file_read(strbuf_text(&path), &text, d);
    const json_value *v = value_parse(mem, strbuf_text(&text), text.len);
    *inputs = value_text(v, "inputs", NULL);
    f->generation = (uint32_t)value_number(v, "generation", 0);
    if (ok && (!*inputs || value_number(v, "wedge-campaign", 0) > 1))
      ok = refuse(f, "has a campaign.json that cannot be read", d);
  }
  strbuf_free(&path);
  strbuf_free(&text);
  return ok;
}

static bool compare_identity(const folder *f, const char *is, const char *want,
                             diag *d) {
  if (strcmp(is, want) == 0)
    return true;
  return diag_set(d, DIAG_INPUT, (source_pos){0},
                  "the folder '%s' belongs to another campaign, on %s; choose "
                  "another folder with --out",
                  f->path, is);
}

static bool claim(folder *f, const options *o, diag *d) {
  arena *mem = arena_new();
  strbuf inputs = {0};
  const char *found;
  print_inputs(o, &inputs);
  bool ok = read_identity(f, mem, &found, d);
  if (ok && found)
    ok = compare_identity(f, found, strbuf_text(&inputs), d);
  f->generation++;
  ok = ok && write_identity(f, strbuf_text(&inputs), d);
  strbuf_free(&inputs);
  arena_free(mem);
  return ok;
}

static bool make_folders(const folder *f, diag *d) {
  static const char *const NAMES[] = {"journal", "reports"};
  bool ok = true;
  for (size_t i = 0; ok && i < sizeof NAMES / sizeof *NAMES; i++) {
    strbuf path = {0};
    folder_path(f, NAMES[i], &path);
    ok = disk_make_folder(strbuf_text(&path), d);
    strbuf_free(&path);
  }
  return ok;
}

// Empty, or with what a start leaves that was killed before it had a name.
static bool is_fresh(const folder *f, diag *d) {
  disk_names names = {0};
  bool is = disk_list(f->path, &names, d);
  for (uint32_t i = 0; i < names.len; i++)
    is = is && (strcmp(names.data[i], "lock") == 0 ||
                strcmp(names.data[i], "campaign.json.whole.new") == 0);
  disk_names_free(&names);
  return is;
}

bool folder_open(folder *f, const options *o, diag *d) {
  *f = (folder){o->out, -1, 0};
  if (!disk_make_folder(f->path, d))
    return false;
  strbuf identity = {0};
  folder_path(f, "campaign.json", &identity);
  bool is_ours = access(strbuf_text(&identity), F_OK) == 0;
  strbuf_free(&identity);
  if (!is_ours && !is_fresh(f, d))
    return refuse(f, "holds other things; a campaign needs one of its own", d);
  return lock(f, d) && claim(f, o, d) && make_folders(f, d);
}

void folder_close(folder *f) {
  if (f->lock >= 0)
    close(f->lock);
  f->lock = -1;
}
