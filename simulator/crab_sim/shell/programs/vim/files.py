"""Reading, writing and leaving files."""

from __future__ import annotations

from crab_sim.files import FileError
from crab_sim.shell.programs.vim.editor import Editor, Refused

__all__ = ["edit", "load_file", "load_text", "quit_editor", "save", "write"]

_UNSAVED = "E37: No write since last change (add ! to override)"


def write(editor: Editor, name: str, lines: tuple[int, int], bang: bool) -> None:
    """Writes lines to a file.

    Args:
        editor: The editor.
        name: The file's name; empty or ``%`` for the buffer's.
        lines: The first and the last line.
        bang: Whether another file may be replaced.

    Raises:
        Refused: It can't be written.
    """
    state, world = editor.state, editor.world
    name = state.name if name in ("", "%") else name
    if not name:
        raise Refused("E32: No file name")
    if world.is_folder(name):
        raise Refused(f'E17: "{name}" is a directory')
    own = not state.name or world.path(name) == world.path(state.name)
    whole = lines[0] <= 0 and lines[1] == len(editor.lines) - 1
    exists = world.exists(name)
    if exists and not bang:
        if not own or not state.exists:
            raise Refused("E13: File exists (add ! to override)")
        if not whole:
            raise Refused("E140: Use ! to write partial buffer")
        if editor.number("readonly"):
            raise Refused("E45: 'readonly' option is set (add ! to override)")
    body = [] if editor.empty else editor.lines[max(0, lines[0]) : lines[1] + 1]
    newline = "\r\n" if state.dos else "\n"
    data = "".join([line + newline for line in body]).encode("utf-8", "surrogateescape")
    try:
        world.write(name, data)
    except FileError:
        raise Refused(f'"{name}" E212: Can\'t open file for writing') from None
    editor.commit()
    if own:
        saved = editor.state.version if whole else state.saved
        editor.state = editor.state._replace(name=state.name or name, exists=True, saved=saved)
    editor.say(f'"{name}"{"" if exists else " [New]"} {len(body)}L, {len(data)}B written')


def save(editor: Editor) -> None:
    """Writes the whole buffer to its file."""
    write(editor, "", (0, len(editor.lines) - 1), False)


def quit_editor(editor: Editor, force: bool) -> None:
    """Ends the editor.

    Raises:
        Refused: Changes aren't saved.
    """
    if editor.modified and not force:
        raise Refused(_UNSAVED)
    editor.state = editor.state._replace(status=0)


def edit(editor: Editor, name: str, force: bool) -> None:
    """Loads a file, by default the same again.

    Raises:
        Refused: There are changes that aren't saved, or there is no name.
    """
    old, line = editor.state.name, editor.line
    name = name or old
    if not name:
        raise Refused("E32: No file name")
    if editor.modified and not force:
        raise Refused(_UNSAVED)
    load_file(editor, name)
    if old and editor.world.path(name) == editor.world.path(old):
        editor.line = min(line, len(editor.lines) - 1)
    editor.go_to_text(editor.line)


def load_file(editor: Editor, name: str) -> None:
    """Loads a file and says so; the old buffer is gone."""
    world, data, readonly, message = editor.world, b"", False, f'"{name}" [New]'
    exists = world.exists(name) and not world.is_folder(name)
    if exists:
        try:
            data, readonly = world.read(name), not world.writable(name)
            message = f'"{name}" {_described(data, readonly)}'
        except FileError:
            message, exists = f'"{name}" [Permission Denied]', False
    elif world.is_folder(name):
        message = f'"{name}" is a directory'
    options = {key: value for key, value in editor.state.options.items() if key != "readonly"}
    if readonly:
        options["readonly"] = 1
    editor.state = editor.state._replace(name=name, exists=exists, options=options)
    load_text(editor, data.decode("utf-8", "surrogateescape"))
    editor.say(message)


def load_text(editor: Editor, text: str) -> None:
    """Puts a text into the buffer, without its undo; CR at the end of all lines are of the file's format."""
    lines = text.split("\n")
    if len(lines) > 1 and lines[-1] == "":
        lines.pop()
    dos = text.endswith("\n") and all(line.endswith("\r") for line in lines)
    editor.lines, editor.before, editor.empty = [line[:-1] if dos else line for line in lines], None, not text
    editor.mode, editor.marks = "n", {}
    editor.go(0, 0)
    editor.state = editor.state._replace(
        dos=dos, undo=(), undo_at=0, version=0, versions=0, saved=0, top=0, selected=(-1, -1), insert=None
    )


def _described(data: bytes, readonly: bool) -> str:
    """Returns what is said about a file's content."""
    unended = bool(data) and not data.endswith(b"\n")
    flags = ("[readonly] " if readonly else "") + ("[noeol] " if unended else "")
    flags += "[dos] " if data.endswith(b"\r\n") else ""
    return f"{flags}{data.count(10) + unended}L, {len(data)}B"
