// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its kin: a flag that is looked at.
#ifndef CAMPAIGN_RUN_STOPPING_H
#define CAMPAIGN_RUN_STOPPING_H

#include <signal.h>

void stopping_catch(
    void); // SIGINT, SIGTERM and SIGHUP set the flag from now on
const volatile sig_atomic_t *stopping_flag(void);

#endif
