// SPDX-License-Identifier: Apache-2.0
// The handler only writes the flag: everything else happens in the loops that
// poll it.
#include "campaign/run/stopping.h"

// Written by a signal handler, so it cannot be handed over as an argument.
static volatile sig_atomic_t stop_asked;

static void on_signal(int signal_number) { stop_asked = signal_number; }

void stopping_catch(void) {
  struct sigaction action = {.sa_handler = on_signal};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  sigaction(SIGHUP, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
}

const volatile sig_atomic_t *stopping_flag(void) { return &stop_asked; }
