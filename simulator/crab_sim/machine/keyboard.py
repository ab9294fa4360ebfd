"""Keyboard input: typed text and keys, for the home screen, the app in front and its focused field.

* `type_text`, `press` - input as a person gives it.
* `edit_field`, `replace_text`, `select_word` - effects on the focused field.
"""

from __future__ import annotations

from typing import Final

from crab_sim.files import Files
from crab_sim.machine import interruptions, loading
from crab_sim.machine.app import Context
from crab_sim.machine.field_search import find_field
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD, FILES
from crab_sim.ui import editing
from crab_sim.ui.node import FieldData
from crab_sim.ui.page import Page

__all__ = ["edit_field", "press", "replace_text", "select_word", "type_text"]

_TYPED = {"enter": "\n", "shift+enter": "\n", "tab": "\t"}  # characters that keys type into a field of several lines
_KEY: Final = 15.0  # units of work of a key that an app handles, or of a text that it takes at once
_CHARACTER: Final = 0.001  # units of work for each character of a page's fields, and of those that are typed
_NODE: Final = 0.1  # units of work for each node of a screen that is laid out
_ROW: Final = 0.1  # units of work for each row of the longest list that the machine holds, which an app may show
_FIELD: Final = 0.2  # units of work for each field of a page
_FILE: Final = 0.01  # units of work for each file, once there are others than the seed's
_NO_FILES: Final = Files()


def type_text(machine: Machine, text: str) -> None:
    """Types text into the focused field; a newline is Enter, a tab is Tab, and either may move the focus."""
    if not machine.takes_text or interruptions.dialog_shown(machine.slices, machine.device):
        return
    with machine.work:
        _type_all(machine, text)


def _key_work(machine: Machine, page: Page) -> float:
    """Returns the units of a key: the app makes its page anew, which takes the longer, the more it has to show.

    That follows from the state alone, and not from what was laid out, which depends on who looks at the screen.
    """
    rows = max([len(value) for value in machine.slices.values() if isinstance(value, tuple)])
    fields, files = page.fields, machine.peek(FILES, _NO_FILES)
    text = sum(map(len, fields.values()))
    return _KEY + rows * _ROW + len(fields) * _FIELD + text * _CHARACTER + files.count * _FILE


def _type_all(machine: Machine, text: str) -> None:
    while text:
        if machine.work.leaves_out(text):
            return
        rest = _type_start(machine, text)
        repeats = len(rest) == len(text) - 1 and text[0] in "\n\t"
        text = _repeat(machine, text[0], rest) if repeats else rest


def _repeat(machine: Machine, char: str, text: str) -> str:
    """Goes on typing a character as long as the text begins with it; returns the rest of the text.

    Once the machine is in a state that it was in before, as when Tab has gone round all fields, typing would go round
    and round: whole rounds are left out.
    """
    seen, max_steps, steps = dict(machine.slices), 1, 0
    while text.startswith(char) and machine.work.left >= 0:
        rest = _type_start(machine, text)
        if len(rest) != len(text) - 1:
            return rest
        text, steps = rest, steps + 1
        if machine.slices == seen:
            run = len(text) - len(text.lstrip(char))
            return text[run - run % steps :]
        if steps == max_steps:
            seen, max_steps, steps = dict(machine.slices), 2 * max_steps, 0
    return text


def _type_start(machine: Machine, text: str) -> str:
    """Types the start of a text, up to the first key that may move the focus; returns the rest."""
    window = machine.front
    if window is None:
        head, newline, rest = text.partition("\n")
        machine.shell_text(head + newline)
        return rest
    if loading.is_loading(machine.slices, window.id):
        return ""
    context = Context(machine, window.id)
    machine.close_toolbar()
    page = machine.window(window.id).page
    machine.work.spend(_key_work(machine, page))
    if not page.focus or page.overlay:
        if machine.apps[window.app].text(context, text):
            return ""
        _, newline, rest = text.partition("\n")
        if newline:
            press(machine, "enter")
        return rest
    rest, key = "", ""
    if ("\n" in text or "\t" in text) and not _is_multiline(context):
        head, rest = _split_first(text, "\n\t")
        key = "enter" if text[len(head)] == "\n" else "tab"
        text = head
    if text:
        machine.work.spend(len(text) * _CHARACTER)
        _write(context, *editing.insert(context.field(page.focus), page.selection, text))
    if key:
        _press(machine, key, page.focus)
    return rest


