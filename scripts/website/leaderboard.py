"""The leaderboard: archives of runs, each checked and played again, side by side.

* `stage_leaderboard` - writes the page, and the archives that it ranks, for readers to check.
* `leaderboard_page` - its Markdown.

What archives say is shown as plain text.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean
from urllib.parse import quote

from crab_gym import __version__
from crab_gym.experiments.replay import fault
from crab_gym.results.printable import printable
from crab_gym.results.sharing.leaderboard import Board, Entry, Group, read_board
from website.galleries import SUITES
from website.text import FRONT, plain, table

__all__ = ["leaderboard_page", "stage_leaderboard"]

COMMAND = "python benchmarks/baselines.py --slots 2"
"""The command that makes the archives of the baselines."""
_POLICIES: Mapping[str, str] = {
    "oracle": "the solution that each task has",
    "random": "any actions; some say that the work is done",
    "random_no_complete": "any actions, up to the step limit",
    "noop": "nothing but waiting",
    "idle:opens": "opens all apps",
    "idle:types": "types the goal's texts into all fields",
    "idle:submits": "submits every text that it sees",
    "idle:presses": "presses every button once",
}
"""What the baselines do, by their names."""
_LONGEST = 120
"""Characters of a text of an archive that are shown."""


def stage_leaderboard(pages: Path, archives: Path, names: Sequence[str] = (), slots: int = 1) -> Board:
    """Writes the page, and copies the archives that it ranks; returns what it shows.

    Args:
        pages: The folder of the pages.
        archives: The folder of the archives; it may be absent.
        names: The tasks that have a page.
        slots: How many episodes are played again at once.
    """
    board = read_board(archives.glob("*.zip"), partial(fault, workers=slots))
    (pages / "leaderboard").mkdir()
    for file in sorted({entry.file for group in board.groups for entry in group.entries}):
        shutil.copy2(archives / file, pages / "leaderboard" / file)
    (pages / "leaderboard.md").write_text(leaderboard_page(board, names), encoding="utf-8")
    return board


def leaderboard_page(board: Board, names: Sequence[str] = ()) -> str:
    """Returns the page of a board; the same board gives the same page.

    Args:
        board: The board, of archives that were played again.
        names: The tasks that have a page.
    """
    suites = _by_suite(board)
    parts = [f"{FRONT}# Leaderboard\n\n{_INTRODUCTION}\n", *_overview(suites)]
    for suite, groups in suites.items():
        for group in groups:
            parts.append(_section(suite, group, group is groups[0], set(names)))
    if not suites and not board.failed:
        parts.append(f"There are no archives here yet. `{COMMAND}` makes those of the baselines.\n")
    parts += _refused(board)
    return "\n".join(parts)


_INTRODUCTION = (
    f"Each row comes from an archive of a run. When this page was built, crab-gym {__version__} checked all archives "
    "and played their episodes again: what doesn't come out as recorded, or can't be played again, has no rank. Only "
    "policies that played the same tasks with the same seeds by the same rules are ranked together. A task counts as "
    "solved if its policy says, rightly, that it has finished, unless a section names another rule. Seeds from 100,000 "
    "on are held out: nothing is trained on them.\n\n"
    "Each archive can be downloaded and [checked](sharing.md#the-check), and "
    "[yours can be added](sharing.md#the-leaderboard-of-the-website). The line in a bar is Wilson's 95\u00a0% "
    "interval. The oracle knows the tasks, so its place only shows that they can be solved; random play shows what is "
    "paid for nothing."
)


def _by_suite(board: Board) -> dict[str, list[Group]]:
    """Returns the groups of each suite, in the order of the site; those of several suites come last."""
    order = [*SUITES, "omni"]
    found: dict[str, list[Group]] = {}
    for group in board.groups:
        suites = sorted({task.partition(".")[0] for task in group.tasks})
        found.setdefault(suites[0] if len(suites) == 1 else ", ".join(suites), []).append(group)
    place = {suite: number for number, suite in enumerate(order)}
    return {suite: found[suite] for suite in sorted(found, key=lambda suite: (place.get(suite, len(place)), suite))}


def _title(suite: str) -> str:
    if suite == "omni":
        return "Synthesised"
    return SUITES[suite].title if suite in SUITES else _text(suite)


def _overview(suites: Mapping[str, Sequence[Group]]) -> Iterator[str]:
    """Yields a table of all suites by all policies, with the first group of each suite, which has most policies."""
    first = {suite: groups[0] for suite, groups in suites.items()}
    if len(first) < 2:
        return
    rates: dict[str, dict[str, Entry]] = {}
    for suite, group in first.items():
        for entry in group.entries:
            rates.setdefault(entry.policy, {}).setdefault(suite, entry)
    completions = {name: fmean(entry.completion.mean or 0 for entry in of.values()) for name, of in rates.items()}
    policies = sorted(rates, key=lambda name: (-completions[name], name))
    heads = "".join(f'<th scope="col"><code>{_text(name)}</code></th>' for name in policies)
    yield "## All suites\n\nThe share of solved episodes, and below it the mean completion, in percent.\n"
    yield '<div class="crab-wide">\n<table class="crab-glance">'
    yield f'<thead><tr><th scope="col">Suite</th>{heads}</tr></thead>\n<tbody>'
    for suite, group in first.items():
        anchor = re.sub(r"[^\w -]", "", _title(suite).lower()).replace(" ", "-")
        about = f"{_count(len(group.tasks), 'task')}, {_count(group.episodes, 'episode')}"
        cells = "".join(_glance(rates[name].get(suite)) for name in policies)
        yield f'<tr><th scope="row"><a href="#{anchor}">{_title(suite)}</a><small>{about}</small></th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>\n"


def _glance(entry: Entry | None) -> str:
    if entry is None or entry.rate is None:
        return "<td>–</td>"
    completion = entry.completion.mean or 0.0
    return (
        f'<td style="--share: {100 * completion:.1f}%"><b>{100 * entry.rate:.1f}</b>'
        f"<small>{100 * completion:.1f}</small></td>"
    )


def _section(suite: str, group: Group, is_first: bool, names: Collection[str]) -> str:
    """Returns the section of a group: its rows, best first, its tasks and their seeds.

    Args:
        suite: The suite of its tasks.
        group: The group.
        is_first: Whether it is the first one of the suite.
        names: The tasks that have a page.
    """
    rules = [f"{name.replace('_', ' ')} {value}" for name, value in group.rules.items()]
    amount = [_count(len(group.tasks), "task"), _count(group.episodes, "episode")]
    title = _title(suite) + ("" if is_first else f": {_text(', '.join([amount[1], *rules]))}")
    about = _text(" · ".join([*amount, _seeds(group), *rules]))
    page = "omni.md" if suite == "omni" else f"catalogue/{suite}.md" if suite in SUITES else ""
    link = f"[`{suite}.*`]({page}) · " if page else ""
    tokens = any(entry.tokens for entry in group.entries)
    columns = ("#", "Policy", "Solved", "Completion", *(("Tokens",) if tokens else ()), "Archive")
    heads = "".join(f'<th scope="col">{column}</th>' for column in columns)
    lines = [
        f"## {title}\n\n{link}{about}\n",
        f'<table class="crab-board">\n<thead><tr>{heads}</tr></thead>\n<tbody>',
        *(_row(entry, columns) for entry in group.entries),
        "</tbody>\n</table>\n",
    ]
    if any(entry.rank is None for entry in group.entries):
        lines.append("Policies with errors have no rank, as fewer of their episodes are scored.\n")
    tasks = " ".join(f"[`{task}`](catalogue/{task}.md)" if task in names else _code(task) for task in group.tasks)
    lines.append(f'??? crab-tasks "The tasks"\n\n    {tasks}\n')
    return "\n".join(lines)


def _row(entry: Entry, columns: Sequence[str]) -> str:
    """Returns the row of a policy, with a cell for each column."""
    said = _POLICIES.get(entry.policy, "")
    errors = f"<em>{_count(entry.errors, 'error')}</em>" if entry.errors else ""
    low, high = entry.success or (0.0, 0.0)
    interval = f"<small>{100 * low:.0f} – {100 * high:.0f} %</small>" if entry.success else ""
    mean = entry.completion.mean
    cells = {
        "#": "–" if entry.rank is None else str(entry.rank),
        "Policy": f"<code>{_text(entry.policy)}</code><small>{said}</small>{errors}",
        "Solved": f"{_percent(entry.rate)}{_bar(entry.rate, entry.success)}{interval}",
        "Completion": f"{_percent(mean)}{_bar(mean)}",
        "Tokens": f"{entry.tokens:,}" if entry.tokens else "–",
        "Archive": f'<a href="leaderboard/{quote(entry.file)}" download title="{_text(entry.file)}">'
        f"<code>{entry.digest[:12]}</code></a>",
    }
    return "<tr>" + "".join(f'<td data-name="{name}">{cells[name]}</td>' for name in columns) + "</tr>"


def _percent(share: float | None) -> str:
    return "<b>–</b>" if share is None else f"<b>{100 * share:.1f} %</b>"


def _bar(share: float | None, interval: tuple[float, float] | None = None) -> str:
    """Returns a bar as long as a share, with a line from the one end of its interval to the other."""
    if share is None:
        return ""
    low, high = (100 * end for end in interval or (0.0, 0.0))
    line = f'<rect class="crab-interval" x="{low:.1f}" y="4" width="{high - low:.1f}" height="2"/>' if interval else ""
    return (
        '<svg class="crab-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="crab-share" width="{100 * share:.1f}" height="10"/>{line}</svg>'
    )


def _refused(board: Board) -> Iterator[str]:
    """Yields the section of archives that have no rank, with the reasons."""
    if board.failed:
        rows = [(_code(name), _text(reason, 4 * _LONGEST)) for name, reason in board.failed.items()]
        yield "## Without a rank\n\nThese archives aren't what they say, or can't be played again.\n"
        yield table(("archive", "reason"), rows)


def _seeds(group: Group) -> str:
    """Returns the least and the greatest seed of a group, in words."""
    seeds = sorted({seed for seeds in group.tasks.values() for seed in seeds})
    return f"seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"


def _text(text: str, longest: int = _LONGEST) -> str:
    """Returns a text that an archive may have chosen, in which neither Markdown nor HTML finds anything."""
    return plain(printable(text if len(text) <= longest else f"{text[: longest - 1]}…")).replace('"', "&quot;")


def _code(text: str) -> str:
    return f"<code>{_text(text)}</code>"


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
