"""`scored_by_policy`: the scored episodes of each policy, for tables with a row for each."""

from __future__ import annotations

from collections.abc import Iterable

from crab_gym.records import EpisodeRecord

__all__ = ["scored_by_policy"]


def scored_by_policy(records: Iterable[EpisodeRecord]) -> dict[str, list[EpisodeRecord]]:
    """Returns each policy's episodes, but for those that an error broke, in the order of the records."""
    policies: dict[str, list[EpisodeRecord]] = {}
    for record in records:
        if not record.error:
            policies.setdefault(record.policy_id or record.policy, []).append(record)
    return policies
