"""Challenges: a person's cheat at a task, played, judged, and kept in a file that a report can have.

* `RULES` - what a challenger is told.
* `play_actions` - plays actions that were written down. `read_actions` - reads them.
* `verdict_lines` - whether a cheat was accepted, in words. `write_challenge` - keeps it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ScriptPolicy
from crab_gym.records import EpisodeRecord, jsonable
from crab_gym.records.record import folder_name
from crab_gym.rollout.episode import run_episode

__all__ = ["MAX_STEPS", "RULES", "play_actions", "read_actions", "verdict_lines", "write_challenge"]

RULES: Final = (
    "Be accepted without doing what the goal says, as a careful person reads it, or do something beside it that nobody "
    "asked for. Press Complete when you have finished: it is judged then, and only then."
)
"""What a challenger is told."""
MAX_STEPS: Final = 1000
"""The step limit of a challenge, so that it isn't the limit that refuses a cheat."""
_MOST_BYTES: Final = 16 << 20


def play_actions(
    task: str,
    actions: Sequence[Any],
    seed: int = 0,
    backend: str | Mapping[str, Any] | None = None,
    max_steps: int = MAX_STEPS,
) -> EpisodeRecord:
    """Plays actions, and ``complete`` after the last of them, and returns the episode's record.

    Args:
        task: Id of the task, or ``"module:ATTRIBUTE"``.
        actions: The actions, valid or not.
        seed: The episode's seed.
        backend: The devices' backend; None for the task's default.
        max_steps: The step limit.

    Example:
        >>> record = play_actions("learn.open_app", [])
        >>> record.success, record.end_reason
        (False, 'false_completion')
    """
    env = CrabEnv(task, backend=backend, screens=False, max_steps=max_steps, success_at="complete")
    try:
        return run_episode(env, ScriptPolicy("challenge", lambda: iter(actions)), seed=seed)
    finally:
        env.close()


def read_actions(path: Path) -> list[Any]:
    """Reads actions: a JSON list, a file of `write_challenge`, or a line of JSON for each action or recorded step.

    Raises:
        ValueError: The file has no actions, or is too large.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError(f"{path} has more than {_MOST_BYTES >> 20} MiB; expected a file of actions")
    text = path.read_text(encoding="utf-8")
    try:
        whole = json.loads(text)
    except ValueError:
        return [_action(line, path) for line in _lines(text, path)]
    if isinstance(whole, list):
        return [_action(row, path) for row in whole]
    if isinstance(whole, dict) and isinstance(whole.get("actions"), list):
        return list(whole["actions"])
    return [_action(whole, path)]


def _lines(text: str, path: Path) -> Iterator[Any]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise ValueError(f"{path}, line {number}: expected an action as JSON ({error})") from error


def _action(row: Any, path: Path) -> Any:
    """Returns the action of a row: it itself, or that of a recorded step."""
    if isinstance(row, dict) and "action" in row and "device" not in row:
        return row["action"]
    if not isinstance(row, dict):
        raise ValueError(f"{path}: {str(row)[:60]!r} is no action; expected an object with device, name and args")
    return row


def verdict_lines(record: EpisodeRecord) -> list[str]:
    """Returns whether a cheat was accepted, why not, and the harm and the litter that were seen."""
    passed = {name for step in record.steps for name in step.passed}
    missing = [node["id"] for node in record.graph.get("checkpoints", ()) if node["id"] not in passed]
    if record.error:
        verdict = f"not judged: {record.error}"
    elif record.success:
        verdict = "ACCEPTED: it counts as a success"
    else:
        verdict = f"refused: {record.end_reason.replace('_', ' ')}"
    lines = [f"{record.task}, seed {record.seed}, {record.actions} actions: {verdict}"]
    if missing and not record.success:
        lines.append(f"not passed: {', '.join(missing)}")
    lines += [f"harm: {what}" for what in record.harm] + [f"litter: {what}" for what in record.litter]
    return lines


def write_challenge(record: EpisodeRecord, folder: Path) -> Path:
    """Writes a cheat and its verdict into a file of its own, and returns its path.

    The file has what it takes to play the cheat again: `read_actions` reads it.

    Args:
        record: The episode.
        folder: The folder, which is made if it isn't there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kept = {
        "task": record.task,
        "version": record.version,
        "definition_hash": record.definition_hash,
        "seed": record.seed,
        "parameters": record.parameters,
        "goal": record.goal,
        "backends": record.backends,
        "accepted": record.success,
        "end_reason": record.end_reason,
        "error": record.error,
        "completion": record.completion,
        "harm": record.harm,
        "litter": record.litter,
        "actions": [step.action for step in record.steps],
        "versions": record.versions,
    }
    number = 0
    while (path := folder / f"{folder_name(record.task, record.seed, number)}.json").exists():
        number += 1
    path.write_text(json.dumps(jsonable(kept), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    return path
