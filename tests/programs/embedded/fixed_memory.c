// SPDX-License-Identifier: Apache-2.0
// Ordinary memory at a fixed address: nobody knows whether it is there.
int main(void) { int *p = (int *)0x40000000; return *p; }
