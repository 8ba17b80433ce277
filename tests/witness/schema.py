# SPDX-License-Identifier: Apache-2.0
"""Is a text a witness of format 2.0 or 2.1, as their descriptions have it?

  schema.py FILE...

Only what a writer of proofs and errors of sequential programs may say: no
termination, no threads. Keys that the formats do not have are complaints. The
YAML that is understood is a writer's: blocks, plain and double-quoted texts."""
import json
import pathlib
import re
import sys

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                  r"[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:?\d\d)")
CHECK = re.compile(r"CHECK\( init\(\w+\(\)\), LTL\(.*\) \)")
WAYPOINTS = {"assumption", "branching", "function_enter", "function_return",
             "target"}


class Wrong(Exception):
    pass


def need(condition, what):
    if not condition:
        raise Wrong(what)


# --- YAML ---------------------------------------------------------------------

class Text(str):
    """A quoted one: '2.0' without quotes is a number."""


def scalar(text):
    if text in ("[]", "{}"):
        return [] if text == "[]" else {}
    if text.startswith('"'):
        return Text(json.loads(text))
    return int(text) if re.fullmatch(r"-?\d+", text) else text


KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s"-].*?):(?: (.*))?$')


def parse(lines, indent):
    """The block that begins in lines[0]; takes its lines."""
    if lines[0][1].startswith("- "):
        out = []
        while lines and lines[0] == (indent, lines[0][1]) and \
                lines[0][1].startswith("- "):
            lines[0] = (indent + 2, lines[0][1][2:])
            is_map = KEY.match(lines[0][1])
            out.append(parse(lines, indent + 2) if is_map
                       else scalar(lines.pop(0)[1]))
        return out
    out = {}
    while lines and lines[0][0] == indent and not lines[0][1].startswith("- "):
        match = KEY.match(lines[0][1])
        need(match, f"no key: {lines[0][1]}")
        lines.pop(0)
        key = scalar(match.group(1)) if match.group(1)[0] == '"' \
            else match.group(1)
        need(key not in out, f"{key} twice")
        has_block = lines and (lines[0][0] > indent or
                               lines[0] == (indent, lines[0][1]) and
                               lines[0][1].startswith("- "))
        out[key] = (scalar(match.group(2)) if match.group(2)
                    else parse(lines, lines[0][0]) if has_block else None)
    return out


def load(text):
    lines = [(len(l) - len(l.lstrip()), l.strip())
             for l in text.splitlines() if l.strip()]
    need(lines, "empty")
    out = parse(lines, lines[0][0])
    need(not lines, f"not understood: {lines[:1]}")
    return out


# --- the format ---------------------------------------------------------------

def keys(mapping, required, optional=()):
    need(isinstance(mapping, dict), f"no mapping: {mapping}")
    missing = set(required) - set(mapping)
    unknown = set(mapping) - set(required) - set(optional)
    need(not missing and not unknown,
         f"missing {sorted(missing)}, unknown {sorted(unknown)}")


def is_text(value):
    return isinstance(value, str) and value != ""


def check_metadata(m):
    keys(m, ("format_version", "uuid", "creation_time", "producer", "task"))
    need(isinstance(m["format_version"], Text) and
         m["format_version"] in ("2.0", "2.1"), "format_version")
    need(UUID.fullmatch(m["uuid"]), "uuid")
    need(TIME.fullmatch(m["creation_time"]), "creation_time")
    keys(m["producer"], ("name", "version"),
         ("configuration", "command_line", "description"))
    t = m["task"]
    keys(t, ("input_files", "input_file_hashes", "specification", "data_model",
             "language"))
    need(t["input_files"] and all(map(is_text, t["input_files"])),
         "input_files")
    need(set(t["input_file_hashes"]) == set(t["input_files"]), "hashes")
    for value in t["input_file_hashes"].values():
        need(re.fullmatch(r"[0-9a-f]{64}", value), "a hash")
    for line in t["specification"].splitlines():
        need(CHECK.fullmatch(line), "specification")
    need(t["data_model"] in ("ILP32", "LP64"), "data_model")
    need(t["language"] == "C", "language")


def check_location(at, files, whole):
    """whole: validators want the column and the function, too."""
    keys(at, ("file_name", "line") + (("column", "function") if whole else ()),
         () if whole else ("column", "function"))
    need(at["file_name"] in files, "file_name")
    for key in ("line", "column"):
        need(isinstance(at.get(key, 1), int) and at.get(key, 1) >= 1, key)
    need(is_text(at.get("function", "f")), "function")


