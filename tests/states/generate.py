# SPDX-License-Identifier: Apache-2.0
"""Random C programs with few states, each with its machine (machine.py).

Every part is written twice at once, as C and as what the machine executes; C
and Python agree on them, since no expression leaves the range of int.
"""
from collections import namedtuple

from machine import Label

Both = namedtuple("Both", "c py")
# A variable: how C says it, how the machine reads it, its place, how a value
# is stored in it (Python text with {}), and of which sort it is.
Variable = namedtuple("Variable", "c py place store sort")

# sort: (C type, what a store does, mask of what is stored)
INTEGERS = [("unsigned char", "({}) & 255", 7),
            ("signed char", "((({}) + 128) & 255) - 128", 7),
            ("short", "{}", 15), ("int", "{}", 7), ("long long", "{}", 3),
            ("unsigned char", "({}) & 255", None),
            ("signed char", "((({}) + 128) & 255) - 128", None),
            ("_Bool", "int(({}) != 0)", None)]
FIELDS = [("unsigned", 3, "({}) & 7"), ("int", 3, "((({}) + 4) & 7) - 4"),
          ("_Bool", 1, "int(({}) != 0)"), ("unsigned char", 2, "({}) & 3")]
ARRAY = 4
HEAD = """extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
extern void reach_error(void);
"""


class Function:
    def __init__(self, name, calls_itself):
        self.name, self.calls_itself = name, calls_itself
        self.entry, self.variables, self.labels = Label(), [], []
        self.jumps = []  # pairs (break, continue) of the loops around


