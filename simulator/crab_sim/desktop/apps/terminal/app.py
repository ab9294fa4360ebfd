"""The Terminal: a prompt on a simulated shell, with line editing, history, completion, scroll-back and copying.

* `APP` - the app. * `run_command` - one command for `StateReader.run`, whose changes are dropped.
* `fresh_session`, `prompt_of` - a shell for a part of another app's window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from posixpath import commonprefix
from typing import assert_never

from crab_sim.desktop.apps.terminal.menus import close_question, menu
from crab_sim.desktop.apps.terminal.messages import Message
from crab_sim.desktop.apps.terminal.programs import (
    ProgramScreen,
    Running,
    drawn,
    host_of,
    keep_settings,
    keys_of,
    press,
    screen_size,
)
from crab_sim.desktop.apps.terminal.screen import Screen, position_at, selected_text, word_span
from crab_sim.desktop.apps.terminal.session import Session, append, printed_more
from crab_sim.desktop.apps.terminal.words import word_back, word_end, word_start
from crab_sim.desktop.home import HOSTNAME
from crab_sim.desktop.host import DesktopHost, process_id, program_name, shell_id
from crab_sim.desktop.programs import ends, send_signal
from crab_sim.desktop.widgets import CANCEL, HOME, dialog_key, tilde
from crab_sim.files import Files
from crab_sim.machine import keyboard
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.slices import CLIPBOARD, FILES, WINDOWS
from crab_sim.shell import Result, complete, is_incomplete, last_word, login_state, run, run_argv
from crab_sim.shell.programs.program import Outcome
from crab_sim.ui import Page, Widget, Window
from crab_sim.ui.editing import MAX_TEXT, insert
from crab_sim.ui.node import GridData

__all__ = ["APP", "fresh_session", "prompt_of", "run_command"]

_MAX_PENDING = 500  # lines of one command: all of them are parsed again with each
_COMPLETION = 20  # units of work for completing a word
_LINE = 100  # characters that are shown as quickly as a line
_ENDS_SHELLS = (1, 9)  # signals: one at a prompt takes no notice of SIGTERM
_LOGIN = login_state(DesktopHost({}, 0.0))


def start(intent: Intent) -> Page:
    """Returns the page of a fresh shell, in the intent's folder where it has one."""
    return Page("terminal", None, data=fresh_session(str(intent[1]) if len(intent) > 1 else HOME))


def fresh_session(folder: str) -> Session:
    """Returns a fresh shell in a folder."""
    return Session(replace(_LOGIN, cwd=folder, variables={**_LOGIN.variables, "PWD": folder}))


def prompt_of(session: Session) -> str:
    """Returns the prompt of the line that is being typed."""
    return "> " if session.pending else f"{session.lead}user@{HOSTNAME}:{tilde(session.shell.cwd)}$ "


def title(context: Context) -> str:
    """Returns the prompt's place; programs leave the title as it was."""
    return f"user@{HOSTNAME}: {tilde(context.page.data.shell.cwd)}"


def view(context: Context) -> View[Message]:
    """Shows the screen, and the menu or the question that is open."""
    page = context.page
    session: Session = page.data
    screen: Widget[Message]
    if session.running is not None:
        screen = ProgramScreen(session.running.program, session.selection)
    else:
        screen = Screen(session.lines, prompt_of(session), session.line, session.caret, session.selection)
    if page.overlay[:1] == ("menu",):
        return View(screen, menu(session.selection is not None, context.get(CLIPBOARD) != "", page.overlay[1:]))
    return View(screen, close_question() if page.overlay else None)


# Commands ---------------------------------------------------------------------------------------------------------


def _enter(context: Context) -> None:
    """Runs the line that was typed."""
    session: Session = context.page.data
    line, prompt = session.line, prompt_of(session)
    source = "\n".join((*session.pending, line))
    context.machine.work.spend(len(source) / 512)
    if len(session.pending) < _MAX_PENDING and is_incomplete(source):
        session = append(session, prompt, line, "")
        _put(context, session._replace(pending=(*session.pending, line)))
        return
    host = host_of(context, context.machine.now)
    files: Files = context.get(FILES)
    result = run(source, files, session.shell, host, budget=context.machine.work, screen=screen_size(context))
    context.machine.work.spend((len(result.terminal) + _LINE * result.terminal.count(b"\n")) / 4096)
    session = append(session, prompt, line, result.terminal.decode("utf-8", "replace"))
    session = session._replace(pending=())
    if result.program is None:
        _put(context, session._replace(shell=result.state))
    else:
        time = context.machine.now
        running = Running(result.program, source, files, session.shell, time, time)
        running = running._replace(printed=len(result.terminal), effects=len(result.effects))
        _put(context, session._replace(running=running))
    _changed(context, result, host, result.effects)


