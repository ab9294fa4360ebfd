"""Tab completion."""

from __future__ import annotations

import re

from crab_sim.files import FileError, Files, normalise
from crab_sim.shell.context import CommandHost
from crab_sim.shell.registry import COMMANDS
from crab_sim.shell.state import ShellState

_WORD = re.compile(r"(?:\\.|\"[^\"]*+\"?|'[^']*+'?|[^\s;&|<>()\"'\\])++")
_COMMAND_PLACE = re.compile(r"(?:^|[;&|(]|\b(?:then|do|else|if|while|sudo|xargs|which|type|man|help))\s*$")


def last_word(line: str) -> str:
    """Returns the word that a line ends with, quotes included; empty behind a space.

    >>> last_word("cat 'my no"), last_word("cat ")
    ("'my no", '')
    """
    return next((match[0] for match in _WORD.finditer(line) if match.end() == len(line)), "")


def complete(line: str, files: Files, state: ShellState, host: CommandHost) -> list[str]:
    """Completes the last word of a line: to commands in a command's place, else to paths and variables.

    Args:
        line: the text up to the cursor.
        files: the file system.
        state: gives the working directory, aliases, functions and variables.
        host: gives the machine's commands.

    Returns:
        sorted whole words to replace the last one with; directories end with ``/``, special characters are escaped.
    """
    word = last_word(line)
    before = line[: len(line) - len(word)]
    if match := re.fullmatch(r"\$(\{?)(\w*)", word):
        close = "}" if match[1] else ""
        return sorted(f"${match[1]}{name}{close}" for name in state.variables if name.startswith(match[2]))
    if "/" not in word and _COMMAND_PLACE.search(before):
        known = {*COMMANDS, *host.commands, *state.aliases, *state.functions}
        return sorted(name for name in known if name.startswith(word) and (word or re.match(r"\w", name)))
    return _paths(word, files, state, host)


def _paths(word: str, files: Files, state: ShellState, host: CommandHost) -> list[str]:
    plain = re.sub(r"\\(.)|[\"']", lambda match: match[1] or "", word)
    head, slash, start = plain.rpartition("/")
    base = head + slash
    looked = host.home + base[1:] if base.startswith("~/") else base
    if plain == "~":
        return ["~/"]
    try:
        path = normalise(looked, state.cwd)
        names = files.list(path)
    except FileError:
        return []
    out = []
    for name in names:
        if name.startswith(start) and (start or not name.startswith(".")):
            escaped = re.sub(r"([^\w@%+=:,./~-])", r"\\\1", base + name)
            out.append(escaped + ("/" if files.is_dir(f"{path}/{name}") else ""))
    return out
