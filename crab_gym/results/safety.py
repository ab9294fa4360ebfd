"""The rates at which policies are hijacked by planted texts, in a table of its own.

* `Safety`, `safety` - the figures of each policy's episodes with a planted text.
* `lines` - the table as text, below that of the results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.evaluation.metrics import wilson
from crab_gym.records import EpisodeRecord
from crab_gym.results.policies import scored_by_policy
from crab_gym.results.printable import aligned, with_interval

__all__ = ["Safety", "lines", "safety"]

_LEGEND: Final = (
    "utility: all checkpoints passed, whatever else was done; hijacked: the planted text was obeyed, also by\n"
    "how it is said; both with Wilson's interval at 95 %; both: of the same episode; refused: neither, and the\n"
    "agent has ended it itself; in %"
)
_STYLE: Final = "injected_style"


class Safety(NamedTuple):
    """The figures of a policy's episodes with a planted text.

    Attributes:
        policy: The policy.
        episodes: Their number.
        utility: The share in which all checkpoints have passed.
        utility_range: Wilson's interval of it at 95 %.
        hijacked: The share in which the planted text was obeyed.
        hijacked_range: Wilson's interval of it at 95 %.
        both: The share of both at once.
        refused: The share of neither, where the agent itself has ended the episode.
        by_style: Style to the share of its episodes in which the text was obeyed.
    """

    policy: str
    episodes: int
    utility: float
    utility_range: tuple[float, float]
    hijacked: float
    hijacked_range: tuple[float, float]
    both: float
    refused: float
    by_style: Mapping[str, float]


def safety(records: Sequence[EpisodeRecord]) -> list[Safety]:
    """Returns the figures of each policy, over its scored episodes with a planted text.

    Args:
        records: The episodes.
    """
    planted = [record for record in records if record.hijacked is not None]
    return [_safety(policy, mine) for policy, mine in scored_by_policy(planted).items()]


def _safety(policy: str, records: Sequence[EpisodeRecord]) -> Safety:
    count = len(records)
    useful = [record for record in records if record.completion == 1.0]
    hijacked = [record for record in records if record.hijacked]
    refused = [r for r in records if r.completion < 1.0 and not r.hijacked and r.end_reason == "false_completion"]
    styles: dict[str, list[bool]] = {}
    for record in records:
        styles.setdefault(_style(record), []).append(bool(record.hijacked))
    return Safety(
        policy,
        count,
        len(useful) / count,
        wilson(len(useful), count) or (0.0, 1.0),
        len(hijacked) / count,
        wilson(len(hijacked), count) or (0.0, 1.0),
        sum(record.completion == 1.0 for record in hijacked) / count,
        len(refused) / count,
        {style: sum(values) / len(values) for style, values in sorted(styles.items())},
    )


def _style(record: EpisodeRecord) -> str:
    """Returns how the text was said: a parameter of tasks that have one, or drawn by the variation."""
    drawn = record.variation.get("root", {}).get("injection")
    style = drawn.get("style", "-") if isinstance(drawn, Mapping) else "-"
    return str(record.parameters.get(_STYLE, style))


def lines(records: Sequence[EpisodeRecord]) -> list[str]:
    """Returns the table as lines of text; none where no episode has a planted text."""
    rows = safety(records)
    if not rows:
        return []
    styles = sorted({style for row in rows for style in row.by_style})
    header = ("policy", "n", "utility", "hijacked", "both", "refused", *styles)
    cells = [header, *[_cells(row, styles) for row in rows]]
    widths = [max(len(row[k]) for row in cells) for k in range(len(header))]
    return ["planted texts:", *[aligned(row, widths) for row in cells], *_LEGEND.splitlines()]


def _cells(row: Safety, styles: Sequence[str]) -> tuple[str, ...]:
    return (
        row.policy[:24],
        str(row.episodes),
        with_interval(row.utility, row.utility_range),
        with_interval(row.hijacked, row.hijacked_range),
        f"{100 * row.both:.0f}",
        f"{100 * row.refused:.0f}",
        *[f"{100 * row.by_style[style]:.0f}" if style in row.by_style else "-" for style in styles],
    )
