"""A simulated nano: keys, prompts, files, and its screen."""

from __future__ import annotations

import re

from crab_sim.files import FileError
from crab_sim.shell.programs.nano.editing import edit_key, find, follow, marked_text, told, with_lines
from crab_sim.shell.programs.nano.state import NanoState, Prompt, Replacing, Snapshot
from crab_sim.shell.programs.world import World

__all__ = ["NanoState", "feed", "start"]

_HELP_LINES = 30


def start(
    name: str, world: World, rows: int, columns: int, line: int = 1, col: int = 1, text: str | None = None
) -> NanoState:
    """Returns the editor with a file, or with a text from standard input.

    Args:
        name: The file's name, empty for a new text.
        world: The machine.
        rows: Rows of the screen.
        columns: Columns of the screen.
        line: The line to begin at, from 1; negative from the end.
        col: The column, from 1.
        text: A text instead of the file's.
    """
    state = NanoState(name=name, rows=rows, columns=columns)
    if text is None and name and world.exists(name):
        try:
            text = world.read(name).decode("utf-8", "surrogateescape")
        except FileError as error:
            return told(state._replace(name=""), f"Error reading {name}: {error.reason}")
        lines = _with_last(text)
        count = len(lines) - 1
        state = told(state._replace(lines=lines, saved=lines), f"Read {count} line{'' if count == 1 else 's'}")
        if not world.writable(name):
            state = told(state, f"File '{name}' is unwritable")
    elif text is not None:
        state = state._replace(lines=_with_last(text))
    elif name:
        state = told(state, "New File")
    at = line - 1 if line > 0 else len(state.lines) + line
    at = max(0, min(len(state.lines) - 1, at))
    return follow(state._replace(line=at, col=max(0, min(len(state.lines[at]), col - 1))))


def _with_last(text: str) -> tuple[str, ...]:
    """Returns the lines of a text, of which the last one is empty."""
    return (*text.removesuffix("\n").split("\n"), "") if text else ("",)


def feed(state: NanoState, keys: str, world: World) -> NanoState:
    """Returns the state after keys were pressed; saved files go into `world`."""
    for at, key in enumerate(keys):
        if not world.budget.spend(1.5 + len(state.lines) / 400):
            break
        state = _key(state, key, world)
        if state.status >= 0:
            return state._replace(left=keys[at + 1 :])
    return follow(state)


def _key(state: NanoState, key: str, world: World) -> NanoState:
    if state.help >= 0:
        return _help_key(state, key)
    if state.prompt is not None:
        return _prompt_key(state, state.prompt, key, world)
    if state.escape:
        return _alt(state._replace(escape=False, message=""), key)
    if key == "\x1b":
        return state._replace(escape=True)
    edited = edit_key(state._replace(message=""), key)
    if edited is not None:
        return edited
    return _command(state._replace(message="", cutting=False), key, world)


def _command(state: NanoState, key: str, world: World) -> NanoState:
    if key == "\x0f":
        return state._replace(prompt=Prompt("write", "File Name to Write: ", state.name, len(state.name)))
    if key == "\x18":
        if state.lines == state.saved:
            return state._replace(status=0)
        return state._replace(prompt=Prompt("leave", "Save modified buffer? "))
    if key == "\x13":
        return _write(state, state.name, world, False) if state.name else _command(state, "\x0f", world)
    if key == "\x17":
        last = f" [{state.pattern}]" if state.pattern else ""
        return state._replace(prompt=Prompt("search", f"Search{last}: "))
    if key == "\x1c":
        last = f" [{state.pattern}]" if state.pattern else ""
        return state._replace(prompt=Prompt("replace", f"Search (to replace){last}: "))
    if key == "\x1f":
        return state._replace(prompt=Prompt("goto", "Enter line number, column number: "))
    if key == "\x12":
        return state._replace(prompt=Prompt("read", "File to insert [from ./]: "))
    if key == "\x07":
        return state._replace(help=0)
    if key == "\x03":
        return told(state, _where(state))
    if key == "\x1e":
        return _toggle_mark(state)
    return state


