"""The Terminal: a prompt on a simulated shell, with line editing, history, completion, scroll-back and copying.

* `APP` - the app. * `run_command` - one command for `StateReader.run`, whose changes are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from os.path import commonprefix
from typing import Literal, NamedTuple, TypeAlias

from crab_gym.sim.desktop.apps.terminal.screen import Position, Screen, position_at, selected_text, word_span
from crab_gym.sim.desktop.home import HOSTNAME
from crab_gym.sim.desktop.host import DesktopHost, process_id
from crab_gym.sim.desktop.messages import DesktopMessage
from crab_gym.sim.desktop.settings_store import SETTINGS, Settings
from crab_gym.sim.desktop.widgets import HOME, tilde
from crab_gym.sim.files import Files
from crab_gym.sim.machine.app import AppSpec, Context, Intent, View
from crab_gym.sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from crab_gym.sim.shell import ShellState, complete, is_incomplete, last_word, login_state, run, run_argv
from crab_gym.sim.shell.limits import MAX_STEPS, Budget
from crab_gym.sim.ui import Item, Menu, Page, Window
from crab_gym.sim.ui.editing import MAX_TEXT, insert
from crab_gym.sim.ui.node import GridData

__all__ = ["APP", "run_command"]

_MAX_LINES = 1000
_MAX_CHARACTERS = 500_000  # of the scroll-back
_MAX_PENDING = 500  # lines of one command: all of them are parsed again with each
_LINE = 100  # characters that are shown as quickly as a line
_MAX_AT_ONCE = 200  # commands of one action: a pasted text may hold thousands of lines that all take their time
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-_])")
_CLEAR = re.compile(r"\x1b\[[23]J")


class Session(NamedTuple):
    """One terminal.

    Attributes:
        shell: The state of the shell.
        lines: The scroll-back: (prompt, text) of each line, the prompt empty where it is output.
        lead: The unfinished last line of the output, before the prompt.
        line: The line that is being typed.
        caret: Index into it.
        at: Index into the history while going through it, -1 otherwise.
        draft: The line that was typed before walking through the history.
        pending: Lines of a command that goes on.
        cut: The text that was last deleted with ctrl+k, ctrl+u or ctrl+w.
        selection: (from, to) in the scroll-back, each (line, character); None for nothing.
        burst: When commands last ran, and how many did in that instant.
    """

    shell: ShellState
    lines: tuple[tuple[str, str], ...] = ()
    lead: str = ""
    line: str = ""
    caret: int = 0
    at: int = -1
    draft: str = ""
    pending: tuple[str, ...] = ()
    cut: str = ""
    selection: tuple[Position, Position] | None = None
    burst: tuple[float, int] = (0.0, 0)


_LOGIN = login_state(DesktopHost({}, 0.0))


def start(intent: Intent) -> Page:
    """Returns the page of a fresh shell, in the intent's folder where it has one."""
    folder = str(intent[1]) if len(intent) > 1 else HOME
    shell = replace(_LOGIN, cwd=folder, variables={**_LOGIN.variables, "PWD": folder})
    return Page("terminal", None, data=Session(shell))


def _prompt(session: Session) -> str:
    return "> " if session.pending else f"{session.lead}user@{HOSTNAME}:{tilde(session.shell.cwd)}$ "


def title(context: Context) -> str:
    """Returns the prompt's place, as the real one titles its window."""
    session: Session = context.page.data
    return f"user@{HOSTNAME}: {tilde(session.shell.cwd)}"


_MENU = [
    Item("Copy", ("copy",), "copy"),
    Item("Paste", ("paste",), "paste"),
    Item("Select All", ("select_all",)),
    Item("Clear", ("clear",)),
    Item("New Window", ("new",)),
    Item("Close Window", ("close",)),
]


def view(context: Context) -> View:
    """Shows the screen, and its menu where it is open."""
    page = context.page
    session: Session = page.data
    screen = Screen(session.lines, _prompt(session), session.line, session.caret, session.selection)
    return View(screen, Menu(_MENU, (page.overlay[1], page.overlay[2])) if page.overlay else None)


# Commands ---------------------------------------------------------------------------------------------------------


