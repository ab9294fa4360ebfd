"""Tools: functions of the devices' apps that an agent may call beside the verbs, in the same table.

* `with_tools` - the verbs and tools of an environment's devices.
* `tools_of_table` - the tools among them.
* `as_text` - a tool's result as agents get it. `one_line` - JSON on one line.
* `markdown_table` - a device's tools as documentation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from crab_gym.envs.verbs import TABLE, Table, Verb
from crab_sim.devices.apps import APPS
from crab_sim.devices.tools import ToolFacts

__all__ = ["MAX_RESULT", "MODES", "as_text", "markdown_table", "one_line", "tools_of_table", "with_tools"]

MODES: Final = (False, True, "only")
"""No tools; tools beside the verbs; tools instead of the devices' verbs."""
MAX_RESULT: Final = 20_000
"""Limit of a result's text, in characters."""
_MORE: Final = "… ({} characters more)"
_BREAKS: Final = re.compile("[\x85\u2028\u2029]")
"""The breaks of lines that JSON may have as they are."""


def with_tools(known: Mapping[str, Sequence[ToolFacts]], tools: object) -> Table:
    """Returns the verbs and tools that an environment's agents may use.

    Args:
        known: Device to the tools of its backend.
        tools: One of `MODES`.

    Raises:
        ValueError: It is another value, or a device's backend has no tools.
    """
    if not any([tools is mode or (isinstance(tools, str) and tools == mode) for mode in MODES]):
        raise ValueError(f"tools is {tools!r}; expected one of: {', '.join(map(repr, MODES))}")
    if tools is False:
        return TABLE
    table: dict[str, Mapping[str, Verb]] = {}
    for device, verbs in TABLE.items():
        if device not in known:
            table[device] = verbs
            continue
        own = {each.name: _verb(each) for each in known[device]}
        if not own:
            raise ValueError(
                f"tools is {tools!r}, and the backend of {device!r} has none: only simulated apps have tools; "
                "use backend='sim', or leave tools out"
            )
        table[device] = own if tools == "only" else {**verbs, **own}
    return table


def tools_of_table(table: Table) -> frozenset[tuple[str, str]]:
    """Returns device and name of each tool of a table."""
    pairs = [(device, name) for device, verbs in table.items() for name in verbs if name not in TABLE[device]]
    return frozenset(pairs)


def _verb(tool: ToolFacts) -> Verb:
    """Returns a tool as a row of the table."""
    return Verb(tool.device, tool.name, tool.parameters, tool.doc)


def markdown_table(tools: Sequence[ToolFacts]) -> str:
    """Returns a device's tools by app as Markdown, for the documentation."""
    names = {(app.device, app.id): app.name for app in APPS}
    rows: dict[str, dict[bool, list[str]]] = {}
    for tool in tools:
        parameters = [each.name if each.default is None else f"{each.name}=" for each in tool.parameters]
        by_kind = rows.setdefault(names[tool.device, tool.app], {True: [], False: []})
        by_kind[tool.reads].append(f"`{tool.name}({', '.join(parameters)})`")
    lines = ["| app | reads | writes |", "|---|---|---|"]
    lines += [
        f"| {app} | {', '.join(row[True]) or '–'} | {', '.join(row[False]) or '–'} |" for app, row in rows.items()
    ]
    return "\n".join(lines) + "\n"


def as_text(result: Any) -> str:
    """Returns a tool's result as JSON; ``""`` for none.

    It is one line, whatever stands in it, so that no text can pass for another part of an observation.

    >>> as_text([{"name": "Ada"}]), as_text("done"), as_text(None)
    ('[{"name": "Ada"}]', '"done"', '')
    """
    if result is None:
        return ""
    text = one_line(result)
    if len(text) <= MAX_RESULT:
        return text
    room = MAX_RESULT - len(_MORE.format(len(text)))
    return text[:room] + _MORE.format(len(text) - room)


def one_line(value: Any) -> str:
    r"""Returns a value as JSON on one line, without any of the characters that begin a new one.

    >>> one_line("a\nb\u2028c")
    '"a\\nb\\u2028c"'
    """
    return _BREAKS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(value, ensure_ascii=False))
