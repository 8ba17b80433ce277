// SPDX-License-Identifier: Apache-2.0
// Lists as kernels write them: links inside of the elements, container_of.
#include <stddef.h>
#include <stdlib.h>
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

struct list_head {
  struct list_head *next, *prev;
};

#define LIST_HEAD(name) struct list_head name = {&(name), &(name)}
#define container_of(p, type, member)                                          \
  ({                                                                           \
    const __typeof__(((type *)0)->member) *m_ = (p);                           \
    (type *)((char *)m_ - offsetof(type, member));                             \
  })
#define list_entry(p, type, member) container_of(p, type, member)
#define list_for_each_entry(p, head, member)                                   \
  for (p = list_entry((head)->next, __typeof__(*p), member);                   \
       &p->member != (head);                                                   \
       p = list_entry(p->member.next, __typeof__(*p), member))
#define list_for_each_safe(p, n, head)                                         \
  for (p = (head)->next, n = p->next; p != (head); p = n, n = p->next)

static void insert_between(struct list_head *e, struct list_head *prev,
                           struct list_head *next) {
  next->prev = e;
  e->next = next;
  e->prev = prev;
  prev->next = e;
}
static void list_add(struct list_head *e, struct list_head *head) {
  insert_between(e, head, head->next);
}
static void list_add_tail(struct list_head *e, struct list_head *head) {
  insert_between(e, head->prev, head);
}
static void list_del(struct list_head *e) {
  e->next->prev = e->prev;
  e->prev->next = e->next;
  e->next = e->prev = NULL;
}
static int list_empty(const struct list_head *head) {
  return head->next == head;
}

struct task {
  int priority;
  struct list_head run;
  unsigned budget;
};

static LIST_HEAD(ready);

static struct task *task_create(int priority, unsigned budget) {
  struct task *t = malloc(sizeof *t);
  if (t == NULL)
    abort();
  t->priority = priority;
  t->budget = budget;
  list_add_tail(&t->run, &ready);
  return t;
}

static struct task *best(void) {
  struct task *t, *found = NULL;
  list_for_each_entry(t, &ready, run) {
    if (found == NULL || t->priority > found->priority)
      found = t;
  }
  return found;
}

static void tick(void) {
  struct list_head *p, *n;
  list_for_each_safe(p, n, &ready) {
    struct task *t = list_entry(p, struct task, run);
    if (--t->budget == 0) {
      list_del(p);
      free(t);
    }
  }
}

int main(void) {
  unsigned budget = __VERIFIER_nondet_uint();
  if (budget == 0 || budget > 3)
    return 0;
  task_create(1, budget);
  struct task *urgent = task_create(5, 2);
  task_create(3, 1);
  if (best() != urgent)
    reach_error();
  list_del(&urgent->run);
  list_add(&urgent->run, &ready);
  if (list_entry(ready.next, struct task, run) != urgent)
    reach_error();
  tick();
  if (best() != urgent || urgent->budget != 1)
    reach_error();
  tick();
  if (!list_empty(&ready) != (budget == 3))
    reach_error();
  tick();
  if (!list_empty(&ready))
    reach_error();
  return 0;
}
