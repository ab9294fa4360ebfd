"""The arguments of a trained network, which lie beside its weights as plain data.

* `Arguments` - how the network sees and acts; `SHAPE` - those that a user gives.
* `FILE` - the file that holds them, among others.
* `Saved` - a checkpoint's file, with everything in that file; `read_saved` - the latter alone.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium as gym
from gymnasium.wrappers import FilterObservation

from crab_gym.wrappers import ActionHistory, ComposedElements, DiscreteElements, Features, Matches

__all__ = ["FILE", "SHAPE", "Arguments", "Saved", "read_saved"]

FILE = "arguments.json"
"""Name of the file beside a checkpoint."""
SHAPE = ("marks", "texts", "verbs", "compose", "anywhere", "history", "width", "height")
"""Names of the arguments that a trained network keeps."""


@dataclass(frozen=True, kw_only=True)
class Arguments:
    """How a network sees and acts. A network can be used only with the arguments that it was trained with.

    Attributes:
        sees: ``"elements"`` (tables of the screens' elements) or ``"screens"`` (pictures).
        devices: The devices with a screen, in the order of the tables.
        marks: Number of elements of each device that it can point at.
        texts: Number of texts that it can write.
        verbs: Its verbs, or only ``"all"``.
        compose: Whether its actions can be composed.
        anywhere: Whether it can write where no field tells that it has the focus, as it can if actions are composed.
        history: Number of actions that it remembers one by one.
        width: Width of its layers, or of the pictures.
        height: Height of the pictures.
        success_at: When a solved task counted in its training, see `CrabEnv`.
    """

    sees: str = "elements"
    devices: list[str] = field(default_factory=list)
    marks: int = 64
    texts: int = 40
    verbs: list[str] = field(default_factory=lambda: ["all"])
    compose: bool = False
    anywhere: bool = False
    history: int = 0
    width: int = 64
    height: int = 0
    success_at: str = "once"

    def wrappers(self) -> list[Callable[[Any], gym.Env[Any, Any]]]:
        """Returns the wrappers between environment and network, the innermost first."""
        verbs = None if self.verbs == ["all"] else self.verbs
        if self.sees == "screens":
            return [
                partial(DiscreteElements, marks=self.marks, texts=self.texts, verbs=verbs),
                partial(Features, marks=1, goal=64, screens=(self.height, self.width)),
                _screens_alone,
            ]
        discrete = ComposedElements if self.compose else DiscreteElements
        anywhere = self.anywhere or self.compose  # into cells of tables, which are no fields
        remember = [partial(ActionHistory, length=self.history, flat=True)] if self.history else []
        return [
            partial(discrete, marks=self.marks, texts=self.texts, verbs=verbs, write_anywhere=anywhere, parts=True),
            partial(Features, marks=self.marks, goal=64),
            Matches,
            *remember,
        ]

    @classmethod
    def of(cls, values: Any, **others: Any) -> Arguments:
        """Returns the arguments among some values.

        Args:
            values: A mapping or an object with attributes, which may have more.
            others: Further ones.
        """
        known = values if isinstance(values, dict) else vars(values)
        return cls(**{one.name: known[one.name] for one in fields(cls) if one.name in known} | others)


class Saved:
    """A checkpoint that a script of training/ has saved.

    Args:
        path: The checkpoint, or the folder with its ``checkpoint.zip``.

    Attributes:
        path: The checkpoint.
        sha256: Its hash.
        name: Its name in records: its folder and the beginning of its hash.
        values: What was written beside it.

    Raises:
        ValueError: There is no such checkpoint, or it has no arguments beside it.
    """

    def __init__(self, path: Path | str) -> None:
        given = Path(path)
        self.path = given / "checkpoint.zip" if given.is_dir() else given
        if not self.path.is_file():
            raise ValueError(f"there is no checkpoint {str(path)!r}; expected a file such as runs/bc/checkpoint.zip")
        self.values = read_saved(self.path)
        self.sha256 = hashlib.sha256(self.path.read_bytes()).hexdigest()
        self.name = f"checkpoint({self.path.absolute().parent.name}, {self.sha256[:8]})"


def _screens_alone(env: Any) -> gym.Env[Any, Any]:
    """Returns an environment whose observations have only the screens, the goal and the time."""
    screens = [key for key in env.observation_space.spaces if key.startswith("screen_")]
    return FilterObservation(env, [*screens, "goal", "time_left"])


def read_saved(checkpoint: Path) -> dict[str, Any]:
    """Returns what a training has written beside a checkpoint.

    Raises:
        ValueError: There is no such file, or it isn't what a training writes.
    """
    file = checkpoint.parent / FILE
    try:
        saved = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ValueError(
            f"{checkpoint} has no {FILE} beside it, which the scripts of training/ write: {error}"
        ) from None
    except ValueError as error:
        raise ValueError(f"{file} is no JSON: {error}") from None
    if not isinstance(saved, dict) or saved.get("sees") not in ("elements", "screens", "tokens"):
        raise ValueError(f"{file} doesn't tell what the network sees; expected the file of a script of training/")
    return saved
