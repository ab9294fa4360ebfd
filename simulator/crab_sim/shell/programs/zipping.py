"""The programs ``zip`` and ``unzip``, with the messages and exit codes of Info-ZIP's."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_sim.engines.archives import ArchiveError, Member, Packed, contents, deflated, members, pack, stored
from crab_sim.files import Directory, Entry, File, FileError, Files
from crab_sim.files.globs import glob_match
from crab_sim.shell.context import CommandContext
from crab_sim.shell.text import decode

__all__ = ["run_unzip", "run_zip"]

_ZIP_LONG: Final = {
    "recurse-paths": "r", "quiet": "q", "junk-paths": "j", "move": "m", "update": "u", "delete": "d", "exclude": "x",
    "include": "i",
}  # fmt: skip
_ZIP_USAGE: Final = (
    "Copyright (c) 1990-2008 Info-ZIP - Type 'zip \"-L\"' for software license.\n"
    "Zip 3.0 (July 5th 2008). Usage:\n"
    "zip [-options] [zipfile list] [-xi list]\n"
    "  -r   recurse into directories     -j   junk (don't record) directory names\n"
    "  -m   move into zipfile (delete OS files)\n"
    "  -u   update: only changed or new files\n"
    "  -d   delete entries in zipfile    -q   quiet operation\n"
    "  -x   exclude the following names  -i   include only the following names\n"
)
_UNZIP_USAGE: Final = (
    "UnZip 6.00 of 20 April 2009, by Debian. Original by Info-ZIP.\n\n"
    "Usage: unzip [-opts] file[.zip] [list] [-x xlist] [-d exdir]\n"
    "  -p  extract files to pipe, no messages     -l  list files (short format)\n"
    "  -t  test compressed archive data           -x  exclude files that follow (in xlist)\n"
    "  -n  never overwrite existing files         -q  quiet mode\n"
    "  -o  overwrite files WITHOUT prompting      -j  junk paths (do not make directories)\n"
    "  -d  extract files into exdir\n"
)


class _Stopped(Exception):
    """The program ends with a message and a status."""

    def __init__(self, message: str, status: int) -> None:
        super().__init__(message)
        self.message = message
        self.status = status


# zip --------------------------------------------------------------------------------------------------------------


class _ZipCall(NamedTuple):
    """The arguments of ``zip``: the letters of its options, the archive, the names, and the patterns of two options."""

    flags: frozenset[str]
    archive: str
    names: Sequence[str]
    excluded: Sequence[str]
    included: Sequence[str]

    def takes(self, name: str) -> bool:
        """Returns whether a name in the archive is among those wanted."""
        return not _matches(self.excluded, name) and (not self.included or _matches(self.included, name))


def run_zip(context: CommandContext) -> int:
    """Packs files into a ``.zip``, or deletes some from one; returns the status."""
    if not context.args:
        context.out(_ZIP_USAGE)
        return 0
    try:
        return _zip(context, _parse_zip(context.args))
    except _Stopped as stopped:
        context.err(f"\nzip error: {stopped.message}\n")
        return stopped.status
    except ArchiveError as error:
        context.err(f"\nzip error: Zip file structure invalid ({error})\n")
        return 3


def _parse_zip(args: Sequence[str]) -> _ZipCall:
    flags: set[str] = set()
    operands: list[str] = []
    lists: dict[str, list[str]] = {"x": [], "i": []}
    to = operands
    for at, arg in enumerate(args):
        if arg == "--":
            operands += args[at + 1 :]
            break
        if arg == "@" and to is not operands:
            to = operands
        elif not arg.startswith("-") or arg == "-":
            to.append(arg)
        else:
            to = operands
            for letter in _zip_letters(arg):
                if letter in lists:
                    to = lists[letter]
                else:
                    flags.add(letter)
    name = operands[0] if operands else ""
    if name and "." not in name.rpartition("/")[2]:
        name += ".zip"
    return _ZipCall(frozenset(flags), name, operands[1:], lists["x"], lists["i"])


def _zip_letters(arg: str) -> str:
    if arg.startswith("--"):
        if arg[2:] not in _ZIP_LONG:
            raise _Stopped(f"Invalid command arguments (long option '{arg[2:]}' not supported)", 16)
        return _ZIP_LONG[arg[2:]]
    for letter in arg[1:]:
        if letter not in "rqjmudxi123456789":
            raise _Stopped(f"Invalid command arguments (short option '{letter}' not supported)", 16)
    return arg[1:]


def _zip(context: CommandContext, call: _ZipCall) -> int:
    path = context.path(call.archive) if call.archive else ""
    old: dict[str, Packed] = {}
    if path and context.files.is_file(path):
        data = context.read(call.archive)
        old = {_shown(packed): packed for packed in contents(data, "zip")}
        rows = [row for row in sorted(members(data, "zip"), key=_number) if row.entry >= 0]
        old = {name: old[name] for name in [f"{row.path}/" if row.folder else row.path for row in rows]}
    if "d" in call.flags:
        return _delete(context, call, old)
    found = _gathered(context, call, path)
    if "u" in call.flags:
        kept = old
        found = {
            name: source
            for name, source in found.items()
            if name not in kept or source.packed.mtime >= kept[name].mtime + 2  # a .zip counts two seconds as one
        }
        if not found and old:
            return 12
    if not found:
        raise _Stopped(f"Nothing to do! ({call.archive})", 12)
    for name, source in found.items():
        packed = source.packed
        context.charge(1 + len(packed.data or b"") / 500)
        if "q" not in call.flags:
            verb = "updating:" if name in old else "  adding:"
            context.line(f"{verb} {name} ({_saving(packed.data or b'')})")
        old[name] = packed
    _save(context, call.archive, old)
    if "m" in call.flags:
        for source in reversed(list(found.values())):
            _remove(context, source.path)
    return 0


class _Source(NamedTuple):
    """What goes into an archive, and where it is."""

    packed: Packed
    path: str


def _gathered(context: CommandContext, call: _ZipCall, archive: str) -> dict[str, _Source]:
    """Returns what is to be packed by the names in the archive; those that aren't there are told."""
    found: dict[str, _Source] = {}
    for operand in call.names:
        try:
            top = context.path(operand).rstrip("/") or "/"
            entry = context.files.stat(top)
        except FileError:
            context.err(f"\tzip warning: name not matched: {operand}\n")
            continue
        head = _inside(operand)
        walked: list[tuple[str, Entry]] = [(top, entry)]
        if isinstance(entry, Directory) and "r" in call.flags:
            walked = list(context.files.walk(top))
        for path, each in walked:
            context.charge(0.2)
            below = path[len(top) :].strip("/")
            name = "/".join([part for part in (head, below) if part])
            if "j" in call.flags:
                name = path.rpartition("/")[2] if isinstance(each, File) else ""
            if path == archive or not name or not isinstance(each, (File, Directory)):
                continue
            data = context.read(path) if isinstance(each, File) else None
            shown = f"{name}/" if data is None else name
            if call.takes(shown):
                found[shown] = _Source(Packed(name, data, each.mtime, each.mode & 0o777), path)
    return found


