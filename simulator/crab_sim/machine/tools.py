"""Tools of a simulated machine's apps: functions that do by an app's own messages what touches would do.

* `Tool` - a tool: what is known of it, and its function. `Toolbox` - a device's tools, filled by its decorators.
* `Hand` - a tool's hold on the machine: it opens an app, sends the messages of its buttons and types into its fields.
* `call` - calls a tool.
* `one_of` - the thing that a text names. `need` - refuses a call unless a condition holds.
* `need_no_dialog`, `close_dialog` - refuse a call while a dialog of the system lies over the apps, and close that.

A tool opens its app, as an intent does on a phone, so that the app is in front afterwards. One that writes fills the
app's own pages and sends the messages that the app's buttons send. So the machine can't tell it from touches.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

from crab_sim.devices.tools import Argument, Kind, ToolFacts
from crab_sim.machine import interruptions, keyboard
from crab_sim.machine.app import Context
from crab_sim.machine.field_search import takes_lines
from crab_sim.machine.machine import ActionRefused, Machine
from crab_sim.machine.rows import TableRow
from crab_sim.machine.slices import Readable
from crab_sim.suggestions import closest
from crab_sim.ui.page import Page

__all__ = ["Hand", "Tool", "Toolbox", "call", "close_dialog", "need", "need_no_dialog", "one_of"]

_P = ParamSpec("_P")
_R = TypeVar("_R")
_Value = TypeVar("_Value")
_Row = TypeVar("_Row")
_Numbered = TypeVar("_Numbered", bound=TableRow)

_KINDS: Final[Mapping[object, Kind]] = {
    str: "text", int: "integer", float: "number", bool: "flag", list[str]: "texts", list[list[str]]: "rows",
}  # fmt: skip
_DEEPEST: Final = 12
"""Pages and dialogs that are left to reach an app's first page."""
_CONTROLS: Final = re.compile("[\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]")
"""Characters that a field of one line never has."""
_LISTED: Final = 12
"""Names that a refusal lists."""


class Tool(NamedTuple):
    """A tool.

    Attributes:
        facts: What is known of it without its code.
        function: Its code: gets a `Hand` and its arguments by name, and returns plain JSON data.
        ready: Wakes the machine, or refuses, where it is locked.
    """

    facts: ToolFacts
    function: Callable[..., Any]
    ready: Callable[[Machine], None]