def _changed(context: Context, result: Result, host: DesktopHost, effects: Sequence[tuple[object, ...]]) -> None:
    """Makes the changes of a line to the machine."""
    if result.files is not context.get(FILES):
        context.put(FILES, result.files)
    keep_settings(context, host)
    for effect in effects:
        _effect(context, effect)


def _resume(context: Context, running: Running, status: int) -> None:
    """Goes on with the line behind a program that has ended: the line is run again, with the program's outcome."""
    session: Session = context.page.data
    now = context.machine.now
    files: Files = context.get(FILES)
    outcomes = (*running.outcomes, Outcome(status, files, now - running.started))
    host = host_of(context, running.now)
    work, size = context.machine.work, screen_size(context)
    result = run(running.source, running.files, running.shell, host, screen=size, outcomes=outcomes, budget=work)
    if work.left < 0:  # it was stopped, perhaps before the place where it went on: the programs' files stay
        result = replace(result, files=files)
    output = session.lead + result.terminal[running.printed :].decode("utf-8", "replace")
    if output != session.lead:
        session = printed_more(session, output)
    effects = result.effects[running.effects :]
    if result.program is None:
        session = session._replace(shell=result.state, running=None)
    else:
        running = running._replace(program=result.program, started=now, outcomes=outcomes)
        running = running._replace(printed=len(result.terminal), effects=len(result.effects))
        session = session._replace(running=running)
    _put(context, session._replace(selection=None))
    _changed(context, result, host, effects)


def _feed(context: Context, keys: str) -> str:
    """Gives keys to the program that runs; returns those behind its end."""
    session: Session = context.page.data
    running = session.running
    if running is None:
        return keys
    taken = press(context, running.program, keys)
    session = session._replace(running=running._replace(program=taken.program), selection=None)
    context.set(data=session, overlay=())
    if taken.status < 0:
        return ""
    _resume(context, running, taken.status)
    return taken.left


def _type_on(context: Context, text: str) -> None:
    """Types text into a running program; the rest of it goes to the shell if the program ends."""
    while text:
        if context.machine.work.leaves_out(text):
            return
        session: Session = context.page.data
        if session.running is not None:
            text = _feed(context, text.replace("\n", "\r")).replace("\r", "\n")
            continue
        line, newline, text = text.partition("\n")
        _write(context, line)
        if newline:
            keyboard.press(context.machine, "enter")
            front = context.machine.front
            if front is None or front.id != context.window_id:
                keyboard.type_text(context.machine, text)
                return


def _effect(context: Context, effect: tuple[object, ...]) -> None:
    """Carries out a command's request to the machine."""
    match effect:
        case ("open_app", str(app), *_):
            context.open(app, *effect[2:])
        case ("sleep", float(seconds)):
            context.machine.advance(seconds)
        case ("kill", int(pid), int(signal)):
            send_signal(context.machine, pid, signal)
            windows: Sequence[Window] = context.get(WINDOWS) if ends(signal) else ()
            for window in windows:
                shell = window.app == "terminal" and shell_id(window) == pid
                if process_id(window) == pid or (shell and signal in _ENDS_SHELLS):
                    context.machine.close_window(window.id)
                elif process_id(window) + 1 == pid and program_name(window):
                    other = Context(context.machine, window.id)
                    session: Session = other.page.data
                    if session.running is not None:
                        _resume(other, session.running, 143)
        case ("exit", *_):
            _end(context)


def run_command(files: Files, host: DesktopHost, argv: Sequence[str]) -> tuple[int, str, str]:
    """Runs one command in the home folder and discards its changes.

    Args:
        files: The file system.
        host: The desktop's settings and its clock.
        argv: The command and its arguments.

    Returns:
        Exit status, standard output, standard error.
    """
    result = run_argv(argv, files, _LOGIN, host)
    return result.status, result.stdout.decode("utf-8", "replace"), result.stderr.decode("utf-8", "replace")


def close(context: Context) -> None:
    """Closes the window, after a question where a program runs in it."""
    session: Session = context.page.data
    if session.running is not None and session.room is None:
        context.set(overlay=("closing",))
    else:
        _end(context)


def _end(context: Context) -> None:
    """Closes the window, or ends the shell where it is a part of another app's window."""
    session: Session = context.page.data
    if session.room is None:
        context.close()
    else:
        context.set(data=session._replace(ended=True))


# The line ---------------------------------------------------------------------------------------------------------


def _put(context: Context, session: Session) -> None:
    context.set(data=session, scroll={}, overlay=())


def _edited(session: Session, line: str, caret: int, cut: str = "") -> Session:
    return session._replace(line=line, caret=caret, cut=cut or session.cut, selection=None)


def _write(context: Context, text: str) -> None:
    """Types one line of text; a tab completes."""
    for i, part in enumerate(text.split("\t")):
        if context.machine.work.left < 0:
            return
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
    if context.page.overlay == ("closing",):
        return False
    context.set(overlay=())
    session: Session = context.page.data
    if session.running is not None:
        _type_on(context, text)
        return True
    _write(context, text.partition("\n")[0])
    return False


