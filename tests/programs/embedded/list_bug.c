// SPDX-License-Identifier: Apache-2.0
// An intrusive list as kernels have it, and what container_of finds.
#include <stddef.h>
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define container_of(p, type, member)                                          \
  ((type *)((char *)(p)-offsetof(type, member)))
#define list_entry(p, type, member) container_of(p, type, member)
#define list_for_each_entry(p, head, member)                                   \
  for (p = list_entry((head)->next, __typeof__(*p), member);                   \
       &p->member != (head);                                                   \
       p = list_entry(p->member.next, __typeof__(*p), member))
#define list_for_each_entry_safe(p, n, head, member)                           \
  for (p = list_entry((head)->next, __typeof__(*p), member),                   \
      n = list_entry(p->member.next, __typeof__(*p), member);                  \
       &p->member != (head);                                                   \
       p = n, n = list_entry(n->member.next, __typeof__(*n), member))

struct list_head {
  struct list_head *next, *prev;
};

static void list_init(struct list_head *l) { l->next = l->prev = l; }
static void insert(struct list_head *item, struct list_head *prev,
                   struct list_head *next) {
  next->prev = item;
  item->next = next;
  item->prev = prev;
  prev->next = item;
}
static void list_add_tail(struct list_head *item, struct list_head *head) {
  insert(item, head->prev, head);
}
static void list_del(struct list_head *item) {
  item->next->prev = item->prev;
  item->prev->next = item->next;
  item->next = item->prev = NULL;
}
static int list_empty(const struct list_head *head) {
  return head->next == head;
}

struct task {
  int priority;
  struct list_head queue;
  struct list_head all;
};

static struct list_head ready, everything;

static struct task *task_new(int priority) {
  struct task *t = malloc(sizeof *t);
  if (t == NULL)
    abort();
  t->priority = priority;
  list_add_tail(&t->queue, &ready);
  list_add_tail(&t->all, &everything);
  return t;
}

static struct task *pick(void) {
  struct task *t, *best = NULL;
  list_for_each_entry(t, &ready, queue) {
    if (best == NULL || t->priority > best->priority)
      best = t;
  }
  if (best != NULL)
    list_del(&best->queue);
  return best;
}

int main(void) {
  list_init(&ready);
  list_init(&everything);
  int most = -1;
  for (int k = 0; k < 3; k++) {
    int priority = (int)(__VERIFIER_nondet_uint() % 100);
    if (priority > most)
      most = priority;
    task_new(priority);
  }
  struct task *first = pick(), *second = pick();
  if (first->priority != most || second->priority > first->priority)
    reach_error();
  pick();
  if (!list_empty(&ready))
    reach_error();
  int count = 0;
  struct task *t, *next;
  list_for_each_entry_safe(t, next, &everything, all) {
    list_del(&t->all);
    free(t);
    count++;
  }
  if (count != 3 || !list_empty(&everything))
    reach_error();
  return 0;
}
