// SPDX-License-Identifier: Apache-2.0
// The outcome of a run as bytes in a pipe.
#ifndef DRIVER_CHANNEL_H
#define DRIVER_CHANNEL_H

#include <stdbool.h>

#include "driver/pipeline.h"

// Blocks until all is written; false if the reader is gone.
bool channel_send(int fd, const outcome *o);
// Appends what can be read now. False at the end of the stream.
bool channel_read(int fd, strbuf *received);
// False: the bytes are not one whole outcome (the sender died).
bool channel_decode(const strbuf *received, outcome *o);

#endif
