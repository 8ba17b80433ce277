// SPDX-License-Identifier: Apache-2.0
// Headers in angle brackets, and those found by -I alone, are the system's or
// the configuration's; they are not followed.
#include "campaign/tasks/inputs.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/options.h"
#include "witness/sha256.h"

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static void add_hash(const char *path, const strbuf *text, strbuf *out) {
  char digits[SHA256_TEXT];
  sha256_text(strbuf_text(text), text->len, digits);
  strbuf_printf(out, "%s %s\n", last_part(path), digits);
}

bool inputs_hash_file(const char *path, strbuf *out, diag *d) {
  strbuf text = {0};
  bool ok = file_read(path, &text, d);
  if (ok)
    add_hash(path, &text, out);
  strbuf_free(&text);
  return ok;
}

static void add_once(string_list *files, const char *path) {
  for (uint32_t i = 0; i < files->len; i++)
    if (strcmp(files->data[i], path) == 0)
      return;
  if (access(path, R_OK) == 0)
    vec_push(files, path);
}

// The name in a line '#include "NAME"'; its length in '*length', or NULL.
static const char *included(const char *line, size_t *length) {
  line += strspn(line, " \t");
  if (*line++ != '#')
    return NULL;
  line += strspn(line, " \t");
  if (strncmp(line, "include", 7) != 0)
    return NULL;
  line += 7 + strspn(line + 7, " \t");
  if (*line++ != '"')
    return NULL;
  *length = strcspn(line, "\"\n");
  return line[*length] == '"' ? line : NULL;
}

static void find_includes(arena *mem, const char *path, const strbuf *text,
                          string_list *files) {
  int folder = (int)(last_part(path) - path);
  for (const char *line = strbuf_text(text); line;) {
    size_t length;
    const char *name = included(line, &length);
    if (name)
      add_once(files, arena_printf(mem, "%.*s%.*s", name[0] == '/' ? 0 : folder,
                                   path, (int)length, name));
    line = strchr(line, '\n');
    line = line ? line + 1 : NULL;
  }
}

bool inputs_hash_program(const char *path, strbuf *out, diag *d) {
  arena *mem = arena_new();
  string_list files = {0};
  vec_push(&files, path);
  bool ok = true;
  for (uint32_t i = 0; ok && i < files.len; i++) {
    strbuf text = {0};
    ok = file_read(files.data[i], &text, d);
    if (ok) {
      add_hash(files.data[i], &text, out);
      find_includes(mem, files.data[i], &text, &files);
    }
    strbuf_free(&text);
  }
  vec_free(&files);
  arena_free(mem);
  return ok;
}
