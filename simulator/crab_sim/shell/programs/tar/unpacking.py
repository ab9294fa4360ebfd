"""Unpacking and listing of archives by ``tar``."""

from __future__ import annotations

import io
import tarfile
from typing import Final, NamedTuple

from crab_sim.engines.archives import MAX_BYTES, MAX_MEMBERS, tar_time
from crab_sim.files import Directory, File, FileError, FileExists, Link, NotADirectory
from crab_sim.files.globs import glob_match, glob_work
from crab_sim.shell.errors import CommandError
from crab_sim.shell.programs.gzipping import unpacked
from crab_sim.shell.programs.tar.arguments import GONE
from crab_sim.shell.programs.tar.job import Job, excludes, shown_name

__all__ = ["Unpacking"]

_OTHERS: Final = {b"BZh": ("bzip2", "-j"), b"\xfd7zXZ": ("xz", "-J"), b"(\xb5/\xfd": ("zstd", "--zstd")}
_BROKEN: Final = (tarfile.TarError, ValueError, OSError, EOFError, OverflowError, RecursionError, LookupError)
_UMASK: Final = 0o022
_BLOCK: Final = 512


class _Member(NamedTuple):
    """A header, and what a file holds."""

    info: tarfile.TarInfo
    data: bytes


class Unpacking(Job):
    """One run that unpacks or lists an archive."""

    def run(self) -> None:
        """Unpacks or lists the members that are asked for."""
        raw = self._content()
        members, ended = self._members(raw)
        self._folders: list[tuple[str, tarfile.TarInfo]] = []  # whose times and permissions are set last
        self._links: list[tuple[str, str, float]] = []  # that could lead out of the folder, and are made last
        found: set[str] = set()
        for member in members:
            self.context.charge(0.5)
            if self._takes(member.info.name, found):
                self._handle(member)
        self._finish()
        for name in [each.name for each in self.call.names if each.name not in found]:
            if any([c in name for c in "*?["]) and "wildcards" not in self.call.flags:
                self.tell("Pattern matching characters used in file names")
                self.tell("Use --wildcards to enable pattern matching, or --no-wildcards to suppress this warning")
            self.fail(f"{shown_name(name)}: Not found in archive")
        if ended:
            raise CommandError(ended, 2)

    # --- reading -----------------------------------------------------------------------------------------------

    def _content(self) -> bytes:
        """Returns the archive's bytes, decompressed."""
        context, call = self.context, self.call
        try:
            data = context.read(call.archive)
        except FileError as error:
            if error.reason == "Is a directory":
                quits = f"tar: At beginning of tape, quitting now\ntar: {GONE}"
                raise CommandError(f"{call.archive}: Cannot read: Is a directory\n{quits}", 2) from None
            raise self.unopened(error) from None
        other, option = next((other for magic, other in _OTHERS.items() if data.startswith(magic)), ("", "-z"))
        if "z" not in call.flags and data[:2] != b"\x1f\x8b" and not other:
            return data
        if "z" not in call.flags and call.archive == "-":
            raise CommandError(f"Archive is compressed. Use {option} option\ntar: {GONE}", 2)
        if "z" not in call.flags and other:
            context.err(f"tar (child): {other}: Cannot exec: No such file or directory\ntar (child): {GONE}\n")
            raise CommandError(f"Child returned status 2\ntar: {GONE}", 2)
        try:
            made = unpacked(context, data)
        except CommandError as error:
            raise CommandError(f"{call.archive}: {error.message}\ntar: {GONE}", 2) from None
        if made.problem:
            context.err(f"\ngzip: stdin: {made.problem}\n")
            raise CommandError(f"Child returned status 1\ntar: {GONE}", 2)
        return made.data

    def _members(self, raw: bytes) -> tuple[list[_Member], str]:
        """Returns the members, and with what message the run ends after them where the archive is cut off."""
        members: list[_Member] = []
        size, stream, ended = 0, io.BytesIO(raw), ""
        try:
            with tarfile.open(fileobj=stream, mode="r:", encoding="utf-8", errors="surrogateescape") as archive:
                for info in archive:
                    size += max(info.size, 0)
                    if len(members) >= MAX_MEMBERS or size > MAX_BYTES:
                        raise _TooLarge
                    if info.size < 0:  # would lead back in the archive
                        raise ValueError(info.size)
                    file = archive.extractfile(info) if info.isreg() and "x" in self.call.flags else None
                    self.context.charge(0.5 + info.size / 4096 * (file is not None))
                    members.append(_Member(info, b""))
                    members[-1] = _Member(info, b"" if file is None else file.read())
                stream.seek(archive.offset)
        except _TooLarge:
            most = f"it holds more than {MAX_MEMBERS} files or {MAX_BYTES >> 20} MB"
            raise CommandError(f"{self.call.archive}: {most}\ntar: {GONE}", 2) from None
        except _BROKEN:
            if members:
                return members, f"Unexpected EOF in archive\ntar: {GONE}"
            self.fail("This does not look like a tar archive")
            if len(raw) >= 2 * _BLOCK:
                self.tell("Skipping to next header")
            return [], ""
        if stream.read(_BLOCK).strip(b"\0"):
            self.fail("Skipping to next header")
        return members, ended

    def _takes(self, name: str, found: set[str]) -> bool:
        """Returns whether a member is wanted; the operands that name it are added to `found`."""
        if excludes(self.context, self.call.excluded, name):
            return False
        names = [each.name for each in self.call.names]
        self.context.charge(len(names) / 100)
        for wanted in names:
            plain = wanted.rstrip("/") or wanted
            fits = name == plain or name.startswith(f"{plain}/")
            if not fits and "wildcards" in self.call.flags:
                parts = name.split("/")
                self.context.charge(len(parts) * glob_work(plain, len(name)) / 4096)
                fits = any([glob_match(plain, "/".join(parts[:i])) for i in range(1, len(parts) + 1)])
            if fits:
                found.add(wanted)
                return True
        return not names

    # --- unpacking ---------------------------------------------------------------------------------------------

    def _handle(self, member: _Member) -> None:
        """Lists or unpacks a member."""
        info = member.info
        name = self.inside(info.name)
        if "t" in self.call.flags:
            self.listed(info, info.name)
            return
        if "P" not in self.call.flags and ".." in info.name.split("/"):
            self.fail(f"{shown_name(info.name)}: Member name contains '..'")
            return
        kept = "/".join([part for part in name.split("/") if part][self.call.strip :]) if self.call.strip else name
        if not kept:
            return
        self.listed(info, info.name)
        if "O" in self.call.flags:
            self.context.out(member.data)
            return
        verb = "mkdir" if info.isdir() else "mkfifo" if info.isfifo() else "mknod" if info.isdev() else "open"
        try:
            self._unpack(member, kept)
        except FileError as error:
            self.fail(f"{shown_name(kept)}: Cannot {verb}: {error.reason}")

    def _path(self, name: str) -> str:
        return self.context.path(name if name.startswith("/") else f"{self.call.folder}/{name}").rstrip("/") or "/"

    def _mode(self, info: tarfile.TarInfo) -> int:
        whole = "p" in self.call.flags or self.context.host.user == "root"
        return info.mode & 0o7777 if whole else info.mode & 0o777 & ~_UMASK

    def _time(self, info: tarfile.TarInfo) -> float:
        return self.context.time() if "m" in self.call.flags else tar_time(info.mtime)

    def _unpack(self, member: _Member, name: str) -> None:
        """Writes a member.

        Args:
            member: The member.
            name: Its path in the folder.

        Raises:
            FileError: It can't be written.
        """
        context, info, path = self.context, member.info, self._path(name)
        user, now = context.host.user, context.time()
        above = path.rpartition("/")[0] or "/"
        if not context.files.is_dir(above):
            nearest = context.files.nearest(above)
            if not context.files.is_dir(nearest):
                raise NotADirectory(path)
            context.check(nearest, "w")
            context.files = context.files.mkdir(above, now, parents=True, owner=user)
        if info.isdir():
            if not context.files.is_dir(path):
                self._clear(path)
                context.files = context.files.mkdir(path, now, owner=user)
            self._folders.append((path, info))
        elif info.islnk():
            self._hard_link(info, name, path)
        elif info.issym():
            self._clear(path)
            if info.linkname.startswith("/") or ".." in info.linkname.split("/"):
                context.files = context.files.write(path, b"", now, mode=0, owner=user)
                self._links.append((path, info.linkname, self._time(info)))
            else:
                context.files = context.files.link(path, info.linkname, self._time(info), owner=user)
        elif info.isreg():
            self._clear(path)
            mode, mtime = self._mode(info), self._time(info)
            context.files = context.files.write(path, member.data, mtime, mode=mode, owner=user)
        else:
            verb = "mkfifo" if info.isfifo() else "mknod"
            self.fail(f"{shown_name(name)}: Cannot {verb}: Operation not permitted")

    def _clear(self, path: str) -> None:
        """Makes room for an entry: removes an older one, if it is no folder with files.

        Raises:
            FileError: The user may not, or it is such a folder.
        """
        context = self.context
        context.check_parent(path)
        try:
            old = context.files.lstat(path)
        except FileError:
            return
        if "k" in self.call.flags or (isinstance(old, Directory) and context.files.list(path)):
            raise FileExists(path)
        context.files = context.files.remove(path, mtime=context.time())

    def _hard_link(self, info: tarfile.TarInfo, name: str, path: str) -> None:
        """Writes a hard link as a copy, since this file system has none."""
        context = self.context
        target = self.inside(info.linkname, "hard link targets")
        target = "/".join(target.split("/")[self.call.strip :]) or target
        source = self._path(target)
        try:
            context.check(source, "r")
            entry = context.files.lstat(source)
            if isinstance(entry, Link) or not isinstance(entry, File) or source == path:
                return
        except FileError as error:
            self.fail(f"{shown_name(name)}: Cannot hard link to '{shown_name(target)}': {error.reason}")
            return
        self._clear(path)
        user = context.host.user
        context.files = context.files.write(path, entry.data, entry.mtime, mode=entry.mode, owner=user)

    def _finish(self) -> None:
        """Makes the links that could lead out of the folder, and gives folders their times and permissions."""
        context = self.context
        for path, target, mtime in self._links:
            placeholder = context.files.lstat(path) if context.files.exists(path) else None
            if not isinstance(placeholder, File) or placeholder.data or placeholder.mode:
                continue  # another member took its place
            try:
                files = context.files.remove(path)
                context.files = files.link(path, target, mtime, owner=context.host.user)
            except FileError as error:
                self.fail(f"{shown_name(path)}: Cannot create symlink to '{shown_name(target)}': {error.reason}")
        for path, info in self._folders[::-1]:
            if context.files.is_dir(path) and context.host.user in ("root", context.files.stat(path).owner):
                context.files = context.files.chmod(path, self._mode(info)).touch(path, self._time(info))


class _TooLarge(Exception):
    """An archive holds more than is read."""
