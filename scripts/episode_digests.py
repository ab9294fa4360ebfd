"""Records episodes on the simulator as digests, so that two versions or builds can be shown to behave the same.

    python scripts/episode_digests.py record DIGESTS.json [--quick]    plays the episodes and writes their digests
    python scripts/episode_digests.py check DIGESTS.json [--quick]     plays them again; exits with 1 if one differs

Every task of the index is played by its oracle, then by random actions on elements. Random touches of the elements on
the screen walk through every app of both devices, so that dialogs and editors are covered, too. A digest covers all
outputs of an episode: screens, elements, rewards, `info`, marks, masks, and the devices' fingerprint at its end. Each
step has its own digest, so that the first difference can be named.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np

import crab_gym
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.task import read_index
from crab_gym.wrappers import DiscreteElements, SetOfMarks
from crab_sim.devices.apps import APPS

SCREENS = ("android", "ubuntu")
WORDS = ("milk", "5", "Anna", "12:30", "ls -la /etc\n", "a\tb", "Grüße 😀", "x" * 90, "2024-05-01", "anna@mail.example")
PHONE_KEYS = ("home", "back", "recents", "enter", "delete", "tab", "left", "shift+left", "ctrl+a", "up", "pagedown")
DESKTOP_KEYS = ("enter", "escape", "tab", "backspace", "down", "up", "left", "f2", "delete", "pagedown", "space")
HOTKEYS = ("ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+s", "ctrl+f", "ctrl+z", "ctrl+l", "alt+left", "shift+tab")


class Log:
    """Digests of one episode's steps, each over all outputs of the step."""

    def __init__(self) -> None:
        self.steps: list[str] = []

    def add(self, *parts: Any) -> None:
        """Adds a step."""
        digest = hashlib.blake2b(digest_size=6)
        for part in parts:
            digest.update(part.tobytes() if isinstance(part, np.ndarray) else repr(part).encode("utf-8", "replace"))
        self.steps.append(digest.hexdigest())


def plain(value: Any) -> Any:
    """Returns a value as lists and plain values, without the names of its types and the order of mappings."""
    if isinstance(value, Mapping):
        return sorted((str(key), plain(item)) for key, item in value.items())
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value.tobytes() if isinstance(value, np.ndarray) else value


def look(log: Log, env: Any, obs: Any, reward: float, over: bool, info: Mapping[str, Any]) -> None:
    """Adds a digest of a step of a `CrabEnv`, wrapped or not.

    Args:
        log: The digests of the episode.
        env: The environment.
        obs: The step's observation.
        reward: Its reward.
        over: Whether the episode has ended.
        info: The step's `info`.
    """
    elements = [plain(env.unwrapped.elements(device)) for device in env.unwrapped.screen_sizes]
    log.add(plain(obs), float(reward), over, plain(info), elements)


def oracle(name: str, screens: bool, marks: bool) -> list[str]:
    """Plays a task's oracle, then 25 random actions."""
    env: Any = gym.make(f"Crab-v0/{name}", devices="all", screens=screens, backend="sim", max_steps=1000)
    plain_env = env
    if marks:
        env = SetOfMarks(env)
    log = Log()
    obs, info = env.reset(seed=len(name))
    look(log, env, obs, 0.0, False, info)
    policy = OraclePolicy(plain_env)
    policy.reset(info["goal"], policy_spec(plain_env, 0))
    over = False
    while not over:
        obs, reward, terminated, truncated, info = env.step(policy.act(obs, info))
        over = terminated or truncated
        look(log, env, obs, reward, over, info)
    log.add(env.unwrapped.fingerprint())
    env.reset(seed=len(name) + 1)
    env.action_space.seed(0)
    for _ in range(25):
        act = env.action_space.sample()
        if act["name"] != "complete":
            obs, reward, terminated, truncated, info = env.step(act)
            look(log, env, obs, reward, terminated or truncated, info)
            if terminated or truncated:
                break
    log.add(env.unwrapped.fingerprint())
    env.close()
    return log.steps


def discrete(name: str) -> list[str]:
    """Plays random valid actions of `DiscreteElements` on a task, with masks."""
    env: Any = DiscreteElements(gym.make(f"Crab-v0/{name}", devices="all", screens=False, backend="sim"))
    rng, log = np.random.default_rng(len(name)), Log()
    for seed in range(2):
        env.reset(seed=seed)
        for _ in range(30):
            mask = env.get_wrapper_attr("action_masks")()
            obs, reward, terminated, truncated, info = env.step(int(rng.choice(np.flatnonzero(mask))))
            look(log, env, obs, reward, terminated or truncated, info)
            log.add(np.asarray(mask))
            if terminated or truncated:
                break
    env.close()
    return log.steps


