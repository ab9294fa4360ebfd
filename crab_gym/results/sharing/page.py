"""The page of submissions: one static HTML file, which needs neither a script nor a network.

* `write_leaderboard` - writes the page of a folder of archives.
* `render` - returns the page of a board.

What archives say is shown as plain text, with control characters escaped; the page's content security policy admits
only its own style.
"""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path

from crab_gym.results.printable import printable
from crab_gym.results.report.page import content_hash, write_whole
from crab_gym.results.sharing.leaderboard import Board, Entry, Group, read_board

__all__ = ["render", "write_leaderboard"]

_LONGEST = 300
"""Characters of a text that are shown."""
_COLUMNS = ("#", "Policy", "Success", "95 % interval", "Completion", "Tasks", "Episodes", "Tokens", "Cost", "Version")


def write_leaderboard(folder: Path | str, out: Path | str) -> Board:
    """Writes the page of all archives in a folder, and returns what it shows.

    Args:
        folder: The folder; its files whose names end in ``.zip`` are taken.
        out: The page. An existing file is replaced once the new one is complete.

    Raises:
        ValueError: The folder has no archives.
        OSError: The folder can't be read, or the page can't be written.
    """
    archives = [path for path in Path(folder).iterdir() if path.suffix == ".zip"]
    if not archives:
        raise ValueError(
            f"there are no archives in {folder}; `crab-gym submit` makes them, with names that end in .zip"
        )
    board = read_board(archives)
    write_whole(Path(out), [render(board)])
    return board


def render(board: Board) -> str:
    """Returns the page of a board; the same board gives the same page."""
    style = (files("crab_gym.results.sharing") / "style.css").read_text(encoding="utf-8")
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; style-src '{content_hash(style)}'"
    )
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">\n<meta name="referrer" content="no-referrer">',
            f'<title>crab-gym leaderboard</title>\n<link rel="icon" href="data:,">\n<style>{style}</style>',
            "</head>\n<body>\n<main>",
            *_head(board),
            *(line for group in board.groups for line in _group(group)),
            *_failed(board),
            "</main>\n</body>\n</html>\n",
        ]
    )


def _head(board: Board) -> Iterator[str]:
    entries = [entry for group in board.groups for entry in group.entries]
    submissions = len({entry.file for entry in entries})
    yield "<header>\n<h1>Leaderboard</h1>"
    counts = f"{_count(submissions, 'submission')} of {_count(len(entries), 'policy', 'policies')}"
    yield (
        f"<p>{counts}. The table of each was recomputed from its records. Only policies that played the same tasks "
        "with the same seeds, on the same devices and by the same rules, are ranked together. Intervals are Wilson's, "
        "which take episodes as independent; seeds of one task aren't quite.</p>\n</header>"
    )


def _group(group: Group) -> Iterator[str]:
    platforms = ", ".join(sorted({task.partition(".")[0] for task in group.tasks}))
    devices = ", ".join(f"{device} by {' and '.join(kinds)}" for device, kinds in group.devices.items())
    rules = "".join(f" · {name} {value}" for name, value in group.rules.items())
    yield '<section class="card">'
    yield f"<h2>{_text(platforms)}: {_count(len(group.tasks), 'task')}, {_count(group.episodes, 'episode')}</h2>"
    yield f'<p class="sub">{_text(devices + rules)}</p>'
    yield (
        "<table>\n<thead><tr>" + "".join(f'<th scope="col">{name}</th>' for name in _COLUMNS) + "</tr></thead>\n<tbody>"
    )
    for entry in group.entries:
        yield _row(entry)
    yield "</tbody>\n</table>"
    if any(entry.rank is None for entry in group.entries):
        yield '<p class="sub">Policies with errors have no rank, as fewer of their episodes are scored.</p>'
    yield f"<details><summary>{_count(len(group.tasks), 'task')} and their seeds</summary>\n<ul>"
    for seeds, tasks in groupby(
        sorted(group.tasks, key=lambda task: (group.tasks[task], task)), group.tasks.__getitem__
    ):
        yield f"<li>{_text(', '.join(tasks), 100_000)} <span>seeds {_ranges(seeds)}</span></li>"
    yield "</ul>\n</details>\n</section>"


def _row(entry: Entry) -> str:
    errors = f'<span class="errors">{_count(entry.errors, "error")}</span>' if entry.errors else ""
    source = f'<span class="source">{_text(entry.file)} · <code>{entry.digest[:12]}</code></span>'
    low, high = entry.success or (0.0, 0.0)
    bar = (
        f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="presentation">'
        f'<rect class="range" x="{100 * low:.1f}" y="2" width="{100 * (high - low):.1f}" height="6"/>'
        f'<rect class="rate" x="{max(0.0, 100 * (entry.rate or 0) - 0.75):.2f}" y="0" width="1.5" height="10"/></svg>'
        if entry.success
        else ""
    )
    interval = f"{100 * low:.0f} – {100 * high:.0f} %" if entry.success else "–"
    cells = [
        ("rank", "–" if entry.rank is None else str(entry.rank)),
        ("policy", f"<b>{_text(entry.policy)}</b>{source}"),
        ("number main", "–" if entry.rate is None else f"{100 * entry.rate:.1f} %"),
        ("interval", f"{bar}<span>{interval}</span>"),
        ("number", "–" if entry.completion.mean is None else f"{100 * entry.completion.mean:.1f} %"),
        ("number", str(entry.tasks)),
        ("number", f"{entry.episodes}{errors}"),
        ("number", f"{entry.tokens:,}" if entry.tokens else "–"),
        ("number", "–" if entry.cost is None else f"{entry.cost:,.2f}"),
        ("version", _text(entry.version)),
    ]
    columns = [
        f'<td class="{kind}" data-name="{name}">{cell}</td>'
        for name, (kind, cell) in zip(_COLUMNS, cells, strict=True)
    ]  # fmt: skip
    return f"<tr>{''.join(columns)}</tr>"


def _failed(board: Board) -> Iterator[str]:
    if board.failed:
        yield '<section class="card failed">\n<h2>Failed the check</h2>\n<ul>'
        for name, reason in board.failed.items():
            yield f"<li><b>{_text(name)}</b> <span>{_text(reason)}</span></li>"
        yield "</ul>\n</section>"


def _text(text: str, longest: int = _LONGEST) -> str:
    """Returns a text that archives may have chosen as HTML."""
    return html.escape(printable(text if len(text) <= longest else f"{text[: longest - 1]}…"))


def _count(number: int, name: str, several: str = "") -> str:
    return f"{number:,} {name if number == 1 else several or f'{name}s'}"


def _ranges(seeds: Sequence[int]) -> str:
    """Returns seeds in words.

    >>> _ranges([0, 1, 2, 5, 100000])
    '0–2, 5, 100000'
    """
    runs: list[list[int]] = []
    for seed in seeds:
        if runs and seed == runs[-1][-1] + 1:
            runs[-1].append(seed)
        else:
            runs.append([seed])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
