// Without its header, a function is still that of the library.
extern void reach_error(void);

int main(void) {
  if (isalpha('a') != 1024 || isdigit('1') != 2048 || isupper('a'))
    reach_error();
  if (toupper('a') != 'A' || abs(-3) != 3)
    reach_error();
  return 0;
}