def _paste(context: Context, text: str) -> None:
    """Types pasted text; all lines but the last are run."""
    session: Session = context.page.data
    if session.running is not None:
        _feed(context, text.replace("\n", "\r"))
        return
    first, *more = text.rstrip("\n").split("\n")
    _write(context, first)
    for line in more:
        _enter(context)
        if context.machine.work.left < 0 or all(w.id != context.window_id for w in context.machine.get(WINDOWS)):
            return
        _write(context, line)


def _complete(context: Context) -> None:
    """Completes the word before the caret; lists the ways where there are several."""
    session: Session = context.page.data
    head = session.line[: session.caret]
    found = complete(head, context.get(FILES), session.shell, host_of(context, context.machine.now))
    context.machine.work.spend(_COMPLETION + len(found) / 20)
    start = len(head) - len(last_word(head))
    common = commonprefix(found)
    if len(found) == 1 and not common.endswith("/"):
        common += " "
    if len(common) > len(head) - start:
        new_head = head[:start] + common
        _put(context, _edited(session, new_head + session.line[session.caret :], len(new_head)))
    elif len(found) > 1:
        names = [path.rstrip("/").rpartition("/")[2] + ("/" if path.endswith("/") else "") for path in found]
        listing = "  ".join(names[:100]) + "\n"
        new = append(session, prompt_of(session), session.line, listing)
        _put(context, new._replace(line=session.line, caret=session.caret, lead=session.lead))


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
            caret = word_back(line, caret)
        case "ctrl+right" | "alt+f":
            caret = word_end(line, caret)
        case "backspace" | "ctrl+h":
            line, caret = line[: max(0, caret - 1)] + line[caret:], max(0, caret - 1)
        case "delete" | "ctrl+d":
            line = line[:caret] + line[caret + 1 :]
        case "ctrl+u":
            return _edited(session, line[caret:], 0, line[:caret])
        case "ctrl+k":
            return _edited(session, line[:caret], caret, line[caret:])
        case "ctrl+w" | "alt+backspace":
            start = word_start(line, caret) if key == "ctrl+w" else word_back(line, caret)
            return _edited(session, line[:start] + line[caret:], start, line[start:caret])
        case "alt+d":
            end = word_end(line, caret)
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
    if context.page.overlay == ("closing",):
        enter: dict[str, Message] = {context.page.name: ("end",)}
        return dialog_key(context, key, update, CANCEL, enter)
    if session.running is not None:
        return _program_key(context, key)
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
            _put(context, append(session, prompt_of(session), session.line + "^C", "")._replace(pending=()))
        case "ctrl+d":
            _end(context)
        case "ctrl+l":
            _put(context, session._replace(lines=(), selection=None))
        case "ctrl+shift+a":
            update(context, ("select_all",))
        case _:
            _window_key(context, key)
    return True


def _program_key(context: Context, key: str) -> bool:
    """Handles a key while a program runs: the terminal keeps only those for copying, pasting and windows."""
    if not _window_key(context, key):
        _program_text(context, key)
    return True


def _window_key(context: Context, key: str) -> bool:
    """Handles the keys for copying, pasting and windows; returns whether it is one."""
    match key:
        case "ctrl+shift+c":
            update(context, ("copy",))
        case "ctrl+shift+v" | "shift+insert":
            update(context, ("paste",))
        case "ctrl+shift+n" | "ctrl+shift+t":
            update(context, ("new",))
        case "ctrl+shift+w" | "ctrl+shift+q":
            update(context, ("close",))
        case _:
            return False
    return True


def _program_text(context: Context, key: str) -> None:
    """Sends a key's characters to the program; those behind its end go to the shell."""
    left = _feed(context, keys_of(key))
    if left:
        _type_on(context, left)


def update(context: Context, message: Message) -> None:  # noqa: C901 - one case for each event
    """Handles the terminal's events."""
    session: Session = context.page.data
    if session.running is not None:
        lines = [row.text for row in drawn(session.running.program, *screen_size(context)).rows]
    else:
        lines = [*[prompt + line for prompt, line in session.lines], prompt_of(session) + session.line]
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
                with context.machine.work:
                    _paste(context, clip)
        case ("new",):
            context.open("terminal", "new", session.shell.cwd)
        case ("close",):
            close(context)
        case ("cancel",):
            context.set(overlay=())
        case ("end",):
            _end(context)
        case ("opened", *_) | ("submit", _):
            pass
        case _:
            assert_never(message)


APP: AppSpec[Message] = AppSpec(
    id="terminal",
    name="Terminal",
    icon="terminal",
    color=(48, 10, 36),
    view=view,
    update=update,
    start=start,
    close=close,
    title=title,
    key=key,
    text=text,
    size=(740, 470),
    keywords=("shell", "prompt", "command", "console", "bash", "cmd"),
    multiline=(),
)
