// SPDX-License-Identifier: Apache-2.0
// Making certificates.
#ifndef CERTIFY_ANSWER_H
#define CERTIFY_ANSWER_H

#include "certify/certify.h"

certificate answer_make(certify_status status, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
// 'what' with the source position of location 'at' in front, if it has one.
certificate answer_at(const program *p, certify_status status, loc at,
                      const char *what);
// Gave up: the limit that was hit, or else 'otherwise'.
certificate answer_limit(const env *e, const char *otherwise);

#endif
