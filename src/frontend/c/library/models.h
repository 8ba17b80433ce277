// SPDX-License-Identifier: Apache-2.0
// Functions of the C library, written in C.
//
// What a program calls and does not define is compiled from these texts and
// linked to it, so that each has one meaning, which anybody can read.
#ifndef FRONTEND_C_LIBRARY_MODELS_H
#define FRONTEND_C_LIBRARY_MODELS_H

#include "base/env.h"
#include "frontend/c/read/bitcode.h"
#include "program/program.h"

// Whether a position names the text of the models.
bool models_is_file(const char *file);

// The function of the C library that one of the text stands for; any other
// function's own name.
const char *models_name(arena *mem, const char *function, const char *file);

// Links what the module needs. False with 'd' filled if clang fails.
bool models_link(const env *e, bitcode *b, program *p, diag *d);

// The text of the functions of <time.h> (models_time.c).
extern const char models_time[];
extern const char models_clock[];
// Of functions of numbers (models_number.c).
extern const char models_number[];
// Of functions that read and write bytes elsewhere (models_stream.c).
extern const char models_stream[];

#endif
