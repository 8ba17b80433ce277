// SPDX-License-Identifier: Apache-2.0
// Two slots and a counter: line number n stands in slot n % 2, and the counter
// says n once it is complete. The writer only ever touches the other slot, so
// a reader that finds the counter unchanged after copying has a whole line. Of
// two engines that write at the same time one is not heard.
#include "cli/progress.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/shown.h"

struct progress {
  atomic_flag is_busy;    // somebody writes
  _Atomic uint32_t count; // lines written so far
  uint32_t seen;          // count at the reader's last copy
  char slots[2][PROGRESS_LINE];
};

progress *progress_new(void) {
  void *page = mmap(NULL, sizeof(progress), PROT_READ | PROT_WRITE,
                    MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

void progress_free(progress *p) {
  if (p)
    munmap(p, sizeof *p);
}

void progress_set(progress *p, const char *line) {
  assert(line);
  if (!p || atomic_flag_test_and_set(&p->is_busy))
    return;
  uint32_t next = atomic_load_explicit(&p->count, memory_order_relaxed) + 1;
  char *slot = p->slots[next % 2];
  size_t length = strcspn(line, "\n");
  if (length >= PROGRESS_LINE)
    length = PROGRESS_LINE - 1;
  memcpy(slot, line, length);
  slot[length] = '\0';
  atomic_store_explicit(&p->count, next, memory_order_release);
  atomic_flag_clear(&p->is_busy);
}

bool progress_get(progress *p, char line[PROGRESS_LINE]) {
  line[0] = '\0';
  if (!p)
    return false;
  uint32_t before, after = atomic_load(&p->count);
  do { // the writer is slower than one copy, so this ends at once
    before = after;
    memcpy(line, p->slots[before % 2], PROGRESS_LINE);
    after = atomic_load(&p->count);
  } while (before != after);
  line[PROGRESS_LINE - 1] = '\0';
  bool is_new = before != p->seen;
  p->seen = before;
  return is_new;
}

static size_t resident_bytes(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", (int)process);
  FILE *f = fopen(path, "r");
  unsigned long whole = 0, resident = 0;
  if (f == NULL || fscanf(f, "%lu %lu", &whole, &resident) != 2)
    resident = 0;
  if (f != NULL)
    fclose(f);
  return resident * (size_t)sysconf(_SC_PAGESIZE);
}

progress_load progress_measure(pid_t worker) {
  progress_load load = {.memory = resident_bytes(worker)};
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)worker,
           (int)worker);
  FILE *f = fopen(path, "r");
  for (int child; f != NULL && fscanf(f, "%d", &child) == 1; load.engines++)
    load.memory += resident_bytes(child);
  if (f != NULL)
    fclose(f);
  return load;
}

void progress_compose(double seconds, double limit, const progress_load *load,
                      const char *line, strbuf *out) {
  strbuf_printf(out, "%.0f s", seconds);
  if (limit > 0)
    strbuf_printf(out, " of %.0f s", limit);
  if (load->engines > 0)
    strbuf_printf(out, ", %u process%s", load->engines,
                  load->engines == 1 ? "" : "es");
  strbuf_printf(out, ", %zu MiB: %s", load->memory >> 20, line);
}

void progress_show(int terminal, const char *line) {
  struct winsize size;
  int columns = 80;
  if (ioctl(terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
    columns = size.ws_col;
  strbuf shown = {0};
  shown_name(line, &shown);
  dprintf(terminal, "\r\033[K%.*s", columns - 1, strbuf_text(&shown));
  strbuf_free(&shown);
}
