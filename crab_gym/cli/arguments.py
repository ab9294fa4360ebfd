"""What commands are given as text: seeds, options, prices, filters."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from crab_gym.cli.base import PLATFORMS, select

if TYPE_CHECKING:
    from crab_gym.agents.models import Prices

__all__ = ["filtered", "read_options", "read_prices", "read_seeds"]

MAX_SEEDS = 100_000
_NUMBER = r"(\d+(?:\.\d+)?)"


def read_seeds(text: str) -> list[int]:
    """Returns the seeds of a text such as ``"0-4,7"``, each once.

    Raises:
        ValueError: It has another form.

    >>> read_seeds("0-2,7,1")
    [0, 1, 2, 7]
    """
    found: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,18})(?:-(\d{1,18}))?\s*", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not first <= last or last - first >= MAX_SEEDS:
            raise ValueError(f"--seeds {text!r}: expected numbers and ranges from 0, such as 0-4 or 0,3,7")
        found.update(dict.fromkeys(range(first, last + 1)))
    return list(found)


def read_options(texts: Sequence[str], what: str, of: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """Returns options by whose they are; values are JSON where they can be read so, else text.

    Args:
        texts: ``NAME=VALUE``, or ``WHOSE.NAME=VALUE``.
        what: The command's option, for messages.
        of: Whose options they may be.

    Raises:
        ValueError: One has another form, or the same is given twice.

    >>> read_options(["history=3", "single.pictures=false", "sources=tree"], "--option", ["single"])
    {'': {'history': 3, 'sources': 'tree'}, 'single': {'pictures': False}}
    """
    found: dict[str, dict[str, Any]] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        whose, dot, own = name.partition(".")
        if not dot:
            whose, own = "", name
        if not equals or not own.isidentifier() or (dot and whose not in of):
            hint = f", or one of {', '.join(of)} before it: NAME.OPTION=VALUE" if of else ""
            raise ValueError(f"{what} {text!r}: expected NAME=VALUE{hint}")
        if own in found.setdefault(whose, {}):
            raise ValueError(f"{what} {text!r}: it is given twice")
        try:
            found[whose][own] = json.loads(value)
        except ValueError:
            found[whose][own] = value
    return found


def read_prices(texts: Sequence[str]) -> dict[str, Prices]:
    """Returns the prices of models by their names; that under ``""`` is every other model's.

    Raises:
        ValueError: One has another form.

    >>> read_prices(["2.5/10", "openai:small=0.1/0.4"])["openai:small"]
    Prices(prompt=0.1, completion=0.4)
    """
    from crab_gym.agents.models import Prices

    found: dict[str, Prices] = {}
    for text in texts:
        match = re.fullmatch(rf"(?:(.+)=)?{_NUMBER}/{_NUMBER}", text)
        if match is None:
            raise ValueError(f"--price {text!r}: expected [MODEL=]SENT/ANSWERED for a million tokens, such as 2.5/10")
        found[match[1] or ""] = Prices(float(match[2]), float(match[3]))
    return found


def filtered(patterns: Sequence[str], platform: str | None, tags: Sequence[str], split: str | None) -> list[str]:
    """Returns the tasks that patterns and filters leave.

    Raises:
        ValueError: A pattern names none, there is no such platform or split, or nothing is left.
    """
    from crab_gym.evaluation.graph import unknown
    from crab_gym.experiments.index_tasks import platform_of, split_of
    from crab_gym.rollout import distinct
    from crab_gym.task import load

    if platform is not None and platform not in PLATFORMS:
        unknown("platform", platform, PLATFORMS)
    if split not in (None, "train", "test"):
        unknown("split", split, ("train", "test"))
    names = []
    for name in distinct(select(patterns)):
        task = load(name)
        if platform not in (None, platform_of(task.name)) or split not in (None, split_of(task.name)):
            continue
        if set(tags) <= set(task.tags):
            names.append(name)
    if not names:
        raise ValueError("no task is left by --platform, --tag and --split; `crab-gym list` shows what there is")
    return names
