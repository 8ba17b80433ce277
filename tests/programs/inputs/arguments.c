// The arguments of main: any number of texts, each of any length, and behind
// them a null pointer.
#include <stddef.h>
#include <string.h>
extern void reach_error(void);

static int is_option(const char *text) {
  return text[0] == '-' && text[1] != '\0';
}

int main(int argc, char *argv[]) {
  if (argc < 1 || argv[argc] != NULL || argv[0] == NULL)
    reach_error();
  if (argc != 3)
    return 1;
  char *first = argv[1], **rest = argv + 2;
  if (first == *rest || rest[1] != NULL)
    reach_error();
  if (is_option(first)) {
    // There is a character behind the hyphen, and an end behind that or later.
    if (first[1] == 'n' && first[2] == '\0' && strcmp(first, "-n") != 0)
      reach_error();
  }
  return 0;
}
