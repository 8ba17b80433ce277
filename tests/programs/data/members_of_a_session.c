// Each member of the session leads to memory of its own, and a copy of the
// struct leads to the same: no member is taken for another one.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned choose(void);
struct keys {
  int size, used;
};
struct peer {
  int state, next;
};
struct session {
  struct peer *peer;
  struct keys *keys;
  struct keys own;
};
static void advance(struct session *s) {
  s->peer->state = s->peer->next;
  s->peer->next = s->peer->state + 1;
}
int main(void) {
  struct session *s = malloc(sizeof *s), copy;
  s->peer = malloc(sizeof *s->peer);
  s->keys = choose() ? &s->own : malloc(sizeof *s->keys);
  s->keys->size = 7;
  s->keys->used = 0;
  s->peer->state = 0;
  s->peer->next = 1;
  copy = *s;
  for (unsigned n = choose() % 5; n > 0; n--)
    advance(&copy);
  if (s->keys->size != 7 || copy.keys->used != 0)
    reach_error();
  if (s->peer->next != s->peer->state + 1)
    reach_error();
  return 0;
}
