// SPDX-License-Identifier: Apache-2.0
// libwedge: verification of C programs as a library call.
//
//   const char *arguments[] = {"--32", "--time", "10", "program.c"};
//   wedge_result *r = wedge_run(arguments, 4);
//   if (wedge_status(r) == WEDGE_FALSE)
//     puts(wedge_text(r));
//   wedge_free(r);
//
// Arguments are those of the command 'wedge'. The library never prints, never
// exits on bad input and installs no signal handler. Time is limited by
// --time (5 minutes unless it is given, 0: no limit); the memory of solvers is
// limited only by a process of one's own (as the command does it), and memory
// that runs out ends the process. Runs in different threads are not supported:
// call wedge_run from one at a time.
#ifndef WEDGE_WEDGE_H
#define WEDGE_WEDGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define WEDGE_API __attribute__((visibility("default")))

// The answers, numbered as the exit status of the command.
typedef enum {
  WEDGE_TRUE = 0,     // every property that was asked for holds
  WEDGE_USAGE = 1,    // the arguments are not understood
  WEDGE_INPUT = 2,    // the program cannot be read
  WEDGE_UNKNOWN = 5,  // no answer; the text says why
  WEDGE_INTERNAL = 6, // a defect of this library; the errors say what to report
  WEDGE_FALSE = 10    // an execution violates one; the text shows it
} wedge_answer;

typedef struct wedge_result wedge_result;

// Verifies the files among the arguments. Never returns NULL.
WEDGE_API wedge_result *wedge_run(const char *const *arguments, size_t count);
WEDGE_API void wedge_free(wedge_result *r); // r may be NULL

// Texts live as long as the result and are never NULL.
WEDGE_API wedge_answer wedge_status(const wedge_result *r);
WEDGE_API const char *wedge_text(const wedge_result *r);   // verdict, trace
WEDGE_API const char *wedge_errors(const wedge_result *r); // diagnostics

// One verdict for each property that was asked for; none where the program was
// not read. Texts live as long as the result and are never NULL.
typedef struct {
  const char *name;      // as for --property: "valid-deref"
  wedge_answer answer;   // WEDGE_TRUE, WEDGE_FALSE or WEDGE_UNKNOWN
  int is_reached;        // 0: it is true since no execution gets to a place in
                         // the program that could violate it
  const char *file;      // of the error, or of what "unknown" is about; or ""
  unsigned line, column; // there, from 1; 0: not known
  const char *message;   // what is wrong, or why it is unknown; or ""
} wedge_property;

WEDGE_API size_t wedge_property_count(const wedge_result *r);
WEDGE_API const wedge_property *wedge_property_at(const wedge_result *r,
                                                  size_t i); // NULL: too large

WEDGE_API const char *wedge_version(void); // "0.1.0"

#ifdef __cplusplus
}
#endif

#endif
