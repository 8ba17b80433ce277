// A large table of structs with bit-fields, which has initial values. Clang
// gives it a type of single bytes; it is read through pointers in whole units.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

#pragma pack(push, 1)
struct entry {
  unsigned flags : 31;
  unsigned long long key;
  int rest;
};
#pragma pack(pop)

static struct entry table[3][40] = {
    {{1, 10, 3}, {70000, 20, 4}, {3, 30, 5}},
    {{4, 40, 6}},
    {{5, 50, 7}, {6, 60, 8}},
};
static struct entry *current = &table[1][0];

static void select_entry(unsigned n) {
  current = n % 2 == 0 ? &table[0][n % 3] : &table[2][n % 2];
}

int main(void) {
  if (current->flags != 4)
    reach_error();
  select_entry(__VERIFIER_nondet_uint());
  struct entry copy = *current;
  if (copy.flags > 70000 || copy.key != current->key)
    reach_error();
  current->flags = 2147483647;
  if (current->key != copy.key || current->rest != copy.rest)
    reach_error();
  copy = *current;
  if (copy.flags + 1 != 2147483648u)
    reach_error();
  return 0;
}
