"""Terminal: sub-tasks."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check
from crab_gym.task import Action, Look, Params, SubTask
from crab_gym.task.parameters import integer, person, text
from crab_gym.task.types import short_line
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.footprints import may_change_file, new_file
from crab_tasks.kits.paths import file_path, folder_path
from crab_tasks.kits.state import app_opened
from crab_tasks.kits.ubuntu.files.state import file_is
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal, write_lines
from crab_tasks.kits.ubuntu.terminal.state import line_appended
from crab_tasks.kits.values import another, as_typed, date_ahead

__all__ = ["ADD_LINE", "FILE_WITH_LINE", "ON_DUTY", "SORT_LINES"]


def _terminal_open(params: Params) -> Sequence[Checkpoint]:
    """The terminal is in front."""
    return [app_opened("terminal", "terminal_open", "ubuntu")]


def _open(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal("pwd")


# Who is on duty -------------------------------------------------------------------------------------------------------


def _roster(devices: Devices, params: Params, rng: random.Random) -> None:
    """Other people are on duty on the days around the date."""
    names, rows = [params.name], []
    for days in range(-rng.randrange(2, 5), rng.randrange(3, 6)):
        if days:
            names.append(another(person(), rng, *names))
        day = date.fromisoformat(params.date) + timedelta(days)
        rows.append(f"{day.isoformat()},{names[-1] if days else params.name},room {rng.randrange(2, 40)}")
    devices.ubuntu.write_file(params.file, "\n".join(["date,name,room", *rows]) + "\n")


def _grep_date(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["grep", params.date, params.file])


def _print_roster(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["cat", params.file])


def _cut_names(params: Params, look: Look) -> Iterator[Action]:
    """Prints dates and names, the latest first."""
    yield from run_in_terminal(f"cut -d, -f1,2 {shlex.quote(params.file)} | sort -r")


ON_DUTY = SubTask(
    name="shell.on_duty",
    device="ubuntu",
    app="terminal",
    says="look up in the desktop's terminal who is on duty on {date} according to the file {file}",
    steps="in the desktop's terminal, run grep with {date} as the file writes it, such as 2026-11-17, and with {file}, "
    "and read the name of who is on duty",
    refers="the person who is on duty on {date} according to the file {file}",
    inputs={"date": date_ahead("2026-11-26"), "file": file_path("fir_44", ".csv")},
    hidden={"name": person("Nils Albers")},
    output="person_name",
    produce=lambda params: str(params.name),
    setup=_roster,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _grep_date},
    alternatives={"all_rows": _print_roster, "two_columns": _cut_names},
    tags=("terminal", "files"),
)

# Which file has a line ------------------------------------------------------------------------------------------------

_STEMS = ("anchor", "basket", "candle", "drum", "easel", "fiddle")


def _folder_of_lists(devices: Devices, params: Params, rng: random.Random) -> None:
    """Another file has a line that begins like it, and more files have none."""
    desktop = devices.ubuntu
    desktop.remove(params.folder)
    stems = [stem for stem in _STEMS if not params.name.startswith(stem)]
    names = [params.name, *[f"{stem}_{rng.randrange(10, 99)}.txt" for stem in stems[:3]]]
    for i, name in enumerate(names):
        lines = [another(short_line("Wash lamps"), rng, as_typed(params, "text")) for _ in range(3)]
        if i < 2:
            lines.insert(
                rng.randrange(4), as_typed(params, "text") if i == 0 else f"{as_typed(params, 'text')} no more"
            )
        desktop.write_file(f"{params.folder}/{name}", "\n".join(lines) + "\n")


def _grep_folder(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(["grep", "-r", as_typed(params, "text"), params.folder])


def _grep_whole_line(params: Params, look: Look) -> Iterator[Action]:
    """Lists the files with the whole line."""
    yield from run_in_terminal(["cd", params.folder], f"grep -lxF {shlex.quote(as_typed(params, 'text'))} *", ["cd"])


def _print_all(params: Params, look: Look) -> Iterator[Action]:
    """Prints all files, each with its name."""
    yield from run_in_terminal(f"head {shlex.quote(params.folder)}/*")


FILE_WITH_LINE = SubTask(
    name="shell.file_with_line",
    device="ubuntu",
    app="terminal",
    says="find out in the desktop's terminal the name of the file in the folder {folder} one of whose lines is {text}",
    steps="in the desktop's terminal, run grep with the folder {folder} to see which of its files has the whole line "
    "{text}, and read that file's name",
    refers="the name of the file in the folder {folder} that has the line {text}",
    inputs={"folder": folder_path("larch_63", "Documents/"), "text": short_line("Pack the heavy door")},
    hidden={"name": text(lambda rng: f"{rng.choice(_STEMS)}_{rng.randrange(10, 99)}.txt", "drum_48.txt", "line")},
    output="line",
    called="file name",
    produce=lambda params: str(params.name),
    setup=_folder_of_lists,
    checkpoints=_terminal_open,
    oracle={"terminal_open": _grep_folder},
    alternatives={"whole_line": _grep_whole_line, "all_files": _print_all},
    tags=("terminal", "files"),
)


def _before(params: Params) -> list[str]:
    return [f"Log number {params.number}", "The lamps were washed", "The hall is locked"]


def _shorter_file(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.file, "\n".join(_before(params)) + "\n")


def _appended(params: Params) -> Sequence[Checkpoint]:
    """The terminal; then the file."""
    right = check(line_appended, path=params.file, before=_before(params), kind=params.kinds["text"], value=params.text)
    return [
        app_opened("terminal", "terminal_open", "ubuntu"),
        Checkpoint(id="appended", device="ubuntu", app="terminal", evaluator=right, after=("terminal_open",)),
    ]


def _echo(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"echo {shlex.quote(as_typed(params, 'text'))} >> {shlex.quote(params.file)}")


def _rewrite(params: Params, look: Look) -> Iterator[Action]:
    """Writes all lines anew."""
    yield from write_lines(params.file, [*_before(params), as_typed(params, "text")])


def _tee(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"echo {shlex.quote(as_typed(params, 'text'))} | tee -a {shlex.quote(params.file)}")


def _overwrite(params: Params, look: Look) -> Iterator[Action]:
    """Writes the line in place of all others."""
    yield from write_lines(params.file, [as_typed(params, "text")])


def _put_first(params: Params, look: Look) -> Iterator[Action]:
    """Puts the line before the others."""
    yield from write_lines(params.file, [as_typed(params, "text"), *_before(params)])


ADD_LINE = SubTask(
    name="shell.add_line",
    device="ubuntu",
    app="terminal",
    says="append {text} as one more line to the file {file} in the desktop's terminal",
    steps="in the desktop's terminal, run echo with {text} and append what it prints to {file} with >>",
    refers="the file {file} with one more line",
    inputs={"text": short_line("Order the long ladder"), "file": file_path("oak_57", ".log")},
    hidden={"number": integer(100, 999, 412)},
    output="file",
    produce=lambda params: str(params.file),
    setup=_shorter_file,
    checkpoints=_appended,
    oracle={"terminal_open": _open, "appended": _echo},
    footprint=may_change_file,
    alternatives={"rewritten": _rewrite, "by_tee": _tee},
    near_misses={"overwritten": _overwrite, "put_first": _put_first},
    tags=("terminal", "files"),
)

# Sorting lines --------------------------------------------------------------------------------------------------------

_WORDS = ("amber", "birch", "clover", "daisy", "ember", "flint", "gravel", "holly", "iris", "juniper")


def _drawn(params: Params) -> list[str]:
    """Returns some words that aren't in order."""
    words = random.Random(params.number).sample(_WORDS, 6)
    return words if words != sorted(words) else words[::-1]


