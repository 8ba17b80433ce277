// SPDX-License-Identifier: Apache-2.0
// Registers at fixed addresses, by name, as members, and through parameters.
#include <stdint.h>
extern void reach_error(void);
typedef struct {
  volatile uint32_t mode, data, set[2];
} gpio;
#define GPIOA ((gpio *)0x40020000)
#define GPIOB ((gpio *)0x40020400)
#define STATUS (*(volatile uint32_t *)0x40021000)

static void put(gpio *port, int pin) {
  port->mode |= 1u << pin;
  port->set[pin & 1] = 1u << pin;
}

static gpio *const ports[2] = {GPIOA, GPIOB};

int main(void) {
  put(GPIOA, 3);
  put(GPIOB, 5);
  for (int k = 0; k < 2; k++)
    ports[k]->data = 0;
  while (!(STATUS & 1))
    ;
  uint32_t first = GPIOA->data & 7;
  if (first != (GPIOA->data & 7))
    reach_error();
  return 0;
}
