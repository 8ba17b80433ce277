// SPDX-License-Identifier: Apache-2.0
#include "certify/numbers/cover.h"

#include "dividing.h"

int main(void) { return dividing_run(&cover_backend); }
