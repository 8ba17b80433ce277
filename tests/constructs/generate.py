# SPDX-License-Identifier: Apache-2.0
"""Random programs out of templates, one for each construct of C.

A file in templates/ has sections '//// name'. Each is C text that defines a
function 'static void f$$(word x)', which adds what it computes to a checksum
by MIX and MIXD. What the text leaves to chance:

  $$        the section's number in the program: makes names unique
  $[a|b|]   one of these ('\\|' is a bar)
  $i1 .. $i4  a type of integers, the same for the whole section
  $b $p $s  constants: any small one, 1 .. 9, 0 .. 7
  $m5 $w9   0 .. 5; 1 .. 9
  $r        a real number
  $e $E     an expression over x; and over the variables a, b, c, d, too
  $S1 $S2   a random 'struct S$$_1' with functions fill$$_1(p, x), mix$$_1(p)
"""
import pathlib
import re

HEAD = """#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef unsigned long long word;
static word h;
#define MIX(e) (h = (h << 5 | h >> 59) + (word)(e))
static word bits(double d) {
  word w;
  memcpy(&w, &d, 8);
  return d != d ? 1 : w;
}
#define MIXD(e) MIX(bits(e))
"""
TYPES = ["char", "signed char", "unsigned char", "short", "unsigned short",
         "int", "unsigned", "long", "unsigned long", "long long", "word",
         "int8_t", "uint16_t", "int64_t", "size_t", "ptrdiff_t"]
UNSIGNED = ["unsigned", "unsigned long", "word"]
TOKEN = re.compile(r"\$(\$|\[|S\d|i[1-4]|m\d+|w\d+|[bpsreE])")
FOLDER = pathlib.Path(__file__).parent / "templates"


def templates():
    """Name of each section: its text."""
    found = {}
    for file in sorted(FOLDER.glob("*.txt")):
        for section in file.read_text().split("//// ")[1:]:
            name, text = section.split("\n", 1)
            found[name] = text
    return found


class Section:
    """One template, filled in."""

    def __init__(self, dice, text, number):
        self.dice = dice
        self.number = number
        self.types = [dice.choice(TYPES) for _ in range(4)]
        self.text = self.fill(text)

    def fill(self, text):
        out, at = [], 0
        while match := TOKEN.search(text, at):
            out.append(text[at:match.start()])
            at = match.end()
            if match.group(1) == "[":
                end = text.index("]", at)
                while text[at:end].count("[") > text[at:end].count("]"):
                    end = text.index("]", end + 1)
                out.append(self.choose(text[at:end]))
                at = end + 1
            else:
                out.append(self.token(match.group(1)))
        return "".join(out) + text[at:]

    def choose(self, text):
        parts = re.split(r"(?<!\\)\|", text)
        return self.fill(self.dice.choice(parts).replace("\\|", "|"))

    def token(self, token):
        dice = self.dice
        if token == "$":
            return str(self.number)
        if token[0] == "i":
            return self.types[int(token[1]) - 1]
        if token[0] == "S":
            return self.struct(f"{self.number}_{token[1]}")
        if token[0] == "m":
            return str(dice.randint(0, int(token[1:])))
        if token[0] == "w":
            return str(dice.randint(1, int(token[1:])))
        if token in "eE":
            return self.expression(2, ["x"] + list("abcd") * (token == "E"))
        return {"b": self.constant, "r": self.real,
                "p": lambda: str(dice.randint(1, 9)),
                "s": lambda: str(dice.randint(0, 7))}[token]()

    def member(self, name):
        """A member's declaration, what fills it and what looks at it."""
        dice = self.dice
        t, at = dice.choice(TYPES), f"p->{name}"
        fill, mix = f"{at} = $e;", f"MIX({at});"
        kind = dice.choice("iiiibbfdDaasuP")
        if kind == "i":
            return f"{t} {name};", fill, mix
        if kind == "b":
            t = dice.choice(["int", "unsigned", "_Bool", "long long"])
            width = 1 if t == "_Bool" else dice.randint(1, 31)
            return f"{t} {name} : {width};", fill, mix
        if kind in "fdD":
            t = {"f": "float", "d": "double", "D": "long double"}[kind]
            return f"{t} {name};", f"{at} = $r;", f"MIXD((double){at});"
        if kind == "a":
            n = dice.randint(1, 5)
            loop = f"for (int i = 0; i < {n}; i++) "
            return (f"{t} {name}[{n}];", f"{loop}{at}[i] = $e + i;",
                    f"{loop}MIX({at}[i]);")
        if kind == "s":
            return (f"struct {{ {t} a; char b; }} {name};",
                    f"{at}.a = $e, {at}.b = $b;", f"MIX({at}.a), MIX({at}.b);")
        if kind == "u":
            return (f"union {{ {t} a; char b[sizeof({t})]; }} {name};",
                    f"{at}.a = $e;", f"MIX({at}.a), MIX({at}.b[0]);")
        return (f"const char *{name};", f'{at} = x & 1 ? "{name}" : 0;',
                f"MIX({at} ? {at}[1] : 7);")

    def struct(self, number):
        members = [self.member(f"m{k}")
                   for k in range(self.dice.choice([1, 1, 2, 2, 3, 4]))]
        declared, fills, mixes = (" ".join(texts) for texts in zip(*members))
        packed = self.dice.choice(["", "", "", "__attribute__((packed)) "])
        name = f"struct S{number}"
        return self.fill(
            f"{name} {{ {declared} }} {packed};\n"
            f"static void fill{number}({name} *p, word x) {{ {fills} }}\n"
            f"static void mix{number}(const {name} *p) {{ {mixes} }}")

    def constant(self):
        return str(self.dice.choice([0, 1, 2, 3, 100, 120, 127,
                                     self.dice.randint(0, 120)]))

    def real(self):
        dice = self.dice
        return dice.choice(["0.0", "-0.0", "1.5", "-2.25", "1e-40", "3e38f",
                            "0.1", "16777217.0", "1e15", "-1e-310",
                            repr(dice.uniform(-100, 100)),
                            repr(dice.uniform(-1, 1) * 10 ** dice.randint(-20, 20))])

    def leaf(self, names):
        number = self.dice.choice([
            self.constant(), f"({self.dice.randint(-2**31 + 1, 2**31 - 1)})",
            f"0x{self.dice.getrandbits(64):x}ull", "(-1)",
            f"0x{self.dice.getrandbits(32):x}u"])
        return self.dice.choice([number] + names * 2)

    def expression(self, depth, names):
        """Computes with unsigned numbers, and so is defined."""
        dice = self.dice
        if depth == 0 or dice.random() < .2:
            return self.leaf(names)
        a = self.expression(depth - 1, names)
        b = self.expression(depth - 1, names)
        t = dice.choice(UNSIGNED)
        return dice.choice([
            f"(({t}){a} + ({t}){b})", f"(({t}){a} - ({t}){b})",
            f"(({t}){a} * ({t}){b})", f"({a} & {b})", f"({a} ^ {b})",
            f"({a} | {b})", f"(({t}){a} << ({b} & 31))", f"(({t}){a} >> ({b} & 31))",
            f"(({t}){b} ? ({t}){a} / ({t}){b} : {a})",
            f"(({t}){b} ? ({t}){a} % ({t}){b} : {b})",
            f"({a} < {b})", f"({a} == {b})", f"({a} ? {b} : {a})", f"(!{a} || {b})",
            f"(({dice.choice(TYPES)}){a})", f"(~{a})", f"(-({t}){a})"])


