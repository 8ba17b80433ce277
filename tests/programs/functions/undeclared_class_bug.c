// The truth is not 1.
extern void reach_error(void);

int main(void) {
  if (isalpha('a') != 1)
    reach_error();
  return 0;
}
