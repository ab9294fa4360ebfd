"""The phone's Calculator app: keys, the formula with a preview of its result, and the history of calculations.

State: slice ``"calculations"``, a tuple of `CalculationRow`, oldest first. Pages: ``main`` (data: `Calc`), ``history``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple, assert_never

from crab_sim import ui
from crab_sim.engines.arithmetic import MAX_TYPED, CalculationError, evaluate, show
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, next_id
from crab_sim.machine.slices import CLIPBOARD
from crab_sim.phone import metrics
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.calculator import APP as FACTS
from crab_sim.phone.apps.calculator.data import CALCULATIONS, CalculationRow, Rows
from crab_sim.phone.times import stamp
from crab_sim.phone.widgets.basics import app_bar, confirm, empty
from crab_sim.phone.widgets.keypad import Key

__all__ = ["APP", "press"]

_ID = "com.google.android.calculator:id/"
_MAX_HISTORY = 100
_OPERATORS = "+−×÷^"
_ENDS = "0123456789.)%!²πe"  # last characters of values

_KEYS = (
    ("AC", "clr", "clear"), ("()", "parens", "parentheses"), ("%", "op_pct", "percent"), ("÷", "op_div", "divide"),
    ("7", "digit_7", ""), ("8", "digit_8", ""), ("9", "digit_9", ""), ("×", "op_mul", "multiply"),
    ("4", "digit_4", ""), ("5", "digit_5", ""), ("6", "digit_6", ""), ("−", "op_sub", "minus"),
    ("1", "digit_1", ""), ("2", "digit_2", ""), ("3", "digit_3", ""), ("+", "op_add", "plus"),
    ("0", "digit_0", ""), (".", "dec_point", "point"), ("⌫", "del", "delete"), ("=", "eq", "equals"),
)  # fmt: skip
_SIMPLE = (("√", "op_sqrt", "square root"), ("π", "const_pi", "pi"), ("^", "op_pow", "power"),
           ("!", "op_fact", "factorial"))  # fmt: skip
_MORE = (("sin(", "fun_sin", "sine"), ("cos(", "fun_cos", "cosine"), ("tan(", "fun_tan", "tangent"),
         ("²", "op_sqr", "square"), ("ln(", "fun_ln", "natural logarithm"), ("log(", "fun_log", "logarithm"),
         ("e", "const_e", "Euler's number"))  # fmt: skip
Message = (
    PhoneMessage
    | tuple[Literal["equals", "more", "hold", "copy", "paste", "history", "ask", "clear_history"]]
    | tuple[Literal["press"], str]
    | tuple[Literal["take"], int]
)
Overlay = ui.ToolkitOverlay | tuple[Literal["hold"], tuple[int, int]] | tuple[Literal["ask"]]

_TYPED = {"-": "−", "*": "×", "x": "×", "/": "÷", ",": "."}


class Calc(NamedTuple):
    """The display: the formula, whether it is a result, its error, and whether more keys are shown."""

    formula: str = ""
    final: bool = False
    error: str = ""
    more: bool = False


# The formula --------------------------------------------------------------------------------------------------------


def _number(formula: str) -> str:
    """Returns the number at a formula's end, ``""`` if it ends with something else."""
    at = len(formula)
    while at and formula[at - 1] in "0123456789.":
        at -= 1
    return formula[at:]


def _parenthesis(formula: str) -> str:
    """Returns the parenthesis that makes sense at a formula's end."""
    is_open = formula.count("(") > formula.count(")")
    return ")" if is_open and formula[-1:] and formula[-1] in _ENDS else "("


def press(calc: Calc, key: str) -> Calc:
    """Returns the display after a key of the formula; a key that makes no sense at its end changes nothing.

    >>> calc = Calc()
    >>> for key in ("1", "2", "+", "×", "0", ".", ".", "5"): calc = press(calc, key)
    >>> calc.formula
    '12×0.5'
    """
    formula = calc.formula
    if key == "AC":
        return Calc(more=calc.more)
    if key == "⌫":
        if calc.final:
            return Calc(more=calc.more)
        name = next((name for name in ("sin(", "cos(", "tan(", "ln(", "log(") if formula.endswith(name)), " ")
        return calc._replace(formula=formula[: -len(name)], error="")
    if key == "()":
        key = _parenthesis("" if calc.final else formula)
    if calc.final and (key.isdecimal() or key in (".", "(", "√", "π", "e") or key.endswith("(")):
        formula = ""  # a new calculation; an operator goes on with the result
    if key in _OPERATORS:
        if formula[-1:] in ("×", "÷", "^", "(") and key == "−":
            pass
        elif key != "−" and formula[-2:-1] and formula[-2:-1] in "×÷^(" and formula[-1] == "−":
            return calc
        elif formula and formula[-1] in _OPERATORS:
            formula = formula[:-1]
        if key != "−" and not (formula and formula[-1] in _ENDS):
            return calc
    elif key in ("%", "!", "²", ")"):
        if not (formula and formula[-1] in _ENDS):
            return calc
    elif key == "." and "." in _number(formula):
        return calc
    if len(formula) + len(key) > MAX_TYPED:
        return calc
    return Calc(formula + key, more=calc.more)


