// As tagged_union.c, but one of the values is copied without its tag.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

enum kind { NUMBER, TEXT, REAL, PAIR };

struct value {
  enum kind kind;
  union {
    int number;
    const char *text;
    double real;
    struct {
      short first;
      const int *second;
    } pair;
  } of;
};

static const int seven = 7;

static void set(struct value *v, int kind) {
  v->kind = (enum kind)kind;
  switch (v->kind) {
  case NUMBER:
    v->of.number = -42;
    break;
  case TEXT:
    v->of.text = "text";
    break;
  case REAL:
    v->of.real = 1.5;
    break;
  case PAIR:
    v->of.pair.first = 3;
    v->of.pair.second = &seven;
    break;
  }
}

static void check(const struct value *v) {
  if (v->kind == NUMBER && v->of.number != -42)
    reach_error();
  if (v->kind == TEXT && v->of.text[2] != 'x')
    reach_error();
  if (v->kind == REAL && v->of.real + 1 != 2.5)
    reach_error();
  if (v->kind == PAIR && v->of.pair.first + *v->of.pair.second != 10)
    reach_error();
}

int main(void) {
  struct value values[3], copy;
  int kinds[3], at = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++) {
    kinds[i] = __VERIFIER_nondet_int();
    if (kinds[i] < NUMBER || kinds[i] > PAIR)
      abort();
    set(&values[i], kinds[i]);
  }
  if (at < 0 || at > 2)
    abort();
  copy = values[at];
  check(&copy);
  set(&values[at], (kinds[at] + 1) % 4); // over what is there
  check(&values[at]);
  values[at].of = copy.of;
  check(&values[at]);
  return 0;
}
