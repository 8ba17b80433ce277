// Unions that are initialized by members of any kind: for each, clang makes a
// type of its own.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

union any {
  unsigned char small;
  const int *pointer;
  long long large;
  short pair[2];
};

union number {
  short first;
  long long large;
  unsigned char byte;
};

struct row {
  char tag;
  union any of;
  union number n;
};

static const int target = 9;
static union any by_small = {0x81};
static union any by_pointer = {.pointer = &target};
static union any list[3] = {{5}, {.pointer = &target}, {.pair = {1, -2}}};
static struct row rows[2] = {{'a', {.large = 1LL << 40}, {-3}},
                             {'b', {.pointer = &target}, {.byte = 200}}};
static union number numbers[2] = {{0x1234}, {.large = 0x1122334455667788LL}};

static struct { // of one member
  union {
    struct {
      const int *pointer;
      int n;
    } of;
  };
} alone = {{{&target, 2}}}, later;

static const union any *pick(int i) {
  switch (i) {
  case 0:
    return &by_small;
  case 1:
    return &list[0];
  default:
    return &list[2];
  }
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  union any local = {.pair = {7, 8}}, copy = by_small;
  unsigned char *byte;
  if (by_small.small != 0x81 || copy.small != 0x81 || local.pair[1] != 8)
    reach_error();
  if (*by_pointer.pointer != 9 || *list[1].pointer != 9 ||
      list[2].pair[1] != -2)
    reach_error();
  if (rows[0].of.large != 1LL << 40 || *rows[1].of.pointer != 9 ||
      rows[0].n.first != -3 || rows[1].n.byte != 200)
    reach_error();
  later = alone;
  if (*later.of.pointer != 9 || later.of.n != 2)
    reach_error();
  if (i < 0 || i > 2)
    abort();
  if (pick(i)->small != (i == 0 ? 0x81 : i == 1 ? 5 : 1))
    reach_error();
  by_small = list[1]; // a pointer where a byte was
  if (*by_small.pointer != 9)
    reach_error();
  by_small.large = 3;
  if (by_small.small != 3)
    reach_error();
  byte = i == 0 ? &numbers[0].byte : &numbers[1].byte;
  if (*byte != (i == 0 ? 0x34 : 0x88))
    reach_error();
  *byte = 0xff;
  if (numbers[i != 0].large % 256 != 0xff)
    reach_error();
  return 0;
}
