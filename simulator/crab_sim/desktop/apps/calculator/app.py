"""The desktop's Calculator: earlier calculations, the entry, and the keys of GNOME's basic, advanced and other modes.

State: page ``calculator`` with data `Sheet`.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias, assert_never

from crab_sim.desktop.apps.calculator import APP as FACTS
from crab_sim.desktop.chrome.bars import ToolButton, tool_bar
from crab_sim.desktop.chrome.menu_bar import popup
from crab_sim.desktop.chrome.menus import (
    MENUS,
    SEPARATOR,
    Entry,
    MenuMessage,
    OpenMenu,
    absent,
    handle_menu,
    open_popup,
)
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.widgets import CANCEL, CancelMessage, dialog_key, dialog_page, notice
from crab_sim.draw import text as metrics
from crab_sim.engines.arithmetic import MAX_TYPED, CalculationError, evaluate, show
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.ui import Button, Column, Divider, Label, Page, Row, Scene, Scroll, Space, Theme, Widget
from crab_sim.ui.node import DISABLED, EDITABLE, FOCUSED

__all__ = ["APP", "Calculation", "Sheet"]

_KEPT = 100
_WORK: Final = 10.0  # units of work of a calculation
_KEY = 52
"""Height of a row of keys, with the gap below, in pixels."""
_KEYS: Final = (
    ("C", "(", ")", "mod", "π"),
    ("7", "8", "9", "÷", "√"),
    ("4", "5", "6", "×", "x²"),
    ("1", "2", "3", "−", "="),
    ("0", ".", "%", "+", ""),
)
"""The keys by rows; the key for the result is two rows high."""
_MORE: Final = (
    ("↓n", "↑n", "cos", "sin", "tan"),
    ("a×b", "×10^", "cosh", "sinh", "tanh"),
    ("x^y", "x⁻¹", "e", "ln", "log"),
    ("x!", "|x|", "i", "Re", "Im"),
    ("x", "f(x)", "conj", "Arg", ""),
)
"""The keys that the advanced mode adds."""
_FINANCIAL: Final = (
    ("Ctrm", "Ddb", "Fv"), ("Gpm", "Pmt", "Pv"), ("Rate", "Sln", "Syd"), ("", "Term", ""), ("x", "", ""),
)  # fmt: skip
"""Those of the financial mode."""
_ABSENT: Final = frozenset((
    "↓n", "↑n", "a×b", "cosh", "sinh", "tanh", "|x|", "i", "Re", "Im", "x", "f(x)", "conj", "Arg",
    *[name for row in _FINANCIAL for name in row],
))  # fmt: skip
"""Keys for what this calculator can't do."""
_MODES: Final = ("Basic", "Advanced", "Financial", "Programming", "Keyboard")
_NAMES: Final = {"C": "", "x²": "x2", "x^y": "xy", "x⁻¹": "x−1", "×10^": "×10y"}
"""Names in the accessibility tree of keys that show something else."""
_SAID: Final = {
    "C": "Clear Display [Escape]", "÷": "Divide [/]", "×": "Multiply [*]", "−": "Subtract [-]", "+": "Add [+]",
    "=": "Calculate Result", "√": "Root [Ctrl+R]", "x²": "Square [Ctrl+2]", "π": "Pi [Ctrl+P]",
    "mod": "Modulus divide", "%": "Percentage [%]", "(": "Start Group [(]", ")": "End Group [)]", "cos": "Cosine",
    "sin": "Sine", "tan": "Tangent", "x^y": "Exponent [^ or **]", "x⁻¹": "Inverse [Ctrl+I]", "e": "Euler’s Number",
    "ln": "Natural Logarithm", "log": "Logarithm", "x!": "Factorial [!]", "×10^": "Scientific exponent [Ctrl+E]",
}  # fmt: skip
"""The tooltips of keys that are signs."""
_TYPES: Final = {"x²": "²", "x^y": "^", "x⁻¹": "^(−1)", "x!": "!", "×10^": "×10^"}
_SIGNS: Final = {"-": "−", "*": "×", "/": "÷", ",": ".", " ": ""}
_OPERATORS = "+−×÷^²%!"
_TYPABLE = frozenset("0123456789.+−×÷^²%!√()πesincotalgmd")


class Calculation(NamedTuple):
    """A finished calculation."""

    formula: str
    result: str


class Sheet(NamedTuple):
    """The state of the window.

    Attributes:
        entry: The text in the entry.
        caret: Index of the caret in it.
        solved: Whether the entry is a result: a digit then begins anew, an operator goes on with it.
        error: Why the entry has no value; ``""`` if nothing is wrong.
        earlier: The finished calculations, oldest first.
        before: The entries before the last changes, oldest first, to undo these.
        mode: Which keys are shown.
    """

    entry: str = ""
    caret: int = 0
    solved: bool = False
    error: str = ""
    earlier: tuple[Calculation, ...] = ()
    before: tuple[str, ...] = ()
    mode: str = "Basic"


MenuChoice: TypeAlias = tuple[Literal["mode"], str] | tuple[Literal["new", "about"]]
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | MenuChoice
    | CancelMessage
    | tuple[Literal["press"], str]
    | tuple[Literal["take"], int]
    | tuple[Literal["caret", "undo", "modes", "menu"]]
)


