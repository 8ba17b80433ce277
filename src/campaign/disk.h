// SPDX-License-Identifier: Apache-2.0
// Files that are whole or not there.
#ifndef CAMPAIGN_DISK_H
#define CAMPAIGN_DISK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/diag.h"
#include "base/options.h"
#include "base/strbuf.h"

// 'cannot VERB PATH: what errno says'; the class is DIAG_LIMIT if the disk is
// full, else DIAG_INPUT. Returns false.
bool disk_failed(const char *verb, const char *path, diag *d);
bool disk_write_all(int fd, const char *data, size_t size);
bool disk_sync_folder_of(const char *path, diag *d);
// Writes beside it, syncs and renames: readers see the old file or the new.
bool disk_replace(const char *path, const char *data, size_t size, diag *d);
// Makes the file with this content unless it exists: of several writers one
// succeeds ('*won'). 'unique' names the writer.
bool disk_publish(const char *path, const char *unique, const strbuf *text,
                  bool *won, diag *d);
bool disk_make_folder(const char *path, diag *d); // it may exist
// Names in a folder, sorted, in 'out' (each its own memory).
typedef VEC(char *) disk_names;
bool disk_list(const char *folder, disk_names *out, diag *d);
void disk_names_free(disk_names *names);

#endif
