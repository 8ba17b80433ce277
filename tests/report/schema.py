# SPDX-License-Identifier: Apache-2.0
"""JSON Schema, as much of it as the schemas of this project use, in a page. A
keyword that is not known here is an error, so nothing is passed over."""
import re

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool,
         "null": type(None)}


def has_type(value, name):
    if name in ("integer", "number"):
        number = (int,) if name == "integer" else (int, float)
        return isinstance(value, number) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Schema:
    def __init__(self, root):
        self.root = root

    def problems(self, value):
        """What is wrong, as a list of texts 'path: reason'."""
        return list(self.check(value, self.root, "$"))

    def check(self, value, schema, path):
        for keyword, argument in schema.items():
            rule = getattr(self, "on_" + keyword.strip("$"), None)
            if rule is None:
                raise ValueError(f"schema keyword {keyword} is not known")
            yield from rule(value, argument, path, schema)

    def ok(self, value, schema):
        return not any(self.check(value, schema, ""))

    # Keywords that say nothing about a value by themselves.
    def on_schema(self, *_):
        return ()

    on_title = on_defs = on_comment = on_then = on_schema

    def on_ref(self, value, name, path, _):
        target = self.root
        for part in name.removeprefix("#/").split("/"):
            target = target[part]
        return self.check(value, target, path)

    def on_type(self, value, names, path, _):
        names = [names] if isinstance(names, str) else names
        if not any(has_type(value, n) for n in names):
            yield f"{path}: {value!r:.60} is no {' or '.join(names)}"

    def on_const(self, value, wanted, path, _):
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            yield f"{path}: {value!r:.60} is not {wanted!r}"

    def on_enum(self, value, wanted, path, _):
        if value not in wanted:
            yield f"{path}: {value!r:.60} is none of {wanted}"

    def on_required(self, value, names, path, _):
        if isinstance(value, dict):
            for name in names:
                if name not in value:
                    yield f"{path}: '{name}' is missing"

    def on_properties(self, value, members, path, _):
        if isinstance(value, dict):
            for name, schema in members.items():
                if name in value:
                    yield from self.check(value[name], schema, f"{path}.{name}")

    def on_additionalProperties(self, value, allowed, path, schema):
        if not isinstance(value, dict):
            return
        for name in value.keys() - schema.get("properties", {}).keys():
            if allowed is False:
                yield f"{path}: '{name}' is not allowed"
            else:
                yield from self.check(value[name], allowed, f"{path}.{name}")

    def on_items(self, value, schema, path, _):
        if isinstance(value, list):
            for i, item in enumerate(value):
                yield from self.check(item, schema, f"{path}[{i}]")

    def on_minItems(self, value, least, path, _):
        if isinstance(value, list) and len(value) < least:
            yield f"{path}: fewer than {least} items"

    def on_maxItems(self, value, most, path, _):
        if isinstance(value, list) and len(value) > most:
            yield f"{path}: more than {most} items"

    def on_minimum(self, value, least, path, _):
        if has_type(value, "number") and value < least:
            yield f"{path}: {value} is less than {least}"

    def on_maximum(self, value, most, path, _):
        if has_type(value, "number") and value > most:
            yield f"{path}: {value} is more than {most}"

    def on_minLength(self, value, least, path, _):
        if isinstance(value, str) and len(value) < least:
            yield f"{path}: a text of fewer than {least} characters"

    def on_pattern(self, value, pattern, path, _):
        if isinstance(value, str) and not re.search(pattern, value):
            yield f"{path}: {value!r:.60} does not match {pattern}"

    def on_anyOf(self, value, schemas, path, _):
        if not any(self.ok(value, s) for s in schemas):
            yield f"{path}: {value!r:.60} fits none of the alternatives"

    def on_allOf(self, value, schemas, path, _):
        for schema in schemas:
            yield from self.check(value, schema, path)

    def on_if(self, value, condition, path, schema):
        if self.ok(value, condition):
            yield from self.check(value, schema.get("then", {}), path)