def touches(env: Any, device: str, app: str, rng: random.Random, steps: int) -> Iterator[dict[str, Any]]:
    """Yields actions of a walk through an app: touches on elements, typing, keys.

    Args:
        env: The environment.
        device: The app's device.
        app: The app's name.
        rng: Source of the random choices.
        steps: Number of actions.
    """
    phone = device == "android"
    opening = {"device": device, "name": "open_app" if phone else "search_app", "args": {"name": app}}
    for step in range(steps):
        if step % 60 == 0:
            yield opening
            if not phone:
                yield {"device": device, "name": "press", "args": {"key": "enter"}}
        elements = env.unwrapped.elements(device)
        element = rng.choice([e for e in elements if e.clickable or e.editable or rng.random() < 0.05] or elements)
        left, top, right, bottom = element.bounds
        x, y = rng.randrange(left, right), rng.randrange(top, bottom)
        kind = rng.random()
        if element.scrollable and kind < 0.75:
            kind = 0.9
        if kind < 0.6:
            args: dict[str, Any] = {"x": x, "y": y}
            verb = "tap" if phone else "click"
        elif kind < 0.7:
            args, verb = {"x": x, "y": y}, "long_tap" if phone else rng.choice(["right_click", "double_click"])
        elif kind < 0.82:
            args, verb = {"text": rng.choice(WORDS)}, "write_text"
        elif kind < 0.89:
            keys = PHONE_KEYS if phone else DESKTOP_KEYS
            args, verb = {"key": rng.choice(keys)}, "press"
            if not phone and rng.random() < 0.4:
                args, verb = {"keys": rng.choice(HOTKEYS)}, "hotkey"
        elif kind < 0.95:
            direction = rng.choice(["up", "down", "left", "right"])
            args = {"x": x, "y": y, "direction": direction}
            verb = "swipe" if phone else "scroll"
            args["distance" if phone else "amount"] = rng.choice(["short", "medium", "long"] if phone else [1, 3, 7])
        elif kind < 0.98:
            width, height = env.unwrapped.screen_sizes[device]
            args, verb = {"x1": x, "y1": y, "x2": rng.randrange(width), "y2": rng.randrange(height)}, "drag"
        else:
            yield {"device": "root", "name": "wait", "args": {"seconds": rng.choice([1, 5, 60])}}
            continue
        yield {"device": device, "name": verb, "args": args}


def walk(device: str, app: str, screens: bool, steps: int) -> list[str]:
    """Walks through an app by random touches, and returns the digests.

    Args:
        device: The app's device.
        app: The app's name.
        screens: Whether screens are drawn.
        steps: Number of actions.
    """
    env: Any = gym.make(
        "Crab-v0/cross.dark_mode_from_todo", devices="all", screens=screens, backend="sim", max_steps=10 * steps
    )
    log = Log()
    for seed in range(2):
        rng = random.Random(f"{app}:{seed}:{screens}")
        obs, info = env.reset(seed=seed)
        for act in touches(env, device, app, rng, steps):
            obs, reward, terminated, truncated, info = env.step(act)
            look(log, env, obs, reward, terminated or truncated, info)
            if terminated or truncated:
                break
        log.add(env.unwrapped.fingerprint())
    env.close()
    return log.steps


def apps() -> dict[str, list[str]]:
    """Returns the names of the apps to walk through, by device."""
    env: Any = gym.make("Crab-v0/cross.dark_mode_from_todo", devices="all", screens=False, backend="sim")
    env.reset(seed=0)
    env.step({"device": "android", "name": "open_app_drawer", "args": {}})
    home = {e.text for e in env.unwrapped.elements("android") if e.clickable and e.text}
    env.close()
    return {"android": sorted(home), "ubuntu": [app.name for app in APPS if app.device == "ubuntu"]}


def jobs(quick: bool) -> dict[str, tuple[Any, ...]]:
    """Returns the episodes to play: their functions and arguments, by name."""
    found: dict[str, tuple[Any, ...]] = {}
    names = [name for name, info in read_index().items() if info.simulated]
    for name in names[:: 6 if quick else 1]:
        found[f"oracle {name}"] = (oracle, name, True, False)
        found[f"oracle, marks {name}"] = (oracle, name, True, True)
        found[f"oracle, no screens {name}"] = (oracle, name, False, False)
        found[f"discrete {name}"] = (discrete, name)
    for device, entries in apps().items():
        for app in entries:
            steps = (60 if quick else 240) if device == "android" else (100 if quick else 600)
            found[f"walk {device} {app}"] = (walk, device, app, True, steps)
            found[f"walk, no screens {device} {app}"] = (walk, device, app, False, steps)
    return found


def play(job: tuple[Any, ...]) -> list[str]:
    """Plays one episode and returns the digests of its steps."""
    function, *arguments = job
    steps: list[str] = function(*arguments)
    return steps


def main() -> None:
    """Records or checks."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("command", choices=["record", "check"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--quick", action="store_true", help="a sixth of the tasks, shorter walks")
    options = parser.parse_args()
    todo = jobs(options.quick)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        played = dict(zip(todo, pool.map(play, todo.values()), strict=True))
    count = sum(map(len, played.values()))
    if options.command == "record":
        options.file.write_text(json.dumps(played))
        print(f"{len(played)} episodes, {count:,} digests, by crab-gym at {Path(crab_gym.__file__).parent}")
        return
    recorded = json.loads(options.file.read_text())
    differing = 0
    for name, steps in played.items():
        if recorded.get(name) != steps:
            differing += 1
            pairs = list(zip(recorded.get(name, []), steps, strict=False))
            first = next((i for i, (old, new) in enumerate(pairs) if old != new), len(pairs))
            print(f"differs: {name} at step {first} of {len(steps)}")
    missing = sorted(set(recorded) - set(played))
    if missing:
        print(f"not played: {', '.join(missing)}")
    print(f"{len(played)} episodes, {count:,} digests: {'all equal' if not differing else f'{differing} differ'}")
    sys.exit(bool(differing or missing))


if __name__ == "__main__":
    main()
