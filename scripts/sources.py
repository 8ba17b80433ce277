# SPDX-License-Identifier: Apache-2.0
"""What the check scripts share: the sources, and one way to report."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = {".c", ".h", ".cpp", ".def"}


def files(*folders, suffixes=CODE):
    """The source files below the given folders, sorted."""
    found = []
    for folder in folders:
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in suffixes and path.is_file():
                found.append(path)
    return sorted(found)


def name(path):
    return str(path.relative_to(ROOT))


def waivers(file):
    """Lines 'subject reason...' of a waiver file, as a dictionary."""
    path = ROOT / "scripts" / file
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [line.split(None, 1) for line in lines
            if line.strip() and not line.startswith("#")]
    for row in rows:
        if len(row) < 2:
            sys.exit(f"{file}: '{row[0]}' needs a reason")
    return dict(rows)


def finish(failures, notes=()):
    for line in notes:
        print(line)
    for line in failures:
        print(line)
    sys.exit(1 if failures else 0)
