// SPDX-License-Identifier: Apache-2.0
// libmd computes the digest and writes its digits.
#include "witness/sha256.h"

#include <assert.h>
#include <sha2.h>

static_assert(SHA256_TEXT == SHA256_DIGEST_STRING_LENGTH,
              "the digits of libmd, and its NUL");

void sha256_text(const void *data, size_t size, char out[SHA256_TEXT]) {
  SHA256Data(data, size, out);
}