@lru_cache(maxsize=256)
def _preview(formula: str) -> str:
    """Returns the result of a typed formula, ``""`` if it has none or nothing to calculate."""
    if not any(char in _OPERATORS + "%!²√(πe" for char in formula[1:]) and formula[:1] not in ("√", "π", "e"):
        return ""
    try:
        return show(evaluate(formula))
    except CalculationError:
        return ""


# Views --------------------------------------------------------------------------------------------------------------


class _Display(ui.Widget[Message]):
    """The formula in large type, its end in view, and below it the preview or the error."""

    __slots__ = ("calc",)

    def __init__(self, calc: Calc) -> None:
        self.flex, self.calc = 1, calc

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws both lines to the right, at the bottom."""
        theme, calc = scene.theme, self.calc
        inner = w - 40
        big = 52 if h >= 110 else 36 if h >= 80 else 26
        size = next((size for size in (big, big * 3 // 4, big // 2)
                     if metrics.width(calc.formula, "regular", size) <= inner), big // 2)  # fmt: skip
        shown = calc.formula[-120:]
        while metrics.width(shown, "regular", size) > inner:
            shown = shown[1:]
        below = 40 if h >= 80 else 26
        line = metrics.line_height("regular", size)
        top = y + max(0, h - below - line - 4)
        scene.text(x + 20, top, inner, line, shown, theme.text, size, align="right")
        rid = _ID + ("result_final" if calc.final else "formula")
        scene.node(x + 12, top, w - 24, line, "text", calc.formula, "" if calc.formula else "No formula", rid,
                   None, ("hold",))  # fmt: skip
        small = calc.error or ("" if calc.final else _preview(calc.formula))
        if small:
            tone = theme.danger if calc.error else theme.muted
            size = 26 if below == 40 else 18
            scene.text(x + 20, y + h - below, inner, below - 4, small, tone, size, align="right")
            scene.node(x + 12, y + h - below, w - 24, below - 4, "text", small, rid=_ID + "result_preview")


def _key(text: str, name: str, description: str) -> Key[Message]:
    if text == "=":
        return Key(text, ("equals",), _ID + name, ground="accent", ink="on_accent", description=description)
    message: Message = ("press", text)
    if text == "⌫":
        return Key(description, message, _ID + name, "backspace", long_message=("press", "AC"))
    if text.isdecimal() or text == ".":
        return Key(text, message, _ID + name, description=description)
    return Key(text, message, _ID + name, ground="tonal", ink="on_tonal", description=description)


def _function(text: str, name: str, description: str) -> Key[Message]:
    return Key(text.removesuffix("(").replace("²", "x²"), ("press", text), _ID + name, ground="background",
               ink="muted", description=description)  # fmt: skip


def _main(context: Context) -> View[Message]:
    calc: Calc = context.page.data or Calc()
    height, width = context.machine.height, context.machine.width
    small = 36 if height >= 560 else 30
    chevron: ui.Widget[Message] = Key(
        "Fewer functions" if calc.more else "More functions", ("more",), _ID + "expand_collapse",
        "chevron_up" if calc.more else "chevron_down", "background", "muted",
    )  # fmt: skip
    functions: list[ui.Widget[Message]] = [*[_function(*key) for key in _SIMPLE], chevron]
    if calc.more:
        functions += [_function(*key) for key in _MORE]
    extra = small * (-(-len(functions) // 5))
    cell = max(30, min(72, (height - 72 - extra - 60 - (150 if height >= 560 else 76)) // 5 - 8))
    side = 14 + max(0, (width - 440) // 2)
    bar: ui.Widget[Message] = ui.Row(
        [
            ui.Space(flex=1),
            ui.IconButton("clock", "History", ("history",), _ID + "history", "text"),
        ],
        pad=(12, 6),
        height=48,
    )
    keys = ui.Grid([_key(*key) for key in _KEYS], 4, cell, 8, (side, 8))
    body = ui.Column([bar, _Display(calc), ui.Space(6), ui.Grid(functions, 5, small, 0, (side, 0)), keys])
    return View(body, _overlay(context))


def _overlay(context: Context) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    match overlay:
        case ("hold", at):
            return ui.Menu([ui.Item("Copy", ("copy",), "copy"), ui.Item("Paste", ("paste",), "paste")], at)
        case ("ask",):
            return confirm("Clear history?", "All calculations will be removed.", "Clear", ("clear_history",))
    return None


def _history(context: Context) -> View[Message]:
    rows: Rows = context.get(CALCULATIONS)
    if not rows:
        return View(ui.Column([app_bar("History"), empty("clock", "No history", "Your calculations are listed here")]))
    tiles: list[ui.Widget[Message]] = []
    day = -1
    for row in reversed(rows):
        if int(row.date // 86_400) != day:
            day = int(row.date // 86_400)
            date, _, _ = stamp(row.date, context.now, True).rpartition(" ")
            tiles.append(ui.Label(date, "small", "muted", "bold", pad=(16, 8)))
        tiles.append(ui.Tile(f"{row.formula} = {row.result}", ("take", row.id), rid=_ID + "history_result"))
    clear: ui.Widget[Message] = ui.IconButton("delete", "Clear history", ("ask",), _ID + "menu_clear_history", "text")
    body = ui.Column(
        [app_bar("History", [clear]), ui.Divider(), ui.Scroll("history", tiles, rid=_ID + "history_recycler_view")]
    )
    return View(body, _overlay(context))


def _view(context: Context) -> View[Message]:
    return _history(context) if context.page.name == "history" else _main(context)


def _title(context: Context) -> str:
    return "History" if context.page.name == "history" else "Calculator"


# Events -------------------------------------------------------------------------------------------------------------


def _start(intent: Intent) -> ui.Page:
    return ui.Page("main")


def _equals(context: Context) -> None:
    calc: Calc = context.page.data or Calc()
    if not calc.formula or calc.final:
        return
    try:
        result = show(evaluate(calc.formula))
    except CalculationError as error:
        context.set(data=calc._replace(error=str(error)))
        return
    rows: Rows = context.get(CALCULATIONS)
    if result != calc.formula:
        row = CalculationRow(next_id(rows), calc.formula, result, context.now)
        context.put(CALCULATIONS, (*rows, row)[-_MAX_HISTORY:])
    context.set(data=Calc(result, True, "", calc.more))


def _take(context: Context, result: str) -> None:
    """Appends a result of the history to the formula."""
    calc: Calc = context.page.data or Calc()
    formula = "" if calc.final else calc.formula
    if result.startswith("−") and formula:
        result = f"({result})"
    if len(formula) + len(result) <= MAX_TYPED:
        context.set(data=Calc(formula + result, more=calc.more))


def _take_row(context: Context, row_id: int) -> None:
    """Leaves the history with the result of one of its calculations."""
    row = get(context.get(CALCULATIONS), row_id)
    context.pop()
    if row is not None:
        _take(context, row.result)


def _update(context: Context, message: Message) -> None:
    calc: Calc = context.page.data or Calc()
    match message:
        case ("press", key):
            context.set(data=press(calc, key))
        case ("equals",):
            _equals(context)
        case ("more",):
            context.set(data=calc._replace(more=not calc.more))
        case ("hold",):
            context.set(overlay=("hold", context.point))
        case ("copy",):
            context.put(CLIPBOARD, calc.formula)
            context.set(overlay=())
        case ("paste",):
            context.set(overlay=())
            _text(context, context.get(CLIPBOARD))
        case ("history",):
            context.push(ui.Page("history"))
        case ("back",):
            context.pop()
        case ("take", row_id):
            _take_row(context, row_id)
        case ("ask",):
            context.set(overlay=("ask",))
        case ("clear_history",):
            context.put(CALCULATIONS, ())
            context.set(overlay=())
        case ("started",) | ("submit", _):
            pass
        case _:
            assert_never(message)


def _text(context: Context, text: str) -> bool:
    """Handles typed text as keys; characters without a key are dropped."""
    if context.page.name != "main" or context.page.overlay:
        return False
    for char in text[:MAX_TYPED]:
        if char in "=\n":
            _equals(context)
            continue
        char = _TYPED.get(char, char)
        if char in "0123456789.+−×÷^%!()π√e²":
            context.set(data=press(context.page.data or Calc(), char))
    return True


def _pressed(context: Context, key: str) -> bool:
    """Handles Enter and Backspace."""
    if context.page.name != "main" or context.page.overlay or key not in ("enter", "backspace"):
        return False
    if key == "enter":
        _equals(context)
    else:
        context.set(data=press(context.page.data or Calc(), "⌫"))
    return True


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    key=_pressed,
    text=_text,
    **FACTS.spec.facts,
)