def _unsorted(devices: Devices, params: Params, rng: random.Random) -> None:
    devices.ubuntu.write_file(params.source, "\n".join(_drawn(params)) + "\n")
    devices.ubuntu.remove(params.target)


def _sorted(params: Params) -> Sequence[Checkpoint]:
    """The terminal; then the new file."""
    after = check(file_is, path=params.target, lines=sorted(_drawn(params)))
    return [
        app_opened("terminal", "terminal_open", "ubuntu"),
        Checkpoint(id="sorted", device="ubuntu", app="terminal", evaluator=after, after=("terminal_open",)),
    ]


def _may_sort(params: Params) -> Footprint:
    return new_file(params.target)


def _sort(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"sort {shlex.quote(params.source)} > {shlex.quote(params.target)}")


def _sort_to_option(params: Params, look: Look) -> Iterator[Action]:
    """Names the new file in an option."""
    yield from run_in_terminal(["sort", "-o", params.target, params.source])


def _copy_and_sort(params: Params, look: Look) -> Iterator[Action]:
    """Copies the file, and sorts the copy."""
    yield from run_in_terminal(["cp", params.source, params.target], ["sort", "-o", params.target, params.target])


def _sort_in_place(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the old file, and copies it."""
    yield from run_in_terminal(["sort", "-o", params.source, params.source], ["cp", params.source, params.target])


def _sort_backwards(params: Params, look: Look) -> Iterator[Action]:
    yield from run_in_terminal(f"sort -r {shlex.quote(params.source)} > {shlex.quote(params.target)}")


SORT_LINES = SubTask(
    name="shell.sort_lines",
    device="ubuntu",
    app="terminal",
    says="write the lines of the file {source} in the order of the alphabet into the new file {target} in the "
    "desktop's terminal",
    steps="in the desktop's terminal, run sort with {source} and write what it prints into {target} with >",
    refers="the new file {target} with sorted lines",
    inputs={"source": file_path("rowan_18"), "target": file_path("hazel_81")},
    hidden={"number": integer(1, 99_999, 4711)},
    output="file",
    produce=lambda params: str(params.target),
    setup=_unsorted,
    checkpoints=_sorted,
    oracle={"terminal_open": _open, "sorted": _sort},
    footprint=_may_sort,
    alternatives={"by_option": _sort_to_option, "copied_first": _copy_and_sort},
    near_misses={"in_place": _sort_in_place, "backwards": _sort_backwards},
    tags=("terminal", "files"),
)
