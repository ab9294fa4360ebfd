"""The page's view of an episode, as JSON: what `Session` and `BrowserSession` tell it alike.

* `setup_of` - what doesn't change during an episode: devices, apps, verbs.
* `initial_state`, `after_step`, `checkpoints_of` - what does. `crash_told` - the end of an app in words.
* `check_seed` - refuses what is no seed of an episode.
* `Screens` - the screens as display lists, which the page draws itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from crab_gym.backends.base import Backend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.verbs import APP_NAMES, MAX_TEXT, tool_schemas
from crab_sim.devices.apps import APPS
from crab_sim.devices.facts import Crash
from crab_sim.devices.gestures import DISTANCES, LONG_PRESS
from crab_sim.draw.wire import Wire

__all__ = [
    "MAX_LINES", "NotNow", "Screens", "Step", "after_step", "check_seed", "checkpoints_of", "crash_told",
    "initial_state", "setup_of",
]  # fmt: skip

MAX_LINES = 200
"""Number of the last steps in a state's history; the record has all steps."""
_MAX_ACTION_TEXT = 80  # characters
_LAST_SEED = 2**31 - 1  # as in the page's form


class NotNow(RuntimeError):
    """A request that is impossible at this moment; the message says why."""


class Step(NamedTuple):
    """What the page shows of a step.

    Attributes:
        number: Its number, from 1.
        action: The action, valid or not.
        reward: Its reward.
        completion: The share of checkpoints that have passed.
        invalid_action: Why the action was refused; ``""`` if it wasn't.
        said: What the person has said.
        end_reason: Why the episode ended; ``""`` if it goes on.
    """

    number: int
    action: Any
    reward: float
    completion: float
    invalid_action: str
    said: str
    end_reason: str


def check_seed(seed: object) -> int:
    """Returns a seed that the page has sent.

    Raises:
        ValueError: It is none.
    """
    if type(seed) is not int or not 0 <= seed <= _LAST_SEED:
        raise ValueError(f"the seed is {repr(seed)[:80]}; expected a whole number from 0 to {_LAST_SEED}")
    return seed


def setup_of(env: CrabEnv, show_graph: bool) -> dict[str, Any]:
    """Returns what the page has to know of an environment before an episode.

    Args:
        env: The environment.
        show_graph: Whether the page may show the task graph.
    """
    return {
        "task": env.task.name,
        "devices": {name: {"width": wide, "height": high} for name, (wide, high) in env.screen_sizes.items()},
        "backends": {name: backend.plays for name, backend in env.backends.items()},
        "apps": {name: APP_NAMES[name] for name in env.screen_sizes},
        "tools": tool_schemas(env.screen_sizes),
        "distances": DISTANCES,
        "long_press": LONG_PRESS,
        "max_answers": env.most_answers,
        "max_text": MAX_TEXT,
        "show_graph": show_graph,
    }


def initial_state(env: CrabEnv, seed: int | None, rules: str = "") -> dict[str, Any]:
    """Returns the state before an episode begins.

    Args:
        env: The environment.
        seed: The episode's seed.
        rules: What the person is to do beside the goal.
    """
    return {
        "phase": "reset",
        "seed": seed,
        "goal": "",
        "rules": rules,
        "harm": [],
        "step": 0,
        "max_steps": env.max_steps,
        "completion": 0.0,
        "reward": 0.0,
        "total_reward": 0.0,
        "invalid_action": "",
        "said": "",
        "crash": "",
        "error": "",
        "end_reason": "",
        "success": False,
        "history": [],
        "saved": "",
        "screens": {},
        "graph": None,
        "checkpoints": [],
    }


def after_step(state: Mapping[str, Any], goal: str, step: Step) -> dict[str, Any]:
    """Returns the changes of a state that a step makes.

    Args:
        state: The state before.
        goal: The goal after the step, to which the person may have added something.
        step: The step.
    """
    line = {
        "index": step.number,
        "action": _action_text(step.action),
        "reward": step.reward,
        "invalid_action": step.invalid_action,
        "said": step.said,
    }
    return {
        "step": step.number,
        "completion": step.completion,
        "reward": step.reward,
        "total_reward": state["total_reward"] + step.reward,
        "invalid_action": step.invalid_action,
        "said": step.said,
        "goal": goal,
        "end_reason": step.end_reason,
        "history": [*state["history"], line][-MAX_LINES:],
    }


def checkpoints_of(env: CrabEnv) -> dict[str, Any]:
    """Returns the changes of a state that show the task graph: its checkpoints, and how many are in which state."""
    evaluator = env.evaluator
    states = dict.fromkeys([node.id for node in evaluator.graph], "waiting")
    states |= dict.fromkeys(evaluator.active, "active")
    states |= dict.fromkeys(evaluator.passed, "completed")
    rows = [
        {"id": node.id, "device": node.device, "after": list(node.after), "state": states[node.id]}
        for node in evaluator.graph
    ]
    counts = Counter(states.values())
    return {"checkpoints": rows, "graph": {name: counts[name] for name in ("completed", "active", "waiting")}}


def crash_told(crash: Crash) -> str:
    """Returns what the page says of an app that has crashed, in one sentence."""
    name = next((row.name for row in APPS if (row.device, row.id) == (crash.device, crash.app)), "the app")
    if crash.missing:
        return f"For this, {name} needs {crash.missing}, which this page lacks."
    return f"{name[0].upper()}{name[1:]} has crashed."


class Screens:
    """The present screens of devices whose backends have display lists."""

    def __init__(self) -> None:
        self._wire = Wire()
        self._shown: dict[str, str] = {}

    def show(self, device: str, backend: Backend, size: tuple[int, int]) -> tuple[bool, bool]:
        """Takes a device's screen as it is now.

        Args:
            device: The device.
            backend: Its backend.
            size: Width and height of its screen.

        Returns:
            Whether it has a display list, and whether that differs from the last one.
        """
        ops = backend.display_list()
        if ops is None:
            self._shown.pop(device, None)
            return False, False
        text = json.dumps(self._wire.screen(ops, *size), separators=(",", ":"))
        changed = self._shown.get(device) != text
        self._shown[device] = text
        return True, changed

    def text(self, device: str) -> str:
        """Returns a device's screen as the JSON that `canvas.js` draws.

        Raises:
            NotNow: It has none yet.
        """
        if device not in self._shown:
            raise NotNow(f"{device} has no screen yet")
        return self._shown[device]

    def picture(self, digest: str) -> bytes:
        """Returns a file of a picture on one of the last screens: PNG, JPEG or SVG.

        Raises:
            ValueError: No such picture was on them.
        """
        return self._wire.picture(digest)


def _action_text(action: Any) -> str:
    """Returns an action in one line; it need not be valid.

    >>> _action_text({"device": "android", "name": "long_tap", "args": {"x": 3, "y": 4}})
    'android: long tap 3, 4'
    """
    try:
        values = [" ".join(value) if isinstance(value, list) else str(value) for value in action["args"].values()]
        line = f"{action['device']}: {action['name'].replace('_', ' ')} {', '.join(values)}".strip()
    except (TypeError, KeyError, AttributeError):
        line = str(action)
    line = " ".join(line.split())
    return line if len(line) <= _MAX_ACTION_TEXT else line[: _MAX_ACTION_TEXT - 1] + "…"