def _host(context: Context) -> DesktopHost:
    return DesktopHost(context.get(SETTINGS), context.machine.now, context.get(WINDOWS))


def _printed(text: str) -> tuple[bool, list[str]]:
    """Returns whether output cleared the screen, and its lines as a terminal shows them; the last is unfinished."""
    cleared = False
    if not text.replace("\n", "").isprintable():
        parts = _CLEAR.split(text)
        cleared, text = len(parts) > 1, _ESCAPE.sub("", parts[-1])
        return cleared, [_overprinted(line) for line in text.split("\n")]
    return cleared, text.split("\n")


def _overprinted(line: str) -> str:
    """Carries out carriage returns, backspaces and tabs in a line, and leaves out other control characters."""
    cells: list[str] = []
    at = 0
    for char in line:
        if char == "\r":
            at = 0
        elif char == "\b":
            at = max(0, at - 1)
        elif char == "\t":
            stop = at + 8 - at % 8
            cells += " " * (stop - len(cells))
            at = stop
        elif char >= " " and char != "\x7f":
            cells[at : at + 1] = [char]
            at += 1
    return "".join(cells)


def _append(session: Session, prompt: str, typed: str, output: str) -> Session:
    """Returns the session with a typed line and its output."""
    cleared, lines = _printed(output)
    kept = () if cleared else (*session.lines, (prompt, typed))
    kept = (*kept, *[("", line[-MAX_TEXT:]) for line in lines[:-1]])[-_MAX_LINES:]
    surplus = sum([len(start) + len(line) for start, line in kept]) - _MAX_CHARACTERS
    while surplus > 0:
        surplus -= len(kept[0][0]) + len(kept[0][1])
        kept = kept[1:]
    return session._replace(lines=kept, lead=lines[-1][-MAX_TEXT:], line="", caret=0, at=-1, draft="", selection=None)


def _enter(context: Context) -> None:
    """Runs the line that was typed."""
    session: Session = context.page.data
    line, prompt = session.line, _prompt(session)
    source = "\n".join((*session.pending, line))
    if len(session.pending) < _MAX_PENDING and is_incomplete(source):
        session = _append(session, prompt, line, "")
        _put(context, session._replace(pending=(*session.pending, line)))
        return
    now = context.now
    ran = session.burst[1] + 1 if session.burst[0] == now else 1
    if ran > _MAX_AT_ONCE:
        said = f"terminal: more than {_MAX_AT_ONCE} commands at once; not run\n"
        _put(context, _append(session, prompt, line, said)._replace(pending=()))
        return
    session = session._replace(burst=(now, ran))
    host = _host(context)
    files: Files = context.get(FILES)
    worked = context.machine.worked
    budget = Budget(MAX_STEPS - (worked or 0.0))
    result = run(source, files, session.shell, host, budget=budget)
    if worked is not None:  # the lines of one text share the work of one line
        shown = len(result.terminal) + _LINE * result.terminal.count(b"\n")
        context.machine.worked = MAX_STEPS - budget.left + shown / 4096
    session = _append(session, prompt, line, result.terminal.decode("utf-8", "replace"))
    _put(context, session._replace(shell=result.state, pending=()))
    if result.files is not files:
        context.put(FILES, result.files)
    if host.settings is not context.get(SETTINGS):
        context.put(SETTINGS, host.settings)
    for effect in result.effects:
        _effect(context, effect)


def _effect(context: Context, effect: tuple[object, ...]) -> None:
    """Carries out a command's request to the machine."""
    match effect:
        case ("open_app", str(app), *_):
            context.open(app, *effect[2:])
        case ("sleep", float(seconds)):
            context.machine.advance(seconds)
        case ("kill", int(pid), *_):
            windows: Sequence[Window] = context.get(WINDOWS)
            for window in windows:
                if process_id(window) == pid:
                    context.machine.close_window(window.id)
        case ("exit", *_):
            context.close()


