"""Evaluators with their arguments, as checkpoints have them.

* `check` - binds arguments to an evaluator of the devices' state; type checkers know the name and type of each.
* `check_answer` - the same for one that judges the submitted answer, too.
* `Check` - what both return.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Concatenate, NoReturn, ParamSpec

from crab_gym.backends.by_device import State

__all__ = ["Check", "Evaluator", "check", "check_answer"]

Evaluator = Callable[..., bool]
"""``f(state: State, **args) -> bool``, or ``f(state, answer, **args)``; pure, and never changes a device."""
_P = ParamSpec("_P")


@dataclass(frozen=True, slots=True)
class Check:
    """An evaluator with its arguments; made by `check` or `check_answer`.

    Attributes:
        function: The evaluator.
        args: Its arguments by name; kept as a read-only copy.
        judges_answer: Whether it takes the submitted answer behind the state.
    """

    function: Evaluator
    args: Mapping[str, Any] = field(default_factory=dict, hash=False)
    judges_answer: bool = False

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise TypeError(f"the evaluator is {self.function!r}; expected a function f(state, **args) -> bool")
        object.__setattr__(self, "args", MappingProxyType(dict(self.args)))

    def __call__(self, state: Any, answer: str | None) -> bool:
        """Returns whether the state holds now.

        Args:
            state: The devices' states.
            answer: The answer submitted so far, or None.
        """
        if self.judges_answer:
            return self.function(state, answer, **self.args)
        return self.function(state, **self.args)

    def __reduce__(self) -> tuple[Any, ...]:
        # A mapping proxy can't be pickled, so a copy is built from a plain dict.
        return Check, (self.function, dict(self.args), self.judges_answer)


def check(function: Callable[Concatenate[State, _P], bool], /, *args: _P.args, **kwargs: _P.kwargs) -> Check:
    """Binds arguments to an evaluator that judges the devices' state alone.

    Args:
        function: The evaluator.
        *args: None: arguments are named, since a task's graph shows their names.
        **kwargs: Its arguments.

    Raises:
        TypeError: An argument isn't named.

    >>> def at_least(state, n):
    ...     return state["n"] >= n
    >>> check(at_least, n=2)({"n": 3}, None)
    True
    """
    if args:
        _refuse(function, args)
    return Check(function, kwargs)


def check_answer(
    function: Callable[Concatenate[State, str | None, _P], bool], /, *args: _P.args, **kwargs: _P.kwargs
) -> Check:
    """Binds arguments to an evaluator that judges the submitted answer, given behind the state.

    Args:
        function: The evaluator.
        *args: None: arguments are named, since a task's graph shows their names.
        **kwargs: Its arguments.

    Raises:
        TypeError: An argument isn't named.
    """
    if args:
        _refuse(function, args)
    return Check(function, kwargs, judges_answer=True)


def _refuse(function: Callable[..., bool], args: tuple[object, ...]) -> NoReturn:
    raise TypeError(f"{function!r} is given {args!r}; name each argument of an evaluator: name=value")
