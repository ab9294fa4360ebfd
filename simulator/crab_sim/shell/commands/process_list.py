"""``ps``."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from crab_sim.engines import load
from crab_sim.shell.context import CommandContext
from crab_sim.shell.errors import CommandError
from crab_sim.shell.registry import command

_HELP: Final = (
    "\n\nUsage:\n ps [options]\n\n Try 'ps --help <simple|list|output|threads|misc|all>'\n"
    "  or 'ps --help <s|l|o|t|m|a>'\n for additional help text.\n\nFor more details see ps(1).\n"
)
_LISTS: Final = {
    "p": "process IDs", "C": "command names", "u": "effective users", "U": "real users", "ppid": "process IDs",
}  # fmt: skip
_LONG: Final = {"sort": "sort", "pid": "p", "user": "u", "User": "U", "ppid": "ppid", "format": "o"}
_BARE: Final = {"no-headers": "h", "no-heading": "h", "no-headings": "h", "forest": "w"}
_NAME: Final = 15  # letters of a process's name that are shown where it isn't the last column


class _Process(NamedTuple):
    """A process: its number, its parent's, its owner, kibibytes of memory, its state and its name."""

    pid: int
    ppid: int
    user: str
    rss: int
    stat: str
    name: str

    @property
    def share(self) -> float:
        """Its part of the memory, in percent."""
        return self.rss * 1024 * 100 / load.MEMORY


_Value: TypeAlias = str | int | float


class _Column(NamedTuple):
    """A column: its header, its width, whether it stands at the left, and its value, by which rows are sorted."""

    header: str
    width: int
    left: bool
    value: Callable[[_Process], _Value]


def _user_id(process: _Process) -> int:
    return 0 if process.user == "root" else 1000


_COLUMNS: dict[str, _Column] = {
    "pid": _Column("PID", 7, False, lambda row: row.pid),
    "ppid": _Column("PPID", 7, False, lambda row: row.ppid),
    "user": _Column("USER", 8, True, lambda row: row.user),
    "group": _Column("GROUP", 8, True, lambda row: row.user),
    "uid": _Column("UID", 5, False, _user_id),
    "rss": _Column("RSS", 5, False, lambda row: row.rss),
    "vsz": _Column("VSZ", 6, False, lambda row: row.rss * 4),
    "%cpu": _Column("%CPU", 4, False, lambda row: 0.0),
    "%mem": _Column("%MEM", 4, False, lambda row: row.share),
    "comm": _Column("COMMAND", _NAME, True, lambda row: row.name),
    "ucmd": _Column("CMD", _NAME, True, lambda row: row.name),
    "cmd": _Column("CMD", 27, True, lambda row: row.name),
    "args": _Column("COMMAND", 27, True, lambda row: row.name),
    "stat": _Column("STAT", 4, True, lambda row: row.stat),
    "s": _Column("S", 1, True, lambda row: row.stat),
    "tty": _Column("TT", 8, True, lambda row: "?"),
    "tname": _Column("TTY", 8, True, lambda row: "?"),
    "time": _Column("TIME", 8, False, lambda row: "00:00:00"),
    "bsdtime": _Column("TIME", 6, False, lambda row: "0:00"),
    "start_time": _Column("START", 5, False, lambda row: "00:00"),
    "stime": _Column("STIME", 5, False, lambda row: "00:00"),
    "c": _Column("C", 2, False, lambda row: 0),
    "ni": _Column("NI", 3, False, lambda row: 0),
    "pri": _Column("PRI", 3, False, lambda row: 19),
}
for _other, _name in {
    "tgid": "pid", "euser": "user", "uname": "user", "ruser": "user", "egroup": "group", "euid": "uid", "ruid": "uid",
    "rssize": "rss", "rsz": "rss", "vsize": "vsz", "pcpu": "%cpu", "pmem": "%mem", "ucomm": "comm", "command": "args",
    "state": "s", "tt": "tty", "cputime": "time", "nice": "ni", "fname": "comm",
}.items():  # fmt: skip
    _COLUMNS[_other] = _COLUMNS[_name]
