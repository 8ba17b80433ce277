// SPDX-License-Identifier: Apache-2.0
// Program graphs as pictures, drawn by Graphviz.
#ifndef REPORT_PICTURE_H
#define REPORT_PICTURE_H

#include "base/limits.h"
#include "base/strbuf.h"
#include "program/program.h"

// One of the two is empty.
typedef struct picture {
  strbuf svg; // an svg element; ids: <prefix>l<location>, <prefix>e<edge>
  strbuf why; // a sentence that says why there is no picture
} picture;

// The parts of p that the entry reaches, with conditions and assignments in
// the words of the program. Starts 'dot', which gets a few seconds of the time
// that is left.
picture picture_draw(const program *p, const char *prefix, const limits *l);
void picture_free(picture *q);

// The same as text for 'dot'.
void picture_describe(const program *p, const char *prefix, strbuf *out);

#endif
