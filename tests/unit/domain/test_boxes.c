// SPDX-License-Identifier: Apache-2.0
#include "domain/boxes.h"

#include "dividing.h"

int main(void) { return dividing_run(&boxes_backend); }
