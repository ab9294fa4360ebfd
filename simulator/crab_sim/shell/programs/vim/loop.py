"""Starting the editor and feeding it keys: pure functions to its next state."""

from __future__ import annotations

from typing import NamedTuple

from crab_sim.files import FileError
from crab_sim.shell.errors import CommandError, LimitExceeded
from crab_sim.shell.programs.vim import normal, scrolling
from crab_sim.shell.programs.vim.editor import Editor, NeedKey, Refused
from crab_sim.shell.programs.vim.ex import execute
from crab_sim.shell.programs.vim.files import load_file, load_text
from crab_sim.shell.programs.vim.state import VimState
from crab_sim.shell.programs.world import World

__all__ = ["Arguments", "feed", "parse", "run_commands", "start"]


def feed(state: VimState, keys: str, world: World) -> VimState:
    """Returns the state after keys were pressed; saved files and copied texts go into `world`.

    Args:
        state: The state before.
        keys: The keys, a character each: control characters for ctrl, private ones for arrows (`KEYS` of the package).
        world: The machine.
    """
    editor = Editor(state, world, normal.step)
    editor.queue = state.pending + keys
    editor.state = state._replace(pending="", typing=("", -1))
    pending, typing = "", ("", -1)
    while editor.at < len(editor.queue) and editor.state.status < 0:
        if editor.state.output:
            editor.state = editor.state._replace(output=())
            if editor.queue[editor.at] in "\r\n ":
                editor.at += 1
                continue
        if not editor.inserting:
            editor.commit()
        start, before = editor.at, editor.freeze()
        try:
            editor.typing = ("", -1)
            editor.charge_key()
            normal.step(editor)
        except NeedKey:
            typing, pending = editor.typing, editor.queue[start:]
            editor.load(before)
            break
        except (Refused, CommandError) as refusal:
            _refuse(editor, refusal)
        except LimitExceeded:
            editor.queue, editor.at = "", 0
            editor.say("Interrupted", True)
            break
    if editor.state.status < 0:
        editor.clamp()
        scrolling.follow(editor)
    else:
        pending = editor.queue[editor.at :]
    return editor.freeze()._replace(pending=pending, typing=typing)


def _refuse(editor: Editor, refusal: Refused | CommandError) -> None:
    if refusal.message:
        editor.say(refusal.message, refusal.message[:1] == "E" and refusal.message[1:2].isdigit())
    editor.clamp()


def run_commands(state: VimState, commands: list[str], world: World) -> VimState:
    """Returns the state after ex commands, as ``-c`` and a script give them."""
    editor = Editor(state, world, normal.step)
    for command in commands:
        if editor.state.status >= 0:
            break
        editor.commit()
        try:
            execute(editor, command)
        except NeedKey:
            continue
        except (Refused, CommandError) as refusal:
            _refuse(editor, refusal)
        except LimitExceeded:
            editor.say("Interrupted", True)
            break
    editor.clamp()
    if editor.state.status < 0:
        scrolling.follow(editor)
    return editor.freeze()


# Starting -------------------------------------------------------------------------------------------------------------


class Arguments(NamedTuple):
    """The command line.

    Attributes:
        files: The files; the first one is opened.
        commands: Commands to carry out when it is read.
        silent: Whether it reads commands from its input and shows nothing.
        readonly: Whether the files aren't to be changed.
        settings: The settings' file: empty for the usual one, ``NONE`` for none.
        noting: Whether it notes which file it has edited, see `VimState`.
        error: What is wrong with it; empty if nothing is.
    """

    files: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    silent: bool = False
    readonly: bool = False
    settings: str = ""
    noting: bool = True
    error: str = ""


def parse(name: str, argv: list[str]) -> Arguments:
    """Parses the command line."""
    found, words = Arguments(readonly=name == "view"), list(argv)
    while words:
        word = words.pop(0)
        if word == "--":
            return found._replace(files=(*found.files, *words))
        if word in ("-c", "-u", "-i") and not words:
            return found._replace(error=f'Argument missing after: "{word}"')
        if word.startswith("+") or word == "-c":
            command = words.pop(0) if word == "-c" else word[1:] or "$"
            found = found._replace(commands=(*found.commands, command))
        elif word == "-u":
            found = found._replace(settings=words.pop(0))
        elif word == "-i":
            found = found._replace(noting=words.pop(0) != "NONE" and found.noting)
        elif word in ("-es", "-Es"):
            found = found._replace(silent=True, noting=False)
        elif word == "-R":
            found = found._replace(readonly=True)
        elif word == "--clean":
            found = found._replace(settings="NONE", noting=False)
        elif word == "-" or not word.startswith("-"):
            found = found._replace(files=(*found.files, word))
        elif word not in ("-N", "-n", "--noplugin", "--not-a-term"):
            return found._replace(error=f'Unknown option argument: "{word}"')
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
    noting = arguments.noting and arguments.settings != "NONE"
    state = run_commands(VimState(rows=rows, columns=columns, noting=noting), _settings(arguments, world), world)
    editor = Editor(state._replace(message="", error=False, output=()), world, lambda editor: None)
    if arguments.files[:1] == ("-",) and stdin is not None:
        load_text(editor, stdin)
        editor.state = editor.state._replace(saved=-1 if stdin else 0)
    elif arguments.files:
        load_file(editor, arguments.files[0])
    if arguments.readonly:
        editor.state = editor.state._replace(options={**editor.state.options, "readonly": 1})
    return run_commands(editor.freeze(), list(arguments.commands), world)


def _settings(arguments: Arguments, world: World) -> list[str]:
    """Returns the commands of the settings' file; its errors don't keep the editor from starting."""
    if arguments.settings in ("NONE", "NORC", "DEFAULTS") or (arguments.silent and not arguments.settings):
        return []
    try:
        text = world.read(arguments.settings or "~/.vimrc").decode("utf-8", "replace")
    except FileError:
        return []
    # with settings of their own, people go without those that Debian has for everyone
    lines = [line.strip().lstrip(":") for line in text.split("\n")]
    return ["set scrolloff=0", *[line for line in lines if line.startswith("se")]]
