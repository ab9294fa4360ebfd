"""Count errors and warnings in a log, write both down, and submit their sum."""

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
from crab_tasks.kits.moves import nothing_more, submit
from crab_tasks.kits.ubuntu.files.state import HOME, file_exists, file_lines_are, file_states
from crab_tasks.kits.ubuntu.terminal.moves import run_in_terminal
from crab_tasks.kits.ubuntu.terminal.state import log_lines
from crab_tasks.kits.ubuntu.text_editor.moves import save_with_editor

REPORT = f"{HOME}/report.txt"


def log(params: Params) -> str:
    """Returns the path of the log."""
    return f"{HOME}/logs/{params.service}.log"


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Writes the log, and another one beside it."""
    desktop = devices.ubuntu
    desktop.write_file(log(params), log_lines(rng, params.errors, params.warnings))
    desktop.write_file(f"{HOME}/logs/old.log", log_lines(rng, rng.randint(1, 9), rng.randint(1, 9)))


def question(params: Params) -> str:
    """Returns what is asked."""
    log = f"the log ~/logs/{params.service}.log"
    return f"How many lines of level ERROR and WARNING does {log} have? How many errors and warnings?"


def checkpoints(params: Params) -> Sequence[Checkpoint]:
    """The report, then its two lines in any order, then that there is nothing else in it, then the answer."""
    errors = check(file_states, path=REPORT, label="errors:", value=params.errors)
    warnings = check(file_states, path=REPORT, label="warnings:", value=params.warnings)
    both = check(file_lines_are, path=REPORT, lines=(f"errors: {params.errors}", f"warnings: {params.warnings}"))
    total = check_answer(
        answer_is,
        kind="count",
        value=params.errors + params.warnings,
        parts=("error", "warning"),
        asks=question(params),
    )
    return [
        Checkpoint(id="report_made", device="ubuntu", app="text_editor", evaluator=check(file_exists, path=REPORT)),
        Checkpoint(id="errors_right", device="ubuntu", app="terminal", evaluator=errors, after=("report_made",)),
        Checkpoint(id="warnings_right", device="ubuntu", app="terminal", evaluator=warnings, after=("report_made",)),
        Checkpoint(
            id="report_right",
            device="ubuntu",
            app="text_editor",
            evaluator=both,
            after=("errors_right", "warnings_right"),
        ),
        Checkpoint(id="answered", device="root", app="answer", evaluator=total, after=("report_right",)),
    ]


def footprint(params: Params) -> Footprint:
    """The report."""
    return new_file(REPORT)


def make_report(params: Params, look: Look) -> Iterator[Action]:
    """Makes an empty report."""
    yield from run_in_terminal(["touch", REPORT])


def write_errors(params: Params, look: Look) -> Iterator[Action]:
    """Counts the errors into the report."""
    yield from run_in_terminal(f'echo "errors: $(grep -c " ERROR " {log(params)})" >> {REPORT}')


def write_warnings(params: Params, look: Look) -> Iterator[Action]:
    """Counts the warnings into the report."""
    yield from run_in_terminal(f'echo "warnings: $(grep -c " WARNING " {log(params)})" >> {REPORT}')


def answer(params: Params, look: Look) -> Iterator[Action]:
    """Submits the sum."""
    yield submit(str(params.errors + params.warnings))


def other_log(params: Params, look: Look) -> Iterator[Action]:
    """Counts in all logs together."""
    for level in ("ERROR", "WARNING"):
        count = f'$(cat {HOME}/logs/*.log | grep -c " {level} ")'
        yield from run_in_terminal(f'echo "{level.lower()}s: {count}" >> {REPORT}')
    yield submit(str(params.errors + params.warnings))


def guesses(params: Params, look: Look) -> Iterator[Action]:
    """Writes all possible counts."""
    yield from run_in_terminal(f'for i in $(seq 1 40); do echo "errors: $i"; echo "warnings: $i"; done > {REPORT}')
    yield submit(str(params.errors + params.warnings))


def wrong_sum(params: Params, look: Look) -> Iterator[Action]:
    """Writes both lines, but submits the number of errors."""
    yield from make_report(params, look)
    yield from write_errors(params, look)
    yield from write_warnings(params, look)
    yield submit(str(params.errors))


def in_editor(params: Params, look: Look) -> Iterator[Action]:
    """Writes the report with the editor, the warnings first, and submits a sentence."""
    yield from save_with_editor(REPORT, f"warnings: {params.warnings}\nerrors: {params.errors}")
    yield submit(f"Together they are {params.errors + params.warnings} lines.")


def by_variables(params: Params, look: Look) -> Iterator[Action]:
    """Counts into variables, and writes both lines at once."""
    count = f"e=$(grep -c ' ERROR ' {log(params)}); w=$(grep -c ' WARNING ' {log(params)})"
    yield from run_in_terminal(count, f'printf "errors: %d\\nwarnings: %d\\n" $e $w > {REPORT}', "echo $((e + w))")
    yield from answer(params, look)


TASK = Task(
    name="ubuntu.count_log_levels",
    description=(
        "On the desktop, count the lines of level ERROR and the lines of level WARNING in ~/logs/{service}.log. Write "
        'the file ~/report.txt with just the two lines "errors: N" and "warnings: M" (N and M are the counts), then '
        "submit the sum of the two, as a number."
    ),
    devices=("ubuntu",),
    parameters={
        "service": choice(("gateway", "indexer", "mailer", "billing")),
        "errors": integer(3, 15, 7),
        "warnings": integer(16, 30, 21),
    },
    setup=setup,
    checkpoints=checkpoints,
    oracle={
        "report_made": make_report,
        "errors_right": write_errors,
        "warnings_right": write_warnings,
        "report_right": nothing_more,
        "answered": answer,
    },
    footprint=footprint,
    alternatives={"in_editor": in_editor, "by_variables": by_variables},
    near_misses={"other_log": other_log, "guesses": guesses, "wrong_sum": wrong_sum},
    backends={"ubuntu": ("sim", "desktop")},
    version=5,
    tags=("terminal", "answer"),
)
