// SPDX-License-Identifier: Apache-2.0
// Looking for errors by running the program, in portions of time.
//
// The first run has all inputs zero and may be as long as it likes: a program
// whose loops go round a hundred million times is simply executed. Later runs
// are shorter. They draw inputs at random, with a liking for small numbers, or
// change a little what runs were given that made choices none had made before.
#ifndef ENGINE_RUN_TESTING_H
#define ENGINE_RUN_TESTING_H

#include "engine/engine.h"

typedef struct testing testing;

testing *testing_new(const engine_task *task);
void testing_free(testing *t);
// The share of the time that goes well with what it has seen so far.
double testing_share(const testing *t);
// There was one run, which asked for no input and ended without an error.
bool testing_is_over(const testing *t);
// Goes on for about 'seconds', or until its share changes. True: an error was
// reached, and r is false with the trace.
bool testing_continue(testing *t, double seconds, result *r);

#endif
