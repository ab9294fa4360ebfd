"""A policy that carries out a list of actions, to try things out and to replay recorded episodes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium as gym

from crab_gym.agents.base import Structure, check_options
from crab_gym.policies import ScriptPolicy
from crab_gym.task import Action

__all__ = ["Script"]


@dataclass(frozen=True)
class ScriptOptions:
    """A script's options.

    Attributes:
        actions: The actions; or a file with one per line as JSON, such as the ``steps.jsonl`` of a record.
    """

    actions: Sequence[Action] | str | Path = ()


class Script(Structure, ScriptPolicy):
    """Carries out given actions, then completes.

    Args:
        model: Ignored.
        options: See `ScriptOptions`.

    Raises:
        ValueError: There is no such option, or a line of the file is no action.
        OSError: The file can't be read.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.rollout import run_episode
        >>> env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "script")
        >>> policy = make_agent("script", actions=[{"device": "android", "name": "press", "args": {"key": "home"}}])
        >>> record = run_episode(env, policy, seed=0)
        >>> record.actions, record.end_reason
        (2, 'false_completion')
        >>> env.close()
    """

    structure = "script"
    options_type = ScriptOptions
    needs_model = False

    def __init__(self, model: object = None, **options: Any) -> None:
        check_options(self.structure, ScriptOptions, options)
        source = ScriptOptions(**options).actions
        self._list = read_actions(Path(source)) if isinstance(source, (str, Path)) else list(source)
        super().__init__("script", self._steps)

    def _steps(self) -> Iterator[Action]:
        yield from self._list

    @classmethod
    def wrap(cls, env: gym.Env[Any, Any], *, marks: int = 200, sources: Any = "tree", **options: Any) -> Any:
        """Returns an environment with marks, at which actions may point."""
        from crab_gym.wrappers import SetOfMarks

        check_options(cls.structure, ScriptOptions, options)
        return SetOfMarks(env, marks, sources)


def read_actions(path: Path) -> list[Action]:
    """Returns the actions of a file, which has one per line.

    Raises:
        ValueError: A line is no action.
        OSError: The file can't be read.
    """
    actions = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            step = json.loads(line)
            step = step.get("action", step)
            actions.append({key: step[key] for key in ("device", "name", "args")})
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            raise ValueError(
                f'{path}, line {number}: expected an action such as {{"device": "root", "name": "complete", '
                f'"args": {{}}}} ({type(error).__name__}: {error})'
            ) from error
    return actions
