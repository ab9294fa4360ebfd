"""A seeded generator of hostile actions: each is valid, nearly valid, or of no form at all."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from crab_gym.backends.base import Element
from crab_gym.envs.verbs import APP_NAMES, VERBS, Argument, Verb
from tests.redteam import _texts

_KEYS = {
    (verb.device, argument.name): argument.choices
    for verb in VERBS
    for argument in verb.arguments
    if argument.kind in ("key", "keys")
}


class Actions:
    """Draws actions for the screens that an environment shows.

    Keys are taken in turn, so that every name of a key is pressed.

    Args:
        seed: The seed; equal seeds draw equal actions from equal screens.
        sizes: Width and height of each device's screen.
    """

    def __init__(self, seed: int, sizes: Mapping[str, tuple[int, int]]) -> None:
        self._rng, self._sizes = random.Random(seed), sizes
        self._verbs = [verb for verb in VERBS if verb.device in (*sizes, "root")]
        self._pressed = 0

    def draw(self, elements: Mapping[str, Sequence[Element]]) -> Any:
        """Returns the next action.

        Args:
            elements: The elements that each device shows, at which most touches are aimed.
        """
        rng = self._rng
        kind = rng.random()
        if kind < 0.06:
            return _texts.value(rng)
        verb = rng.choice(self._verbs)
        if verb.name == "complete" and rng.random() < 0.9:
            verb = self._verbs[0]  # most episodes should last
        action: dict[str, Any] = {"device": verb.device, "name": verb.name, "args": self._args(verb, elements)}
        if kind < 0.75:
            return action
        if kind < 0.9 and action["args"]:  # one wrong argument
            action["args"][rng.choice(list(action["args"]))] = _texts.value(rng)
            return action
        part = rng.choice(("device", "name", "args", "more", "argument", "missing"))
        if part == "missing":
            del action[rng.choice(list(action))]
        elif part == "more":
            action[_texts.text(rng)] = _texts.value(rng)
        elif part == "argument":
            action["args"][_texts.text(rng)] = _texts.value(rng)
        else:
            action[part] = _texts.value(rng)
        return action

    def _args(self, verb: Verb, elements: Mapping[str, Sequence[Element]]) -> dict[str, Any]:
        shown = elements.get(verb.device, ())
        aim = self._rng.choice(shown) if shown and self._rng.random() < 0.8 else None
        return {
            argument.name: self._argument(verb, argument, aim)
            for argument in verb.arguments
            if argument.default is None or self._rng.random() < 0.5
        }

    def _argument(self, verb: Verb, argument: Argument, aim: Element | None) -> Any:
        rng = self._rng
        match argument.kind:
            case "x" | "y":
                side = 0 if argument.kind == "x" else 1
                size = self._sizes[verb.device][side]
                if aim is not None and argument.name in ("x", "y", "x1", "y1"):
                    first, last = aim.bounds[side], aim.bounds[side + 2]
                    return min(max((first + last) // 2, 0), size - 1)
                return rng.choice((0, size - 1, rng.randrange(size), rng.randrange(size), -1, size))
            case "key" | "keys":
                names = _KEYS[verb.device, argument.name]
                self._pressed += 1
                key = names[self._pressed % len(names)]
                if argument.kind == "key":
                    return key
                return [*rng.sample(("ctrl", "alt", "shift", "super"), rng.randrange(1, 4)), key]
            case "choice":
                return rng.choice(argument.choices)
            case "count":
                return rng.choice((1, 3, 50))
            case "seconds":
                return rng.choice((0.001, 1, 60))
            case "app":
                return rng.choice(APP_NAMES[verb.device]) if rng.random() < 0.8 else _texts.text(rng)
            case _:
                return _texts.text(rng)
