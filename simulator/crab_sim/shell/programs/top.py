"""A simulated top: the machine's processes and its load, on the whole screen or as text.

* `start`, `feed`, `draw` - the program. `report` - the text of ``top -b``. `ProcessRow`, `rows_of` - the processes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from crab_sim.engines import load
from crab_sim.shell.formats.dates import format_date
from crab_sim.shell.programs.screen import Row, Screenful, Span
from crab_sim.shell.programs.world import World

__all__ = ["FIELDS", "ProcessRow", "TopState", "draw", "feed", "report", "rows_of", "start"]

_HEAD: Final = "    PID USER      PR  NI    VIRT    RES    SHR S  %CPU  %MEM     TIME+ COMMAND"
_HELP: Final = """\
Help for Interactive Commands - procps-ng 4.0.2

  1         Toggle Single/Separate Cpu View
  M,N,P,T   Sort by %MEM, PID, %CPU or TIME+
  R         Reverse the sort order
  u         Show only one user's processes
  n,#       Set the number of processes
  E,e       Toggle the memory's unit: MiB or GiB
  Up,Down   Scroll the processes
  <Space>   Update the display
  h,?       This help
  q         Quit

Type 'q' or <Esc> to continue """


class ProcessRow(NamedTuple):
    """A process: its number, its owner, kibibytes of memory, its load in percent, its time in hundredths, its name."""

    pid: int
    user: str
    memory: int
    cpu: float
    time: int
    name: str


class TopState(NamedTuple):
    """The program.

    Attributes:
        rows: The processes, when the display was last updated.
        used: The bytes that all processes and the system had then.
        now: The clock then.
        seed: The machine's seed, from which its load follows.
        order: The field by which they are sorted: ``P``, ``M``, ``N`` or ``T``.
        reverse: Whether the order is reversed.
        user: The only user whose processes are shown, ``""`` for all.
        only: The only processes that are shown, empty for all.
        most: The most processes that are shown, 0 for all.
        first: The first process in view.
        cores: Whether each processor has a line.
        gib: Whether memory is shown in gibibytes.
        help: Whether the help is shown.
        prompt: What is asked for: ``u`` or ``n``, ``""`` for nothing.
        typed: The answer so far.
        message: A message above the processes.
        height: Rows of the screen.
        columns: Columns of the screen.
        status: Exit status once it has ended; -1 while it runs.
        left: Keys behind the one that ended it.
    """

    rows: tuple[ProcessRow, ...] = ()
    used: int = 0
    now: float = 0.0
    seed: int = 0
    order: str = "P"
    reverse: bool = False
    user: str = ""
    only: tuple[int, ...] = ()
    most: int = 0
    first: int = 0
    cores: bool = False
    gib: bool = False
    help: bool = False
    prompt: str = ""
    typed: str = ""
    message: str = ""
    height: int = 24
    columns: int = 80
    status: int = -1
    left: str = ""


def rows_of(
    processes: Sequence[tuple[int, str]], seed: int, now: float, memory: Mapping[int, int]
) -> tuple[ProcessRow, ...]:
    """Returns the processes with what they need.

    Args:
        processes: Their ids and names.
        seed: The machine's seed.
        now: The clock, in seconds since 1970.
        memory: The bytes of those that hold a certain number, by their ids.
    """
    second = int(now)
    rows = []
    for pid, name in processes:
        weight = zlib.crc32(name.encode()) % 6000
        used = weight + int(second % 86_400 * (weight % 40) / 400)
        owner = "user" if pid > 900 else "root"
        kept = load.memory_of(pid, name, memory.get(pid)) // 1024
        rows.append(ProcessRow(pid, owner, kept, load.process_load(seed, pid, second), used, name))
    return tuple(rows)


def start(world: World, rows: int, columns: int, state: TopState) -> TopState:
    """Returns the program at its start.

    Args:
        world: The machine, whose processes are listed.
        rows: Height of the screen in characters.
        columns: Its width in characters.
        state: The state that has the command's options.
    """
    return _updated(state._replace(height=rows, columns=columns), world)


def _updated(state: TopState, world: World) -> TopState:
    rows = rows_of(world.processes, world.seed, world.now, world.memory)
    used = load.memory_used(tuple(world.processes), world.memory)
    return state._replace(rows=rows, used=used, now=world.now, seed=world.seed)


def feed(state: TopState, keys: str, world: World) -> TopState:
    """Returns the state after keys were pressed; each updates the display."""
    for at, key in enumerate(keys):
        if not world.budget.spend(0.5):
            break
        state = _key(state._replace(message=""), key)
        if state.status >= 0:
            return state._replace(left=keys[at + 1 :])
    return _updated(state, world)


def _key(state: TopState, key: str) -> TopState:
    if state.prompt:
        return _answer(state, key)
    if state.help:
        return state._replace(help=False) if key in "q\x1b\r h?" else state
    match key:
        case "q" | "\x03":
            return state._replace(status=0)
        case " " | "\r" | "\n" | "\x0c":
            return state
        case "M" | "N" | "P" | "T":
            return state._replace(order=key, first=0)
        case "R":
            return state._replace(reverse=not state.reverse)
        case "1":
            return state._replace(cores=not state.cores)
        case "e" | "E":
            return state._replace(gib=not state.gib)
        case "h" | "?":
            return state._replace(help=True)
        case "u" | "U" | "n" | "#":
            return state._replace(prompt="u" if key in "uU" else "n", typed="")
        case "\ue001" | "\ue002":
            last = max(0, len(_shown(state)) - 1)
            return state._replace(first=max(0, min(last, state.first + (1 if key == "\ue002" else -1))))
        case "\ue005":
            return state._replace(first=0)
    return state._replace(message=" Unknown command - try 'h' for help ")


def _answer(state: TopState, key: str) -> TopState:
    if key == "\x1b":
        return state._replace(prompt="", typed="")
    if key == "\x7f":
        return state._replace(typed=state.typed[:-1])
    if key != "\r":
        return state._replace(typed=(state.typed + key)[:40]) if key.isprintable() else state
    typed, asked = state.typed.strip(), state.prompt
    state = state._replace(prompt="", typed="", first=0)
    if asked == "u":
        if typed and typed not in ("user", "root"):
            return state._replace(message=" Invalid user ")
        return state._replace(user=typed)
    if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 7):
        return state._replace(message=" Unacceptable integer ")
    return state._replace(most=int(typed or "0"))


_BY: Final[Mapping[str, Callable[[ProcessRow], float]]] = {
    "P": lambda row: -row.cpu, "M": lambda row: -row.memory, "N": lambda row: -row.pid, "T": lambda row: -row.time,
}  # fmt: skip
FIELDS: Final = {"%CPU": "P", "%MEM": "M", "PID": "N", "TIME+": "T", "RES": "M"}
"""The fields by which ``-o`` sorts, and the keys that do the same."""


def _shown(state: TopState) -> list[ProcessRow]:
    """Returns the processes that are shown, in their order."""
    rows = [row for row in state.rows if state.user in ("", row.user) and (not state.only or row.pid in state.only)]
    rows.sort(key=lambda row: row.pid)
    rows.sort(key=_BY[state.order])
    rows = rows[::-1] if state.reverse else rows
    return rows[: state.most] if state.most else rows


def _summary(state: TopState) -> list[str]:
    """Returns the lines above the processes."""
    second = int(state.now)
    cores = [load.busy(state.seed, core, second) * 100 for core in range(load.CORES)]
    shares = cores if state.cores else [sum(cores) / len(cores)]
    count = len(state.rows)
    lines = [
        f"top - {format_date('%H:%M:%S', state.now)} up  1:00,  1 user,  load average: 0.08, 0.04, 0.01",
        f"Tasks: {count:>3} total,   1 running, {max(0, count - 1):>3} sleeping,   0 stopped,   0 zombie",
    ]
    for number, share in enumerate(shares):
        name = f"%Cpu{number:<3}" if state.cores else "%Cpu(s)"
        user = share * 0.7
        lines.append(
            f"{name}: {user:4.1f} us, {share - user:4.1f} sy,  0.0 ni, {100 - share:4.1f} id,  "
            "0.0 wa,  0.0 hi,  0.0 si,  0.0 st"
        )
    unit, size = ("GiB", 1 << 30) if state.gib else ("MiB", 1 << 20)
    cached = load.MEMORY // 5
    total, free = load.MEMORY / size, (load.MEMORY - state.used - cached) / size
    swap = load.SWAP / size
    lines.append(
        f"{unit} Mem : {total:8.1f} total, {free:8.1f} free, {state.used / size:8.1f} used, "
        f"{cached / size:8.1f} buff/cache     "
    )
    lines.append(
        f"{unit} Swap: {swap:8.1f} total, {swap:8.1f} free,      0.0 used. {free + cached / size * 0.9:8.1f} avail Mem "
    )
    return lines


def _line(row: ProcessRow) -> str:
    minutes, rest = divmod(row.time, 6000)
    time = f"{minutes}:{rest // 100:02}.{rest % 100:02}"
    share = row.memory * 1024 * 100 / load.MEMORY
    return (
        f"{row.pid:>7} {row.user:<8}  20   0 {row.memory * 4:>7} {row.memory:>6} {row.memory * 3 // 5:>6} "
        f"{'R' if row.name == 'top' else 'S'} {row.cpu:5.1f} {share:5.1f} {time:>9} {row.name}"
    )


def report(state: TopState) -> str:
    """Returns the display as text."""
    return "\n".join([*_summary(state), "", _HEAD, *[_line(row) for row in _shown(state)]]) + "\n"


def draw(state: TopState, rows: int, columns: int) -> Screenful:
    """Draws the program on a screen of a size."""
    if state.help:
        lines = _HELP.split("\n")[:rows]
        filled = [Row(line[:columns].ljust(columns)) for line in lines] + [Row(" " * columns)] * max(
            0, rows - len(lines)
        )
        return Screenful(tuple(filled), (len(lines) - 1, min(columns - 1, len(lines[-1]))))
    above = _summary(state)
    asked = {"u": " Which user (blank for all) ", "n": " Maximum tasks = 0, change to (0 is unlimited) "}.get(
        state.prompt, ""
    )
    middle = asked + state.typed if asked else state.message
    out = [Row(line[:columns].ljust(columns)) for line in above]
    spans = (Span(0, len(state.message), "reverse"),) if state.message and not asked else ()
    out.append(Row(middle[:columns].ljust(columns), spans))
    out.append(Row(_HEAD[:columns].ljust(columns), (Span(0, columns, "reverse"),)))
    for row in _shown(state)[state.first :]:
        line = _line(row)[:columns].ljust(columns)
        out.append(Row(line, (Span(0, columns, "bold"),) if row.name == "top" else ()))
    out = out[:rows] + [Row(" " * columns)] * max(0, rows - len(out))
    return Screenful(tuple(out), (min(rows - 1, len(above)), min(columns - 1, len(middle) if asked else 0)))
