"""The blocks of a web page as a small screen shows them below one another, and the forms that they belong to."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

__all__ = ["Block", "Cell", "Control", "Document", "Figure", "Form", "Option", "Rule", "Run", "Table", "Text"]


class Run(NamedTuple):
    """A piece of text in one style: ``"regular"``, ``"bold"`` or ``"mono"``; a link has an address."""

    text: str
    style: str = "regular"
    href: str = ""
    download: bool = False


class Text(NamedTuple):
    """A paragraph.

    Attributes:
        runs: Its text.
        kind: Its element: ``"p"``, ``"h1"`` to ``"h6"``, ``"li"``, ``"quote"``, ``"pre"`` or ``"small"``.
        indent: The number of lists around it.
        mark: The number or bullet before it.
        anchors: The ids that lead to it.
    """

    runs: tuple[Run, ...]
    kind: str = "p"
    indent: int = 0
    mark: str = ""
    anchors: tuple[str, ...] = ()


class Cell(NamedTuple):
    """A cell of a table, perhaps a heading."""

    runs: tuple[Run, ...]
    head: bool


class Table(NamedTuple):
    """A table."""

    rows: tuple[tuple[Cell, ...], ...]


class Figure(NamedTuple):
    """A picture: its address, its description, the address it links to, its size in the page (0 for unknown)."""

    src: str
    alt: str = ""
    href: str = ""
    width: int = 0
    height: int = 0


class Rule(NamedTuple):
    """A horizontal line."""

    thickness: int = 1


class Option(NamedTuple):
    """An entry of a list: the value that is sent, and its text."""

    value: str
    text: str


class Control(NamedTuple):
    """A control of a form.

    Attributes:
        kind: ``"text"``, ``"password"``, ``"email"``, ``"number"``, ``"date"``, ``"time"``, ``"textarea"``,
            ``"checkbox"``, ``"radio"``, ``"select"``, ``"file"``, ``"submit"``, ``"reset"`` or ``"button"``.
        form: Index of its form, -1 for none.
        key: Key of its value in the fields of the app's page; radio buttons of one name share it.
        name: The name under which it is sent.
        value: Its text at first; the value that a checkbox, radio button or button sends.
        label: Its label; the text of a button.
        rid: Its id.
        on: Whether it is ticked at first.
        required: Whether it must not be left empty.
        options: The entries of a list.
        minimum: Least number, ``""`` for any.
        maximum: Greatest number.
        min_length: Least length.
        max_length: Greatest length, 0 for any.
    """

    kind: str
    form: int
    key: str
    name: str = ""
    value: str = ""
    label: str = ""
    rid: str = ""
    on: bool = False
    required: bool = False
    options: tuple[Option, ...] = ()
    minimum: str = ""
    maximum: str = ""
    min_length: int = 0
    max_length: int = 0


class Form(NamedTuple):
    """A form: its address, and whether its values are sent (``"post"``) or added to the address (``"get"``)."""

    action: str
    method: str = "get"


Block: TypeAlias = Text | Table | Figure | Rule | Control


class Document(NamedTuple):
    """A web page: its title, its blocks and its forms."""

    title: str
    blocks: tuple[Block, ...]
    forms: tuple[Form, ...] = ()

    @property
    def controls(self) -> list[Control]:
        """The controls of its forms."""
        return [block for block in self.blocks if isinstance(block, Control)]
