// Bit-fields without padding: an argument that comes in registers is put
// together in a temporary and copied to the parameter, and so is a result.
extern void reach_error(void);

#pragma pack(push)
#pragma pack(1)
struct mixed {
  signed a : 23;
  signed b : 16;
  signed c : 18;
  signed d : 22;
  unsigned e : 13;
  unsigned f : 16;
};
#pragma pack(pop)

static struct mixed first = {-1830, -143, 461, 1645, 52, 152};
static struct mixed second = {11, -12, 13, -14, 25, 16};

static int use(signed char before, struct mixed p, int after) {
  if (before != 1 || p.a != 11 || p.b != -12 || p.e != 25 || p.f != 16)
    return 1;
  first.b = p.e;
  p.d = after;
  return p.d != after || p.c != 13 || p.e != 25;
}

static struct mixed make(int is_first) {
  struct mixed l = {1, 2, 3, 4, 5, 6};
  if (is_first)
    return first;
  l.d = -7;
  return l;
}

int main(void) {
  struct mixed x[3] = {
      {1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}, {13, 14, 15, 16, 17, 18}};
  if (use(1, second, 99))
    reach_error();
  if (first.a != -1830 || first.b != 25 || first.c != 461)
    reach_error();
  x[1] = make(0);
  if (x[1].d != -7 || x[1].e != 5 || x[2].a != 13 || x[0].f != 6)
    reach_error();
  x[2] = make(1);
  if (x[2].b != 25 || x[2].f != 152 || use(1, second, -5))
    reach_error();
  return 0;
}
