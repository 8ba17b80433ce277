// SPDX-License-Identifier: Apache-2.0
#include "campaign/run/lease.h"

#include <sys/wait.h>

#include "base/mem.h"
#include "folder_of_test.h"

enum { JOBS = 5 };
#define LENGTH 10.0

typedef struct {
  test_folder folder;
  lease a, b;
  diag d;
} fixture;

static void begin(fixture *f) {
  *f = (fixture){.folder = test_folder_make()};
  CHECK(lease_make_folders(f->folder.path, &f->d));
  lease_init(&f->a, f->folder.path, "a", LENGTH, JOBS);
  lease_init(&f->b, f->folder.path, "b", LENGTH, JOBS);
  CHECK(lease_beat(&f->a, true) && lease_beat(&f->b, true));
}

static void end(fixture *f) {
  CHECK(f->d.kind == DIAG_NONE);
  lease_clear(&f->a);
  lease_clear(&f->b);
  test_folder_remove(&f->folder);
  CHECK(mem_live() == 0);
}

static void a_job_is_claimed_once(void **state) {
  fixture f;
  begin(&f);
  CHECK(lease_claim(&f.a, 3, 0, &f.d));
  CHECK(!lease_claim(&f.b, 3, 0, &f.d));
  CHECK(!lease_claim(&f.a, 3, 0, &f.d));
  CHECK(lease_look(&f.b, &f.d));
  CHECK(f.b.jobs.data[3].claimed == 0 && f.b.jobs.data[2].claimed == -1);
  end(&f);
}

// Whatever the clock of the observer says, only the time since a change counts.
static void a_lease_ends_when_nothing_changes(void **state) {
  static const double STARTS[] = {0, 1e6, 5e9};
  for (int i = 0; i < 3; i++) {
    fixture f;
    double t = STARTS[i];
    begin(&f);
    CHECK(lease_claim(&f.a, 0, 0, &f.d));
    CHECK(!lease_is_lost(&f.b, 0, 0, t));
    CHECK(!lease_is_lost(&f.b, 0, 0, t + LENGTH - 1));
    CHECK(lease_is_lost(&f.b, 0, 0, t + LENGTH + 1));
    CHECK(lease_beat(&f.a, true)); // it was only slow
    CHECK(!lease_is_lost(&f.b, 0, 0, t + 3 * LENGTH));
    CHECK(!lease_is_lost(&f.b, 0, 0, t + 4 * LENGTH));
    CHECK(lease_is_lost(&f.b, 0, 0, t + 4 * LENGTH + 1));
    end(&f);
  }
}

static void who_gives_up_is_lost_at_once(void **state) {
  fixture f;
  begin(&f);
  CHECK(lease_claim(&f.a, 0, 0, &f.d));
  CHECK(!lease_is_lost(&f.b, 0, 0, 0));
  lease_give_up(&f.a);
  CHECK(lease_is_lost(&f.b, 0, 0, 0));
  CHECK(!lease_is_lost(&f.a, 0, 0, 0)); // nobody holds himself for dead
  CHECK(lease_claim(&f.b, 0, 1, &f.d));
  end(&f);
}

static void the_first_result_counts(void **state) {
  fixture f;
  begin(&f);
  strbuf line = {0};
  bool won;
  strbuf_puts(&line, "one\n");
  CHECK(lease_hand_in(&f.a, 2, 0, &line, &won, &f.d) && won);
  strbuf_puts(&line, "two\n");
  CHECK(lease_hand_in(&f.b, 2, 0, &line, &won, &f.d) && !won);
  CHECK(lease_look(&f.b, &f.d) && f.b.jobs.data[2].has_result);
  strbuf_free(&line);
  end(&f);
}

// Many processes want the same jobs: each job has one owner.
static void processes_share_without_double_work(void **state) {
  enum { PROCESSES = 8, MANY = 200 };
  test_folder folder = test_folder_make();
  diag d = {0};
  CHECK(lease_make_folders(folder.path, &d));
  for (int p = 0; p < PROCESSES; p++)
    if (fork() == 0) {
      char name[16];
      snprintf(name, sizeof name, "w%d", p);
      lease l;
      lease_init(&l, folder.path, name, LENGTH, MANY);
      int won = 0;
      for (uint32_t i = 0; i < MANY; i++)
        won += lease_claim(&l, i, 0, &d);
      _exit(won);
    }
  int sum = 0, status;
  while (wait(&status) > 0)
    sum += WEXITSTATUS(status);
  CHECK(sum == MANY);
  test_folder_remove(&folder);
}

static void names_of_files(void **state) {
  uint32_t job, attempt;
  CHECK(lease_parse_name("17.2", &job, &attempt) && job == 17 && attempt == 2);
  static const char *const BAD[] = {"",    "17",     "17.",          ".2",
                                    "x.1", "1.2.3",  "17.0.a.new",   "1.9",
                                    "1.x", "-1x.0x", "99999999999.0"};
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
    CHECK(!lease_parse_name(BAD[i], &job, &attempt));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_job_is_claimed_once),
      cmocka_unit_test(a_lease_ends_when_nothing_changes),
      cmocka_unit_test(who_gives_up_is_lost_at_once),
      cmocka_unit_test(the_first_result_counts),
      cmocka_unit_test(processes_share_without_double_work),
      cmocka_unit_test(names_of_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
