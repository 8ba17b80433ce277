// SPDX-License-Identifier: Apache-2.0
// 'wedge --help TOPIC', for topics that are more than options.
#ifndef DRIVER_HELP_H
#define DRIVER_HELP_H

#include <stdbool.h>

#include "base/strbuf.h"

// False: there is no such topic.
bool help_about(const char *topic, strbuf *out);

#endif
