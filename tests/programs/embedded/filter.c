// SPDX-License-Identifier: Apache-2.0
// A low-pass filter in fixed-point numbers that runs for ever: it stays
// within its range, and never overflows.
#include <stdint.h>
extern void reach_error(void);
extern short __VERIFIER_nondet_short(void);

typedef int32_t q16; // 16 bits behind the point

typedef struct low_pass {
  q16 state;
  q16 gain; // in 0 .. 1
} low_pass;

static q16 q16_mul(q16 a, q16 b) {
  return (q16)(((int64_t)a * b) >> 16);
}

static void low_pass_init(low_pass *f, q16 gain) {
  f->state = 0;
  f->gain = gain;
}

static q16 low_pass_step(low_pass *f, int16_t sample) {
  q16 in = (q16)sample * 256;
  f->state += q16_mul(in - f->state, f->gain);
  return f->state / 256;
}

enum { LIMIT = 1000 };

int main(void) {
  low_pass f;
  low_pass_init(&f, 0x4000);
  for (;;) {
    int16_t sample = __VERIFIER_nondet_short();
    if (sample > LIMIT)
      sample = LIMIT;
    if (sample < -LIMIT)
      sample = -LIMIT;
    q16 out = low_pass_step(&f, sample);
    if (out > LIMIT || out < -LIMIT)
      reach_error();
  }
}
