// SPDX-License-Identifier: Apache-2.0
// The output folder: whose it is, and that one campaign works in it at a time.
#ifndef CAMPAIGN_FOLDER_H
#define CAMPAIGN_FOLDER_H

#include "base/diag.h"
#include "base/options.h"

typedef struct {
  const char *path;
  int lock;            // held while open; -1: read only
  uint32_t generation; // this start of the campaign, from 1
} folder;

// Makes the folder or finds it again. Refused: a folder with other things in
// it, one of a campaign on other inputs, one in which a campaign is running.
bool folder_open(folder *f, const options *o, diag *d);
// Only looks: for a campaign that is read, not run.
bool folder_look(folder *f, const char *path, diag *d);
void folder_close(folder *f);

// Appends a path below it.
void folder_path(const folder *f, const char *name, strbuf *out);

#endif