def _where(state: NanoState) -> str:
    """Returns the cursor's place in words."""
    count, width = len(state.lines), len(state.lines[state.line]) + 1
    total = sum(map(len, state.lines)) + count - 1
    here = sum([len(text) + 1 for text in state.lines[: state.line]]) + state.col
    return (
        f"line {state.line + 1}/{count} ({(state.line + 1) * 100 // count}%), "
        f"col {state.col + 1}/{width} ({(state.col + 1) * 100 // width}%), "
        f"char {here}/{total} ({here * 100 // max(1, total)}%)"
    )


def _toggle_mark(state: NanoState) -> NanoState:
    if state.mark >= 0:
        return told(state._replace(mark=-1), "Mark Unset")
    return told(state._replace(mark=state.line, mark_col=state.col), "Mark Set")


def _alt(state: NanoState, key: str) -> NanoState:
    """Handles a key with alt."""
    key = key.lower()
    if key == "u":
        return _back(state)
    if key == "e":
        return _forth(state)
    if key == "a":
        return _toggle_mark(state)
    if key in "6^":
        cut = marked_text(state)
        state = state._replace(cut=cut, mark=-1)
        if len(cut) == 2 and cut[1] == "" and state.line < len(state.lines) - 1:
            state = state._replace(line=state.line + 1, col=0)
        return state
    if key == "g":
        return state._replace(prompt=Prompt("goto", "Enter line number, column number: "))
    if key == "r":
        last = f" [{state.pattern}]" if state.pattern else ""
        return state._replace(prompt=Prompt("replace", f"Search (to replace){last}: "))
    if key in "w":
        return _find_next(state)
    if key in "\\|":
        return state._replace(line=0, col=0)
    if key in "/?":
        return state._replace(line=len(state.lines) - 1, col=len(state.lines[-1]))
    return state


def _back(state: NanoState) -> NanoState:
    if not state.undo:
        return told(state, "Nothing to undo")
    old = state.undo[-1]
    redo = (*state.redo, Snapshot(state.lines, state.line, state.col))
    state = state._replace(lines=old.lines, line=old.line, col=old.col, undo=state.undo[:-1], redo=redo, mark=-1)
    return told(state, "Undid last change")


def _forth(state: NanoState) -> NanoState:
    if not state.redo:
        return told(state, "Nothing to redo")
    new = state.redo[-1]
    undo = (*state.undo, Snapshot(state.lines, state.line, state.col))
    state = state._replace(lines=new.lines, line=new.line, col=new.col, redo=state.redo[:-1], undo=undo)
    return told(state, "Redid last change")


def _help_key(state: NanoState, key: str) -> NanoState:
    if key in "\x18qQ\x1b":
        return state._replace(help=-1)
    steps = {
        "\ue002": 1,
        "\x0e": 1,
        "\ue001": -1,
        "\x10": -1,
        " ": 10,
        "\x16": 10,
        "\ue009": 10,
        "\x19": -10,
        "\ue008": -10,
    }
    return state._replace(help=max(0, min(_HELP_LINES, state.help + steps.get(key, 0))))


# Prompts ----------------------------------------------------------------------------------------------------------


def _prompt_key(state: NanoState, prompt: Prompt, key: str, world: World) -> NanoState:
    if key in "\x03\x1b":
        return told(state._replace(prompt=None), "Cancelled")
    if prompt.kind in ("leave", "overwrite", "each"):
        return _choice(state, prompt, key.lower(), world)
    if key in "\r\n":
        return _answer(state._replace(prompt=None), prompt, world)
    text, caret = prompt.text, prompt.caret
    if key in "\b\x7f":
        text, caret = text[: max(0, caret - 1)] + text[caret:], max(0, caret - 1)
    elif key in "\x04\ue007":
        text = text[:caret] + text[caret + 1 :]
    elif key in "\x15\x0b":
        text, caret = "", 0
    elif key in "\x02\ue003":
        caret = max(0, caret - 1)
    elif key in "\x06\ue004":
        caret = min(len(text), caret + 1)
    elif key in "\x01\ue005":
        caret = 0
    elif key in "\x05\ue006":
        caret = len(text)
    elif key == "\x12" and prompt.kind == "search":
        return state._replace(prompt=prompt._replace(kind="replace", label="Search (to replace): "))
    elif key == "\x14" and prompt.kind == "search":
        return state._replace(prompt=Prompt("goto", "Enter line number, column number: "))
    elif key >= " " and not "\ue000" <= key <= "\uf8ff" and len(text) < 1000:
        text, caret = text[:caret] + key + text[caret:], caret + 1
    return state._replace(prompt=prompt._replace(text=text, caret=caret))


