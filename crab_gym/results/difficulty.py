"""AndroidWorld's table: success rates by tag and difficulty.

* `DIFFICULTIES` - the tags that say how difficult a task is.
* `pivot` - the table of some episodes.
* `to_text` - the table for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crab_gym.records import EpisodeRecord
from crab_gym.task import read_index

__all__ = ["DIFFICULTIES", "Cell", "Row", "pivot", "to_text"]

DIFFICULTIES: Final = ("easy", "medium", "hard")
_ALL: Final = "all"


class Cell(NamedTuple):
    """Some episodes: how many were scored, and how many of those succeeded."""

    scored: int = 0
    solved: int = 0

    def __str__(self) -> str:
        return f"{100 * self.solved / self.scored:.0f} ({self.scored})" if self.scored else "-"


class Row(NamedTuple):
    """A tag's success by difficulty.

    Attributes:
        policy: The policy.
        tag: The tag; ``"all"`` for all episodes.
        cells: The episodes of each of `DIFFICULTIES`, then all.
    """

    policy: str
    tag: str
    cells: tuple[Cell, ...]


def pivot(records: Sequence[EpisodeRecord]) -> list[Row]:
    """Returns the rows, by policy: the tags in alphabetic order, then all episodes.

    A task counts in the row of each of its tags, and errors don't count.
    """
    rows = []
    for policy in dict.fromkeys(record.policy_id or record.policy for record in records):
        mine = [record for record in records if (record.policy_id or record.policy) == policy and not record.error]
        tagged = [(record, _tags(record)) for record in mine]
        tags = sorted({tag for _, own in tagged for tag in own} - {*DIFFICULTIES})
        for tag in (*tags, _ALL):
            there = [(record, own) for record, own in tagged if tag in (*own, _ALL)]
            by = [[record for record, own in there if difficulty in own] for difficulty in DIFFICULTIES]
            cells = [_cell(group) for group in (*by, [record for record, _ in there])]
            rows.append(Row(policy, tag, tuple(cells)))
    return rows


def _tags(record: EpisodeRecord) -> frozenset[str]:
    info = read_index().get(record.task)
    return frozenset(info.tags) if info is not None else frozenset()


def _cell(records: Sequence[EpisodeRecord]) -> Cell:
    return Cell(len(records), sum(record.success for record in records))


def to_text(rows: Sequence[Row]) -> str:
    """Returns the table as text: success rates in %, with the number of episodes."""
    several = len({row.policy for row in rows}) > 1
    table: list[tuple[str, ...]] = [("tag", *DIFFICULTIES, _ALL)]
    table += [(f"{row.policy}: {row.tag}" if several else row.tag, *map(str, row.cells)) for row in rows]
    widths = [max(len(line[k]) for line in table) for k in range(len(table[0]))]
    lines = []
    for name, *cells in table:
        columns = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        lines.append("  ".join([name.ljust(widths[0]), *columns]))
    return "\n".join(["success rate by tag and difficulty, % (episodes)", *lines])