def run_command(files: Files, settings: Settings, now: float, argv: Sequence[str]) -> tuple[int, str, str]:
    """Runs one command in the home folder and discards its changes.

    Args:
        files: The file system.
        settings: The desktop's settings.
        now: The present, in seconds since 1970.
        argv: The command and its arguments.

    Returns:
        Exit status, standard output, standard error.
    """
    result = run_argv(argv, files, _LOGIN, DesktopHost(settings, now))
    return result.status, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


# The line ---------------------------------------------------------------------------------------------------------


def _put(context: Context, session: Session) -> None:
    context.set(data=session, scroll={}, overlay=())


def _edited(session: Session, line: str, caret: int, cut: str = "") -> Session:
    return session._replace(line=line, caret=caret, cut=cut or session.cut, selection=None)


def _write(context: Context, text: str) -> None:
    """Types one line of text; a tab completes."""
    for i, part in enumerate(text.split("\t")):
        if i:
            _complete(context)
        session: Session = context.page.data
        part = part if part.isprintable() else "".join(char for char in part if char.isprintable())
        line, caret = session.line, session.caret
        if part:
            line, (_, caret) = insert(line, (caret, caret), part)
            _put(context, _edited(session, line, caret))


def text(context: Context, text: str) -> bool:
    """Types text up to a newline, which is left to the machine: Enter may bring another window to the front."""
    context.set(overlay=())
    _write(context, text.partition("\n")[0])
    return False


def _paste(context: Context, text: str) -> None:
    """Types pasted text; all lines but the last are run."""
    first, *more = text.rstrip("\n").split("\n")
    _write(context, first)
    context.machine.worked = 0.0
    try:
        for line in more:
            _enter(context)
            if all(window.id != context.window_id for window in context.machine.get(WINDOWS)):
                return
            _write(context, line)
    finally:
        context.machine.worked = None


def _complete(context: Context) -> None:
    """Completes the word before the caret; lists the ways where there are several."""
    session: Session = context.page.data
    head = session.line[: session.caret]
    found = complete(head, context.get(FILES), session.shell, _host(context))
    start = len(head) - len(last_word(head))
    common = commonprefix(found)  # noqa: RUF071 - characters are meant
    if len(found) == 1 and not common.endswith("/"):
        common += " "
    if len(common) > len(head) - start:
        new_head = head[:start] + common
        _put(context, _edited(session, new_head + session.line[session.caret :], len(new_head)))
    elif len(found) > 1:
        names = [path.rstrip("/").rpartition("/")[2] + ("/" if path.endswith("/") else "") for path in found]
        listing = "  ".join(names[:100]) + "\n"
        new = _append(session, _prompt(session), session.line, listing)
        _put(context, new._replace(line=session.line, caret=session.caret, lead=session.lead))


def _word_start(line: str, at: int) -> int:
    while at and line[at - 1] == " ":
        at -= 1
    while at and line[at - 1] != " ":
        at -= 1
    return at


def _word_end(line: str, at: int) -> int:
    while at < len(line) and not line[at].isalnum():
        at += 1
    while at < len(line) and line[at].isalnum():
        at += 1
    return at


def _back(line: str, at: int) -> int:
    while at and not line[at - 1].isalnum():
        at -= 1
    while at and line[at - 1].isalnum():
        at -= 1
    return at


def _history(session: Session, by: int) -> Session:
    history = session.shell.history
    at = len(history) if session.at < 0 else session.at
    new = max(0, min(len(history), at + by))
    if new == at:
        return session
    draft = session.line if session.at < 0 else session.draft
    line = draft if new == len(history) else history[new]
    return session._replace(line=line, caret=len(line), at=-1 if new == len(history) else new, draft=draft)