class Hand:
    """A tool's hold on its machine.

    Args:
        machine: The machine.

    Attributes:
        machine: The machine.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def open(self, app: str, *intent: object) -> None:
        """Starts an app, or brings it to the front, with an intent.

        Raises:
            ActionRefused: It doesn't come to the front, since too many windows are open.
        """
        self.machine.launch(app, intent)
        front = self.machine.front
        need(front is not None and front.app == app, f"{app} can't be opened: too many windows are open")

    def begin(self, app: str, back: str = "back") -> None:
        """Brings an app to the front on its first page, going back from others as a person does.

        Args:
            app: The app's id.
            back: The key that goes back.

        Raises:
            ActionRefused: An editor doesn't let go, since it would lose what was typed.
        """
        self.open(app)
        for _ in range(_DEEPEST):
            page, window = self.page, self.context.window
            if len(window.pages) == 1 and not page.overlay:
                return
            self.press(back)
        raise ActionRefused(f"{app} is busy with something that wasn't saved; leave it first")

    @property
    def context(self) -> Context:
        """The hold on the window in front, as the app's handlers have it."""
        front = self.machine.front
        if front is None:
            raise ActionRefused("no app is in front")
        return Context(self.machine, front.id)

    @property
    def page(self) -> Page:
        """The page of the window in front."""
        return self.context.page

    def send(self, *message: object) -> None:
        """Sends a message to the app in front, as a touch on its widget does."""
        context = self.context
        self.machine.apps[context.window.app].update(context, message)

    def add(self, rows: Readable[tuple[_Numbered, ...]], *message: object) -> _Numbered:
        """Sends the message by which an app takes over something new; returns its row.

        Args:
            rows: The app's rows.
            *message: The message.

        Raises:
            ActionRefused: There is nothing new, since the app doesn't take over what was typed.
        """
        known = {row.id for row in self.get(rows)}
        self.send(*message)
        new = [row for row in self.get(rows) if row.id not in known]
        need(new, "the app doesn't accept what was given, or has no room for more")
        return new[-1]

    def close(self, *message: object) -> None:
        """Sends the message by which an app takes over what the page in front asks for.

        Raises:
            ActionRefused: The page stays, since the app doesn't take over what was typed.
        """
        window, page = self.context.window, self.page
        self.send(*message)
        stays = self.context.window.id == window.id and len(self.context.window.pages) >= len(window.pages)
        need(not (stays and self.page.name == page.name), "the app doesn't accept what was given")

    def type(self, **texts: str) -> None:
        """Replaces the texts of fields of the page in front, one after the other, as by the keyboard.

        Raises:
            ActionRefused: A text has characters that end a line or leave the field, for one that takes a single line.
        """
        for key, text in texts.items():
            context = self.context
            if _CONTROLS.search(text) and not takes_lines(context, key):
                raise ActionRefused(f"{_short(text)} has line breaks or tabs, but its field takes one line of text")
            context.set(focus=key, selection=(0, len(context.field(key))))
            keyboard.replace_text(context, text)

    def press(self, key: str) -> None:
        """Presses a key, named as by `crab_sim.devices.keys.combo`."""
        keyboard.press(self.machine, key)

    def get(self, slice: Readable[_Value]) -> _Value:
        """Returns the value of a slice of the machine's state."""
        return self.machine.get(slice)


