"""Packing of files into an archive by ``tar``."""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from typing import Final

from crab_sim.engines.archives import MAX_BYTES, MAX_MEMBERS
from crab_sim.files import Directory, Entry, FileError, Link
from crab_sim.shell.errors import CommandError
from crab_sim.shell.programs.gzipping import gzipped
from crab_sim.shell.programs.starting import has_screen
from crab_sim.shell.programs.tar.arguments import GONE, HINT
from crab_sim.shell.programs.tar.job import Job, excludes, shown_name

__all__ = ["Packing"]

_LATE: Final = (
    "The following options were used after any non-optional arguments in archive create or update mode.  These options"
    " are positional and affect only arguments that follow them.  Please, rearrange them properly."
)


class Packing(Job):
    """One run that packs files."""

    def run(self) -> None:
        """Packs the files."""
        context, call = self.context, self.call
        if not call.names:
            raise CommandError(f"Cowardly refusing to create an empty archive{HINT}", 2)
        if call.archive == "-" and has_screen(context):
            raise CommandError(f"Refusing to write archive contents to terminal (missing -f option?)\ntar: {GONE}", 2)
        if call.archive != "-":
            try:
                context.write(call.archive, b"")
            except FileError as error:
                raise self.unopened(error) from None
        stream, members, size = io.BytesIO(), 0, 0
        with tarfile.open(
            fileobj=stream, mode="w", format=tarfile.GNU_FORMAT, encoding="utf-8", errors="surrogateescape"
        ) as archive:
            for info, name, data in self.packed():
                members, size = members + 1, size + len(data)
                if members > MAX_MEMBERS or size > MAX_BYTES:
                    most = f"more than {MAX_MEMBERS} files or {MAX_BYTES >> 20} MB don't go into an archive"
                    raise CommandError(f"{call.archive}: {most}\ntar: {GONE}", 2)
                self.listed(info, name)
                archive.addfile(info, io.BytesIO(data))
        made = stream.getvalue()
        if "z" in call.flags:
            made = gzipped(context, made)
        if call.archive == "-":
            context.out(made)
        else:
            context.write(call.archive, made)
        if call.late:
            self.tell(_LATE)
            for option in call.late:
                self.fail(option)

    def packed(self) -> Iterator[tuple[tarfile.TarInfo, str, bytes]]:
        """Yields the members to be packed, with the names by which they are listed, and their content."""
        context = self.context
        own = context.files.resolve(context.path(self.call.archive)) if self.call.archive != "-" else ""
        for folder, name, excluded in self.call.names:
            try:
                top = context.path(name if name.startswith("/") else f"{folder}/{name}").rstrip("/") if name else ""
                context.files.lstat(top or ("/" if name else "/\0"))
            except FileError as error:
                self.inside(name)
                self.fail(f"{shown_name(name)}: Cannot stat: {error.reason}")
                continue
            head, skipped = name.rstrip("/"), "\0"
            for path, entry in context.files.walk(top or "/"):
                context.charge(0.5)
                shown = head + (path[len(top) :] if path != "/" else "") or "/"
                if f"{path}/".startswith(skipped):
                    continue
                if excludes(context, excluded, shown):
                    skipped = f"{path}/"
                elif path == own:
                    if "z" not in self.call.flags:
                        self.tell(f"{shown_name(shown)}: file is the archive; not dumped")
                elif type(entry) is not Link and not context.files.allows(path, context.host.user, "r"):
                    skipped = f"{path}/"
                    self.fail(f"{shown_name(shown)}: Cannot open: Permission denied")
                else:
                    info = self.header(entry, self.inside(shown))
                    data = b"" if isinstance(entry, (Directory, Link)) else context.read(path)
                    info.size = len(data)
                    yield info, shown, data

    def header(self, entry: Entry, name: str) -> tarfile.TarInfo:
        """Returns the header of a member."""
        info = tarfile.TarInfo(name)
        info.mode, info.mtime = entry.mode & 0o7777, int(entry.mtime)
        info.uname = info.gname = entry.owner
        info.uid = info.gid = 0 if entry.owner == "root" else 1000
        if isinstance(entry, Link):
            info.type, info.linkname = tarfile.SYMTYPE, entry.target
        elif isinstance(entry, Directory):
            info.type = tarfile.DIRTYPE
        return info
