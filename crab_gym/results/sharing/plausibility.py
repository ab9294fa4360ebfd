"""Contradictions within the record of an episode, such as a success with checkpoints that never passed.

* `check_episode` - refuses a record that contradicts itself.
"""

from __future__ import annotations

import math

from crab_gym.results.sharing.archive import SubmissionError
from crab_gym.rollout.record import EpisodeRecord

__all__ = ["check_episode"]


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
    if record.logical_consistency is not None:
        shares.append(record.logical_consistency)
    if not all(0 <= share <= 1 for share in shares):
        return "a share isn't between 0 and 1"
    counts = [record.tokens, record.calls, record.restores, record.prompt_tokens, record.completion_tokens]
    counts += [record.cached_prompt_tokens, record.cached_completion_tokens, record.retries]
    if not all(type(count) is int and count >= 0 for count in counts):
        return "a count is no number, or negative"
    if type(record.success) is not bool:
        return "success is neither true nor false"
    texts = [*record.backends.values(), *record.versions.values(), record.definition_hash]
    return "" if all(type(text) is str for text in texts) else "a name is no text"


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
        share = len(set(completed)) / len(checkpoints)
        if not set(completed) <= checkpoints or not math.isclose(share, record.completion):
            return "its completion is another than the share of its checkpoints that have passed"
    return ""
