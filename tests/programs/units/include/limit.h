// SPDX-License-Identifier: Apache-2.0
#ifndef LIMIT_H
#define LIMIT_H
enum { LIMIT = FACTOR * 5 };
#endif
