// SPDX-License-Identifier: Apache-2.0
// All shares are constants here, so that they can be compared with each other.
#include "driver/shares.h"

#include <assert.h>
#include <float.h>
#include <math.h>

limits shares_part(const limits *all, double part) {
  return all->deadline > 0 ? limits_within(all, limits_left(all) * part) : *all;
}

limits shares_of_questions(const limits *all, uint32_t count, double rest) {
  double left = all->deadline > 0 ? limits_left(all) / count : DBL_MAX;
  double seconds = fmin(left, rest);
  return seconds < DBL_MAX ? limits_within(all, seconds) : *all;
}

limits shares_part_or(const limits *all, double part, double seconds) {
  return all->deadline > 0 ? shares_part(all, part)
                           : limits_within(all, seconds);
}

limits shares_to_search(const limits *all) {
  if (all->deadline <= 0)
    return *all;
  double left = limits_left(all);
  double little = fmin(SHARES_CHECK_SECONDS, SHARES_CHECK_MOST * left);
  return limits_within(all, left - fmax(SHARES_CHECK * left, little));
}

limits shares_to_certify(const limits *all, const limits *share) {
  bool is_whole = all->deadline <= 0 || share->deadline >= all->deadline;
  return is_whole ? *all : shares_part(all, SHARES_CONFIRM);
}

limits shares_of_schedule(const limits *all, double share, uint32_t round) {
  assert(share > 0 && share <= 1);
  if (all->deadline > 0)
    return share < 1 ? shares_part(all, share) : *all;
  return limits_within(all, ldexp(SHARES_FIRST_ROUND, (int)round) * share);
}

static const limits *outermost(const limits *l) {
  while (l->outer)
    l = l->outer;
  return l;
}

limits shares_to_read(const limits *share, double seconds) {
  const limits *whole = outermost(share);
  double most = whole->deadline > 0 ? limits_left(whole) * SHARES_READ_MOST
                                    : SHARES_READ_SECONDS;
  return limits_within(whole, fmin(fmin(most, SHARES_READ_SECONDS), seconds));
}

limits shares_to_witness(const limits *share) {
  const limits *whole = outermost(share);
  return shares_part_or(whole, SHARES_WITNESS, SHARES_WITNESS_SECONDS);
}