def _split_first(text: str, separators: str) -> tuple[str, str]:
    """Splits at the first character that is one of the separators, and leaves it out."""
    at = min(text.find(char) % (len(text) + 1) for char in separators)
    return text[:at], text[at + 1 :]


def press(machine: Machine, key: str) -> None:
    """Presses a key or combination (named as by `combo`): the home screen gets it, else the app, else the field."""
    with machine.work:
        front = machine.front
        machine.work.spend(_KEY if front is None else _key_work(machine, front.page))
        _press(machine, key)


def _press(machine: Machine, key: str, line: str = "") -> None:
    """Presses a key; the field with the key `line` is known to take one line only."""
    if interruptions.dialog_shown(machine.slices, machine.device):
        if key in ("enter", "escape", "back", "space"):
            machine.put(interruptions.INTERRUPTIONS, interruptions.closed(machine.slices))
        return
    if machine.shell_key(key):
        return
    window = machine.front
    if window is None or loading.is_loading(machine.slices, window.id):
        return
    if len(key) == 1 or key == "space":
        type_text(machine, " " if key == "space" else key)
        return
    context = Context(machine, window.id)
    if machine.apps[window.app].key(context, key):
        return
    page = window.page
    if key == "escape" and page.overlay:
        context.set(overlay=())
    elif key == "enter" and page.overlay and machine.confirm():
        pass
    elif page.focus:
        edit_field(context, key, line)


def edit_field(context: Context, key: str, line: str = "") -> None:
    """Applies a key to the focused field; the field with the key `line` is known to take one line only."""
    page = context.page
    text = page.fields.get(page.focus, "")
    if key in ("ctrl+c", "ctrl+x"):
        part = editing.selected_text(text, page.selection)
        if part:
            context.put(CLIPBOARD, part)
            if key == "ctrl+x":
                _write(context, *editing.insert(text, page.selection, ""))
    elif key == "ctrl+v":
        new = context.machine.get(CLIPBOARD)
        if not _is_multiline(context):
            new = " ".join(new.split("\n"))
        _write(context, *editing.insert(text, page.selection, new))
    elif key in _TYPED and page.focus != line and _is_multiline(context):
        _write(context, *editing.insert(text, page.selection, _TYPED[key]))
    elif key in ("enter", "shift+enter"):
        context.machine.apps[context.window.app].update(context, ("submit", page.focus))
    elif key in ("tab", "shift+tab"):
        _move_focus(context, -1 if key == "shift+tab" else 1)
    else:
        result = editing.edit(text, page.selection, key)
        if result is not None:
            _write(context, *result)


def replace_text(context: Context, text: str) -> None:
    """Replaces the text of the focused field, with the caret at its end, as selecting all and typing does."""
    _write(context, text, (len(text), len(text)))


def _write(context: Context, text: str, selection: editing.Selection) -> None:
    """Replaces the focused field's text and selection; the view follows the caret again."""
    page = context.page
    scroll = page.scroll
    if page.focus in scroll:
        scroll = {key: value for key, value in scroll.items() if key != page.focus}
    if page.fields.get(page.focus) == text:
        context.set(selection=selection, scroll=scroll)
    else:
        context.set(fields={**page.fields, page.focus: text}, selection=selection, scroll=scroll)
        typed = context.machine.apps[context.window.app].typed
        if typed is not None:
            typed(context)


def _fields(context: Context) -> list[FieldData]:
    """Returns the fields of the window that are on the screen, in their order."""
    nodes = context.machine.scene.nodes
    return [node.data for node in nodes if node.owner == context.window_id and isinstance(node.data, FieldData)]


def _is_multiline(context: Context) -> bool:
    """Returns whether the focused field takes several lines; one that isn't on the screen doesn't."""
    known = context.machine.apps[context.window.app].multiline
    if known is not None and context.page.focus not in known:
        return False  # most keys go to such fields: the search takes longer than what most of them do
    field = find_field(context, context.page.focus)
    return field is not None and field.multiline


def _move_focus(context: Context, by: int) -> None:
    keys = [field.key for field in _fields(context)]
    context.machine.work.spend(len(context.machine.scene.nodes) * _NODE)
    if keys:
        at = keys.index(context.page.focus) if context.page.focus in keys else -by
        key = keys[(at + by) % len(keys)]
        context.set(focus=key, selection=(0, len(context.field(key))))


def select_word(machine: Machine) -> None:
    """Selects the word at the caret of the focused field of the window in front."""
    window = machine.front
    if window is not None:
        context = Context(machine, window.id)
        page = window.page
        context.set(selection=editing.word_at(context.field(page.focus), page.selection[1]))