_FORMATS: Final = {
    "": "pid,tname,time,ucmd", "f": "user=UID,pid,ppid,c,stime,tname,time,cmd", "bsd": "pid,tname,stat,bsdtime,args",
    "u": "user,pid,%cpu,%mem,vsz,rss,tname,stat,start_time,bsdtime,args",
}  # fmt: skip


class _Call(NamedTuple):
    """The arguments: letters of flags, the lists by which processes are chosen, columns, and keys of the order."""

    flags: set[str]
    lists: list[tuple[str, str]]
    columns: list[str]
    order: list[str]


@command("ps")
def ps(context: CommandContext) -> int:
    """List processes.

    Usage: ps [-e] [-f] [aux] [-o COLUMN,...] [-C NAME,...] [-p PID,...] [-u USER,...] [--sort=[-]COLUMN,...]
    """
    try:
        call = _parse(context.args)
        rows = _chosen(call, _processes(context))
        for key in _keys(call)[::-1]:
            value = _COLUMNS[key.lstrip("+-")].value
            rows = sorted(rows, key=value, reverse=key.startswith("-"))
        columns = list(_formatted(call))
    except CommandError as error:
        context.err(f"error: {error.message}{_HELP}")
        return 1
    context.charge(len(rows) * len(columns) / 20)
    if any([column.header for column in columns]) and "h" not in call.flags:
        _print(context, columns, [column.header for column in columns])
    for row in rows:
        values = [column.value(row) for column in columns]
        texts = [f"{value:.1f}" if isinstance(value, float) else str(value) for value in values]
        cut = [text[: column.width] if column.left else text for column, text in zip(columns, texts, strict=True)]
        _print(context, columns, [*cut[:-1], texts[-1]])
    return int(not rows)


def _parse(args: Sequence[str]) -> _Call:
    """Returns the arguments.

    Raises:
        CommandError: one of them isn't known, or lacks its value.
    """
    call = _Call(set(), [], [], [])
    words = list(args)[::-1]
    while words:
        word = words.pop()
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            if name in _BARE:
                call.flags.add(_BARE[name])
            elif name in _LONG:
                _take(call, _LONG[name], value if equals else words.pop() if words else "", f"--{name}")
            else:
                raise CommandError("unknown gnu long option")
        elif word.replace(",", "").isdigit() and word.isascii():
            call.flags.add("bsd")
            _take(call, "p", word, "p")
        else:
            dash = word.startswith("-") and not re.fullmatch(r"-[auxwf]*x[auxwf]*", word)  # -aux is read as aux
            _letters(call, word.removeprefix("-"), words, dash)
    return call


def _letters(call: _Call, letters: str, words: list[str], dash: bool) -> None:
    """Takes the options of a word; the value of the last one may be the next of the words, the last first.

    Args:
        call: the arguments so far.
        letters: the letters of the word.
        words: the words behind it.
        dash: whether it began with a dash.
    """
    for at, letter in enumerate(letters, 1):
        if letter in ("opqCuU" if dash else "opU"):
            value = letters[at:] or (words.pop() if words else "")
            _take(call, "p" if letter == "q" else letter, value, letter if not dash else f"-{letter}")
            if not dash and letter == "p":
                call.flags.add("bsd")
            return
        if letter not in ("Aaefdw" if dash else "auxfwh"):
            raise CommandError("unsupported SysV option" if dash else "unsupported option (BSD syntax)")
        call.flags.update({"f": {"f"}, "w": {"w"}}.get(letter, {"all"}) if dash else {"bsd", letter})
    if not letters:
        raise CommandError("garbage option")


