"""Ex commands on files: ``:w``, ``:e``, ``:r``, ``:q`` and their kin."""

from __future__ import annotations

import posixpath

from crab_sim.files import FileError
from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex.call import Call
from crab_sim.shell.programs.vim.ex.ranges import Range
from crab_sim.shell.programs.vim.state import Place

_UNSAVED = "E37: No write since last change (add ! to override)"


def decode(data: bytes) -> str:
    """Returns the text of bytes; those that are not UTF-8 survive."""
    return data.decode("utf-8", "surrogateescape")


def _encode(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _name(editor: Editor, text: str) -> str:
    """Returns a file's name from an argument: ``%`` and ``#`` are the current and the alternate one."""
    if text == "%" or text.startswith("%:"):
        name = editor.state.name
        if not name:
            raise Refused("E499: Empty file name for '%' or '#', only works with \":p:h\"")
        for part in text[2:].split(":"):
            name = {"r": posixpath.splitext(name)[0], "h": posixpath.dirname(name) or ".",
                    "t": posixpath.basename(name), "p": editor.world.path(name)}.get(part, name)  # fmt: skip
        return name
    if text == "#":
        if not editor.state.other:
            raise Refused("E194: No alternate file name to substitute for '#'")
        return editor.state.other
    return text.replace("\\ ", " ")


# Writing ----------------------------------------------------------------------------------------------------------


def _write(editor: Editor, name: str, lines: Range, bang: bool, append: bool) -> None:
    """Writes lines to a file."""
    state, world = editor.state, editor.world
    own = not name or world.path(name) == (world.path(state.name) if state.name else "")
    name = name or state.name
    whole = lines.first <= 0 and lines.last == len(editor.lines) - 1
    if not name:
        raise Refused("E32: No file name")
    if world.is_folder(name):
        raise Refused(f'E17: "{name}" is a directory')
    exists = world.exists(name)
    if exists and not bang and not append:
        if not own:
            raise Refused("E13: File exists (add ! to override)")
        if not state.exists and state.name == name:
            raise Refused("E13: File exists (add ! to override)")
        if not whole:
            raise Refused("E140: Use ! to write partial buffer")
    if own and editor.number("readonly") and not bang:
        raise Refused("E45: 'readonly' option is set (add ! to override)")
    body = editor.lines[max(0, lines.first) : lines.last + 1]
    ends = state.ends or not whole or bool(editor.number("fixendofline"))
    newline = "\r\n" if editor.word("fileformat") == "dos" else "\n"
    text = newline.join(body) + (newline if ends else "")
    if editor.empty:
        text = ""
    try:
        world.write(name, _encode(text), append)
    except FileError:
        raise Refused(f'"{name}" E212: Can\'t open file for writing') from None
    editor.commit()
    if own or not state.name:
        editor.state = editor.state._replace(name=state.name or name, exists=True)
    if (own or not state.name) and whole and not append:
        editor.state = editor.state._replace(saved=editor.state.version)
    size = len(_encode(text))
    count = 0 if not text else len(body)
    new = "" if exists else " [New]"
    verb = "appended" if append and exists else "written"
    editor.say(f'"{name}"{new} {count}L, {size}B {verb}')


def write(editor: Editor, call: Call) -> None:
    """Writes the buffer or a range."""
    rest, append = call.rest, False
    if rest.startswith(">>"):
        rest, append = rest[2:].strip(), True
    if rest.startswith("!"):
        raise Refused("E319: Sorry, the command is not available in this version")
    lines = call.lines if call.lines.given else Range(0, len(editor.lines) - 1, 0)
    _write(editor, _name(editor, rest), lines, call.bang, append)


def _write_all(editor: Editor, name: str, bang: bool) -> None:
    _write(editor, name, Range(0, len(editor.lines) - 1, 0), bang, False)


def update(editor: Editor, call: Call) -> None:
    """Writes the buffer if it has changed."""
    if editor.modified:
        write(editor, call)


def save_as(editor: Editor, call: Call) -> None:
    """Writes the buffer to another file, and goes on with that."""
    if not call.rest:
        raise Refused("E471: Argument required")
    name, old = _name(editor, call.rest), editor.state.name
    if editor.world.exists(name) and not call.bang:
        raise Refused("E13: File exists (add ! to override)")
    _write_all(editor, name, True)
    editor.state = editor.state._replace(name=name, other=old, saved=editor.state.version, exists=True)


# Leaving ----------------------------------------------------------------------------------------------------------


def quit_editor(editor: Editor, force: bool, status: int = 0) -> None:
    """Ends the editor.

    Raises:
        Refused: Changes aren't saved, or files are left.
    """
    if editor.modified and not force:
        raise Refused(_UNSAVED)
    left = len(editor.state.arguments) - editor.state.argument - 1
    if left > 0 and not force and not editor.warned:
        editor.warned = True
        raise Refused(f"E173: {left} more file{'s' if left > 1 else ''} to edit")
    editor.state = editor.state._replace(status=status)


def quit_command(editor: Editor, call: Call) -> None:
    """Ends the editor; ``!`` drops the changes."""
    if call.name in ("qall", "quitall"):
        if editor.modified and not call.bang:
            name = editor.state.name or "[No Name]"
            raise Refused(f'E37: No write since last change\nE162: No write since last change for buffer "{name}"')
        editor.state = editor.state._replace(status=0)
        return
    quit_editor(editor, call.bang)


def fail_command(editor: Editor, call: Call) -> None:
    """Ends the editor with an error status."""
    status = int(call.rest[:3]) if call.rest.isdigit() else 1
    editor.state = editor.state._replace(status=status & 255)


def write_quit(editor: Editor, call: Call) -> None:
    """Writes and ends."""
    lines = call.lines if call.lines.given else Range(0, len(editor.lines) - 1, 0)
    _write(editor, _name(editor, call.rest), lines, call.bang, False)
    if call.lines.given:
        editor.state = editor.state._replace(saved=editor.state.version)
    quit_editor(editor, call.bang or bool(call.rest) or call.name == "wqall")


def exit_command(editor: Editor, call: Call) -> None:
    """Writes if there are changes, and ends."""
    if editor.modified or call.rest or call.lines.given:
        write_quit(editor, call)
    else:
        quit_editor(editor, call.bang)


def write_and_quit(editor: Editor) -> None:
    """Writes if there are changes, and ends, as ``ZZ`` does."""
    if editor.modified:
        _write_all(editor, "", False)
    quit_editor(editor, False)


# Opening ----------------------------------------------------------------------------------------------------------


def edit_file(editor: Editor, name: str, force: bool) -> None:
    """Loads a file into the buffer.

    Raises:
        Refused: The changes of the present one aren't saved.
    """
    state = editor.state
    same = bool(state.name) and editor.world.path(name) == editor.world.path(state.name)
    if editor.modified and not force and not same:
        raise Refused(_UNSAVED)
    if editor.modified and same and not force:
        raise Refused(_UNSAVED)
    other = state.other if same else state.name
    line = editor.line if same else 0
    load_file(editor, name)
    editor.state = editor.state._replace(other=other)
    editor.line = min(line, len(editor.lines) - 1)
    editor.go(editor.line, editor.first_word(editor.line))


def load_file(editor: Editor, name: str) -> None:
    """Loads a file and says so; the old buffer is gone."""
    world = editor.world
    text, exists, message, readonly = "", False, f'"{name}" [New]', 0
    if not name:
        message = ""
    elif world.is_folder(name):
        message = f'"{name}" is a directory'
    elif world.exists(name):
        exists = True
        try:
            text = decode(world.read(name))
            readonly = 0 if world.writable(name) else 1
        except FileError:
            message = f'"{name}" [Permission Denied]'
            exists = False
        else:
            message = _told(name, text, readonly)
    options = {key: value for key, value in editor.state.options.items() if key not in ("readonly", "fileformat")}
    if readonly:
        options["readonly"] = 1
    lines = text.split("\n")
    if len(lines) > 1 and lines[-1] == "":
        lines.pop()
    if text and text.endswith("\n") and all(line.endswith("\r") for line in lines):
        lines = [line[:-1] for line in lines]
        options["fileformat"] = "dos"
    editor.lines, editor.edits, editor.empty = lines, [], not text
    editor.mode, editor.want = "n", -1
    editor.line = editor.col = 0
    editor.marks = {key: place for key, place in editor.marks.items() if key.isupper()}
    editor.state = editor.state._replace(
        name=name, exists=exists, ends=not text or text.endswith("\n"), undo=(), undo_at=0, version=0, versions=0,
        saved=0, options=options, top=0, visual=None, insert=None,
    )  # fmt: skip
    editor.say(message)


def _told(name: str, text: str, readonly: int) -> str:
    size, count = len(_encode(text)), text.count("\n") + (1 if text and not text.endswith("\n") else 0)
    flags = ("[readonly] " if readonly else "") + ("[noeol] " if text and not text.endswith("\n") else "")
    if text.endswith("\r\n"):
        flags += "[dos] "
    return f'"{name}" {flags}{count}L, {size}B'


def edit(editor: Editor, call: Call) -> None:
    """Edits another file, or this one again."""
    rest, command = call.rest, ""
    if rest.startswith("+"):
        command, _, rest = rest.partition(" ")
    name = _name(editor, rest) if rest else editor.state.name
    if not rest and not name:
        raise Refused("E32: No file name")
    edit_file(editor, name, call.bang)
    if command[1:].isdigit():
        editor.go(min(len(editor.lines), max(1, int(command[1:8]))) - 1, 0)


def new(editor: Editor, call: Call) -> None:
    """Begins an empty buffer."""
    if editor.modified and not call.bang:
        raise Refused(_UNSAVED)
    old = editor.state.name
    load_file(editor, "")
    editor.state = editor.state._replace(other=old)


def read(editor: Editor, call: Call) -> None:
    """Puts a file's lines below a line."""
    rest = call.rest.strip()
    if rest.startswith("!") or call.bang:
        raise Refused("E319: Sorry, the command is not available in this version")
    name = _name(editor, rest) if rest else editor.state.name
    if not name:
        raise Refused("E32: No file name")
    try:
        data = decode(editor.world.read(name))
    except FileError:
        raise Refused(f"E484: Can't open file {name}") from None
    lines = data.split("\n")
    if lines[-1] == "":
        lines.pop()
    at = call.lines.last + 1
    editor.touch()
    if lines:
        editor.replace(at, at, lines)
        editor.go(at, editor.first_word(at))
    editor.mark_change(Place(at, 0), Place(at + max(0, len(lines) - 1), 0))
    editor.say(_told(name, data, 0))


def rename(editor: Editor, call: Call) -> None:
    """Shows the file's name, or changes it."""
    state = editor.state
    if call.rest:
        editor.state = state._replace(name=_name(editor, call.rest), other=state.name, exists=False)
    name, count = editor.state.name or "[No Name]", len(editor.lines)
    flags = " [Modified]" if editor.modified else ""
    flags += "[Not edited]" if call.rest else ""
    if editor.lines == [""]:
        editor.say(f'"{name}"{flags} --No lines in buffer--')
    else:
        editor.say(f'"{name}"{flags} {count} line{"s" if count > 1 else ""} --{(editor.line + 1) * 100 // count}%--')


# The argument list ------------------------------------------------------------------------------------------------


def _to_argument(editor: Editor, index: int, bang: bool) -> None:
    arguments = editor.state.arguments
    if len(arguments) < 2:
        raise Refused("E163: There is only one file to edit")
    if index >= len(arguments):
        raise Refused("E165: Cannot go beyond last file")
    if index < 0:
        raise Refused("E164: Cannot go before first file")
    edit_file(editor, arguments[index], bang)
    editor.state = editor.state._replace(argument=index)


def next_file(editor: Editor, call: Call) -> None:
    """Edits the next file that was given."""
    _to_argument(editor, editor.state.argument + 1, call.bang)


def previous_file(editor: Editor, call: Call) -> None:
    """Edits the previous file that was given."""
    _to_argument(editor, editor.state.argument - 1, call.bang)


def first_file(editor: Editor, call: Call) -> None:
    """Edits the first file that was given."""
    _to_argument(editor, 0, call.bang)


def last_file(editor: Editor, call: Call) -> None:
    """Edits the last file that was given."""
    _to_argument(editor, len(editor.state.arguments) - 1, call.bang)


def show_arguments(editor: Editor, call: Call) -> None:
    """Shows the files that were given."""
    names = [f"[{one}]" if i == editor.state.argument else one for i, one in enumerate(editor.state.arguments)]
    editor.say(" ".join(names))


def show_folder(editor: Editor, call: Call) -> None:
    """Shows the working directory."""
    editor.say(editor.world.cwd)
