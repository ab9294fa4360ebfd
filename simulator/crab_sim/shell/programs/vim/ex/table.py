"""The table of ex commands, and taking a line of them apart."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from crab_sim.shell.programs.vim.editor import Editor, Refused
from crab_sim.shell.programs.vim.ex import files, lines, options, texts
from crab_sim.shell.programs.vim.ex.call import Call
from crab_sim.shell.programs.vim.ex.ranges import check, parse_range
from crab_sim.shell.programs.vim.ex.substitute import global_command, substitute

__all__ = ["execute"]


class _Entry(NamedTuple):
    """A command.

    Attributes:
        name: Its full name.
        least: Length of its shortest abbreviation.
        run: Carries it out.
        bar: Whether ``|`` ends it.
    """

    name: str
    least: int
    run: Callable[[Editor, Call], None]
    bar: bool = True


def _normal(editor: Editor, call: Call) -> None:
    """Carries out keys of normal mode, once or at each line of a range."""
    if not call.rest:
        raise Refused("E471: Argument required")
    targets = list(range(call.lines.first, call.lines.last + 1)) if call.lines.given else [-1]
    for line in targets:
        if line >= len(editor.lines):
            break
        if line >= 0:
            editor.go(line, 0)
        try:
            editor.run(call.rest)
        except Refused as refusal:
            if refusal.message:
                editor.say(refusal.message, True)
        if editor.inserting:
            editor.run("\x1b")
        if editor.state.status >= 0:
            return
        if editor.visual:
            editor.run("\x1b")


def _nothing(editor: Editor, call: Call) -> None:
    """Accepts a command that changes nothing here, such as ``:syntax on``."""


_ENTRIES: Final = (
    _Entry("write", 1, files.write), _Entry("wq", 2, files.write_quit), _Entry("quit", 1, files.quit_command),
    _Entry("xit", 1, files.exit_command), _Entry("exit", 3, files.exit_command), _Entry("wall", 2, files.write),
    _Entry("wqall", 3, files.write_quit), _Entry("xall", 2, files.exit_command), _Entry("qall", 2, files.quit_command),
    _Entry("quitall", 5, files.quit_command), _Entry("cquit", 2, files.fail_command),
    _Entry("close", 3, files.quit_command),
    _Entry("edit", 1, files.edit), _Entry("enew", 3, files.new), _Entry("visual", 2, files.edit),
    _Entry("read", 1, files.read, False), _Entry("file", 1, files.rename), _Entry("saveas", 3, files.save_as),
    _Entry("update", 2, files.update), _Entry("next", 1, files.next_file), _Entry("previous", 4, files.previous_file),
    _Entry("Next", 1, files.previous_file), _Entry("first", 3, files.first_file), _Entry("rewind", 3, files.first_file),
    _Entry("last", 2, files.last_file), _Entry("args", 2, files.show_arguments), _Entry("pwd", 2, files.show_folder),
    _Entry("delete", 1, lines.delete), _Entry("yank", 1, lines.yank), _Entry("put", 2, lines.put),
    _Entry("move", 1, lines.move), _Entry("copy", 2, lines.copy), _Entry("t", 1, lines.copy),
    _Entry("join", 1, lines.join), _Entry(">", 1, lines.shift), _Entry("<", 1, lines.shift),
    _Entry("print", 1, lines.show), _Entry("Print", 1, lines.show), _Entry("number", 2, lines.show_numbered),
    _Entry("#", 1, lines.show_numbered), _Entry("list", 1, lines.show), _Entry("=", 1, lines.line_number),
    _Entry("mark", 2, lines.mark), _Entry("k", 1, lines.mark), _Entry("sort", 3, lines.sort),
    _Entry("left", 2, lines.align), _Entry("right", 2, lines.align), _Entry("center", 2, lines.align),
    _Entry("retab", 3, lines.retab), _Entry("append", 1, lines.append_text), _Entry("insert", 1, lines.append_text),
    _Entry("undo", 1, texts.undo_command), _Entry("redo", 3, texts.redo_command),
    _Entry("registers", 3, texts.registers),
    _Entry("display", 2, texts.registers), _Entry("marks", 5, texts.marks), _Entry("history", 3, texts.history),
    _Entry("nohlsearch", 3, texts.no_highlight), _Entry("echo", 2, texts.echo, False),
    _Entry("version", 2, texts.version),
    _Entry("help", 1, texts.help_command), _Entry("startinsert", 4, texts.start_insert),
    _Entry("@", 1, texts.execute_register),
    _Entry("set", 2, options.set_command), _Entry("setlocal", 4, options.set_command),
    _Entry("setglobal", 4, options.set_command),
    _Entry("normal", 4, _normal, False), _Entry("source", 2, texts.source), _Entry("syntax", 2, _nothing),
    _Entry("colorscheme", 4, _nothing), _Entry("filetype", 5, _nothing), _Entry("highlight", 2, _nothing),
    _Entry("autocmd", 2, _nothing, False), _Entry("map", 3, _nothing, False), _Entry("nmap", 2, _nothing, False),
    _Entry("vmap", 2, _nothing, False), _Entry("imap", 2, _nothing, False), _Entry("noremap", 2, _nothing, False),
    _Entry("nnoremap", 2, _nothing, False), _Entry("vnoremap", 2, _nothing, False),
    _Entry("inoremap", 3, _nothing, False),
    _Entry("let", 3, _nothing, False), _Entry("silent", 3, _nothing, False), _Entry("redraw", 4, _nothing),
    _Entry("abbreviate", 2, _nothing, False), _Entry("mode", 3, _nothing), _Entry("stop", 2, _nothing),
)  # fmt: skip
_UNSUPPORTED: Final = (
    "split", "vsplit", "new", "vnew", "tabnew", "tabedit", "buffer", "ls", "buffers", "bnext", "bdelete", "make",
    "grep",
    "vimgrep", "shell", "terminal", "diffsplit", "tag", "mkvimrc", "mksession", "explore", "only", "wincmd", "ball",
)  # fmt: skip
_NAME: Final = re.compile(r"(?:[sS](?=[^a-zA-Z]|$)|k(?=[a-z'](?:\s|$))|[a-zA-Z]+|[<>]|[&~@#=!*])")


def execute(editor: Editor, text: str) -> None:
    """Carries out a line of commands.

    Raises:
        Refused: One of them is unknown or isn't possible.
    """
    while text:
        editor.budget.charge(1)
        text = _one(editor, text)


def _one(editor: Editor, text: str) -> str:
    """Carries out the first command; returns the others."""
    text = text.lstrip(" \t:")
    if not text or text.startswith('"'):
        return ""
    here = editor.line
    lines_given, rest = parse_range(editor, text)
    editor.line = here
    match = _NAME.match(rest)
    if match is None:
        if rest and rest[0] not in '|"':
            raise Refused(f"E492: Not an editor command: {text}")
        if lines_given.given:
            _go(editor, lines_given.last)
        return rest[1:] if rest.startswith("|") else ""
    name, rest = match[0], rest[match.end() :]
    if name in ("s", "&", "~") or (
        name != "silent" and name and "substitute".startswith(name) and len(name) <= 10 and name != "su"
    ):
        lines_given = check(editor, lines_given)
        return substitute(editor, "s" if name not in "&~" else name, lines_given, rest)
    if name == "&&":
        rest = "&" + rest
    if name in ("g", "v") or (len(name) > 1 and ("global".startswith(name) or "vglobal".startswith(name))):
        inverse = name.startswith("v") or rest.startswith("!")
        if not lines_given.given:
            lines_given = lines_given._replace(first=0, last=len(editor.lines) - 1)
        global_command(editor, inverse, check(editor, lines_given), rest.removeprefix("!"), execute)
        return ""
    if name == "!":
        raise Refused("E319: Sorry, the command is not available in this version")
    entry = _find(name, text, rest)
    if name in ("sil", "sile", "silen", "silent"):
        return rest.removeprefix("!")
    bang = rest.startswith("!") and name not in "<>"
    rest = rest[1:] if bang else rest
    following = ""
    if entry.bar:
        rest, following = _split_bar(rest)
    entry.run(
        editor,
        Call(
            entry.name,
            check(editor, lines_given),
            bang,
            rest[1:] if not entry.bar and rest[:1] == " " else rest.strip(" \t"),
        ),
    )
    return following


def _go(editor: Editor, line: int) -> None:
    """Goes to a line, as a range without a command does."""
    if line >= len(editor.lines):
        line = len(editor.lines) - 1
    editor.jump()
    editor.line = max(0, line)
    editor.go(editor.line, editor.first_word(editor.line))


def _find(name: str, text: str, rest: str) -> _Entry:
    for entry in _ENTRIES:
        if entry.name.startswith(name) and len(name) >= entry.least:
            return entry
    if name[0] in "dk" and len(name) == 2 and name[1:] in "lp" and name[0] == "d":
        return _Entry("delete", 1, lines.delete)
    if any(one.startswith(name) and len(name) >= 2 for one in _UNSUPPORTED):
        raise Refused("E319: Sorry, the command is not available in this version")
    raise Refused(f"E492: Not an editor command: {text}")


def _split_bar(text: str) -> tuple[str, str]:
    """Splits a command's arguments from the next command."""
    index = 0
    while index < len(text):
        if text[index] == "\x16" or (text[index] == "\\" and text[index + 1 : index + 2] == "|"):
            text = text[:index] + text[index + 1 :]
            index += 1
            continue
        if text[index] == "|":
            return text[:index], text[index + 1 :]
        index += 1
    return text, ""