def check_expression(text, kind, version):
    """Extended expressions are those of 2.1."""
    allowed = ("c_expression",) if version == "2.0" else \
        ("c_expression", "ext_c_expression")
    need(is_text(text), "an expression")
    need(kind in allowed, f"format {kind} in {version}")
    need("\\" not in text or kind == "ext_c_expression", f"no C: {text}")
    for word in re.findall(r"\\(\w+)", text):
        need(word in ("result", "at"), f"\\{word}")
    for label in re.findall(r"\\at\([^,()]*, (\w+)\)", text):
        need(label in ("Old", "Pre", "AnyPrev", "LastPrev"), f"\\at {label}")


def check_invariant(i, version, files):
    keys(i, ("type", "location", "value", "format"),
         () if version == "2.0" else ("labels",))
    need(i["type"] in ("loop_invariant", "location_invariant"), i["type"])
    check_location(i["location"], files, True)
    check_expression(i["value"], i["format"], version)
    need("\\result" not in i["value"], "\\result in an invariant")
    need(set(i.get("labels", [])) <= {"inductive"}, "labels")


def check_contract(c, version, files):
    need(version != "2.0", "a contract in 2.0")
    keys(c, ("type", "location", "requires", "ensures", "format"))
    need(c["type"] == "function_contract", c["type"])
    check_location(c["location"], files, True)
    check_expression(c["requires"], c["format"], version)
    check_expression(c["ensures"], c["format"], version)
    need("\\result" not in c["requires"], "\\result in what is required")


def check_constraint(kind, constraint, version):
    if kind in ("function_enter", "target"):
        need(constraint is None, f"a constraint of {kind}")
    elif kind == "branching":
        keys(constraint, ("value",), ("format",))
        need(re.fullmatch(r"true|false|default|-?\d+",
                          str(constraint["value"])), "branching")
    elif constraint is None:
        need(kind == "function_return", f"no constraint of {kind}")
    else:
        keys(constraint, ("value", "format"))
        if kind == "function_return" and version == "2.0":
            need(constraint["format"] == "acsl_expression", "its format")
        else:
            check_expression(constraint["value"], constraint["format"],
                             version)


def check_waypoint(w, version, files):
    keys(w, ("type", "action", "location"), ("constraint",))
    need(w["type"] in WAYPOINTS, w["type"])
    need(w["action"] in ("follow", "avoid"), w["action"])
    check_location(w["location"], files, False)
    check_constraint(w["type"], w.get("constraint"), version)


def check_segments(content, version, files):
    need(content, "no segments")
    for i, segment in enumerate(content):
        keys(segment, ("segment",))
        waypoints = []
        for item in segment["segment"]:
            keys(item, ("waypoint",))
            waypoints.append(item["waypoint"])
            check_waypoint(item["waypoint"], version, files)
        need(waypoints, "an empty segment")
        need([w["action"] for w in waypoints] ==
             ["avoid"] * (len(waypoints) - 1) + ["follow"], "actions")
        targets = [w["type"] == "target" for w in waypoints]
        need(targets == [False] * (len(targets) - 1) + [i + 1 == len(content)],
             "the target is what the last segment follows")


def check(text):
    """Raises Wrong. Returns the version."""
    whole = load(text)
    need(isinstance(whole, list) and len(whole) == 1, "one entry")
    keys(whole[0], ("entry_type", "metadata", "content"))
    entry = whole[0]
    check_metadata(entry["metadata"])
    version = str(entry["metadata"]["format_version"])
    files = entry["metadata"]["task"]["input_files"]
    need(isinstance(entry["content"], list), "content")
    if entry["entry_type"] == "violation_sequence":
        check_segments(entry["content"], version, files)
        return version
    need(entry["entry_type"] == "invariant_set", "entry_type")
    for item in entry["content"]:
        if "contract" in item:
            keys(item, ("contract",))
            check_contract(item["contract"], version, files)
        else:
            keys(item, ("invariant",))
            check_invariant(item["invariant"], version, files)
    return version


def main():
    bad = 0
    for path in sys.argv[1:]:
        try:
            check(pathlib.Path(path).read_text())
        except Wrong as e:
            print(f"{path}: {e}")
            bad += 1
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