def _line_key(session: Session, key: str) -> Session | None:  # noqa: C901 - one case for each key
    """Applies a key of line editing; None where it is none."""
    line, caret = session.line, session.caret
    match key:
        case "left" | "ctrl+b":
            caret = max(0, caret - 1)
        case "right" | "ctrl+f":
            caret = min(len(line), caret + 1)
        case "home" | "ctrl+a":
            caret = 0
        case "end" | "ctrl+e":
            caret = len(line)
        case "ctrl+left" | "alt+b":
            caret = _back(line, caret)
        case "ctrl+right" | "alt+f":
            caret = _word_end(line, caret)
        case "backspace" | "ctrl+h":
            line, caret = line[: max(0, caret - 1)] + line[caret:], max(0, caret - 1)
        case "delete" | "ctrl+d":
            line = line[:caret] + line[caret + 1 :]
        case "ctrl+u":
            return _edited(session, line[caret:], 0, line[:caret])
        case "ctrl+k":
            return _edited(session, line[:caret], caret, line[caret:])
        case "ctrl+w" | "alt+backspace":
            start = _word_start(line, caret) if key == "ctrl+w" else _back(line, caret)
            return _edited(session, line[:start] + line[caret:], start, line[start:caret])
        case "alt+d":
            end = _word_end(line, caret)
            return _edited(session, line[:caret] + line[end:], caret, line[caret:end])
        case "ctrl+y":
            line, (_, caret) = insert(line, (caret, caret), session.cut)
        case "up" | "ctrl+p":
            return _history(session, -1)
        case "down" | "ctrl+n":
            return _history(session, 1)
        case _:
            return None
    return _edited(session, line, caret)


def key(context: Context, key: str) -> bool:
    """Handles every key: editing of the line, and the terminal's own shortcuts."""
    session: Session = context.page.data
    if key == "escape" and context.page.overlay:
        context.set(overlay=())
        return True
    new = None if key == "ctrl+d" and not session.line else _line_key(session, key)
    if new is not None:
        _put(context, new)
        return True
    match key:
        case "enter":
            _enter(context)
        case "tab":
            _complete(context)
        case "ctrl+c":
            _put(context, _append(session, _prompt(session), session.line + "^C", "")._replace(pending=()))
        case "ctrl+d":
            context.close()
        case "ctrl+l":
            _put(context, session._replace(lines=(), selection=None))
        case "ctrl+shift+c":
            update(context, ("copy",))
        case "ctrl+shift+v" | "shift+insert":
            update(context, ("paste",))
        case "ctrl+shift+n" | "ctrl+shift+t":
            update(context, ("new",))
        case "ctrl+shift+w" | "ctrl+shift+q":
            context.close()
        case "ctrl+shift+a":
            update(context, ("select_all",))
    return True


Message: TypeAlias = (
    DesktopMessage
    | tuple[Literal["menu", "word", "unselect", "select_all", "copy", "paste", "clear", "new", "close"]]
    | tuple[Literal["select"], Position, Position]
)
"""The messages of the terminal; ``select`` has the ends of the selection."""


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the terminal's events."""
    session: Session = context.page.data
    lines = [*[prompt + line for prompt, line in session.lines], _prompt(session) + session.line]
    match message:
        case ("menu",):
            context.set(overlay=("menu", *context.point))
        case ("select", start, end):
            low, high = sorted((start, end))
            context.set(data=session._replace(selection=(low, high) if low != high else None), overlay=())
        case ("word",):
            for node in context.machine.scene.hit(*context.point):
                if isinstance(node.data, GridData):
                    span = word_span(lines, position_at(node.data, *context.point))
                    context.set(data=session._replace(selection=span))
        case ("unselect",):
            if session.selection is not None:
                context.set(data=session._replace(selection=None))
        case ("select_all",):
            end = (len(lines) - 1, len(lines[-1]))
            context.set(data=session._replace(selection=((0, 0), end)), overlay=())
        case ("copy",):
            context.set(overlay=())
            if session.selection is not None:
                context.put(CLIPBOARD, selected_text(lines, session.selection)[:MAX_TEXT])
        case ("paste",):
            context.set(overlay=())
            clip: str = context.get(CLIPBOARD)
            if clip:
                _paste(context, clip)
        case ("clear",):
            _put(context, session._replace(lines=(), selection=None))
        case ("new",):
            context.open("terminal", "new", session.shell.cwd)
        case ("close",):
            context.close()


APP: AppSpec = AppSpec(
    id="terminal",
    name="Terminal",
    icon="terminal",
    color=(48, 10, 36),
    view=view,
    update=update,
    start=start,
    title=title,
    key=key,
    text=text,
    size=(740, 470),
    keywords=("shell", "prompt", "command", "console", "bash", "cmd"),
)
