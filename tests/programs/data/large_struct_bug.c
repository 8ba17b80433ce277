// SPDX-License-Identifier: Apache-2.0
// The same, with one element too many that is zero.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct state {
  char buffer[9000];
  int level;
  int *where;
  struct state *self;
};

static int number = 4;
static struct state state = {.level = 2, .where = &number};

int main(void) {
  unsigned k = __VERIFIER_nondet_uint();
  if (k >= sizeof state.buffer)
    return 0;
  state.buffer[k] = 7;
  state.self = &state;
  struct state *s = state.self;
  if (s->level != 2 || *s->where != 4 || s->buffer[k] != 7)
    reach_error();
  if (s->buffer[100] != 0)
    reach_error();
  s->level = -1;
  if (state.level != -1 || state.where != &number)
    reach_error();
  return 0;
}
