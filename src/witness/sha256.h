// SPDX-License-Identifier: Apache-2.0
// SHA-256 (FIPS 180-4), by which a witness names the files it is about.
#ifndef WITNESS_SHA256_H
#define WITNESS_SHA256_H

#include <stddef.h>

enum { SHA256_TEXT = 65 }; // hexadecimal digits and a NUL

void sha256_text(const void *data, size_t size, char out[SHA256_TEXT]);

#endif
