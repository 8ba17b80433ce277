// SPDX-License-Identifier: Apache-2.0
#include "driver/channel.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "unit.h"

static strbuf through_pipe(const outcome *sent) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  CHECK(channel_send(ends[1], sent)); // small: fits into the pipe
  close(ends[1]);
  strbuf received = {0};
  while (channel_read(ends[0], &received))
    ;
  close(ends[0]);
  return received;
}

static outcome sample(const char *text, const char *errors) {
  outcome o = {.status = STATUS_FALSE, .verdict = VERDICT_FALSE};
  strbuf_puts(&o.text, text);
  strbuf_puts(&o.errors, errors);
  return o;
}

static void an_outcome_arrives_as_it_was_sent(void **state) {
  const char *texts[] = {"", "a", "several\nlines\n"};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      outcome sent = sample(texts[i], texts[j]), got = {0};
      strbuf received = through_pipe(&sent);
      CHECK(channel_decode(&received, &got));
      CHECK(got.status == STATUS_FALSE && got.verdict == VERDICT_FALSE);
      CHECK(strcmp(strbuf_text(&got.text), texts[i]) == 0);
      CHECK(strcmp(strbuf_text(&got.errors), texts[j]) == 0);
      strbuf_free(&received);
      outcome_free(&sent);
      outcome_free(&got);
    }
  CHECK(mem_live() == 0);
}

static void a_part_of_an_outcome_is_none(void **state) {
  outcome sent = sample("verdict", "errors");
  strbuf received = through_pipe(&sent);
  for (size_t size = 0; size < received.len; size++) {
    strbuf part = {received.text, size, received.cap};
    outcome got = {0};
    CHECK(!channel_decode(&part, &got));
  }
  strbuf_putc(&received, '!');
  outcome got = {0};
  CHECK(!channel_decode(&received, &got));
  strbuf_free(&received);
  outcome_free(&sent);
}

static void sending_to_nobody_fails(void **state) {
  int ends[2];
  CHECK(pipe(ends) == 0);
  close(ends[0]);
  outcome sent = sample("verdict", "");
  CHECK(!channel_send(ends[1], &sent));
  close(ends[1]);
  outcome_free(&sent);
}

static int ignore_broken_pipes(void **state) {
  return signal(SIGPIPE, SIG_IGN) == SIG_ERR;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_outcome_arrives_as_it_was_sent),
      cmocka_unit_test(a_part_of_an_outcome_is_none),
      cmocka_unit_test(sending_to_nobody_fails),
  };
  return cmocka_run_group_tests(tests, ignore_broken_pipes, NULL);
}