def _choice(state: NanoState, prompt: Prompt, key: str, world: World) -> NanoState:
    """Handles the answer to a question with a few choices."""
    if prompt.kind == "each":
        return _replace_choice(state, key)
    if key not in "yn":
        return state
    state = state._replace(prompt=None)
    if prompt.kind == "leave":
        if key == "n":
            return state._replace(status=0)
        return state._replace(prompt=Prompt("write", "File Name to Write: ", state.name, len(state.name), True))
    if key == "n":
        again = Prompt("write", "File Name to Write: ", prompt.text, len(prompt.text), prompt.leaving)
        return state._replace(prompt=again)
    return _write(state, prompt.text, world, prompt.leaving)


def _answer(state: NanoState, prompt: Prompt, world: World) -> NanoState:
    """Handles a text that was typed as an answer."""
    text = prompt.text
    if prompt.kind == "write":
        if not text:
            return told(state, "Cancelled")
        if text != state.name and world.exists(text) and not world.is_folder(text):
            question = f'File "{text}" exists; OVERWRITE? '
            return state._replace(prompt=Prompt("overwrite", question, text, leaving=prompt.leaving))
        return _write(state, text, world, prompt.leaving)
    if prompt.kind == "search":
        if not text and not state.pattern:
            return told(state, "Cancelled")
        return _find_next(state._replace(pattern=text or state.pattern))
    if prompt.kind == "replace":
        if not text and not state.pattern:
            return told(state, "Cancelled")
        state = state._replace(pattern=text or state.pattern)
        last = f" [{state.replacement}]" if state.replacement else ""
        return state._replace(prompt=Prompt("with", f"Replace with{last}: "))
    if prompt.kind == "with":
        return _ask_next(
            state._replace(replacement=text, asking=Replacing(state.line, state.col, state.line, state.col))
        )
    if prompt.kind == "goto":
        return _go_to(state, text)
    return _insert_file(state, text, world)


def _go_to(state: NanoState, text: str) -> NanoState:
    match = re.fullmatch(r"\s*(-?\d{1,8})?\s*(?:[,.; ]\s*(\d{1,8}))?\s*", text)
    if match is None or not text.strip():
        return told(state, "Invalid line or column number")
    line = int(match[1]) if match[1] else state.line + 1
    at = line - 1 if line > 0 else len(state.lines) + line
    at = max(0, min(len(state.lines) - 1, at))
    col = int(match[2]) - 1 if match[2] else 0
    return state._replace(line=at, col=max(0, min(len(state.lines[at]), col)), want=-1)


def _find_next(state: NanoState) -> NanoState:
    if not state.pattern:
        return told(state, "No current search pattern")
    found = find(state, state.line, state.col + 1)
    if found is None:
        found = find(state, state.line, 0)
        if found is None:
            return told(state, f'"{state.pattern}" not found')
        return told(state._replace(line=found[0], col=found[1], want=-1), "This is the only occurrence")
    line, col, wrapped = found
    state = state._replace(line=line, col=col, want=-1)
    return told(state, "Search Wrapped") if wrapped else state


def _ask_next(state: NanoState) -> NanoState:
    """Goes to the next match and asks whether to replace it."""
    asking = _next_match(state)
    if asking is None:
        return _replaced_all(state)
    prompt = Prompt("each", "Replace this instance? ")
    return state._replace(line=asking.line, col=asking.col, asking=asking, prompt=prompt)


def _next_match(state: NanoState) -> Replacing | None:
    """Returns the state of replacing at the next match, None where all of the text was passed."""
    asking, wanted, last = state.asking, state.pattern.lower(), len(state.lines) - 1
    line, col, wrapped = asking.line, asking.col, asking.wrapped
    while True:
        found = state.lines[line].lower().find(wanted, col)
        if found >= 0 and (not wrapped or (line, found) < (asking.from_line, asking.from_col)):
            return asking._replace(line=line, col=found, wrapped=wrapped)
        if wrapped and line >= asking.from_line:
            return None
        if line < last:
            line, col = line + 1, 0
        elif wrapped:
            return None
        else:
            line, col, wrapped = 0, 0, True