class Program:
    def __init__(self, dice):
        self.dice, self.code, self.lines, self.cells = dice, [], [], []
        self.globals, self.doubles, self.pointers = [], [], []
        self.declarations, self.depth, self.function = [], 0, None
        self.fuel = 14  # nested statements
        self.declare()
        self.functions = [Function(f"f{i}", i and dice.random() < 0.3)
                          for i in range(1 + dice.choice([0, 0, 1, 2]))]
        for f in reversed(self.functions):
            self.write_function(f)

    # --- variables -----------------------------------------------------------

    def declare(self):
        for i in range(self.dice.randint(1, 3)):
            self.add_global(f"g{i}", *self.dice.choice(INTEGERS))
        if self.dice.random() < 0.4:
            self.add_fields()
        if self.dice.random() < 0.5:
            self.add_array()
        if self.dice.random() < 0.2:
            self.add_double()

    def new_cell(self, value):
        self.cells.append(value)
        return len(self.cells) - 1

    def add_global(self, name, kind, store, mask):
        first = self.dice.randint(0, 1)
        at = self.new_cell(first)
        self.declarations.append(f"{kind} {name} = {first};")
        if mask is not None:
            store = store.format(f"({{}}) & {mask}")
        self.globals.append(Variable(name, f"g[{at}]", ("g", at), store,
                                     (kind, mask)))

    def add_fields(self):
        chosen = [self.dice.choice(FIELDS) for _ in range(2)]
        fields = "".join(f"{kind} b{i} : {width}; "
                         for i, (kind, width, _) in enumerate(chosen))
        self.declarations.append(f"struct {{ {fields}}} s;")
        for i, (kind, width, store) in enumerate(chosen):
            at = self.new_cell(0)
            self.globals.append(Variable(f"s.b{i}", f"g[{at}]", ("g", at),
                                         store, (kind, None)))

    def add_array(self):
        """Four cells, with an index of their own or through a pointer."""
        base = self.new_cell(0)
        for _ in range(ARRAY - 1):
            self.new_cell(0)
        self.array = base
        self.declarations.append(f"unsigned char a[{ARRAY}];")
        at = self.new_cell(base)
        self.declarations.append("unsigned char *p = a;")
        bytes_ = [v for v in self.globals if v.sort[0] == "unsigned char"
                  and "." not in v.c]
        self.pointers.append((at, bytes_))

    def add_double(self):
        at = self.new_cell(0.0)
        self.declarations.append("double d = 0.0;")
        self.doubles.append(at)

    def element(self):
        """An element of the array, or what the pointer points to."""
        if self.dice.random() < 0.3:
            at = self.pointers[0][0]
            return Variable("*p", f"g[g[{at}]]", ("g", f"g[{at}]"),
                            "({}) & 3", ("unsigned char", 3))
        index = self.expression(1)
        at = f"{self.array} + (({index.py}) & 3)"
        return Variable(f"a[({index.c}) & 3]", f"g[{at}]", ("g", at),
                        "({}) & 3", ("unsigned char", 3))

    def variable(self):
        if self.pointers and self.dice.random() < 0.25:
            return self.element()
        own = self.function.variables[self.function.calls_itself:]
        return self.dice.choice(self.globals + own * 2)

    def readable(self):
        if self.pointers and self.dice.random() < 0.2:
            return self.element()
        return self.dice.choice(self.globals + self.function.variables)

    # --- expressions ---------------------------------------------------------

    def expression(self, depth):
        if depth == 0 or self.dice.random() < 0.25:
            return self.leaf()
        return self.dice.choice([self.sum, self.sum, self.product, self.bits,
                                 self.quotient, self.comparison, self.shift,
                                 self.choice, self.cast])(depth - 1)

    def leaf(self):
        if self.doubles and self.dice.random() < 0.15:
            at = self.doubles[0]
            return Both("(int)(d * 4.0)", f"int(g[{at}] * 4.0)")
        if self.dice.random() < 0.3:
            number = self.dice.choice([0, 1, 1, 2, 3, 4, 5, 7, -1])
            return Both(f"({number})", f"({number})")
        v = self.readable()
        # Of long long: back to int, which holds its value.
        return Both(f"(int){v.c}", f"({v.py})")

    def two(self, depth, form, mask=None):
        a, b = self.expression(depth), self.expression(depth)
        if mask is not None:
            a = Both(f"({a.c} & {mask})", f"(({a.py}) & {mask})")
            b = Both(f"({b.c} & {mask})", f"(({b.py}) & {mask})")
        return Both(form.format(a.c, b.c), form.format(a.py, b.py))

    def sum(self, depth):
        return self.two(depth, self.dice.choice(["({} + {})", "({} - {})"]))

    def product(self, depth):
        return self.two(depth, "({} * {})", 15)

    def bits(self, depth):
        return self.two(depth, self.dice.choice(
            ["({} & {})", "({} | {})", "({} ^ {})", "(~{} & {})"]))

    def shift(self, depth):
        if self.dice.random() < 0.5:
            return self.two(depth, "({} << {})", 3)
        a, b = self.expression(depth), self.expression(depth)
        return Both(f"({a.c} >> ({b.c} & 7))", f"(({a.py}) >> (({b.py}) & 7))")

    def quotient(self, depth):
        a, b = self.expression(depth), self.expression(depth)
        sign, name = self.dice.choice([("/", "divide"), ("%", "remainder")])
        return Both(f"({a.c} {sign} (({b.c} & 7) + 1))",
                    f"{name}(({a.py}), (({b.py}) & 7) + 1)")

    def comparison(self, depth):
        a, b = self.expression(depth), self.expression(depth)
        sign = self.dice.choice(["==", "!=", "<", "<=", ">", ">="])
        if self.doubles and self.dice.random() < 0.3:
            limit = self.dice.randint(0, 8) / 4
            return Both(f"(d {sign} {limit})",
                        f"int(g[{self.doubles[0]}] {sign} {limit})")
        if self.dice.random() < 0.3:
            return Both(f"((unsigned){a.c} {sign} (unsigned){b.c})",
                        f"int(({a.py}) % 2**32 {sign} ({b.py}) % 2**32)")
        return Both(f"({a.c} {sign} {b.c})", f"int({a.py} {sign} {b.py})")

    def choice(self, depth):
        a, b = self.expression(depth), self.expression(depth)
        kind = self.dice.randrange(4)
        if kind == 0:
            return Both(f"({a.c} && {b.c})",
                        f"int(bool({a.py}) and bool({b.py}))")
        if kind == 1:
            return Both(f"({a.c} || {b.c})",
                        f"int(bool({a.py}) or bool({b.py}))")
        if kind == 2:
            return Both(f"(!{a.c})", f"int(not {a.py})")
        c = self.expression(depth)
        return Both(f"({a.c} ? {b.c} : {c.c})",
                    f"(({b.py}) if {a.py} else ({c.py}))")

    def cast(self, depth):
        a = self.expression(depth)
        kind, form = self.dice.choice([
            ("(unsigned char)({})", "(({}) & 255)"),
            ("(signed char)({})", "(((({}) + 128) & 255) - 128)"),
            ("(int)((unsigned)({}) % 7u)", "((({}) % 2**32) % 7)"),
            ("(int)((unsigned)({}) >> 29)", "((({}) % 2**32) >> 29)")])
        return Both(kind.format(a.c), form.format(a.py))

    # --- statements ----------------------------------------------------------

    def say(self, text):
        self.lines.append("  " * self.depth + text)

    def emit(self, *instruction):
        self.code.append(instruction)

    def place(self, label):
        label.at = len(self.code)

    def statements(self, least, most):
        self.depth += 1
        for _ in range(self.dice.randint(least, most)):
            self.statement()
        self.say(";")  # a label may stand in front
        self.depth -= 1

    def statement(self):
        self.fuel -= 1
        simple = [self.assign, self.assign, self.step, self.input, self.jump,
                  self.call, self.aim, self.halve]
        nested = [self.branch, self.branch, self.loop, self.loop, self.switch]
        deep = self.fuel > 0 and self.depth < 5 and self.dice.random() < 0.5
        self.dice.choice(nested if deep else simple)()

    def store(self, v, value):
        kind, mask = v.sort
        text = value.c if mask is None else f"({value.c}) & {mask}"
        self.say(f"{v.c} = {text};")
        self.emit("set", v.place, v.store.format(value.py))

    def assign(self):
        self.store(self.variable(), self.expression(2))

    def step(self):
        v = self.variable()
        sign = self.dice.choice(["+", "-", "^"])
        self.store(v, Both(f"{v.c} {sign} 1", f"{v.py} {sign} 1"))

    def input(self):
        """From a small range: by a mask, a remainder or an assumption."""
        v = self.variable()
        how = self.dice.randrange(3) if v.sort[0] != "_Bool" else 0
        count = 2 if v.sort[0] == "_Bool" else self.dice.choice([2, 3, 4])
        if v.sort[1] is None and "." in v.c:
            count = 2
        source = {0: f"(__VERIFIER_nondet_uchar() & {count - 1})",
                  1: f"(__VERIFIER_nondet_uchar() % {count})", 2: "in"}[how]
        if how == 0 and count == 3:
            source = "(__VERIFIER_nondet_uchar() % 3)"
        if how == 2:
            self.say("{ int in = __VERIFIER_nondet_int(); "
                     f"if (in < 0 || in >= {count}) abort();")
        self.say(f"{v.c} = {source};" + (" }" if how == 2 else ""))
        self.input_code(v, count)

    def input_code(self, v, count):
        if v.sort[0] == "int" and "." in v.c:
            count = min(count, 4)
        self.emit("input", v.place, count)

    def jump(self):
        """Guarded, so that what follows is not dead: break, continue, goto,
        return or the end of the program."""
        yes, no, condition = Label(), Label(), self.expression(2)
        ways = [(f"goto {name};", label)
                for name, label in self.function.labels]
        for out, again in self.function.jumps[-1:]:
            ways += [("break;", out)] * 2
            ways += [("continue;", again)] * 2 if again else []
        ways.append(("abort();", None))
        text, label = self.dice.choice(ways)
        self.say(f"if ({condition.c}) {text}")
        self.emit("branch", condition.py, yes, no)
        self.place(yes)
        self.emit(*(("jump", label) if label else ("stop",)))
        self.place(no)

    def call(self):
        at = self.functions.index(self.function)
        if at + 1 == len(self.functions):
            return self.assign()
        f = self.dice.choice(self.functions[at + 1:])
        own = self.function.variables[self.function.calls_itself:]
        target = self.dice.choice(own) if own else None
        if target is None:
            return self.assign()
        a = self.expression(2)
        self.say(f"{target.c} = {f.name}(({a.c}) & 3);")
        self.emit("call", f.entry, [f"({a.py}) & 3"], f.count, target.place)

    def aim(self):
        """The pointer at an element or at a variable."""
        if not self.pointers:
            return self.assign()
        at, bytes_ = self.pointers[0]
        if bytes_ and self.dice.random() < 0.5:
            v = self.dice.choice(bytes_)
            self.say(f"p = &{v.c};")
            return self.emit("set", ("g", at), str(v.place[1]))
        index = self.expression(1)
        self.say(f"p = &a[({index.c}) & 3];")
        self.emit("set", ("g", at), f"{self.array} + (({index.py}) & 3)")

    def halve(self):
        """Doubles stay between 0 and 2."""
        if not self.doubles:
            return self.step()
        cell = f"g[{self.doubles[0]}]"
        if self.dice.random() < 0.5:
            add = self.dice.choice([0.25, 0.5, 1.0])
            c, py = f"d * 0.5 + {add}", f"{cell} * 0.5 + {add}"
        else:
            a = self.expression(1)
            c, py = f"(({a.c}) & 7) * 0.25", f"(({a.py}) & 7) * 0.25"
        self.say(f"d = {c};")
        self.emit("set", ("g", self.doubles[0]), py)

    def branch(self):
        yes, no, end = Label(), Label(), Label()
        condition = self.expression(2)
        self.say(f"if ({condition.c}) {{")
        self.emit("branch", condition.py, yes, no)
        self.place(yes)
        self.statements(1, 2)
        self.emit("jump", end)
        self.place(no)
        if self.dice.random() < 0.5:
            self.say("} else {")
            self.statements(1, 2)
        self.say("}")
        self.place(end)

    def loop(self):
        self.dice.choice([self.loop_while, self.loop_while, self.loop_do,
                          self.loop_for])()

    def loop_body(self, out, again):
        self.function.jumps.append((out, again))
        self.statements(1, 3)
        self.function.jumps.pop()

    def loop_while(self):
        head, body, out = Label(), Label(), Label()
        forever = self.dice.random() < 0.3
        condition = Both("1", "1") if forever else self.expression(2)
        self.place(head)
        self.say(f"while ({condition.c}) {{")
        self.emit("branch", condition.py, body, out)
        self.place(body)
        self.loop_body(out, head)
        self.emit("jump", head)
        self.say("}")
        self.place(out)

    def loop_do(self):
        body, test, out = Label(), Label(), Label()
        self.place(body)
        self.say("do {")
        self.loop_body(out, test)
        condition = self.expression(2)
        self.place(test)
        self.say(f"}} while ({condition.c});")
        self.emit("branch", condition.py, body, out)
        self.place(out)

    def loop_for(self):
        """Counts a variable; its body may change it as well."""
        head, body, again, out = Label(), Label(), Label(), Label()
        v = self.dice.choice(self.globals)
        rounds = self.dice.choice([2, 3, 3, 5])
        step = v.store.format(f"{v.py} + 1")
        mask = "" if v.sort[1] is None else f" & {v.sort[1]}"
        self.say(f"for ({v.c} = 0; {v.c} < {rounds}; "
                 f"{v.c} = ({v.c} + 1){mask}) {{")
        self.emit("set", v.place, "0")
        self.place(head)
        self.emit("branch", f"{v.py} < {rounds}", body, out)
        self.place(body)
        self.loop_body(out, again)
        self.place(again)
        self.emit("set", v.place, step)
        self.emit("jump", head)
        self.say("}")
        self.place(out)

    def switch(self):
        """Some cases fall through; sometimes there is a default."""
        value, out = self.expression(2), Label()
        cases = self.dice.sample(range(4), self.dice.randint(1, 3))
        labels, default = [Label() for _ in cases], self.dice.random() < 0.5
        other = Label() if default else out
        self.say(f"switch (({value.c}) & 3) {{")
        for number, label in zip(cases, labels):
            after = Label()
            self.emit("branch", f"(({value.py}) & 3) == {number}", label,
                      after)
            self.place(after)
        self.emit("jump", other)
        around = self.function.jumps[-1][1] if self.function.jumps else None
        self.function.jumps.append((out, around))
        names = [f"case {n}:" for n in cases] + ["default:"] * default
        for name, label in zip(names, labels + [other]):
            self.say(name)
            self.place(label)
            self.statements(1, 1)
            if self.dice.random() < 0.7:
                self.say("  break;")
                self.emit("jump", out)
        self.function.jumps.pop()
        self.say("}")
        self.place(out)

    # --- functions and the question -------------------------------------------

    def write_function(self, f):
        """Its first cell is the argument, if it has one."""
        self.function, is_main = f, f is self.functions[0]
        self.start_locals(f, is_main)
        parts = self.dice.randint(2, 4)
        f.labels = [(f"{f.name}_l{i}", Label()) for i in range(parts)]
        name, argument = ("main", "void") if is_main else (f.name,
                                                           "unsigned char n")
        self.say(f"int {name}({argument}) {{")
        self.place(f.entry)
        self.write_locals(f, is_main)
        watched = self.dice.randrange(parts) if is_main else None
        for i, (label, target) in enumerate(f.labels):
            self.say(f"{label}:;")
            self.place(target)
            self.statements(1, 3)
            if i == watched:
                self.ask()
        result = self.expression(2)
        self.say(f"  return ({result.c}) & 3;")
        self.emit("return", f"({result.py}) & 3")
        self.say("}")

    def start_locals(self, f, is_main):
        if not is_main:
            f.variables.append(Variable("n", "l[0]", ("l", 0), "({}) & 255",
                                        ("unsigned char", None)))
        for i in range(1 if is_main else self.dice.randint(1, 2)):
            at = len(f.variables)
            f.variables.append(Variable(f"v{i}", f"l[{at}]", ("l", at),
                                        "({}) & 7", ("int", 7)))
        f.count = len(f.variables)

    def write_locals(self, f, is_main):
        own = f.variables[not is_main:]
        for v in own:
            self.say(f"  int {v.c} = 0;")
            self.emit("set", v.place, "0")
        if f.calls_itself:  # its argument is not assigned to
            yes, no = Label(), Label()
            self.say(f"  if (n > 0) {own[0].c} = {f.name}(n - 1);")
            self.emit("branch", "l[0] > 0", yes, no)
            self.place(yes)
            self.emit("call", f.entry, ["l[0] - 1"], f.count, own[0].place)
            self.place(no)

    def ask(self):
        value = self.expression(3)
        self.say(f"  if (({value.c}) == @) reach_error();")
        self.emit("watch", value.py)

    def text(self, number):
        body = "\n".join(self.lines).replace("@", str(number))
        return HEAD + "\n".join(self.declarations) + "\n" + body + "\n"
