"""Checkpoints as tasks of the last release write them: positional, with a bare evaluator that takes the answer.

They work for one release more, with a DeprecationWarning.
"""

from __future__ import annotations

import functools
import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
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
        evaluator = fields.get("evaluator")
        if old or "args" in fields or (type(evaluator) is not Check and callable(evaluator)):
            warnings.warn(
                "Checkpoint takes keyword arguments, and evaluator=check(function, name=value, ...), where the "
                "function takes the answer only if it judges it (then check_answer)",
                DeprecationWarning,
                stacklevel=2,
            )
            fields = _new_form(old, fields)
        make(self, **fields)

    type.__setattr__(kind, "__init__", init)
    return kind


def _new_form(old: Sequence[Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the fields of a checkpoint that was given in the old form.

    Raises:
        TypeError: The call isn't one of the old form either.
    """
    if len(old) > len(_FIELDS):
        raise TypeError(f"Checkpoint got {len(old)} values; expected at most {len(_FIELDS)}: {', '.join(_FIELDS)}")
    given = dict(zip(_FIELDS, old, strict=False))
    if twice := sorted(given.keys() & fields.keys()):
        raise TypeError(f"Checkpoint got {twice[0]!r} twice, by its place and by its name")
    given.update(fields)
    args = given.pop("args", {})
    evaluator = given.get("evaluator")
    if isinstance(evaluator, Check) and args:
        raise TypeError(f"Checkpoint got args={args!r} beside a check; the check has the arguments")
    if callable(evaluator) and not isinstance(evaluator, Check):
        given["evaluator"] = Check(evaluator, args, _takes_answer(evaluator, args))
    return given


def _takes_answer(evaluator: Callable[..., bool], args: Mapping[str, Any]) -> bool:
    """Returns whether an old evaluator takes the answer behind the state; some have been rewritten without it."""
    try:
        parameters = list(inspect.signature(evaluator).parameters.values())
    except (TypeError, ValueError):  # a builtin
        return True
    if any(each.kind is each.VAR_POSITIONAL for each in parameters[:2]):
        return True
    if len(parameters) < 2 or parameters[1].kind not in (
        inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD,
    ):  # fmt: skip
        return False
    second = parameters[1]
    return second.name not in args and (second.name == "answer" or second.default is second.empty)
