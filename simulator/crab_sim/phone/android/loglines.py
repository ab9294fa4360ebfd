"""Lines of the phone's log, and the forms in which ``logcat`` prints them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

__all__ = ["LEVELS", "LogFilter", "LogLine"]

LEVELS: Final = "VDIWEFS"
"""Priorities, lowest first; ``S`` is silence."""


class LogLine(NamedTuple):
    """One line: its number since the phone was started, time in seconds since 1970, priority as a letter."""

    number: int
    date: float
    pid: int
    tag: str
    level: str
    message: str


class LogFilter(NamedTuple):
    """The lines that ``logcat`` prints, and their form.

    Attributes:
        form: ``brief``, ``process``, ``tag``, ``raw``, ``time``, ``threadtime`` or ``long``.
        epoch: Whether times are seconds since 1970.
        year: Whether dates have a year.
        levels: Tag -> lowest priority that is printed; ``"*"`` for all others.
    """

    form: str = "threadtime"
    epoch: bool = False
    year: bool = False
    levels: Mapping[str, str] = {"*": "V"}

    @classmethod
    def parse(cls, args: Sequence[str]) -> LogFilter:
        """Reads ``-v``, ``-s`` and the filters among logcat's arguments; an unknown one changes nothing."""
        form, epoch, year = "threadtime", False, False
        levels: dict[str, str] = {}
        rest = iter(args)
        for arg in rest:
            name = arg.partition("=")[2] if arg.startswith("--format=") else ""
            if arg in ("-v", "--format"):
                name = next(rest, "")
            elif arg.startswith("-v") and not arg.startswith("--"):
                name = arg[2:]
            elif arg == "-s":
                levels.setdefault("*", "S")
            elif arg in ("-b", "-t", "-T", "-m", "-e"):
                next(rest, "")
            elif not arg.startswith("-"):
                tag, _, level = arg.partition(":")
                level = (level or "V").upper()[:1]
                if level in LEVELS or level == "*":
                    levels[tag] = "V" if level == "*" else level
            for part in name.split(",") if name else ():
                if part in ("brief", "process", "tag", "raw", "time", "threadtime", "long"):
                    form = part
                epoch, year = epoch or part == "epoch", year or part == "year"
        return cls(form, epoch, year, levels or {"*": "V"})

    def shows(self, line: LogLine) -> bool:
        """Returns whether a line is printed."""
        lowest = self.levels.get(line.tag, self.levels.get("*", "V"))
        return lowest != "S" and LEVELS.index(line.level) >= LEVELS.index(lowest)

    def format(self, lines: Iterable[LogLine]) -> bytes:
        """Returns the lines as they are printed."""
        return "".join([self._line(line) for line in lines if self.shows(line)]).encode("utf-8", "replace")

    def _line(self, line: LogLine) -> str:
        millis = int(line.date * 1000)
        moment = time.gmtime(millis // 1000)
        stamp = time.strftime("%Y-%m-%d %H:%M:%S" if self.year else "%m-%d %H:%M:%S", moment) + f".{millis % 1000:03d}"
        if self.epoch:
            stamp = f"{millis // 1000:>19}.{millis % 1000:03d}"
        tag, level, text, pid = line.tag, line.level, line.message, line.pid
        forms = {
            "brief": f"{level}/{tag:<8}({pid:5d}): {text}\n",
            "process": f"{level}({pid:5d}) {text}  ({tag})\n",
            "tag": f"{level}/{tag:<8}: {text}\n",
            "raw": f"{text}\n",
            "time": f"{stamp} {level}/{tag:<8}({pid:5d}): {text}\n",
            "threadtime": f"{stamp} {pid:5d} {pid:5d} {level} {tag:<8}: {text}\n",
            "long": f"[ {stamp} {pid:5d}:{pid:5d} {level}/{tag:<8} ]\n{text}\n\n",
        }
        return forms[self.form]
