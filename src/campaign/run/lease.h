// SPDX-License-Identifier: Apache-2.0
// Who works on what, among workers that share nothing but a folder.
//
// A job is claimed by the file claims/JOB.ATTEMPT, made by link(), which holds
// the name of the worker: of several that try, one succeeds. A worker that is
// alive changes its file beats/WORKER now and then. Another one holds it for
// dead when that file has not changed for the length of a lease by its own
// monotonic clock, or when the file is gone: then the worker has given up.
// Clocks of machines are never compared. The job of a dead worker is claimed as
// its next attempt. A result is the file results/JOB.ATTEMPT, made by link()
// as well, so that a worker that was only slow does no harm.
#ifndef CAMPAIGN_RUN_LEASE_H
#define CAMPAIGN_RUN_LEASE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"

enum { LEASE_ATTEMPTS = 3 }; // then the job is given up

typedef struct {
  int claimed;     // the latest attempt that somebody claimed; -1: none
  bool has_result; // of any attempt
} lease_state;

typedef struct {
  const char *name, *beat; // its file's content when it last changed
  double changed;          // when that was seen
} lease_worker;

typedef struct {
  const char *folder; // with claims, beats and results
  const char *name;   // of this worker
  double length;      // seconds
  double last_beat;
  uint64_t beats;
  arena *mem;
  VEC(lease_state) jobs;
  VEC(lease_worker) workers; // that were looked at
} lease;

bool lease_make_folders(const char *folder, diag *d);
void lease_init(lease *l, const char *folder, const char *name, double length,
                uint32_t jobs);
void lease_clear(lease *l);

bool lease_beat(lease *l, bool now); // if it is time; false: cannot write
void lease_give_up(lease *l);        // nobody needs to wait for us
bool lease_look(lease *l, diag *d);  // at claims and results
// True if this worker now has the job.
bool lease_claim(lease *l, uint32_t job, uint32_t attempt, diag *d);
// Is the worker that claimed this attempt dead, as far as can be told at 'now'
// (clock_now, but for tests)?
bool lease_is_lost(lease *l, uint32_t job, uint32_t attempt, double now);
// Hands in the line of a journal. '*won': it is the first one of its attempt.
bool lease_hand_in(lease *l, uint32_t job, uint32_t attempt, const strbuf *line,
                   bool *won, diag *d);

// The two numbers of a file name 'JOB.ATTEMPT'; false: it is another file.
bool lease_parse_name(const char *name, uint32_t *job, uint32_t *attempt);

#endif
