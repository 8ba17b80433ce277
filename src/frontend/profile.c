// SPDX-License-Identifier: Apache-2.0
// What options leave open, and whole sets of choices.
#include "frontend/profile.h"

#include "frontend/property.h"

// Who asks in the words of SV-COMP has a program in mind whose undefined
// functions write no more than their arguments.
external_word profile_external(const options *o) {
  if (o->external != EXTERNAL_AUTO)
    return (external_word)o->external;
  if (o->profile == PROFILE_SVCOMP)
    return EXTERNAL_PURE;
  return property_is_of_competition(o) ? EXTERNAL_ARGUMENTS : EXTERNAL_HAVOC;
}

void profile_note(const options *o, program *p) {
  static const char *const texts[] = {
      "--profile svcomp: undefined functions return any value and have no "
      "other effect",
      "--profile svcomp: allocations succeed, unless no object can be that "
      "large",
      "--profile svcomp: pointers from outside lead to valid memory, and to no "
      "object of the program",
      "--profile svcomp: signed integers wrap around, except where overflow is "
      "the property"};
  for (uint32_t k = 0; o->profile == PROFILE_SVCOMP && k < 4; k++)
    program_add_note(p, NOTE_ASSUMPTION, texts[k], (source_pos){0});
}
