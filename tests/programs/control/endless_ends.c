// Where the program stops for good, or goes on without an end, no error follows:
// that neither loop ends is in nobody's way.
extern void reach_error(void);
extern int choose(void);
static void stop(void) {
  for (;;) {
  }
}
int main(void) {
  int locked = 0;
  if (choose())
    stop();
  locked = 1;
  if (choose())
    locked = 0;
  else
    stop();
  if (locked)
    reach_error();
  for (unsigned n = 0;; n++)
    locked += choose();
}