class Program:
    """Some sections, and the inputs (one or two) with which they run."""

    def __init__(self, dice, names, count):
        known = templates()
        self.names = [dice.choice(names) for _ in range(count)]
        self.sections = [Section(dice, known[n], k)
                         for k, n in enumerate(self.names)]
        self.inputs = [dice.choice([dice.randint(0, 9), dice.getrandbits(8),
                                    dice.getrandbits(64)])
                       for _ in range(dice.choice([1, 2]))]

    def text(self, main):
        return HEAD + "".join(s.text for s in self.sections) + main

    def native(self):
        """Prints the checksum of each section for each input."""
        calls = "".join(f'  h = 0, f{k}(x), printf("%llu\\n", h);\n'
                        for k in range(len(self.sections)))
        runs = "".join(f"  if (k == {k}) all({n}ull);\n"
                       for k, n in enumerate(self.inputs))
        return self.text(f"static void all(word x) {{\n{calls}}}\n"
                         "int main(int n, char **v) {\n  int k = atoi(v[1]);\n"
                         f"{runs}}}\n")

    def task(self, wanted, last, wrong):
        """Compares with the checksums wanted[input][section]. last None: each
        must be right; else those before 'last' are, and 'last' calls the error
        if it is (wrong 0), or if it is not what is right plus 'wrong'."""
        lines = []
        for k in range(len(self.sections)):
            want = f"{wanted[0][k]}ull"
            if len(self.inputs) == 2:
                want = f"(x == {self.inputs[0]}ull ? {want} : {wanted[1][k]}ull)"
            if last is None:
                then = f"if (h != {want}) reach_error();"
            elif k != last:
                then = f"if (h != {want}) return 0;"
            elif wrong:
                then = f"if (h != {want} + {wrong}) reach_error();"
            else:
                then = f"if (h == {want}) reach_error();"
            lines.append(f"  h = 0, f{k}(x);\n  {then}\n")
            if k == last:
                break
        return self.text("extern word __VERIFIER_nondet_ulonglong(void);\n"
                         "extern void reach_error(void);\n"
                         f"int main(void) {{\n{self.input_text()}"
                         + "".join(lines) + "  return 0;\n}\n")

    def input_text(self):
        if len(self.inputs) == 1:
            return f"  word x = {self.inputs[0]}ull;\n"
        which = " && ".join(f"x != {n}ull" for n in self.inputs)
        return ("  word x = __VERIFIER_nondet_ulonglong();\n"
                f"  if ({which}) return 0;\n")
