// Units move from one counter to another and back: equations between three
// variables hold in each loop, and each loop's is another one.
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned int all = __VERIFIER_nondet_uint(), left = all, right = 0, spare;
  while (left > 0) {
    left--;
    right++;
  }
  spare = right;
  while (spare > 0) {
    left++;
    spare--;
  }
  while (right > 0) {
    right--;
    spare++;
  }
  if (left != all || spare != all)
    reach_error();
  return 0;
}
