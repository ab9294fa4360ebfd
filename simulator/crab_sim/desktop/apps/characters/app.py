"""Characters: finds unusual characters, and copies them to the clipboard; after GNOME's.

State: page ``characters`` (data: the category's name, field ``search``; overlay ``("character", one)`` while one is
shown, or ``("menu", x, y)``). The characters that were copied last are in the slice ``recent_characters``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias, assert_never

from crab_sim.desktop.apps.characters import APP as FACTS
from crab_sim.desktop.apps.characters.data import CATEGORIES, RECENT, code_of, found, members, name_of
from crab_sim.desktop.measures import DOCK_WIDTH
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import Emblem, Sized
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD, Slice
from crab_sim.ui import (
    Button,
    Column,
    Dialog,
    Divider,
    Field,
    Icon,
    IconButton,
    Item,
    Label,
    LazyRow,
    Menu,
    Page,
    Row,
    Scene,
    Scroll,
    Theme,
    Tile,
    Widget,
)

__all__ = ["APP", "RECENT_CHARACTERS"]

RECENT_CHARACTERS: Final = Slice[tuple[str, ...]]("recent_characters", volatile="a history")
_KEPT: Final = 100
_SIDE, _CELL = 196, 56

Message: TypeAlias = (
    DesktopMessage | tuple[Literal["category", "character", "copy"], str] | tuple[Literal["close_character", "menu"]]
)


class _Cells(Widget[Message]):
    """A row of characters of the grid."""

    __slots__ = ("characters",)

    def __init__(self, characters: tuple[str, ...]) -> None:
        self.flex, self.characters = 0, characters

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the characters, each on a ground of its own."""
        theme = scene.theme
        for i, one in enumerate(self.characters):
            left = x + i * _CELL
            scene.round(left + 3, y + 3, _CELL - 6, _CELL - 6, theme.raised, 8)
            scene.frame(left + 3, y + 3, _CELL - 6, _CELL - 6, theme.outline, 8)
            scene.text(left, y, _CELL, _CELL, one, theme.text, 24, align="center")
            scene.node(left, y, _CELL, _CELL, "button", one, name_of(one), message=("character", one))


