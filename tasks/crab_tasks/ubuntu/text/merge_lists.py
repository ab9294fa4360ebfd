"""Merge two mailing lists into one without doubles, in order, and submit how many addresses it has."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from crab_gym.backends.base import Devices
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.task import Action, Look, Params, Task
from crab_gym.task.parameters import choice, integer
from crab_sim.devices.footprints import Footprint
from crab_tasks.kits.answers import answer_is
from crab_tasks.kits.footprints import new_file
from crab_tasks.kits.moves import submit
from crab_tasks.kits.ubuntu.files.state import HOME, file_is, file_lines_are
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

NAMES = (
    "ada", "bruno", "carla", "dario", "elin", "fadil", "greta", "hugo", "ines", "jonas", "katja", "luis", "mira",
    "nils", "olga", "pablo", "rosa", "sven", "tilda", "umberto", "vera", "wim", "yara", "zora", "boris", "clara",
    "emil", "frida", "ivo", "lena", "oskar", "pia",
)  # fmt: skip
FOLDER = f"{HOME}/Documents/lists"


def addresses(params: Params) -> tuple[list[str], list[str]]:
    """Returns the lines of the two lists: some addresses are on both."""
    drawn = random.Random(f"{params.domain}:{params.only_first}:{params.only_second}:{params.both}")
    names = drawn.sample(NAMES, params.only_first + params.only_second + params.both)
    rows = [f"{name}@{params.domain}" for name in names]
    both = rows[: params.both]
    first = both + rows[params.both : params.both + params.only_first]
    second = both + rows[params.both + params.only_first :]
    drawn.shuffle(first)
    drawn.shuffle(second)
    return first, second


def merged(params: Params) -> list[str]:
    """Returns the lines that the merged list has to have."""
    first, second = addresses(params)
    return sorted({*first, *second})


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the two lists, and an older one that doesn't count."""
    first, second = addresses(params)
    desktop = devices.ubuntu
    desktop.write_file(f"{FOLDER}/spring.txt", "\n".join(first) + "\n")
    desktop.write_file(f"{FOLDER}/autumn.txt", "\n".join(second) + "\n")
    desktop.write_file(f"{FOLDER}/old.txt", "\n".join(f"{name}@old.example" for name in rng.sample(NAMES, 5)) + "\n")


def question(params: Params) -> str:
    """Returns what is asked, with other words for the addresses."""
    lists = f"the merged list ~/{params.target}.txt of spring.txt and autumn.txt"
    return f"How many addresses does {lists} have? How many entries, how many unique addresses, how many lines?"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """All addresses once; then in order; then their number."""
    return [
        Checkpoint(
            id="all_there",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_lines_are, path=f"{HOME}/{params.target}.txt", lines=tuple(merged(params))),
        ),
        Checkpoint(
            id="in_order",
            device="ubuntu",
            app="terminal",
            evaluator=check(file_is, path=f"{HOME}/{params.target}.txt", lines=tuple(merged(params))),
            after=("all_there",),
        ),
        Checkpoint(
            id="answered",
            device="root",
            app="answer",
            evaluator=check_answer(
                answer_is, kind="count", value=len(merged(params)), parts=("spring", "autumn"), asks=question(params)
            ),
            after=("all_there",),
        ),
    ]


def footprint(params: Params) -> Footprint:
    """The merged list."""
    return new_file(f"{HOME}/{params.target}.txt")


def merge(params: Params, look: Look) -> Iterator[Action]:
    """Puts the lists together in any order."""
    yield from run_in_terminal(f"sort -ur {FOLDER}/spring.txt {FOLDER}/autumn.txt > {HOME}/{params.target}.txt")


def put_in_order(params: Params, look: Look) -> Iterator[Action]:
    """Sorts the merged list."""
    target = f"{HOME}/{params.target}.txt"
    yield from run_in_terminal(f"sort {target} > {HOME}/sorted.tmp", f"mv {HOME}/sorted.tmp {target}")


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the number."""
    yield submit(str(len(merged(params))))


def with_doubles(params: Params, look: Look) -> Iterator[Action]:
    """Keeps the addresses that are on both lists twice."""
    yield from run_in_terminal(f"sort {FOLDER}/spring.txt {FOLDER}/autumn.txt > {HOME}/{params.target}.txt")
    yield submit(str(len(merged(params))))


def all_three(params: Params, look: Look) -> Iterator[Action]:
    """Takes the old list too."""
    yield from run_in_terminal(f"sort -u {FOLDER}/*.txt > {HOME}/{params.target}.txt")
    yield submit(str(len(merged(params))))


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Writes the merged list with the editor, and submits a sentence."""
    yield from save_with_editor(f"{HOME}/{params.target}.txt", "\n".join(merged(params)))
    yield submit(f"The merged list has {len(merged(params))} addresses.")


def at_once(params: Params, look: Look) -> Iterator[Action]:
    """Sorts both lists into one by a pipe, and submits first."""
    yield from answer(params, look)
    yield from run_in_terminal(
        f"cat {FOLDER}/spring.txt {FOLDER}/autumn.txt | sort | uniq > {HOME}/{params.target}.txt"
    )


TASK = Task(
    name="ubuntu.merge_lists",
    description=(
        "On the desktop, merge the mailing lists spring.txt and autumn.txt in the folder ~/Documents/lists into "
        "~/{target}.txt: every address once, one per line, in alphabetical order. Then submit how many addresses the "
        "merged list has, as a number."
    ),
    devices=("ubuntu",),
    parameters={
        "target": choice(("invitations", "members", "guests"), type="file_name"),
        "domain": choice(("mail.example", "post.example", "letters.example"), type="domain"),
        "only_first": integer(2, 12, 4),
        "only_second": integer(2, 12, 3),
        "both": integer(1, 6, 2),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={"all_there": merge, "in_order": put_in_order, "answered": answer},
    footprint=footprint,
    alternatives={"in_editor": in_editor, "at_once": at_once},
    near_misses={"with_doubles": with_doubles, "all_three": all_three},
    backends={"ubuntu": ("sim", "desktop")},
    version=6,
    tags=("terminal", "text", "answer"),
)