def _take(call: _Call, option: str, value: str, shown: str) -> None:
    """Takes an option with its value.

    Args:
        call: the arguments so far.
        option: the option.
        value: its value, empty where it lacks one.
        shown: the option as it was given.
    """
    if option == "sort":
        if not value:
            raise CommandError("long sort specification must follow --sort")
        call.order.extend(value.split(","))
    elif option == "o":
        if not value:
            raise CommandError(f"format specification must follow {shown}")
        call.columns.extend(re.split("[, ]", value))
    else:
        if not value:
            raise CommandError(f"list of {_LISTS[option]} must follow {shown}")
        call.lists.extend([(option, each) for each in re.split("[, ]", value)])


def _processes(context: CommandContext) -> Iterator[_Process]:
    """Yields the running processes, with the owners and the memory that ``top`` shows."""
    held: Mapping[int, int] = getattr(context.host, "memory", {})
    stopped: Collection[int] = getattr(context.host, "stopped", ())
    for pid, name in context.host.processes():
        user = context.host.user if pid > 900 else "root"
        kept = load.memory_of(pid, name, held.get(pid)) // 1024
        yield _Process(pid, int(pid != 1), user, kept, "T" if pid in stopped else "S", name)


def _chosen(call: _Call, processes: Iterator[_Process]) -> list[_Process]:
    """Returns the processes that are to be listed.

    Raises:
        CommandError: a number or a user can't be one.
    """
    wanted: set[tuple[str, str | int]] = set()
    for option, text in call.lists:
        if option in ("p", "ppid"):
            if not (text.isascii() and text.isdecimal() and 0 < int(text[:12]) < 1 << 31):
                raise CommandError("process ID list syntax error")
            wanted.add((option, int(text)))
        elif option in ("u", "U"):
            user = {"0": "root", "1000": "user"}.get(text, text)
            if user not in ("root", "user"):
                raise CommandError("user name does not exist")
            wanted.add(("u", user))
        else:
            wanted.add((option, text[:_NAME]))
    if not wanted or "all" in call.flags or {"a", "x"} <= call.flags:
        return list(processes)
    return [
        row
        for row in processes
        if not wanted.isdisjoint([("p", row.pid), ("ppid", row.ppid), ("u", row.user), ("C", row.name[:_NAME])])
    ]


def _keys(call: _Call) -> list[str]:
    """Returns the keys of the order.

    Raises:
        CommandError: one is no column.
    """
    if any([re.sub(r"^[+-]", "", key) not in _COLUMNS for key in call.order]):
        raise CommandError("unknown sort specifier")
    return call.order


def _formatted(call: _Call) -> Iterator[_Column]:
    """Yields the columns.

    Raises:
        CommandError: one isn't known.
    """
    usual = "u" if "u" in call.flags else "f" if "f" in call.flags and "bsd" not in call.flags else (
        "bsd" if "bsd" in call.flags else "")  # fmt: skip
    for text in call.columns or _FORMATS[usual].split(","):
        name, equals, header = text.partition("=")
        name, _, width = name.partition(":")
        if not name or (width and not re.fullmatch("[1-9][0-9]{0,3}", width)):
            raise CommandError("improper format list")
        column = _COLUMNS.get(name)
        if column is None:
            raise CommandError(f'unknown user-defined format specifier "{name}"')
        if equals:
            column = column._replace(header=header, width=max(column.width, len(header)))
        yield column._replace(width=int(width)) if width else column


def _print(context: CommandContext, columns: Sequence[_Column], texts: Sequence[str]) -> None:
    """Prints a line; what is too wide for its column takes from the space of the next ones."""
    line, over = "", 0
    for at, (column, text) in enumerate(zip(columns, texts, strict=True)):
        last = at == len(columns) - 1
        width = max(len(text), column.width - over)
        over += len(text) - column.width if len(text) > column.width - over else -over
        line += (text if last and column.left else f"{text:{'<' if column.left else '>'}{width}}") + " " * (not last)
    context.line(line)
