// SPDX-License-Identifier: Apache-2.0
// The same: its operand in memory may hold any value behind it.
extern void reach_error(void);

struct device {
  unsigned flags;
  unsigned state;
};

static unsigned read_register(const volatile unsigned *address) {
  unsigned value;
  __asm__ volatile("movl %1, %0" : "=r"(value) : "m"(*address) : "memory");
  return value;
}

static void set_bit(int n, volatile unsigned long *bits) {
  __asm__ volatile("lock; bts %1, %0" : "+m"(*bits) : "Ir"(n) : "memory");
}

int main(void) {
  struct device own = {1, 2};
  unsigned other = 7;
  unsigned long bits = 0;
  own.state = read_register(&other) & 3;
  set_bit(4, &bits);
  if (own.flags != 1 || bits == 1)
    reach_error();
  return 0;
}
