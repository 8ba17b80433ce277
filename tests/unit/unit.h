// SPDX-License-Identifier: Apache-2.0
// What every unit test includes: cmocka, and CHECK for a plain condition.
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CHECK(condition) assert_true(condition)

#endif
