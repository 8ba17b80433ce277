// SPDX-License-Identifier: Apache-2.0
// The only C++ of the project: CaDiCaL has its full interface (proof tracing)
// in C++ alone. No exception leaves this file. After one, the solver inside
// may be in any state, so it is never called again, not even to destroy it.
#include <cadical.hpp>

#include <cassert>
#include <cstdlib>
#include <exception>

extern "C" {
#include "sat/cadical.h"
}

namespace {
struct terminator : public CaDiCaL::Terminator {
  bool (*stop)(void *) = nullptr;
  void *data = nullptr;
  bool terminate() override { return stop && stop(data); }
};
} // namespace

struct cadical {
  CaDiCaL::Solver *solver = nullptr;
  terminator end;
  bool lost = false;
  FILE *proof_file = nullptr; // NULL: not traced
  char *proof = nullptr;      // owned by proof_file's stream
  size_t proof_size = 0;
};

// Runs 'body' unless the solver is lost; an exception loses it.
template <typename Body> static void guarded(cadical *s, Body body) {
  if (s->lost)
    return;
  try {
    body();
  } catch (const std::exception &) {
    s->lost = true;
  }
}

static void configure(cadical *s, int seed, bool traced) {
  s->solver = new CaDiCaL::Solver;
  s->solver->set("quiet", 1);
  s->solver->set("seed", seed);
  // Variables are tried as false first: unrollings were solved up to a third
  // faster, and their models have zeros where anything would do.
  s->solver->set("phase", 0);
  s->solver->connect_terminator(&s->end);
  if (!traced)
    return;
  s->proof_file = open_memstream(&s->proof, &s->proof_size);
  if (!s->proof_file || !s->solver->trace_proof(s->proof_file, "memory"))
    s->lost = true;
}

extern "C" {

cadical *cadical_new(int seed, bool traced) {
  cadical *s = new (std::nothrow) cadical;
  if (s)
    guarded(s, [&] { configure(s, seed, traced); });
  return s;
}

void cadical_free(cadical *s) {
  if (!s)
    return;
  guarded(s, [&] { delete s->solver; });
  // The solver does not own the stream, and writes to it no more.
  if (s->proof_file)
    fclose(s->proof_file);
  free(s->proof);
  delete s;
}

void cadical_set_terminator(cadical *s, bool (*stop)(void *), void *data) {
  s->end.stop = stop;
  s->end.data = data;
}

void cadical_add(cadical *s, const int *clause, uint32_t n) {
  guarded(s, [&] {
    for (uint32_t i = 0; i < n; i++)
      s->solver->add(clause[i]);
    s->solver->add(0);
  });
}

void cadical_assume(cadical *s, int lit) {
  guarded(s, [&] { s->solver->assume(lit); });
}

void cadical_limit_conflicts(cadical *s, int conflicts) {
  guarded(s, [&] { s->solver->limit("conflicts", conflicts); });
}

cadical_status cadical_solve(cadical *s) {
  int answer = 0;
  guarded(s, [&] { answer = s->solver->solve(); });
  if (s->lost)
    return CADICAL_NO_MEMORY;
  return answer == 10   ? CADICAL_SAT
         : answer == 20 ? CADICAL_UNSAT
                        : CADICAL_STOPPED;
}

bool cadical_value(cadical *s, int variable) {
  assert(variable > 0);
  bool result = false;
  guarded(s, [&] { result = s->solver->val(variable) > 0; });
  return result;
}

bool cadical_failed(cadical *s, int assumption) {
  bool result = true; // "needed" is the safe answer
  guarded(s, [&] { result = s->solver->failed(assumption); });
  return result;
}

const uint8_t *cadical_proof(cadical *s, size_t *size) {
  assert(s->proof_file);
  guarded(s, [&] { s->solver->flush_proof_trace(); });
  fflush(s->proof_file);
  *size = s->proof_size;
  return reinterpret_cast<const uint8_t *>(s->proof);
}

} // extern "C"