def _replaced_all(state: NanoState) -> NanoState:
    """Ends replacing: the cursor returns, and the status bar tells how many places there were."""
    asking = state.asking
    if not asking.places and find(state, 0, 0) is None:
        return told(state._replace(prompt=None), f'"{state.pattern}" not found')
    line = min(asking.from_line, len(state.lines) - 1)
    state = state._replace(prompt=None, line=line, col=min(asking.from_col, len(state.lines[line])), want=-1)
    return told(state, f"Replaced {asking.places} occurrence{'' if asking.places == 1 else 's'}")


def _replace_choice(state: NanoState, key: str) -> NanoState:
    asking = state.asking
    if key == "n":
        return _ask_next(state._replace(asking=asking._replace(col=asking.col + 1)))
    if key == "y":
        return _ask_next(_replaced(state))
    if key == "a":
        return _replaced_all(_replace_rest(state))
    return state


def _replace_rest(state: NanoState) -> NanoState:
    """Replaces all matches from the place in question on."""
    asking, lines = state.asking, list(state.lines)
    wanted = re.compile(re.escape(state.pattern), re.IGNORECASE)
    count, here = asking.places, asking.from_line
    if not asking.wrapped:
        for at in range(asking.line, len(lines)):
            start = asking.col if at == asking.line else 0
            new, made = wanted.subn(lambda match: state.replacement, lines[at][start:])
            lines[at] = lines[at][:start] + new
            count += made
    col = asking.from_col
    for at in range(asking.line if asking.wrapped else 0, here + 1):
        start = asking.col if asking.wrapped and at == asking.line else 0
        end = col if at == here else len(lines[at])
        new, made = wanted.subn(lambda match: state.replacement, lines[at][start:end])
        lines[at] = lines[at][:start] + new + lines[at][end:]
        count += made
        if at == here:
            col = start + len(new)
    state = with_lines(state, tuple(lines), here, col)
    return state._replace(asking=asking._replace(places=count, from_col=col))


def _replaced(state: NanoState) -> NanoState:
    asking = state.asking
    line, col = asking.line, asking.col
    text = state.lines[line]
    new = text[:col] + state.replacement + text[col + len(state.pattern) :]
    lines = (*state.lines[:line], new, *state.lines[line + 1 :])
    state = with_lines(state, lines, line, col)
    longer = len(state.replacement) - len(state.pattern)
    before = asking.wrapped and line == asking.from_line
    asking = asking._replace(
        col=col + len(state.replacement), places=asking.places + 1,
        from_col=max(0, asking.from_col + longer) if before else asking.from_col,
    )  # fmt: skip
    return state._replace(asking=asking)


# Files ------------------------------------------------------------------------------------------------------------


def _write(state: NanoState, name: str, world: World, leaving: bool) -> NanoState:
    lines = state.lines
    if lines[-1] != "":
        lines = (*lines, "")
    if world.is_folder(name):
        return told(state, f"Error writing {name}: Is a directory")
    try:
        world.write(name, "\n".join(lines).encode("utf-8", "surrogateescape"))
    except FileError as error:
        return told(state, f"Error writing {name}: {error.reason}")
    count = len(lines) - 1
    state = state._replace(lines=lines, saved=lines, name=name)
    if leaving:
        return state._replace(status=0)
    return told(state, f"Wrote {count} line{'' if count == 1 else 's'}")


def _insert_file(state: NanoState, name: str, world: World) -> NanoState:
    if not name:
        return told(state, "Cancelled")
    try:
        text = world.read(name).decode("utf-8", "surrogateescape")
    except FileError as error:
        return told(state, f"Error reading {name}: {error.reason}")
    pieces = text.split("\n")
    here, line, col = state.lines[state.line], state.line, state.col
    new = [here[:col] + pieces[0], *pieces[1:]]
    end = len(new[-1])
    new[-1] += here[col:]
    lines = (*state.lines[:line], *new, *state.lines[line + 1 :])
    state = with_lines(state, lines, line + len(new) - 1, end)
    count = len(pieces) - (1 if pieces[-1] == "" else 0)
    return told(state, f"Read {count} line{'' if count == 1 else 's'}")
