"""Submissions side by side: ranked only among those of the same tasks and seeds.

* `read_board` - checks archives, and returns their groups, and those that fail with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from crab_gym.evaluation.metrics import Estimate, estimate, wilson
from crab_gym.records import EpisodeRecord
from crab_gym.records.resume import recorded_success
from crab_gym.results.sharing.archive import SubmissionError
from crab_gym.results.sharing.submission import Submission, check
from crab_gym.results.table import costs_of
from crab_gym.rollout.protocols import EVALUATION

__all__ = ["Board", "Entry", "Group", "read_board"]

RULES: Mapping[str, Any] = {
    "max_steps": None, "on_invalid": "continue", "stall_limit": None, "success_at": EVALUATION, "variation": None,
    "tools": None,
}  # fmt: skip
"""Entries of a run's configuration that change its episodes, with their defaults."""


class Entry(NamedTuple):
    """A policy of a submission.

    Attributes:
        file: Name of the archive.
        digest: The submission's digest.
        policy: The policy's name: structure, model and options.
        version: Versions of crab-gym that played its episodes.
        tasks: Number of tasks.
        episodes: Number of episodes.
        errors: Number of them that ended in an error, and aren't scored.
        solved: Number of successes.
        success: Wilson's 95 % interval of the success rate; None without scored episodes.
        completion: The completion ratio.
        tokens: Number of tokens.
        cost: Their price; None if it is unknown.
        rank: Its place in its group; equal results share one, and there is none if episodes ended in errors.
    """

    file: str
    digest: str
    policy: str
    version: str
    tasks: int
    episodes: int
    errors: int
    solved: int
    success: tuple[float, float] | None
    completion: Estimate
    tokens: int
    cost: float | None
    rank: int | None = None

    @property
    def rate(self) -> float | None:
        """The success rate of the scored episodes."""
        scored = self.episodes - self.errors
        return self.solved / scored if scored else None


@dataclass
class Group:
    """Entries with the same tasks, definitions, seeds, devices and rules.

    Attributes:
        tasks: Each task, with its seeds.
        devices: Device to the kind of its backend.
        rules: Settings that decide when episodes end, as far as they aren't the default.
        entries: The entries, best first.
    """

    tasks: Mapping[str, Sequence[int]]
    devices: Mapping[str, Sequence[str]]
    rules: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)

    @property
    def episodes(self) -> int:
        """Number of episodes of each entry."""
        return sum(len(seeds) for seeds in self.tasks.values())


class Board(NamedTuple):
    """Submissions side by side.

    Attributes:
        groups: The groups, those with most entries first.
        failed: Name of each archive that fails the check, or is refused otherwise, with the reason.
    """

    groups: list[Group]
    failed: dict[str, str]


def read_board(paths: Iterable[Path], fault: Callable[[Submission], str] | None = None) -> Board:
    """Checks archives and groups them. The result doesn't depend on their order.

    Args:
        paths: The archives.
        fault: Returns why a submission that has passed the check is refused, ``""`` if it isn't; such as
            `crab_gym.experiments.replay.fault`, which plays it again.
    """
    groups: dict[str, Group] = {}
    failed: dict[str, str] = {}
    names_by_digest: dict[str, str] = {}
    for path in sorted(paths):
        try:
            submission = check(path)
        except (SubmissionError, OSError) as error:
            failed[path.name] = str(error)
            continue
        if submission.digest in names_by_digest:
            failed[path.name] = f"it is the same as {names_by_digest[submission.digest]}"
            continue
        names_by_digest[submission.digest] = path.name
        if fault and (reason := fault(submission)):
            failed[path.name] = reason
            continue
        for key, group, entry in _entries(submission):
            groups.setdefault(key, group).entries.append(entry)
    for group in groups.values():
        group.entries = _ranked(group.entries)
    ordered = sorted(groups.items(), key=lambda item: (-len(item[1].entries), -item[1].episodes, item[0]))
    return Board([group for _, group in ordered], failed)


def _entries(submission: Submission) -> Iterable[tuple[str, Group, Entry]]:
    """Yields the policies of a submission, each with its group and what tells that from others."""
    policies: dict[str, list[EpisodeRecord]] = {}
    for record in submission.records:
        policies.setdefault(record.policy_id or record.policy, []).append(record)
    config = {**submission.config, "success_at": recorded_success(submission.config)}
    for name, records in policies.items():
        tasks: dict[str, set[int]] = {}
        devices: dict[str, set[str]] = {}
        for record in records:
            tasks.setdefault(record.task, set()).add(record.seed)
            for device, kind in record.backends.items():
                devices.setdefault(device, set()).add(kind)
        group = Group(
            {task: sorted(tasks[task]) for task in sorted(tasks)},
            {device: sorted(devices[device]) for device in sorted(devices)},
            {rule: value for rule, usual in RULES.items() if (value := config.get(rule, usual)) != usual},
        )
        played = sorted((record.task, record.version, record.definition_hash, record.seed) for record in records)
        key = json.dumps([played, group.devices, group.rules], sort_keys=True)
        yield key, group, _entry(submission, name, records)


def _entry(submission: Submission, policy: str, records: Sequence[EpisodeRecord]) -> Entry:
    scored = [record for record in records if not record.score().is_error]
    solved = sum(record.success for record in scored)
    costs = costs_of(submission.config, policy, records)
    return Entry(
        file=submission.path.name,
        digest=submission.digest,
        policy=records[0].policy,
        version=", ".join(sorted({record.versions.get("crab_gym", "?") for record in records})),
        tasks=len({record.task for record in records}),
        episodes=len(records),
        errors=len(records) - len(scored),
        solved=solved,
        success=wilson(solved, len(scored)),
        completion=estimate([record.completion for record in scored], [record.seed for record in scored]),
        tokens=sum(record.tokens for record in records),
        cost=sum(costs.values()) if costs else None,
    )


def _ranked(entries: Sequence[Entry]) -> list[Entry]:
    """Returns entries with their ranks, best first; those with errors come last, as fewer episodes are scored."""

    def result(entry: Entry) -> tuple[float, float]:
        return entry.rate or 0.0, entry.completion.mean or 0.0

    ordered = sorted(entries, key=lambda entry: (entry.errors > 0, *(-part for part in result(entry)), entry.file))
    whole = [result(entry) for entry in ordered if not entry.errors]
    return [entry if entry.errors else entry._replace(rank=whole.index(result(entry)) + 1) for entry in ordered]
