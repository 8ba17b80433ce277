// A gate that was closed too long once, and later closes for two trains: the
// error needs seven events in the right order.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum { OPEN, CLOSING, CLOSED, OPENING };
static int gate = OPEN, lamp, trains, late;

static void approach(void) {
  if (trains < 2)
    trains++;
  lamp = 1;
  if (gate == OPEN || gate == OPENING)
    gate = CLOSING;
}

static void leave(void) {
  if (trains > 0)
    trains--;
  if (trains == 0 && gate == CLOSED)
    gate = OPENING;
}

static void tick(void) {
  if (gate == CLOSING)
    gate = CLOSED;
  else if (gate == OPENING)
    gate = OPEN;
  if (gate == OPEN && trains == 0)
    lamp = 0;
  late |= gate == CLOSED && trains == 0;
  if (gate == CLOSED && trains == 0)
    gate = OPENING;
}

int main(void) {
  while (1) {
    int event = __VERIFIER_nondet_int();
    if (event == 1)
      approach();
    else if (event == 2)
      leave();
    else if (event == 3)
      tick();
    if (trains == 2 && gate == CLOSED && lamp && late)
      reach_error();
  }
}