def _inside(operand: str) -> str:
    """Returns the name in the archive: neither absolute nor with folders that lead out of it."""
    return "/".join([part for part in operand.split("/") if part not in ("", ".", "..")])


def _delete(context: CommandContext, call: _ZipCall, old: dict[str, Packed]) -> int:
    gone = [name for name in old if _matches(call.names, name) and call.takes(name)]
    for pattern in call.names:
        if not any([_matches([pattern], name) for name in old]):
            context.err(f"\tzip warning: name not matched: {pattern}\n")
    if not gone:
        raise _Stopped(f"Nothing to do! ({call.archive})", 12)
    for name in gone:
        if "q" not in call.flags:
            context.line(f"deleting: {name}")
        del old[name]
    if old:
        _save(context, call.archive, old)
    else:
        context.err("\tzip warning: zip file empty\n")
        _remove(context, context.path(call.archive))
    return 0


def _save(context: CommandContext, archive: str, entries: dict[str, Packed]) -> None:
    data = pack("zip", list(entries.values()), smallest=True)
    try:
        context.write(archive, data)
    except FileError as error:
        raise _Stopped(f"Could not create output file ({archive}: {error.reason})", 15) from None


def _remove(context: CommandContext, path: str) -> None:
    try:
        context.check_parent(path)
        context.files = context.files.remove(path, mtime=context.time())
    except FileError:
        return  # a folder that isn't empty stays


