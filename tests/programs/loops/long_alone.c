// Asks for nothing and goes round 20,000 times: executing it is the proof.
extern void abort(void);
void reach_error(void) {}

int main(void) {
  unsigned state = 12345, sum = 0, parity = 0;
  for (int i = 0; i < 20000; i++) {
    state = state * 1103515245u + 12345u;
    sum += state >> 16;
    parity ^= sum & 1;
  }
  if (sum != 655439812u || parity > 1)
    reach_error();
  return 0;
}
