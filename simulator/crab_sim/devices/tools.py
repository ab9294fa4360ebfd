"""Tools: typed functions of a device's apps, which an agent may call beside the verbs of the screen.

* `ToolFacts` - what is known of a tool without its code; a schema for function calling follows from it.
* `Argument` - one of its arguments, as verbs have them, too; `Kind` - the kinds of values.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

__all__ = ["Argument", "Kind", "ToolFacts"]

Kind = Literal[
    "x", "y", "text", "key", "keys", "choice", "count", "seconds", "app", "integer", "number", "flag", "texts", "rows"
]
"""Kinds of values. The last five are those of tools alone: ``texts`` is a list of texts, ``rows`` a list of lists of
texts. Tools have none of places, keys, counts, times and apps."""


class Argument(NamedTuple):
    """An argument of a verb or a tool.

    Attributes:
        name: Its name.
        kind: The kind of its values.
        doc: Its description.
        choices: Its possible values, if these are few.
        default: Its default; None if it is required.
    """

    name: str
    kind: Kind
    doc: str
    choices: tuple[str, ...] = ()
    default: Any = None


class ToolFacts(NamedTuple):
    """What is known of a tool without its code.

    Attributes:
        device: The device that has it.
        app: Id of its app in `crab_sim.devices.apps`.
        name: Its name, unique on the device.
        doc: Its description, in one sentence.
        parameters: Its parameters, in order.
        reads: Whether it only reads.
    """

    device: str
    app: str
    name: str
    doc: str
    parameters: tuple[Argument, ...]
    reads: bool
