// SPDX-License-Identifier: Apache-2.0
// The worker polls its limits and usually stops by itself; what makes a hard
// stop clean is set up here: a process group to be killed as one, a signal
// when the supervisor dies, limits that the kernel enforces, and a temporary
// directory that somebody else removes.
#include "cli/worker.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/shown.h"
#include "driver/channel.h"

// Written by a signal handler, so it cannot be handed over as an argument.
static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number) { interrupted = signal_number; }

static void catch_signals(void) {
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
  signal(SIGPIPE, SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void set_limit(int resource, rlim_t bytes) {
  struct rlimit limit;
  if (getrlimit((__rlimit_resource_t)resource, &limit) != 0)
    return;
  if (limit.rlim_max == RLIM_INFINITY || bytes < limit.rlim_max)
    limit.rlim_cur = bytes;
  setrlimit((__rlimit_resource_t)resource, &limit);
}

// RLIMIT_DATA counts what is written, unlike RLIMIT_AS, under which the mapped
// libraries alone would use up a small --mem. Address sanitizers reserve
// terabytes, so there is no such limit for them.
static void limit_resources(const options *o) {
  enum { STACK_MIB = 100 }; // LLVM and Z3 recurse
  set_limit(RLIMIT_CORE, 0);
  set_limit(RLIMIT_STACK, (rlim_t)STACK_MIB << 20);
#ifndef __SANITIZE_ADDRESS__
  if (o->mem > 0)
    set_limit(RLIMIT_DATA, (rlim_t)o->mem << 20);
#else
  (void)o;
#endif
}

// Nothing but the channel may reach the user: libraries print where they like.
static void redirect_output(int chatter) {
  if (chatter < 0)
    return;
  dup2(chatter, STDOUT_FILENO);
  dup2(chatter, STDERR_FILENO);
}

static void show_progress(int terminal, const char *line) {
  strbuf shown = {0};
  shown_name(line, &shown);
  dprintf(terminal, "wedge: %s\n", strbuf_text(&shown));
  strbuf_free(&shown);
}

static void on_progress(void *data, const char *line) {
  const worker_setup *setup = data;
  progress_set(setup->progress, line);
  if (setup->env->options->verbose)
    show_progress(setup->terminal, line);
}

// Leak checkers look when a process ends in good order; otherwise the quick
// way out spares the destructors of the libraries.
static noreturn void end_process(int status) {
#ifdef __SANITIZE_ADDRESS__
  exit(status);
#else
  _exit(status);
#endif
}

noreturn void worker_main(const worker_setup *setup) {
  assert(setup->channel >= 0);
  if (setup->own_group)
    setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  catch_signals();
  redirect_output(setup->chatter);
  limit_resources(setup->env->options);
  workdir_enter(setup->workdir);
  env e = *setup->env;
  e.limits.interrupt = &interrupted;
  e.progress = on_progress;
  e.may_fork = true;
  e.progress_data = (void *)(size_t)setup;
  outcome out = {0};
  setup->run(&e, &out);
  bool sent = channel_send(setup->channel, &out);
  outcome_free(&out);
  end_process(sent ? 0 : 1);
}