def _saving(data: bytes) -> str:
    size, small = len(data), deflated(data)
    return f"deflated {(1 + 200 * (size - small) // size) // 2}%" if small < size else "stored 0%"


def _shown(packed: Packed) -> str:
    return f"{packed.path}/" if packed.data is None else packed.path


def _number(member: Member) -> int:
    return member.entry


def _matches(patterns: Sequence[str], name: str) -> bool:
    return any([glob_match(pattern, name) for pattern in patterns])


# unzip ------------------------------------------------------------------------------------------------------------


class _UnzipCall(NamedTuple):
    """The arguments of ``unzip``: the letters of its options, the archive, the wanted and the unwanted, the folder."""

    flags: frozenset[str]
    archive: str
    names: Sequence[str]
    excluded: Sequence[str]
    folder: str


class _Row(NamedTuple):
    """A member, its name as it is shown, and whether it is stored as it is."""

    member: Member
    name: str
    stored: bool


def run_unzip(context: CommandContext) -> int:
    """Unpacks, lists or tests a ``.zip``; returns the status."""
    call = _parse_unzip(context.args)
    if call is None or not call.archive:
        if not context.args:
            context.out(_UNZIP_USAGE)
            return 0
        context.err(_UNZIP_USAGE)
        return 10
    name = next((each for each in (call.archive, f"{call.archive}.zip") if _is_file(context, each)), "")
    if not name:
        stem = call.archive
        context.err(f"unzip:  cannot find or open {stem}, {stem}.zip or {stem}.ZIP.\n")
        return 9
    if not {"q", "p"} & call.flags:
        context.line(f"Archive:  {name}")
    try:
        data = context.read(name)
        return _unzip(context, call, name, data)
    except FileError as error:
        context.err(f"error:  cannot open zipfile [ {name} ]\n        {error.reason}\n")
        return 9
    except ArchiveError as damage:
        context.err(
            "  End-of-central-directory signature not found.  Either this file is not\n  a zipfile, or it is damaged "
            f"({damage}).\n"
        )
        return 9


def _is_file(context: CommandContext, name: str) -> bool:
    return context.files.is_file(context.path(name))


def _parse_unzip(args: Sequence[str]) -> _UnzipCall | None:
    """Returns the arguments, None if one isn't known."""
    flags: set[str] = set()
    operands: list[str] = []
    excluded: list[str] = []
    to, folder, waits = operands, "", False
    for arg in args:
        if waits:
            folder, waits = arg, False
        elif not arg.startswith("-") or arg == "-":
            to.append(arg)
        elif arg.startswith("-d"):
            folder, waits = arg[2:], arg == "-d"
        elif arg == "-x":
            to = excluded
        elif set(arg[1:]) <= set("lonpqjt"):
            flags.update(arg[1:])
        else:
            return None
    if waits:
        return None
    return _UnzipCall(frozenset(flags), operands[0] if operands else "", operands[1:], excluded, folder)


def _unzip(context: CommandContext, call: _UnzipCall, name: str, data: bytes) -> int:
    as_they_are = stored(data)
    rows = [
        _Row(member, f"{member.path}/" if member.folder else member.path, member.entry in as_they_are)
        for member in sorted(members(data, "zip"), key=_number)
        if member.entry >= 0
    ]
    wanted = [
        row
        for row in rows
        if (not call.names or _matches(call.names, row.name)) and not _matches(call.excluded, row.name)
    ]
    if "l" in call.flags:
        _list(context, wanted, "q" in call.flags)
        return 11 if call.names and not wanted else 0
    unpacked = {packed.path: packed for packed in contents(data, "zip")}
    context.charge(sum([row.member.size for row in wanted]) / 4096)
    status = 0
    if "p" in call.flags:
        for row in wanted:
            context.out(unpacked[row.member.path].data or b"")
    elif "t" in call.flags:
        for row in wanted if "q" not in call.flags else ():
            context.line(f"    testing: {row.name:<22}   OK")
        of = f"{name} for the {_files(len(wanted))} tested" if call.names else f"compressed data of {name}"
        context.line(f"No errors detected in {of}.")
    else:
        status = _Unpacking(context, call).run(wanted, unpacked)
    for pattern in call.names:
        if not any([_matches([pattern], row.name) for row in rows]):
            context.err(f"caution: filename not matched:  {pattern}\n")
            status = 11
    return status


