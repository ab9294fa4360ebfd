"""The desktop's Calculator: earlier calculations, the entry, and the keys; one window, as GNOME's has in basic mode.

State: page ``calculator`` with data `Sheet`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from crab_gym.sim.desktop.messages import DesktopMessage
from crab_gym.sim.draw import text as metrics
from crab_gym.sim.engines.arithmetic import MAX_TYPED, CalculationError, evaluate, show
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.slices import CLIPBOARD
from crab_gym.sim.ui import Button, Column, Divider, Grid, Label, Page, Row, Scene, Scroll, Theme, Widget
from crab_gym.sim.ui.node import EDITABLE, FOCUSED

__all__ = ["APP", "Calculation", "Sheet"]

_KEPT = 100
_KEYS: Final = (
    ("C", "(", ")", "mod", "π"),
    ("7", "8", "9", "÷", "√"),
    ("4", "5", "6", "×", "x²"),
    ("1", "2", "3", "−", "xʸ"),
    ("0", ".", "%", "+", "="),
)
_SAID: Final = {
    "C": "Clear Display", "÷": "Divide", "×": "Multiply", "−": "Subtract", "+": "Add", "=": "Solve", "√": "Root",
    "x²": "Square", "xʸ": "Exponent", "π": "Pi", "mod": "Modulus", "%": "Percentage",
}  # fmt: skip
"""What a screen reader says for keys that are signs."""
_TYPES: Final = {"x²": "²", "xʸ": "^"}
_SIGNS: Final = {"-": "−", "*": "×", "/": "÷", ",": ".", " ": ""}
_OPERATORS = "+−×÷^²%!"
_TYPABLE = frozenset("0123456789.+−×÷^²%!√()πesincotalgmd")


class Calculation(NamedTuple):
    """A finished calculation."""

    formula: str
    result: str


class Sheet(NamedTuple):
    """What the window shows.

    Attributes:
        entry: The text in the entry.
        caret: Where the caret stands in it.
        solved: Whether the entry is a result: a digit then begins anew, an operator goes on with it.
        error: Why the entry has no value; ``""`` if nothing is wrong.
        earlier: The finished calculations, oldest first.
    """

    entry: str = ""
    caret: int = 0
    solved: bool = False
    error: str = ""
    earlier: tuple[Calculation, ...] = ()


Message: TypeAlias = (
    DesktopMessage | tuple[Literal["press"], str] | tuple[Literal["take"], int] | tuple[Literal["caret"]]
)


def _sheet(context: Context) -> Sheet:
    sheet: Sheet = context.page.data
    return sheet


class _Entry(Widget):
    """The entry, with its caret; its text is large and lies at the right edge, where it is long its end."""

    __slots__ = ("sheet",)

    def __init__(self, sheet: Sheet) -> None:
        self.flex, self.sheet = 0, sheet

    def height(self, theme: Theme, w: int) -> int:
        """Returns the entry's height."""
        return 52

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the text and the caret."""
        theme, sheet = scene.theme, self.sheet
        scene.fill(x, y, w, h, theme.raised)
        if scene.drawn:
            outer, size = scene.clip, 24
            scene.clip = max(outer[0], x + 8), outer[1], min(outer[2], x + w - 8), outer[3]
            width, before = metrics.width(sheet.entry, "regular", size), sheet.entry[: sheet.caret]
            left = min(x + w - 12 - width, x + 12) if width > w - 24 else x + w - 12 - width
            scene.text(left, y, width + 4, h, sheet.entry, theme.text, size)
            scene.fill(left + metrics.width(before, "regular", size), y + 12, 2, h - 24, theme.accent)
            scene.clip = outer
        scene.node(x, y, w, h, "text_field", sheet.entry, "Entry", message=("caret",), flags=EDITABLE | FOCUSED)


@lru_cache(maxsize=1)
def _keypad() -> Widget:
    rows: list[Widget] = []
    for line in _KEYS:
        for text in line:
            kind = "filled" if text == "=" else "tonal" if text.isdigit() or text == "." else "outlined"
            rows.append(_Key(text, kind))
    return Grid(rows, 5, 46, 6, pad=(12, 12))


class _Key(Widget):
    """A key of the keypad."""

    __slots__ = ("kind", "text")

    def __init__(self, text: str, kind: str) -> None:
        self.flex, self.text, self.kind = 0, text, kind

    def place(self, scene: Scene, x: int, y: int, w: int, h: int) -> None:
        """Draws the key as large as its cell."""
        theme = scene.theme
        ground, ink = {
            "filled": (theme.accent, theme.on_accent),
            "tonal": (theme.raised, theme.text),
        }.get(self.kind, (theme.surface, theme.text))
        scene.round(x, y, w, h, ground, 8)
        scene.frame(x, y, w, h, theme.outline, 8)
        scene.text(x, y, w, h, self.text, ink, 18, align="center")
        scene.node(x, y, w, h, "button", self.text, _SAID.get(self.text, ""), message=("press", self.text))


def view(context: Context) -> View:
    """Shows the earlier calculations, the entry, and the keys."""
    sheet = _sheet(context)
    rows: list[Widget] = [
        Row(
            [
                Label(row.formula, "small", "muted", flex=1, align="right"),
                Label("=", "small", "muted"),
                Button(row.result, ("take", i), "text"),
            ],
            gap=8,
            pad=(12, 0),
        )
        for i, row in enumerate(sheet.earlier)
    ]
    rows.reverse()  # the newest is next to the entry's top; the list scrolls down into the past
    status = Label(sheet.error or " ", "small", "danger", align="right")
    return View(
        Column(
            [
                Scroll("earlier", rows, flex=1),
                Divider(),
                _Entry(sheet),
                Row([Label("", flex=1), status], pad=(12, 2)),
                Divider(),
                _keypad(),
            ]
        )
    )


def _type(context: Context, text: str) -> None:
    """Inserts text at the caret; after a result, a value begins anew and an operator goes on."""
    sheet = _sheet(context)
    for sign, shown in _SIGNS.items():
        text = text.replace(sign, shown)
    text = "".join([char for char in text if char in _TYPABLE])
    if not text:
        return
    if sheet.solved and text[0] not in _OPERATORS and not text.startswith("mod"):
        sheet = sheet._replace(entry="", caret=0)
    entry = sheet.entry[: sheet.caret] + text + sheet.entry[sheet.caret :]
    if len(entry) > MAX_TYPED:
        return
    context.set(data=sheet._replace(entry=entry, caret=sheet.caret + len(text), solved=False, error=""))


def _solve(context: Context) -> None:
    sheet = _sheet(context)
    if not sheet.entry or sheet.solved:
        return
    try:
        result = show(evaluate(sheet.entry))
    except CalculationError as error:
        reason = "Malformed expression" if str(error) == "Format error" else str(error)
        context.set(data=sheet._replace(error=reason))
        return
    earlier = (*sheet.earlier, Calculation(sheet.entry, result))[-_KEPT:]
    context.set(data=Sheet(result, len(result), True, "", earlier), scroll={})


def update(context: Context, message: Message) -> None:
    """Handles the keys and the results of earlier calculations."""
    sheet = _sheet(context)
    match message:
        case ("press", "="):
            _solve(context)
        case ("press", "C"):
            context.set(data=sheet._replace(entry="", caret=0, solved=False, error=""))
        case ("press", sign):
            _type(context, _TYPES.get(sign, sign))
        case ("take", number):
            _type(context, sheet.earlier[number].result)


def text(context: Context, typed: str) -> bool:
    """Takes typed text; a line end solves."""
    first, newline, rest = typed.partition("\n")
    _type(context, first)
    if newline:
        _solve(context)
        if rest:
            text(context, rest)
    return True


def key(context: Context, name: str) -> bool:
    """Handles the keys for solving, correcting, copying and pasting."""
    sheet = _sheet(context)
    entry, caret = sheet.entry, sheet.caret
    match name:
        case "enter" | "ctrl+enter":
            _solve(context)
        case "escape" | "ctrl+backspace":
            context.set(data=sheet._replace(entry="", caret=0, solved=False, error=""))
        case "backspace" if caret:
            context.set(
                data=sheet._replace(entry=entry[: caret - 1] + entry[caret:], caret=caret - 1, solved=False, error="")
            )
        case "delete":
            context.set(data=sheet._replace(entry=entry[:caret] + entry[caret + 1 :], solved=False, error=""))
        case "left" | "right":
            step = 1 if name == "right" else -1
            context.set(data=sheet._replace(caret=max(0, min(len(entry), caret + step)), solved=False))
        case "home" | "end":
            context.set(data=sheet._replace(caret=0 if name == "home" else len(entry), solved=False))
        case "ctrl+c":
            context.put(CLIPBOARD, entry)
        case "ctrl+v":
            _type(context, context.get(CLIPBOARD)[:MAX_TYPED])
        case "ctrl+q" | "ctrl+w":
            context.close()
        case _:
            return False
    return True


def start(intent: Intent) -> Page:
    """Returns the page of an empty calculation."""
    return Page("calculator", data=Sheet())


APP: AppSpec = AppSpec(
    id="calculator",
    name="Calculator",
    icon="calculator",
    color=(70, 90, 120),
    view=view,
    update=update,
    start=start,
    title=lambda context: "Calculator",
    key=key,
    text=text,
    size=(400, 560),
    keywords=("calculation", "arithmetic", "math"),
)