def _sheet(context: Context) -> Sheet:
    sheet: Sheet = context.page.data
    return sheet


class _Entry(Widget[Message]):
    """The entry, with its caret; its text is large and lies at the right edge; a long one shows its end."""

    __slots__ = ("sheet",)

    def __init__(self, sheet: Sheet) -> None:
        self.flex, self.sheet = 0, sheet

    def height(self, theme: Theme, w: int) -> int:
        """Returns the entry's height."""
        return 52

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
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


class _Keypad(Widget[Message]):
    """The keys of a mode in columns."""

    __slots__ = ("rows",)

    def __init__(self, mode: str) -> None:
        more = {"Advanced": _MORE, "Financial": _FINANCIAL}.get(mode, ((),) * len(_KEYS))
        self.flex, self.rows = 0, [row + others for row, others in zip(_KEYS, more, strict=True)]

    def height(self, theme: Theme, w: int) -> int:
        """Returns the keypad's height."""
        return len(_KEYS) * _KEY + 24

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the keys; that for the result takes the place below, too."""
        width = (w - 24 + 6) // len(self.rows[0])
        for i, line in enumerate(self.rows):
            for k, text in enumerate(line):
                if text:
                    left, top = x + 12 + k * width, y + 12 + i * _KEY
                    _place_key(scene, text, left, top, width - 6, (2 if text == "=" else 1) * _KEY - 6)


def _place_key(scene: Scene[Message], text: str, x: int, y: int, w: int, h: int) -> None:
    theme, enabled = scene.theme, text not in _ABSENT
    ground, ink = theme.surface, theme.text if enabled else theme.faint
    if text == "=":
        ground, ink = theme.accent, theme.on_accent
    elif text.isdigit() or text == ".":
        ground = theme.raised
    scene.round(x, y, w, h, ground, 8)
    scene.frame(x, y, w, h, theme.outline, 8)
    scene.text(x, y, w, h, text, ink, 18 if len(text) < 4 else 14, align="center")
    message: Message | None = ("press", text) if enabled else None
    said, flags = _SAID.get(text, ""), 0 if enabled else DISABLED
    scene.node(x, y, w, h, "button", _NAMES.get(text, text), said, message=message, flags=flags)


class _Earlier(Widget[Message]):
    """An earlier calculation; a click takes its result."""

    __slots__ = ("number", "row")

    def __init__(self, row: Calculation, number: int) -> None:
        self.flex, self.row, self.number = 0, row, number

    def height(self, theme: Theme, w: int) -> int:
        """Returns the row's height."""
        return theme.button

    def place(self, scene: Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws formula and result at the right edge."""
        theme, row = scene.theme, self.row
        width = metrics.width(row.result, "bold", theme.font)
        scene.text(x + w - 12 - width, y, width + 4, h, row.result, theme.accent, theme.font, "bold")
        room = w - width - 50
        shown = metrics.ellipsize(row.formula, "regular", theme.small, room)
        scene.text(x + 12, y, room, h, shown, theme.muted, theme.small, align="right")
        scene.text(x + w - width - 36, y, 20, h, "=", theme.muted, theme.small, align="center")
        scene.node(x, y, w, h, "list_item", f"{row.formula}, =, {row.result}", message=("take", self.number))


def view(context: Context) -> View[Message]:
    """Shows the earlier calculations, the entry, and the keys."""
    sheet = _sheet(context)
    rows: list[Widget[Message]] = [_Earlier(row, i) for i, row in enumerate(sheet.earlier)]
    rows.reverse()  # the newest is next to the entry's top; the list scrolls down into the past
    status = Label(sheet.error or " ", "small", "danger", align="right")
    undo: Widget[Message] = ToolButton("undo", "Undo [Ctrl+Z]", ("undo",), text="Undo")
    mode: Widget[Message] = Button(sheet.mode, ("modes",), "text")
    menu: Widget[Message] = ToolButton("menu", "Primary menu", ("menu",))
    keys: list[Widget[Message]] = [] if sheet.mode == "Keyboard" else [Divider(), _Keypad(sheet.mode)]
    overlay: Widget[Message] | None = None
    page = context.page
    if page.name == "about":
        overlay = notice("About Calculator", "Calculator 43. Perform calculations.")
    elif isinstance(page.overlay, OpenMenu):
        entries = _MENU if page.overlay.number == -2 else _mode_menu(sheet.mode)
        overlay = popup(entries, page.overlay._replace(number=-1))
    return View(
        Column(
            [
                tool_bar([undo, Space(flex=1), mode, Space(flex=1), menu]),
                Scroll("earlier", rows, flex=1),
                Divider(),
                _Entry(sheet),
                Row([Label("", flex=1), status], pad=(12, 2)),
                *keys,
            ]
        ),
        overlay,
    )


_MENU: Final[tuple[Entry[MenuChoice], ...]] = (
    Entry("New Window", ("new",)), SEPARATOR, *absent("Number format"), Entry("Automatic", checked=True),
    *absent("Fixed", "Scientific", "Engineering", "-", "Preferences", "Keyboard Shortcuts"), Entry("Help"),
    Entry("About Calculator", ("about",)),
)  # fmt: skip


def _mode_menu(mode: str) -> tuple[Entry[MenuChoice], ...]:
    return tuple([Entry(name, ("mode", name), checked=name == mode, enabled=name != "Programming") for name in _MODES])


def _change_mode(context: Context, mode: str) -> None:
    """Shows the keys of a mode, in a window that is wide enough for them."""
    context.set(data=_sheet(context)._replace(mode=mode))
    window, machine = context.window, context.machine
    left, top, _, bottom = window.frame
    width = FACTS.size[0] * (1 if mode == "Basic" else 2) - (0 if mode == "Basic" else 80)
    left = max(0, min(left, machine.width - width))
    machine.put_window(window._replace(frame=(left, top, left + width, bottom)))


def _edit(context: Context, entry: str, caret: int) -> None:
    """Replaces the entry, and keeps the one before for undo."""
    sheet = _sheet(context)
    before = (*sheet.before, sheet.entry)[-_KEPT:]
    context.set(data=sheet._replace(entry=entry, caret=caret, solved=False, error="", before=before))


def _undo(context: Context) -> None:
    sheet = _sheet(context)
    if sheet.before:
        entry = sheet.before[-1]
        context.set(
            data=sheet._replace(entry=entry, caret=len(entry), solved=False, error="", before=sheet.before[:-1])
        )


def _type(context: Context, text: str) -> None:
    """Inserts text at the caret; after a result, a value begins anew and an operator goes on."""
    sheet = _sheet(context)
    for sign, shown in _SIGNS.items():
        text = text.replace(sign, shown)
    text = "".join([char for char in text if char in _TYPABLE])
    if not text:
        return
    entry, caret = sheet.entry, sheet.caret
    if sheet.solved and text[0] not in _OPERATORS and not text.startswith("mod"):
        entry, caret = "", 0
    entry = entry[:caret] + text + entry[caret:]
    if len(entry) <= MAX_TYPED:
        _edit(context, entry, caret + len(text))


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
    before = (*sheet.before, sheet.entry)[-_KEPT:]
    context.set(data=Sheet(result, len(result), True, "", earlier, before, sheet.mode), scroll={})


def update(context: Context, message: Message) -> None:
    """Handles the keys and the results of earlier calculations."""
    sheet = _sheet(context)
    if MENUS.has(message):
        handle_menu(context, message, update)
        return
    x, y = context.point
    match message:
        case ("modes",):
            open_popup(context, (x - 60, y + 16))
        case ("menu",):
            context.set(overlay=OpenMenu(-2, x - 160, y + 16))
        case ("mode", mode):
            _change_mode(context, mode)
        case ("new",):
            context.open("calculator", "new")
        case ("about",):
            context.push(dialog_page(context, "about"))
        case ("cancel",):
            context.pop()
        case ("press", "="):
            _solve(context)
        case ("press", "C"):
            _edit(context, "", 0)
        case ("undo",):
            _undo(context)
        case ("press", sign):
            _type(context, _TYPES.get(sign, sign))
        case ("take", number):
            _type(context, sheet.earlier[number].result)
        case ("caret",) | ("opened", *_) | ("submit", _):
            pass
        case _:
            assert_never(message)


def text(context: Context, typed: str) -> bool:
    """Takes typed text; a line end solves."""
    if context.page.name != "calculator":
        return False
    first, *more = typed.split("\n")
    _type(context, first)
    for i, line in enumerate(more):
        if context.machine.work.leaves_out("\n".join(more[i:])):
            break
        context.machine.work.spend(_WORK)
        _solve(context)
        _type(context, line)
    return True


def key(context: Context, name: str) -> bool:
    """Handles the keys for solving, correcting, copying and pasting."""
    if context.page.overlay:
        return False
    if context.page.name != "calculator":
        return dialog_key(context, name, update, CANCEL, {"about": CANCEL}, {})
    sheet = _sheet(context)
    entry, caret = sheet.entry, sheet.caret
    match name:
        case "enter" | "ctrl+enter":
            _solve(context)
        case "escape" | "ctrl+backspace":
            _edit(context, "", 0)
        case "backspace" if caret:
            _edit(context, entry[: caret - 1] + entry[caret:], caret - 1)
        case "delete":
            _edit(context, entry[:caret] + entry[caret + 1 :], caret)
        case "left" | "right":
            step = 1 if name == "right" else -1
            context.set(data=sheet._replace(caret=max(0, min(len(entry), caret + step)), solved=False))
        case "home" | "end":
            context.set(data=sheet._replace(caret=0 if name == "home" else len(entry), solved=False))
        case "ctrl+z":
            _undo(context)
        case "ctrl+r" | "ctrl+p" | "ctrl+2":
            _type(context, {"ctrl+r": "√", "ctrl+p": "π", "ctrl+2": "²"}[name])
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


APP = AppSpec(
    view=view,
    update=update,
    start=start,
    title=lambda context: "Calculator",
    key=key,
    text=text,
    **FACTS.facts,
)
