# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks share: running the tool, tables, plots.

Only Python's standard library."""
import csv
import json
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
VERDICTS = {0: "true", 10: "false", 5: "unknown"}


class Run:
    """One run of the tool: its verdict, its statistics, what it cost."""

    def __init__(self, tool, arguments, env=None, command_first=False):
        with tempfile.TemporaryDirectory(prefix="wedge-bench-") as folder:
            report = os.path.join(folder, "r.json")
            start = time.monotonic()
            command = [str(x) for x in arguments[:command_first]]
            rest = [str(x) for x in arguments[command_first:]]
            process = subprocess.Popen(
                [tool, *command, "--quiet", "--json", report, *rest],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True, env=env)
            self.errors = process.stderr.read()
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.wall = time.monotonic() - start
            self.cpu = usage.ru_utime + usage.ru_stime  # clang's included
            self.mib = usage.ru_maxrss / 1024
            self.status = process.returncode
            self.verdict = VERDICTS.get(self.status, f"status {self.status}")
            try:
                with open(report) as f:
                    self.report = json.load(f)
            except (OSError, ValueError):
                self.report = {}

    def stat(self, name):
        return float(self.report.get("statistics", {}).get(name, 0))


BITS = {"ILP32": ["--32"], "LP64": ["--64"]}


def from_manifest(folder, of_set):
    with open(folder / "manifest.csv", newline="") as f:
        return [(folder / row["path"], row["expected"],
                 BITS.get(row["datamodel"], [])) for row in csv.DictReader(f)
                if of_set in (None, row.get("set"))]


def from_definitions(folder):
    tasks = []
    for path in sorted(folder.rglob("*.yml")):
        text = path.read_text()
        names = re.search(r"input_files:\s*'?([^'\n]+)", text)
        expected = re.search(r"expected_verdict:\s*(true|false)", text)
        model = re.search(r"data_model:\s*(\w+)", text)
        if names and expected:
            tasks.append((path.parent / names.group(1).strip(),
                          expected.group(1),
                          BITS.get(model.group(1) if model else "", [])))
    return tasks


def tasks_of(folder, of_set=None):
    """(file, expected verdict, options) for each task of a folder."""
    if not folder.is_dir():
        sys.exit(f"there is no folder '{folder}'")
    if (folder / "manifest.csv").exists():
        return from_manifest(folder, of_set)
    return from_definitions(folder)


def locks_program(count, bug):
    """N inputs choose which locks a round takes; all are given back."""
    text = ["extern void reach_error(void);",
            "extern int __VERIFIER_nondet_int(void);", "int main(void) {"]
    text += [f"  int wanted{i} = __VERIFIER_nondet_int(), held{i};"
             for i in range(count)]
    text += ["  while (__VERIFIER_nondet_int()) {"]
    text += [f"    held{i} = 0;" for i in range(count)]
    for i in range(count):
        text += [f"    if (wanted{i})", f"      held{i} = 1;"]
    for i in range(count):
        check = "held{0} == 1" if bug and i == count - 1 else "held{0} != 1"
        text += [f"    if (wanted{i}) {{",
                 f"      if ({check.format(i)})", "        reach_error();",
                 f"      held{i} = 0;", "    }"]
    return "\n".join(text + ["  }", "  return 0;", "}", ""])


def print_table(head, rows):
    """Columns as wide as they need; numbers to the right."""
    cells = [head] + [[str(c) for c in row] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    for row in cells:
        print("  ".join(c.ljust(w) if i == 0 else c.rjust(w)
                        for i, (c, w) in enumerate(zip(row, widths))))


def seconds(value):
    return f"{value:.3f}" if value < 100 else f"{value:.0f}"


def plot(path, title, axes, series, diagonal=False):
    """An SVG with logarithmic axes. series: name -> list of (x, y)."""
    points = [p for line in series.values() for p in line
              if p[0] > 0 and p[1] > 0]
    if not points:
        return
    size, margin = 480, 60
    colors = ["#1b6ca8", "#c8553d", "#2a9d6f", "#8a5fbf", "#b8860b", "#555"]

    def decades(values):
        return (math.floor(math.log10(min(values))),
                math.ceil(math.log10(max(values)) + 1e-9))

    x_low, x_high = decades([p[0] for p in points])
    y_low, y_high = decades([p[1] for p in points])
    if diagonal:
        x_low = y_low = min(x_low, y_low)
        x_high = y_high = max(x_high, y_high)

    def at(p):
        x = (math.log10(p[0]) - x_low) / max(x_high - x_low, 1)
        y = (math.log10(p[1]) - y_low) / max(y_high - y_low, 1)
        return margin + x * size, margin + (1 - y) * size

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{size + 220}" '
           f'height="{size + 2 * margin}" font-family="sans-serif" '
           'font-size="12">',
           f'<text x="{margin}" y="30" font-size="15">{title}</text>']
    for n in range(x_low, x_high + 1):
        x, _ = at((10 ** n, 10 ** y_low))
        out.append(f'<path d="M{x:.0f} {margin}V{margin + size}" '
                   'stroke="#ddd"/>'
                   f'<text x="{x:.0f}" y="{margin + size + 18}" '
                   f'text-anchor="middle">{10.0 ** n:g}</text>')
    for n in range(y_low, y_high + 1):
        _, y = at((10 ** x_low, 10 ** n))
        out.append(f'<path d="M{margin} {y:.0f}H{margin + size}" '
                   'stroke="#ddd"/>'
                   f'<text x="{margin - 6}" y="{y + 4:.0f}" '
                   f'text-anchor="end">{10.0 ** n:g}</text>')
    out.append(f'<text x="{margin + size / 2}" y="{size + margin + 40}" '
               f'text-anchor="middle">{axes[0]}</text>')
    out.append(f'<text x="16" y="{margin + size / 2}" text-anchor="middle" '
               f'transform="rotate(-90 16 {margin + size / 2})">{axes[1]}'
               '</text>')
    if diagonal:
        out.append(f'<path d="M{margin} {margin + size}L{margin + size} '
                   f'{margin}" stroke="#999"/>')
    for i, (name, line) in enumerate(series.items()):
        color = colors[i % len(colors)]
        placed = [at(p) for p in line if p[0] > 0 and p[1] > 0]
        if not diagonal and len(placed) > 1:
            way = "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
            out.append(f'<path d="M{way}" fill="none" stroke="{color}"/>')
        out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{color}"/>'
                for x, y in placed]
        out.append(f'<text x="{margin + size + 16}" y="{margin + 16 * i + 10}" '
                   f'fill="{color}">{name}</text>')
    out.append("</svg>")
    pathlib.Path(path).write_text("\n".join(out) + "\n")
    print(f"wrote {path}")
