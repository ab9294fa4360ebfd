"""Oracles of tasks, played where the packages that a browser lacks can't be imported; run as a script with their names.

It prints the final fingerprints as JSON, as `endings` returns them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

MISSING = (
    "PIL", "docx", "gymnasium", "networkx", "numpy", "openpyxl", "pydantic", "pydantic_core", "pydantic_monty", "pypdf",
    "quickjs", "reportlab", "rich", "typer",
)  # fmt: skip
"""The packages of the base install that can't be had in a browser, or that its page has no need of."""


class Missing:
    """A finder that finds none of them."""

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        """Raises the error of a package that isn't installed."""
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def endings(tasks: Iterable[str]) -> Mapping[str, Sequence[Any]]:
    """Plays each task's oracle; returns whether it succeeded, and the fingerprint at the end."""
    from crab_gym.envs.crab_env import CrabEnv
    from crab_gym.envs.guidance import attentive, oracle_scripts

    found = {}
    for name in tasks:
        env = CrabEnv(name, screens=False)
        info = env.reset(seed=0)[1]
        for action in attentive(env, chain.from_iterable(oracle_scripts(env))):
            _, _, terminated, truncated, info = env.step(action)
            if terminated or truncated:
                break
        found[name] = [info["is_success"], env.fingerprint()]
        env.close()
    return found


if __name__ == "__main__":
    sys.meta_path.insert(0, Missing())
    print(json.dumps(endings(sys.argv[1:])))
