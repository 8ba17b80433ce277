// As hash.c, without the search for a free slot.
extern void reach_error(void);

int x, y;
static int *keys[4];
static int values[4];

static unsigned int slot_of(int *p) {
  return (unsigned int)(__SIZE_TYPE__)p / 4 % 4;
}

static void put(int *key, int v) {
  unsigned int s = slot_of(key);
  if (0)
    s = (s + 1) % 4;
  keys[s] = key;
  values[s] = v;
}

static int get(int *key) {
  unsigned int s = slot_of(key);
  if (keys[s] != key)
    s = (s + 1) % 4;
  return keys[s] == key ? values[s] : -1;
}

int main(void) {
  put(&x, 10);
  put(&y, 20);
  if (get(&x) != 10 || get(&y) != 20)
    reach_error();
  return 0;
}
