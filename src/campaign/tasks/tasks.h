// SPDX-License-Identifier: Apache-2.0
// What a campaign runs on: tasks, from the descriptions that people have.
//
// A task is one question: input files, a property, a data model, and perhaps
// the answer that is expected. Its name is unique in a campaign.
#ifndef CAMPAIGN_TASKS_TASKS_H
#define CAMPAIGN_TASKS_TASKS_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/options.h"

typedef struct {
  const char *name;
  const char *path; // the file that describes it: its definition, or a program
  const char *category;
  string_list files;
  const char *property;    // a file, or what the tool calls it; NULL: none
  const char *about;       // the property's name: "unreach-call"
  const char *expected;    // "true", "false", or "" if nobody knows
  const char *subproperty; // that is violated where "false" is expected, or ""
  int bits;                // 32, 64, or 0: the tool's default
  string_list columns;     // of a manifest: name, value, name, value, ...
} task;

typedef struct {
  arena *mem; // of all texts
  VEC(task) list;
  uint32_t skipped; // files of folders that describe no task
} tasks;

void tasks_init(tasks *t);
void tasks_clear(tasks *t);

// Reads all inputs of the options: definitions (.yml), sets of them (.set),
// manifests (.csv), lists (.txt), folders, and programs. Then keeps what
// --match, --where and --sample choose. False: 'd' says what is wrong.
bool tasks_read(tasks *t, const options *o, diag *d);

// The readers of single forms. Each appends.
bool tasks_add_definition(tasks *t, const char *path, const char *category,
                          const options *o, diag *d);
bool tasks_add_manifest(tasks *t, const char *path, diag *d);
bool tasks_add_input(tasks *t, const char *path, const char *category,
                     const options *o, diag *d);

// --- for those readers -------------------------------------------------------

// 'name' beside the file 'beside' (or below the folder, if it ends in '/'),
// unless it is an absolute path.
const char *tasks_path(tasks *t, const char *beside, const char *name);
const char *tasks_base_name(tasks *t, const char *path); // "a/b.prp": "b"
bool tasks_is_program(const char *path);                 // .c, .i, .bpl
bool tasks_has_suffix(const char *path, const char *suffix);
// "ILP32", "32", "LP64", "64", "na", "": false if it is none of these.
bool tasks_read_model(const char *text, int *bits);
// Is the file there? Complains at the place that names it.
bool tasks_need_file(const char *path, const char *where, uint32_t line,
                     diag *d);

#endif