class Toolbox:
    """A device's tools.

    Args:
        device: The device.
        app: Id of the app of the tools that its decorators make.
        ready: Wakes a machine before a call, or refuses, where it is locked.

    Example:
        >>> box = Toolbox("android", "clock", lambda machine: None)
        >>> @box.reads
        ... def clock_time(hand: Hand, zone: str = "") -> float:
        ...     '''Tells the time.
        ...
        ...     Args:
        ...         hand: The hold on the machine.
        ...         zone: The time zone.
        ...     '''
        >>> box.tools["clock_time"].facts.parameters
        (Argument(name='zone', kind='text', doc='The time zone.', choices=(), default=''),)
    """

    def __init__(self, device: str, app: str, ready: Callable[[Machine], None]) -> None:
        self.device, self.app, self.ready = device, app, ready
        self.tools: dict[str, Tool] = {}

    def of(self, app: str, ready: Callable[[Machine], None] | None = None) -> Toolbox:
        """Returns a toolbox for another app whose tools are kept in this one, too.

        Args:
            app: The app's id.
            ready: Makes a machine ready before a call in place of what this toolbox does.
        """
        box = Toolbox(self.device, app, ready or self.ready)
        box.tools = self.tools
        return box

    def reads(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Adds a tool that only reads; its signature and its docstring describe it."""
        return self._add(function, reads=True)

    def writes(self, function: Callable[_P, _R]) -> Callable[_P, _R]:
        """Adds a tool that changes something; its signature and its docstring describe it."""
        return self._add(function, reads=False)

    def _add(self, function: Callable[_P, _R], reads: bool) -> Callable[_P, _R]:
        name = getattr(function, "__name__", "")
        if name in self.tools:
            raise ValueError(f"{self.device} has two tools {name!r}")
        self.tools[name] = Tool(_facts(function, self.device, self.app, name, reads), function, self.ready)
        return function

    @property
    def facts(self) -> tuple[ToolFacts, ...]:
        """What is known of the tools, in the order of their definition."""
        return tuple([tool.facts for tool in self.tools.values()])


def _facts(function: Callable[..., object], device: str, app: str, name: str, reads: bool) -> ToolFacts:
    """Returns what a function's signature and docstring tell of a tool.

    Args:
        function: The function, whose first parameter is the hand.
        device: The device.
        app: The app's id.
        name: The tool's name.
        reads: Whether it only reads.
    """
    doc, _, about = (inspect.getdoc(function) or "").partition("\n\nArgs:\n")
    docs = dict(re.findall(r"^    (\w+): ((?:.|\n     )*)", about, re.MULTILINE))
    hints = get_type_hints(function)
    parameters = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        hint = hints[parameter.name]
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        default = None if parameter.default is parameter.empty else parameter.default
        text = " ".join(docs[parameter.name].split())
        parameters.append(Argument(parameter.name, "choice" if choices else _KINDS[hint], text, choices, default))
    return ToolFacts(device, app, name, " ".join(doc.split()), tuple(parameters), reads)


def call(machine: Machine, tool: Tool, args: Mapping[str, Any]) -> Any:
    """Calls a tool; returns plain JSON data.

    Args:
        machine: The machine.
        tool: The tool.
        args: Its arguments, checked.

    Raises:
        ActionRefused: It refuses; the machine is as it was.
    """
    before = machine.snapshot()
    try:
        tool.ready(machine)
        return tool.function(Hand(machine), **args)
    except ActionRefused:
        machine.restore(before)
        raise


def need_no_dialog(machine: Machine) -> None:
    """Refuses a call while a dialog of the system lies over the apps, which no touch reaches then, either.

    Raises:
        ActionRefused: There is one.
    """
    dialog = interruptions.dialog(machine.slices, machine.device)
    if dialog is not None:
        raise ActionRefused(f"the system shows a dialog, {dialog.title!r}; close it first, such as by dialog_close")


def close_dialog(hand: Hand) -> str:
    """Closes the dialog of the system, and returns what it says.

    Raises:
        ActionRefused: There is none.
    """
    dialog = interruptions.dialog(hand.machine.slices, hand.machine.device)
    if dialog is None:
        raise ActionRefused("the system shows no dialog")
    hand.press("escape")
    return f"closed the dialog: {dialog.title}. {dialog.body}"


def one_of(what: str, wanted: str, rows: Iterable[_Row], name: Callable[[_Row], str]) -> _Row:
    """Returns the row that a text names, without regard to case where no other row is meant.

    Args:
        what: What the rows are, for a refusal, such as ``"contact"``.
        wanted: The text.
        rows: The rows.
        name: Returns a row's name.

    Raises:
        ActionRefused: None has the name, or several have; the message suggests others.

    >>> one_of("folder", "inbox", ["Inbox", "Sent"], str)
    'Inbox'
    """
    known = list(rows)
    for key in (str, str.casefold):
        found = [row for row in known if key(name(row)).strip() == key(wanted).strip()]
        if len(found) == 1:
            return found[0]
        if found:
            raise ActionRefused(f"{len(found)} {_plural(what)} are called {_short(wanted)}; the tool can't tell which")
    names = list(dict.fromkeys(map(name, known)))
    raise ActionRefused(f"there is no {what} {_short(wanted)}.{_suggestion(wanted, names)}")


def need(condition: object, reason: str) -> None:
    """Refuses a call unless a condition holds.

    Args:
        condition: The condition.
        reason: What is wrong otherwise, in words.

    Raises:
        ActionRefused: It doesn't.
    """
    if not condition:
        raise ActionRefused(reason)


def _suggestion(wanted: str, names: Sequence[str]) -> str:
    if close := closest(wanted, names):
        return f" Did you mean {_short(close)}?"
    if not names:
        return " There is none at all."
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return f" There are: {', '.join(map(_short, names[:_LISTED]))}{more}."


def _short(text: str) -> str:
    return repr(text if len(text) <= 60 else f"{text[:57]}...")


def _plural(what: str) -> str:
    """Returns the plural of a regular noun.

    >>> _plural("contact"), _plural("entry")
    ('contacts', 'entries')
    """
    return f"{what[:-1]}ies" if what.endswith("y") else f"{what}s"
