"""The common part of packing and unpacking by ``tar``: names, the list of the members, and what is told."""

from __future__ import annotations

import tarfile
import time
from collections.abc import Callable, Sequence
from typing import Final

from crab_sim.engines.archives import tar_time
from crab_sim.files import Directory, FileError
from crab_sim.files.globs import glob_match, glob_work
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.formats.permissions import show_mode
from crab_sim.shell.programs.tar.arguments import GONE, Call

__all__ = ["Job", "excludes", "shown_name"]


_KINDS: Final = {
    tarfile.DIRTYPE: "d", tarfile.SYMTYPE: "l", tarfile.LNKTYPE: "h", tarfile.FIFOTYPE: "p", tarfile.CHRTYPE: "c",
    tarfile.BLKTYPE: "b",
}  # fmt: skip
_LOOKS: Final = 4096  # comparisons of characters in a unit of work


def excludes(context: CommandContext, patterns: Sequence[str], name: str) -> bool:
    """Returns whether a pattern fits a name, a folder of it, or the end of one of these behind a slash.

    Args:
        context: The command's context, which is charged.
        patterns: The patterns.
        name: The name.
    """
    if not patterns:
        return False
    parts = [part for part in name.split("/") if part]
    context.charge(sum([glob_work(pattern, len(name)) for pattern in patterns]) * len(parts) ** 2 / _LOOKS)
    ends = ["/".join(parts[i:j]) for j in range(1, len(parts) + 1) for i in range(j)]
    return any([glob_match(pattern, end) for pattern in patterns for end in ends])


def shown_name(name: str) -> str:
    """Returns a name as it is listed."""
    escapes = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    return "".join([escapes.get(c, c) if c >= " " or c in escapes else f"\\{ord(c):03o}" for c in name])


class Job:
    """One run.

    Args:
        context: The command's context.
        call: Its arguments.

    Attributes:
        failed: Whether something couldn't be done.
    """

    def __init__(self, context: CommandContext, call: Call) -> None:
        self.context, self.call, self.failed = context, call, False
        self._removed: set[str] = set()  # what was taken off the fronts of names, which is told once
        self._width = 19
        to_output = "O" in call.flags or ("c" in call.flags and call.archive == "-")  # where nothing else may be
        self._list: Callable[[str], None] = (lambda text: context.err(f"{text}\n")) if to_output else context.line

    def tell(self, message: str) -> None:
        """Writes a message to standard error."""
        self.context.err(f"tar: {message}\n")

    def fail(self, message: str) -> None:
        """Writes a message about something that couldn't be done."""
        self.tell(message)
        self.failed = True

    def unopened(self, error: FileError) -> CommandError:
        """Returns the error that ends the program where the archive can't be opened."""
        reason = f"{self.call.archive}: Cannot open: {error.reason}"
        if "z" not in self.call.flags:
            return CommandError(f"{reason}\ntar: {GONE}", 2)
        self.context.err(f"tar (child): {reason}\ntar (child): {GONE}\n")
        return CommandError(f"Child returned status 2\ntar: {GONE}", 2)

    def inside(self, name: str, of: str = "member names") -> str:
        """Returns a name without what would lead out of the folder, which is told."""
        if "P" in self.call.flags:
            return name
        end, at = 0, 0
        for part in name.split("/"):
            at += len(part)
            end = at if part == ".." else end
            at += 1
        rest = name[end:].lstrip("/")
        prefix = name[: len(name) - len(rest)]
        if prefix and prefix + of not in self._removed:
            self._removed.add(prefix + of)
            self.tell(f"Removing leading `{shown_name(prefix)}' from {of}")
        if not name:
            self.tell("Substituting `.' for empty member name")
        return rest or "."

    def listed(self, info: tarfile.TarInfo, name: str) -> None:
        """Lists a member, if that is asked for."""
        long = self.call.verbose > ("t" not in self.call.flags)
        if not self.call.verbose and "t" not in self.call.flags:
            return
        text = shown_name(name) + ("/" if info.isdir() and not name.endswith("/") else "")
        if long:
            kind = _KINDS.get(info.type, "-")
            mode = kind + show_mode(Directory(0.0, info.mode & 0o7777))[1:]
            owner = f"{shown_name(info.uname) or info.uid}/{shown_name(info.gname) or info.gid}"
            size = "0,0" if kind in "cb" else str(info.size)
            self._width = max(self._width, len(owner) + 1 + len(size))
            when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(tar_time(info.mtime)))
            to = {"l": f" -> {shown_name(info.linkname)}", "h": f" link to {shown_name(info.linkname)}"}.get(kind, "")
            text = f"{mode} {owner} {size:>{self._width - len(owner) - 1}} {when} {text}{to}"
        self._list(text)
