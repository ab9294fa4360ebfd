"""Tools: typed functions of a device's apps, which an agent may call beside the verbs of the screen.

* `ToolFacts` - what is known of a tool without its code; a schema for function calling follows from it.
* `Parameter` - one of its parameters; `Kind` - the kinds of values.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

__all__ = ["Kind", "Parameter", "ToolFacts"]

Kind = Literal["text", "choice", "integer", "number", "flag", "texts", "rows"]
"""Kinds of values; ``texts`` is a list of texts, ``rows`` a list of lists of texts."""


class Parameter(NamedTuple):
    """A parameter of a tool.

    Attributes:
        name: Its name.
        kind: The kind of its values.
        doc: Its description.
        choices: Its possible values, if it is a choice.
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
    parameters: tuple[Parameter, ...]
    reads: bool
