"""Checkpoints as tasks of the last release write them: positional, with a bare evaluator that takes the answer.

They work for one release more, with a DeprecationWarning.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from crab_gym.evaluation.checks import Check

__all__ = ["accepts_old_form"]

_T = TypeVar("_T")
_FIELDS = ("id", "device", "app", "evaluator", "args", "after", "subtask", "hold")


def accepts_old_form(kind: type[_T]) -> type[_T]:
    """Lets the class `Checkpoint` be called in the old form, too; used as its decorator."""
    make: Callable[..., None] = kind.__init__

    @functools.wraps(make)
    def init(self: _T, *old: Any, **fields: Any) -> None:
        if old or (callable(fields.get("evaluator")) and not isinstance(fields["evaluator"], Check)):
            warnings.warn(
                "Checkpoint takes keyword arguments, and evaluator=check(function, name=value, ...), where the "
                "function takes the answer only if it judges it (then check_answer)",
                DeprecationWarning,
                stacklevel=2,
            )
            fields.update(zip(_FIELDS, old, strict=False))
            fields["evaluator"] = _check(fields["evaluator"], fields.pop("args", {}))
        make(self, **fields)

    type.__setattr__(kind, "__init__", init)
    return kind


def _check(evaluator: Any, args: Mapping[str, Any]) -> Any:
    """Returns an evaluator with its arguments; old ones take the answer behind the state."""
    if isinstance(evaluator, Check) or not callable(evaluator):
        return evaluator
    return Check(evaluator, args, _second(evaluator) not in args)


@functools.lru_cache(maxsize=256)
def _second(evaluator: Callable[..., bool]) -> str:
    """Returns the name of an evaluator's second parameter, ``"answer"`` where it isn't known."""
    try:
        names = list(inspect.signature(evaluator).parameters)
    except ValueError:  # a builtin
        return "answer"
    return names[1] if len(names) > 1 else "answer"
