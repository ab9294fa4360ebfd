"""Oracles of tasks, played where the packages that a browser lacks can't be imported; run as a script with their names.

It prints how they end as JSON, as `endings` returns it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from typing import Any

MISSING = (
    "PIL", "docx", "gymnasium", "networkx", "numpy", "openpyxl", "pydantic", "pydantic_core", "pydantic_monty", "pypdf",
    "quickjs", "reportlab", "rich", "typer",
)  # fmt: skip
"""The packages of the base install that can't be had in a browser, or that its page has no need of."""


class Without:
    """A finder in place of others, which finds none of the packages.

    Args:
        finders: The others.
        names: The packages.
    """

    def __init__(self, finders: Iterable[Any], names: Sequence[str] = MISSING) -> None:
        self._finders, self._names = tuple(finders), names

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        """Returns what the first of the others finds that finds anything."""
        if name.partition(".")[0] in self._names:
            return None
        found = (finder.find_spec(name, path, target) for finder in self._finders)
        return next(filter(None, found), None)


def _without_pictures(rows: Iterable[Sequence[Any]]) -> list[Sequence[Any]]:
    """Returns the rows of a screen without what their pictures show, such as maps, which need numpy."""
    return [
        row[:6] if row[0] == "picture" else [*row[:6], _without_pictures(row[6])] if row[0] == "layer" else row
        for row in rows
    ]


def endings(tasks: Iterable[str]) -> Mapping[str, Sequence[Any]]:
    """Plays each task's oracle; returns whether it succeeded, the fingerprint at the end, and a hash of the screens."""
    from crab_gym.envs.crab_env import CrabEnv
    from crab_gym.envs.guidance import attentive, oracle_scripts
    from crab_gym.play.state import Screens

    found = {}
    for name in tasks:
        env = CrabEnv(name, screens=False)
        info = env.reset(seed=0)[1]
        for action in attentive(env, chain.from_iterable(oracle_scripts(env))):
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                break
        screens, shown = Screens(), []
        for device, size in env.screen_sizes.items():
            assert screens.show(device, env.backends[device], size) == (True, True)
            screen = json.loads(screens.text(device))
            shown.append({**screen, "ops": _without_pictures(screen["ops"])})
        found[name] = [info["is_success"], env.fingerprint(), sha256(json.dumps(shown).encode()).hexdigest()]
        env.close()
    return found


if __name__ == "__main__":
    sys.meta_path[:] = [Without(sys.meta_path)]
    print(json.dumps(endings(sys.argv[1:])))
