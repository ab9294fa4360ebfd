"""The casting of an agent: which model answers in which role.

* `cast` - the model of each role, given one model for all or a mapping from roles to models.
* `cast_name` - the models' names in the agent's own name.
* `Meter` - counts the tokens and calls of an agent's models.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from crab_gym.agents.chat import Reply
from crab_gym.policies import ModelUsage, Usage
from crab_sim.suggestions import unknown

__all__ = ["OTHERS", "Meter", "cast", "cast_name"]

OTHERS = ""
"""The key of the model for all roles that a mapping doesn't name."""

_T = TypeVar("_T")


def cast(structure: str, roles: Sequence[str], models: _T | Mapping[str, _T]) -> dict[str, _T]:
    """Returns the model of each role.

    Args:
        structure: The structure's name, for error messages.
        roles: Its roles.
        models: One model for all roles, or models by role; the one under `OTHERS` is for all roles without their own.

    Raises:
        ValueError: There is no such role, a role has no model, or the model under `OTHERS` has no role.

    >>> cast("functionality", ("planner", "caller"), {"planner": "large", "": "small"})
    {'planner': 'large', 'caller': 'small'}
    """
    if not isinstance(models, Mapping):
        return dict.fromkeys(roles, models)
    for role in models:
        if role not in (OTHERS, *roles):
            unknown(f"role of the agent {structure!r}:", role, roles)
    without = [role for role in roles if role not in models]
    if without and OTHERS not in models:
        raise ValueError(
            f"the agent {structure!r} has no model for its role {without[0]}: give {without[0]}=MODEL too, or MODEL "
            "alone for all other roles"
        )
    if OTHERS in models and not without:
        raise ValueError(
            f"all roles of the agent {structure!r} have a model of their own: leave out the one for others"
        )
    return {role: models[role if role in models else OTHERS] for role in roles}


def cast_name(names: Mapping[str, str]) -> str:
    """Returns the models' names in one text: that of most roles first, and others with their roles.

    >>> cast_name({"planner": "openai:gpt-4o", "executor": "openai:small", "tracker": "openai:gpt-4o"})
    'openai:gpt-4o, executor=openai:small'
    >>> cast_name({"planner": "openai:gpt-4o", "caller": "openai:small"})
    'planner=openai:gpt-4o, caller=openai:small'
    """
    ((usual, roles),) = Counter(names.values()).most_common(1)
    if roles == 1 and len(names) > 1:
        usual = ""
    parts = [f"{role}={name}" for role, name in names.items() if name != usual]
    return ", ".join([usual, *parts] if usual else parts)


class Meter:
    """Counts the tokens and calls of an agent's models, in all and in the present turn.

    Args:
        models: The models' names.

    Attributes:
        several: Whether there are several.
    """

    def __init__(self, models: Sequence[str]) -> None:
        self._used = {name: ModelUsage(name) for name in models}
        self.several = len(self._used) > 1
        self.begin_turn()

    def begin_turn(self) -> None:
        """Begins to count a turn."""
        self._before = dict(self._used)

    def count(self, model: str, reply: Reply) -> None:
        """Counts an answer."""
        used, (sent, answered) = self._used[model], reply.tokens
        self._used[model] = used._replace(
            calls=used.calls + 1,
            prompt=used.prompt + sent,
            completion=used.completion + answered,
            cached_prompt=used.cached_prompt + (sent if reply.cached else 0),
            cached_completion=used.cached_completion + (answered if reply.cached else 0),
            retries=used.retries + reply.retries,
        )

    def usage(self) -> Usage:
        """Returns the usage so far."""
        models = tuple(self._used.values())
        sent, answered = sum(used.prompt for used in models), sum(used.completion for used in models)
        return Usage(
            tokens=sent + answered,
            calls=sum(used.calls for used in models),
            prompt=sent,
            completion=answered,
            cached_prompt=sum(used.cached_prompt for used in models),
            cached_completion=sum(used.cached_completion for used in models),
            by_model=models if self.several else (),
            retries=sum(used.retries for used in models),
        )

    def notes(self) -> dict[str, Any]:
        """Returns the counts of this turn for the record, also by model if there are several."""
        turns = {name: _notes(self._before[name], used) for name, used in self._used.items()}
        total = {key: sum(turn.get(key, 0) for turn in turns.values()) for turn in turns.values() for key in turn}
        if not self.several:
            return total
        return {**total, "models": {name: turn for name, turn in turns.items() if turn["calls"]}}


def _notes(before: ModelUsage, now: ModelUsage) -> dict[str, int]:
    notes = {
        "prompt_tokens": now.prompt - before.prompt,
        "completion_tokens": now.completion - before.completion,
        "calls": now.calls - before.calls,
    }
    if (now.cached_prompt, now.cached_completion) != (before.cached_prompt, before.cached_completion):
        notes["cached_prompt_tokens"] = now.cached_prompt - before.cached_prompt
        notes["cached_completion_tokens"] = now.cached_completion - before.cached_completion
    if now.retries != before.retries:
        notes["retries"] = now.retries - before.retries
    return notes
