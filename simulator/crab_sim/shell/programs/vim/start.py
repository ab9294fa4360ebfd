"""Starting the editor: its command line and the user's settings."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.files import FileError
from crab_sim.shell.programs.vim.editor import Editor
from crab_sim.shell.programs.vim.ex.files import load_file
from crab_sim.shell.programs.vim.loop import run_commands
from crab_sim.shell.programs.vim.state import VimState
from crab_sim.shell.programs.world import World

__all__ = ["Arguments", "parse", "start"]


class Arguments(NamedTuple):
    """The command line.

    Attributes:
        files: The files.
        before: Commands to carry out before they are read.
        commands: Commands to carry out afterwards.
        silent: Whether it reads commands from its input and shows nothing.
        readonly: Whether the files aren't to be changed.
        script: A file of keys to type; empty for none.
        settings: The settings' file: empty for the usual one, ``NONE`` for none.
        error: What is wrong with it; empty if nothing is.
    """

    files: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    silent: bool = False
    readonly: bool = False
    script: str = ""
    settings: str = ""
    error: str = ""


_VALUED = ("-c", "-u", "-s", "--cmd", "-i", "-S", "-T", "-w", "-W")
_PLAIN = frozenset(
    ["-N", "-n", "-e", "-E", "-s", "-R", "-Z", "-b", "-y", "-C", "-m", "-M", "-v", "-X", "-f", "--clean", "--noplugin",
     "--not-a-term", "-es", "-Es", "-o", "-O", "-p"]
)  # fmt: skip


def parse(name: str, argv: list[str]) -> Arguments:
    """Parses the command line."""
    found = Arguments(readonly=name == "view")
    at, plain, ex = 0, True, False
    while at < len(argv):
        word = argv[at]
        at += 1
        if not plain or word == "-" or word[:1] not in ("-", "+"):
            found = found._replace(files=(*found.files, word))
        elif word.startswith("+"):
            found = found._replace(commands=(*found.commands, word[1:] or "$"))
        elif word == "--":
            plain = False
        elif word in ("-es", "-Es"):
            ex, found = True, found._replace(silent=True)
        elif word in ("-e", "-E"):
            ex = True
        elif word == "-s" and ex:
            found = found._replace(silent=True)
        elif word in _VALUED:
            if at >= len(argv):
                return found._replace(error=f'Argument missing after: "{word}"')
            found = _valued(found, word, argv[at])
            at += 1
        elif word == "-R":
            found = found._replace(readonly=True)
        elif word == "--clean":
            found = found._replace(settings="NONE")
        elif word not in _PLAIN:
            return found._replace(error=f'Unknown option argument: "{word}"')
    return found


def _valued(found: Arguments, word: str, value: str) -> Arguments:
    if word == "-c":
        return found._replace(commands=(*found.commands, value))
    if word == "-S":
        return found._replace(commands=(*found.commands, f"source {value}"))
    if word == "--cmd":
        return found._replace(before=(*found.before, value))
    if word == "-u":
        return found._replace(settings=value)
    if word == "-s":
        return found._replace(script=value)
    return found


def start(arguments: Arguments, world: World, rows: int, columns: int, stdin: str | None = None) -> VimState:
    """Returns the editor with its first file loaded, and the commands of the command line carried out.

    Args:
        arguments: The parsed command line.
        world: The machine around the editor.
        rows: Height of the screen in lines.
        columns: Its width in characters.
        stdin: Text that the first file ``-`` stands for; None if nothing is piped in.
    """
    state = VimState(rows=rows, columns=columns, arguments=arguments.files)
    state = run_commands(state, [*_settings(arguments, world), *arguments.before], world)
    editor = Editor(state._replace(message="", error=False, output=()), world, lambda editor: None)
    if arguments.files[:1] == ("-",) and stdin is not None:
        load_file(editor, "")
        lines = stdin.removesuffix("\n").split("\n")
        editor.lines, editor.empty = lines, not stdin
        editor.state = editor.state._replace(versions=1, version=1, arguments=())
        if not stdin:
            editor.state = editor.state._replace(version=0)
    elif arguments.files:
        load_file(editor, arguments.files[0])
    if arguments.readonly:
        editor.state = editor.state._replace(options={**editor.state.options, "readonly": 1})
    if len(arguments.files) > 1:
        editor.say(f"{len(arguments.files)} files to edit")
        load_file(editor, arguments.files[0])
    return run_commands(editor.freeze(), list(arguments.commands), world)


def _settings(arguments: Arguments, world: World) -> list[str]:
    """Returns the commands of the settings' file; its errors don't keep the editor from starting."""
    if arguments.settings in ("NONE", "NORC", "DEFAULTS") or (arguments.silent and not arguments.settings):
        return []
    paths = [arguments.settings] if arguments.settings else ["~/.vimrc", "~/.vim/vimrc"]
    for path in paths:
        try:
            text = world.read(path).decode("utf-8", "replace")
        except FileError:
            continue
        # with settings of their own, people go without those that Debian has for everyone
        return ["set nrformats=bin,octal,hex noincsearch scrolloff=0 noshowcmd", *_lines(text)]
    return []


def _lines(text: str) -> list[str]:
    """Returns the lines of a settings' file that mean something here: functions and conditions are left out."""
    kept: list[str] = []
    depth = 0
    for line in text.split("\n"):
        word = line.strip().lstrip(":")
        first = word.partition(" ")[0].rstrip("!")
        if first in ("function", "if", "for", "while", "try", "augroup") and "END" not in word:
            depth += 1
        elif first in ("endfunction", "endif", "endfor", "endwhile", "endtry", "augroup"):
            depth = max(0, depth - 1)
        elif not depth and word and not word.startswith(('"', "\\")):
            kept.append(word.partition(' "')[0] if first in ("set", "se", "setlocal") else word)
    return kept
