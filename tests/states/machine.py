# SPDX-License-Identifier: Apache-2.0
"""A machine with few states, and all of its reachable ones.

An instruction is a tuple; an expression is Python text over g (the global
cells) and l (the cells of the running function); a place is ("g", text of an
index) or ("l", number).

  ("set", place, expression)         ("input", place, number of values)
  ("branch", expression, yes, no)    ("jump", label)
  ("call", label, [expression], locals, place)
  ("return", expression)             ("stop",)
  ("watch", expression)              its values are what we want to know
"""


class Label:
    at = None  # the index of an instruction


def divide(a, b):
    """C's division: towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def remainder(a, b):
    return a - divide(a, b) * b


def compiled(text):
    return eval(f"lambda g, l: {text}",
                {"divide": divide, "remainder": remainder})


class TooMany(Exception):
    """More states than we want to wait for."""


class Machine:
    """States are (pc, global cells, frames); a frame is (cells, where to go
    on, place of the result), the running one last."""

    def __init__(self, code, cells, start, locals_of_start):
        self.steps = [getattr(self, "make_" + i[0])(n, *i[1:])
                      for n, i in enumerate(code)]
        self.first = (start.at, tuple(cells), (((0,) * locals_of_start, None,
                                                None),))
        self.watched = {}  # value -> number of states at its first sight

    def explore(self, most):
        """Fills 'watched'; returns how many states there are."""
        seen, todo = {self.first}, [self.first]
        for state in todo:  # grows: breadth first
            self.seen_states = len(seen)
            for after in self.steps[state[0]](state):
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
            if len(seen) > most:
                raise TooMany
        return len(seen)

    @staticmethod
    def writer(place):
        """A function (state, value) -> global cells, frames."""
        kind, where = place
        index = compiled(str(where))

        def write(state, value):
            _, g, frames = state
            l, back, result = frames[-1]
            at = index(g, l)
            if kind == "g":
                return g[:at] + (value,) + g[at + 1:], frames
            l = l[:at] + (value,) + l[at + 1:]
            return g, frames[:-1] + ((l, back, result),)
        return write

    def make_set(self, n, place, text):
        value, write = compiled(text), self.writer(place)
        return lambda s: [(n + 1, *write(s, value(s[1], s[2][-1][0])))]

    def make_input(self, n, place, count):
        write = self.writer(place)
        return lambda s: [(n + 1, *write(s, v)) for v in range(count)]

    def make_branch(self, n, text, yes, no):
        value = compiled(text)
        return lambda s: [((yes if value(s[1], s[2][-1][0]) else no).at,
                           s[1], s[2])]

    def make_jump(self, n, label):
        return lambda s: [(label.at, s[1], s[2])]

    def make_call(self, n, label, arguments, count, place):
        values = [compiled(a) for a in arguments]
        rest = (0,) * (count - len(arguments))

        def step(s):
            l = tuple(v(s[1], s[2][-1][0]) for v in values) + rest
            return [(label.at, s[1], s[2] + ((l, n + 1, place),))]
        return step

    def make_return(self, n, text):
        value = compiled(text)

        def step(s):
            l, back, place = s[2][-1]
            if back is None:
                return []
            caller = (s[0], s[1], s[2][:-1])
            return [(back, *self.writer(place)(caller, value(s[1], l)))]
        return step

    def make_stop(self, n):
        return lambda s: []

    def make_watch(self, n, text):
        value = compiled(text)

        def step(s):
            self.watched.setdefault(value(s[1], s[2][-1][0]), self.seen_states)
            return [(n + 1, s[1], s[2])]
        return step
