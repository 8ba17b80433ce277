// SPDX-License-Identifier: Apache-2.0
// A thread runs beside main.
void reach_error(void);
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
static int shared;
static void *other(void *arg) {
  shared = 1;
  return arg;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, other, 0);
  if (shared)
    reach_error();
  return 0;
}
