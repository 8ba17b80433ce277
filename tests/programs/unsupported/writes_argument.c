// The texts of the arguments of main may be written in C, but not here.
extern void reach_error(void);
int main(int argc, char **argv) {
  if (argc > 1 && argv[1][0] != '\0')
    argv[1][0] = 'x';
  return 0;
}
