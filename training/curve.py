"""The learning curve of sft.py and grpo.py: what training logs, success on the way, its time and memory.

* `Curve` - the callback: writes ``curve.jsonl``, plays held-out episodes on the way, and ends training.
* `Goal` - a value of the curve at which training ends.
* `measured` - what an evaluation has found, as a curve has it.
"""

from __future__ import annotations

import json
import math
import resource
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import transformers

__all__ = ["Curve", "Goal", "measured"]

FILE = "curve.jsonl"


class Goal(NamedTuple):
    """A value of the curve at which training ends.

    Attributes:
        name: Its name in the curve.
        value: The value.
    """

    name: str
    value: float


def measured(out: Path | str, step: int) -> dict[str, float] | None:
    """Returns what the evaluation at an update has found, as the curve has it; None where there was none.

    Args:
        out: The output folder.
        step: The number of the update.
    """
    found = [line["evaluated"] for line in _lines(Path(out) / FILE) if line["step"] == step and "evaluated" in line]
    return found[-1] if found else None


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.exists() else []


def _peak() -> float:
    """Returns the most memory that the process has had so far, in GB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return round(unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e9, 2)


class Curve(transformers.TrainerCallback):
    """Writes ``curve.jsonl`` in the output folder, and ends training when the time is up or a value is reached.

    A curve that goes on from a checkpoint loses the updates that came after it, as they are computed again, and counts
    its times on from there; another one begins anew.

    Args:
        out: The output folder.
        names: The curve's names of the logged values, by the latter's names.
        minutes: Time after which training ends.
        step: The update that training goes on from; 0 for the start.
        goals: Values at which training ends.
        check: Plays held-out episodes; returns what was measured.
        every: Updates from one check to the next; 0 for none.
    """

    def __init__(
        self,
        out: Path | str,
        names: Mapping[str, str],
        minutes: float,
        step: int = 0,
        goals: tuple[Goal, ...] = (),
        check: Callable[[], Mapping[str, float]] = dict,
        every: int = 0,
    ) -> None:
        self._file, self._names, self._limit = Path(out) / FILE, names, 60 * minutes
        self._goals, self._check, self._every = goals, check, every
        kept = [line for line in _lines(self._file) if step and line["step"] <= step]
        self._file.write_text("".join(json.dumps(line) + "\n" for line in kept), encoding="utf-8")
        self._start = time.monotonic()
        last = kept[-1] if kept else {}
        self._before = {name: last.get(name, 0.0) for name in ("seconds", "cpu_seconds")}

    def add(self, step: int, values: Mapping[str, Any]) -> bool:
        """Writes a line; returns whether it has a value at which training ends.

        Args:
            step: The number of the update.
            values: What the line tells beside time and memory.
        """
        spent = {"seconds": time.monotonic() - self._start, "cpu_seconds": time.process_time()}
        spent = {name: round(self._before[name] + value, 1) for name, value in spent.items()}
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"step": step, **spent, "memory_gb": _peak(), **values}) + "\n")
        return any(values.get(goal.name, -math.inf) >= goal.value for goal in self._goals)

    def _checked(self, step: int) -> bool:
        """Plays held-out episodes; returns whether training ends."""
        found = self._check()
        return self.add(step, {f"held_out_{name}": found[name] for name in ("return", "success", "episodes")})

    def on_train_begin(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Plays held-out episodes at the start.

        Args:
            args: The trainer's arguments.
            state: The trainer's state, which has the number of the step.
            control: The trainer's flags, not used.
            kwargs: Further parts of the trainer, not used.
        """
        if self._every and state.global_step == 0:
            self._checked(0)

    def on_log(self, args: Any, state: Any, control: Any, logs: Any = None, **kwargs: Any) -> None:
        """Writes a line; ends training where a value to stop at is reached.

        Args:
            args: The trainer's arguments.
            state: The trainer's state, which has the number of the step.
            control: The trainer's flags, of which one ends training.
            logs: The logged values, by the trainer's names.
            kwargs: Further parts of the trainer, not used.
        """
        line = {self._names[name]: value for name, value in (logs or {}).items() if name in self._names}
        if line and self.add(state.global_step, line):
            control.should_training_stop = True

    def on_step_end(self, args: Any, state: Any, control: Any, **kwargs: Any) -> None:
        """Plays held-out episodes where it is time; ends training, and saves, when the time is up or they are a goal.

        Args:
            args: The trainer's arguments.
            state: The trainer's state.
            control: The trainer's flags, of which one ends training and one saves.
            kwargs: Further parts of the trainer, not used.
        """
        if self._every and state.global_step % self._every == 0 and self._checked(state.global_step):
            control.should_training_stop = control.should_save = True
        if time.monotonic() - self._start > self._limit:
            control.should_training_stop = control.should_save = True
