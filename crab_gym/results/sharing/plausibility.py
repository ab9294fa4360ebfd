"""Contradictions within the record of an episode, such as a success with checkpoints that never passed.

* `check_episode` - refuses a record that contradicts itself.
* `check_attempts` - refuses attempts that are missing, or that should never have been made.
* `check_complete` - refuses a run that lacks episodes of its configuration.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from crab_gym.evaluation.weights import completion_of
from crab_gym.policies import POLICIES
from crab_gym.records import EpisodeKey, EpisodeRecord, graph_from_record
from crab_gym.results.sharing.archive import SubmissionError
from crab_gym.rollout.counts import COUNTS, counts_in_notes

__all__ = ["check_attempts", "check_complete", "check_episode"]


def check_attempts(attempts: Sequence[EpisodeRecord]) -> None:
    """Checks that all attempts at each episode are there, and that only errors and changed tasks were tried again.

    Args:
        attempts: All attempts, in the order in which they ended.

    Raises:
        SubmissionError: One is missing or there twice, or an episode was played again that needed no other attempt.
    """
    last: dict[EpisodeKey, EpisodeRecord] = {}
    for record in attempts:
        before = last.get(record.key)
        expected = 0 if before is None else before.attempt + 1
        if record.attempt != expected:
            raise SubmissionError(f"{_name(record.key)}: attempt {record.attempt}, where {expected} is expected")
        if before is not None and not before.error and before.definition_hash == record.definition_hash:
            raise SubmissionError(f"{_name(record.key)}: it was played again, though its last attempt had counted")
        last[record.key] = record


def check_complete(records: Sequence[EpisodeRecord], config: Mapping[str, Any]) -> None:
    """Checks that a run has all episodes that its configuration names, if it names tasks and seeds.

    Args:
        records: The last attempt at each episode.
        config: The run's configuration.

    Raises:
        SubmissionError: One is missing.
    """
    tasks, seeds = config.get("tasks"), config.get("seeds")
    if not isinstance(tasks, list) or not isinstance(seeds, list):
        return
    there = {record.key for record in records}
    plain = [task.removeprefix("Crab-v0/") for task in tasks if isinstance(task, str) and ":" not in task]
    policies = list(config["policies"]) if isinstance(config.get("policies"), dict) else [""]
    for key in product(plain, seeds, policies):
        if key not in there:
            raise SubmissionError(f"{_name(key)} is missing, which the run's configuration names; finish it: --resume")
    if len({record.task for record in records}) < len(tasks):  # a module's name doesn't tell that of its task
        raise SubmissionError(f"it has fewer tasks than the {len(tasks)} of the run's configuration")


def _name(key: EpisodeKey) -> str:
    task, seed, policy = key
    return f"{task} seed {seed}" + (f" of {policy}" if policy else "")


def check_episode(record: EpisodeRecord) -> None:
    """Checks that an episode's result is one that its steps and its task graph can have.

    Raises:
        SubmissionError: It isn't.
    """
    reason = _wrong_values(record) or ("" if record.error else _contradiction(record))
    if reason:
        raise SubmissionError(f"{record.task} seed {record.seed}: {reason}")


def _wrong_values(record: EpisodeRecord) -> str:
    shares = [record.completion, record.coverage]
    shares += [each for each in (record.logical_consistency, record.passed_ratio) if each is not None]
    if not all(0 <= share <= 1 for share in shares):
        return "a share isn't between 0 and 1"
    counts = [record.tokens, record.calls, record.restores, record.prompt_tokens, record.completion_tokens]
    counts += [record.cached_prompt_tokens, record.cached_completion_tokens, record.retries]
    if not all(type(count) is int and count >= 0 for count in counts):
        return "a count is no number, or negative"
    if reason := _impossible_counts(record):
        return reason
    if type(record.success) is not bool:
        return "success is neither true nor false"
    texts = [*record.backends.values(), *record.versions.values(), record.definition_hash]
    return "" if all(type(text) is str for text in texts) else "a name is no text"


def _impossible_counts(record: EpisodeRecord) -> str:
    """Returns why a policy can't have used so many tokens; ``""`` if it can."""
    if record.tokens < record.prompt_tokens + record.completion_tokens:
        return "it has fewer tokens than were sent and answered"
    if record.cached_prompt_tokens > record.prompt_tokens or record.cached_completion_tokens > record.completion_tokens:
        return "more tokens came from a cache than were used"
    if record.policy in POLICIES and (record.tokens or record.calls):
        return f"it has tokens or calls, but the policy {record.policy} asks no model"
    noted = counts_in_notes(record.steps)
    if noted["prompt_tokens"] + noted["completion_tokens"] > record.tokens or noted["calls"] > record.calls:
        return "the notes of its steps have more tokens or calls than it has"
    for name in COUNTS if record.models else ():
        if sum(counts.get(name, 0) for counts in record.models.values()) != getattr(record, name):
            return f"its models' {name} don't add up to its own"
    return ""


def _contradiction(record: EpisodeRecord) -> str:
    """Returns why an episode that no error ended can't have been as recorded; ``""`` if it can."""
    if record.success and record.completion < 1:
        return "it counts as success, but not all checkpoints have passed"
    if record.success and record.harm:
        return "it counts as success, but did harm"
    if [step.index for step in record.steps] != list(range(1, record.actions + 1)):
        return "its steps aren't numbered one after the other"
    if record.steps and not math.isclose(record.steps[-1].completion, record.completion):
        return "its completion is another than after its last step"
    completed = record.steps[-1].completed if record.steps else ()  # empty in records of older versions
    checkpoints = {node["id"] for node in record.graph.get("checkpoints", ())}
    if completed and checkpoints:
        graph = graph_from_record(record.graph)
        counted = len(set(completed)) / len(checkpoints)
        share = counted if graph is None else completion_of(graph.checkpoints, completed)
        if not set(completed) <= checkpoints or not math.isclose(share, record.completion):
            return "its completion is another than the share of its checkpoints that have passed"
        if record.passed_ratio is not None and not math.isclose(counted, record.passed_ratio):
            return "it counts other checkpoints than have passed"
    return ""