def _files(count: int) -> str:
    return f"{count} file" + ("" if count == 1 else "s")


def _list(context: CommandContext, rows: Sequence[_Row], quiet: bool) -> None:
    if not quiet:
        context.line("  Length      Date    Time    Name\n---------  ---------- -----   ----")
    for row in rows:
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(row.member.mtime))
        context.line(f"{row.member.size:9}  {when}   {row.name}")
    if not quiet:
        total = sum([row.member.size for row in rows])
        context.line(f"---------                     -------\n{total:9}                     {_files(len(rows))}")


class _Unpacking:
    """Writes members as files.

    Args:
        context: The command's context.
        call: Its arguments.
    """

    def __init__(self, context: CommandContext, call: _UnzipCall) -> None:
        self.context, self.call = context, call
        self.answers: list[str] | None = None
        self.always = "A" if "o" in call.flags else "N" if "n" in call.flags else ""
        self.status = 0

    def run(self, rows: Sequence[_Row], unpacked: dict[str, Packed]) -> int:
        """Writes the members, and returns the status."""
        stem = f"{self.call.folder.rstrip('/') or '/'}/".replace("//", "/") if self.call.folder else ""
        for row in rows:
            self.context.charge()
            packed = unpacked[row.member.path]
            name = row.name.rpartition("/")[2] if "j" in self.call.flags else row.name
            try:
                if packed.data is None:
                    if name and not self.context.files.is_dir(self.context.path(stem + name)):
                        self.say("creat", stem + name)
                        self.folder(stem + name)
                    continue
                self.folder((stem + name).rpartition("/")[0])
                self.file(stem + name, row, packed)
            except FileError as error:
                self.context.err(f"error:  cannot create {stem}{name}\n        {error.reason}\n")
                self.status = 50
        return self.status

    def say(self, verb: str, name: str) -> None:
        """Tells what is done."""
        if "q" not in self.call.flags:
            self.context.line(f"{verb:>8}ing: {name}" if verb == "creat" else f"{verb:>8}ing: {name:<22}  ")

    def folder(self, name: str) -> None:
        """Makes a folder and those above it."""
        path = self.context.path(name).rstrip("/") if name else self.context.cwd
        if self.context.files.is_dir(path):
            return
        above = path
        while not self.context.files.exists(above):
            above = above.rpartition("/")[0] or "/"
        self.context.check(above, "w")
        user = self.context.host.user
        self.context.files = self.context.files.mkdir(path, self.context.time(), parents=True, owner=user)

    def file(self, name: str, row: _Row, packed: Packed) -> None:
        """Writes a file; asks first if there is one of its name."""
        while self.context.files.exists(self.context.path(name)):
            answer = self.always or self.asked(f"replace {name}? [y]es, [n]o, [A]ll, [N]one, [r]ename: ")
            self.always = answer if answer in ("A", "N") else self.always
            if answer in ("n", "N"):
                return
            if answer != "r":
                break
            name = self.asked("new name: ") or name
        self.say("extract" if row.stored else "inflat", name)
        self.context.write(name, packed.data or b"")
        self.context.files = self.context.files.chmod(self.context.path(name), packed.mode)
        files: Files = self.context.files
        self.context.files = files.touch(self.context.path(name), packed.mtime)

    def asked(self, question: str) -> str:
        """Returns a line of standard input; at its end, that nothing is to be replaced."""
        self.context.err(question)
        if self.answers is None:
            self.answers = decode(self.context.stdin).splitlines()[::-1]
        while self.answers:
            answer = self.answers.pop()
            if question == "new name: " or answer[:1] in ("y", "n", "A", "N", "r"):
                return answer if question == "new name: " else answer[:1]
            self.context.err(f"error:  invalid response [{answer[:1]}]\n{question}")
        self.context.err(' NULL\n(EOF or read error, treating as "[N]one" ...)\n')
        self.status = 1
        return "N"