class _Large(Widget):
    """A character, large."""

    __slots__ = ("character",)

    def __init__(self, character: str) -> None:
        self.flex, self.character = 0, character

    def height(self, theme: Theme, w: int) -> int:
        """Returns the height of the character's ground."""
        return 130

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the character."""
        scene.round(x, y, w, h, scene.theme.surface, 10)
        scene.text(x, y, w, h, self.character, scene.theme.text, 72, align="center")
        scene.node(x, y, w, h, "text", self.character)


def _recent(context: Context) -> tuple[str, ...]:
    recent: tuple[str, ...] = context.get(RECENT_CHARACTERS)
    return recent


def _grid(context: Context, characters: tuple[str, ...]) -> Widget[Message]:
    window = context.window
    wide = context.machine.width - DOCK_WIDTH if window.maximized else window.frame[2] - window.frame[0]
    columns = max(2, (wide - _SIDE - 30) // _CELL)
    rows = [LazyRow(_CELL, _Cells, characters[first : first + columns]) for first in range(0, len(characters), columns)]
    return Scroll("grid", rows, pad=(12, 8))


_MENU: Final[Sequence[Item]] = [
    Item("Keyboard Shortcuts", ("nothing",), enabled=False), Item("About Characters", ("nothing",), enabled=False),
]  # fmt: skip


def view(context: Context) -> View[Message]:
    """Shows the categories, and the characters of one or of the search."""
    page = context.page
    query, chosen = page.fields["search"], page.data
    names = [(RECENT, "clock"), *[(row.name, row.icon) for row in CATEGORIES]]
    rows: list[Widget[Message]] = []
    for name, icon in names:
        selected = name == chosen and not query.strip()
        rows.append(Tile(name, ("category", name), leading=Icon(icon, "text"), selected=selected))
        if name == RECENT:
            emojis = Label("Emojis", "small", "faint", "bold", pad=(12, 6), role="list_item")
            rows += [
                Divider(8),
                emojis,
                Label("Letters & Symbols", "small", "muted", "bold", pad=(12, 6), role="list_item"),
            ]
    side = Sized(Column([Scroll("categories", rows, pad=(6, 6))], background="bar"), w=_SIDE)
    shown = found(query) if query.strip() else _recent(context) if chosen == RECENT else members(chosen)
    tools: list[Widget[Message]] = [
        Field("search", "Search characters", icon="search", flex=1),
        IconButton("menu", "Main Menu", ("menu",), tone="text"),
    ]
    search = Row(tools, gap=6, pad=(10, 5), background="bar")
    body: Widget[Message] = _grid(context, shown)
    if not shown:
        icon, head, text = ("search", "No Results Found", "Try a different search.")
        if not query.strip():
            icon, head, text = ("clock", "No Recent Characters", "Characters will appear here if you use them.")
        body = Column([Emblem(icon, 48, 56), Label(head, "title", font="bold", align="center", pad=(0, 60)),
                       Label(text, tone="muted", align="center")], flex=1)  # fmt: skip
    match page.overlay:
        case ("character", str(one)):
            return View(_window(side, search, body), _character(one, one == context.get(CLIPBOARD)))
        case ("menu", int(x), int(y)):
            return View(_window(side, search, body), Menu(_MENU, (x, y)))
    return View(_window(side, search, body))


def _window(side: Widget[Message], search: Widget[Message], body: Widget[Message]) -> Widget[Message]:
    return Row([side, Column([search, body], background="background", flex=1)], gap=1, background="outline", flex=1)


def _character(one: str, copied: bool) -> Dialog[Message]:
    """Returns the dialog about a character."""
    about = Label(f"Unicode {code_of(one)}", tone="muted", align="center")
    note = Label("Character copied to clipboard" if copied else " ", "small", "muted", align="center",
                 role="text" if copied else "")  # fmt: skip
    actions: list[Widget[Message]] = [
        Button("Close", ("close_character",), "outlined"),
        Button("Copy Character", ("copy", one)),
    ]
    return Dialog(name_of(one), Column([_Large(one), about, note], gap=8), actions, 360, ("close_character",))


def update(context: Context, message: Message) -> None:
    """Handles the window's events."""
    page = context.page
    match message:
        case ("category", name):
            context.set(data=name, fields={**page.fields, "search": ""}, focus="", scroll={**page.scroll, "grid": 0})
        case ("character", one):
            context.set(overlay=("character", one), focus="")
        case ("menu",):
            context.set(overlay=("menu", *context.point), focus="")
        case ("close_character",):
            context.set(overlay=())
        case ("copy", one):
            context.put(CLIPBOARD, one)
            recent = (one, *[other for other in _recent(context) if other != one])[:_KEPT]
            context.put(RECENT_CHARACTERS, recent)
        case ("submit", _):
            results = found(page.fields["search"])
            if results:
                context.set(overlay=("character", results[0]), focus="")
        case ("opened", *_):
            pass
        case _:
            assert_never(message)


def key(context: Context, name: str) -> bool:
    """Handles the window's keys."""
    page = context.page
    match page.overlay:
        case ("character", str(one)):
            if name in ("escape", "ctrl+w"):
                context.set(overlay=())
            elif name in ("enter", "ctrl+c"):
                update(context, ("copy", one))
            return True
    if page.overlay:
        return False
    if name == "f10":
        update(context, ("menu",))
    elif name == "ctrl+f":
        context.set(focus="search", selection=(0, len(page.fields["search"])))
    elif name == "escape":
        context.set(fields={**page.fields, "search": ""}, focus="")
    elif name in ("ctrl+w", "ctrl+q"):
        context.close()
    elif name in ("pageup", "pagedown") and not page.focus:
        offset = page.scroll.get("grid", 0) + (4 if name == "pagedown" else -4) * _CELL
        context.set(scroll={**page.scroll, "grid": max(0, offset)})
    else:
        return False
    return True


def text(context: Context, typed: str) -> bool:
    """Starts a search with typed text; a line end shows the first result."""
    if context.page.overlay:
        return False
    head, newline, _ = typed.partition("\n")
    if head.strip():
        context.set(fields={**context.page.fields, "search": head}, focus="search", selection=(len(head),) * 2)
        if newline:
            update(context, ("submit", "search"))
    return True


def start(intent: Intent) -> Page:
    """Returns the page of the first category."""
    return Page("characters", None, {"search": ""}, data=CATEGORIES[0].name)


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Characters",
    key=key,
    text=text,
    **FACTS.facts,
)
