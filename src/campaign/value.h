// SPDX-License-Identifier: Apache-2.0
// JSON values as they are read: lines of a journal, reports of the tool.
#ifndef CAMPAIGN_VALUE_H
#define CAMPAIGN_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum {
  VALUE_NULL,
  VALUE_FALSE,
  VALUE_TRUE,
  VALUE_NUMBER,
  VALUE_STRING,
  VALUE_ARRAY,
  VALUE_OBJECT
} value_kind;

// Items of arrays and members of objects are a list in their order.
typedef struct json_value {
  value_kind kind;
  const char *key;  // of a member; else NULL
  const char *text; // of a string
  double number;
  uint32_t line; // in a YAML file, from 1; else 0
  const struct json_value *first, *next;
} json_value;

// The value that 'text' begins with, in 'mem'. NULL: it is no JSON, or nested
// deeper than any report is. Bytes behind the value are not looked at.
const json_value *value_parse(arena *mem, const char *text, size_t size);

// The member of an object; NULL: there is none, or 'v' is no object or NULL.
const json_value *value_get(const json_value *v, const char *key);
const char *value_text(const json_value *v, const char *key,
                       const char *otherwise); // also if it is no string
double value_number(const json_value *v, const char *key, double otherwise);

#endif
