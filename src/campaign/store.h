// SPDX-License-Identifier: Apache-2.0
// All results that the journals of a folder hold.
#ifndef CAMPAIGN_STORE_H
#define CAMPAIGN_STORE_H

#include "base/hmap.h"
#include "campaign/folder.h"
#include "campaign/plan.h"

typedef struct {
  arena *mem;
  VEC(record) records;
  VEC(uint32_t) next; // the record before this one with the same hash, from 1
  hmap last;          // hash of key and repeat -> record, from 1
  uint32_t dropped;   // lines that were torn or damaged
} store;

void store_init(store *s);
void store_clear(store *s);
bool store_load(store *s, const folder *f, diag *d);
// The line of a journal, as journal_read hands it over.
void store_take(void *data, const char *json, size_t size);

// The result that serves for this job: of the same key, and allowed by its
// limits; of several the one of this very task, then the latest. NULL: none.
const record *store_find(const store *s, const job *j, uint32_t since);

// Makes one journal of all, without what is superseded, and removes the
// others. If that fails, they stay.
bool store_merge(const store *s, const folder *f, diag *d);

#endif
