// SPDX-License-Identifier: Apache-2.0
// The processes below this one, as /proc shows them.
//
// Whoever uses it is their subreaper: a process whose parent ended becomes a
// child of ours, so that none gets away, whatever group or session it makes.
#ifndef CAMPAIGN_SHOW_TREE_H
#define CAMPAIGN_SHOW_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>

bool tree_adopt(void); // makes this process the subreaper; false: cannot

typedef struct {
  double cpu;     // seconds of all, with what they waited for
  int64_t memory; // bytes: the proportional set size of all together
} tree_sample;

// What all descendants use at this moment.
tree_sample tree_measure(void);

// The CPU seconds of a process that was waited for.
double tree_cpu(const struct rusage *usage);

// Kills all descendants and waits for them; returns the CPU seconds of those
// that it waited for.
double tree_end(void);

#endif
