"""Parsers of the commands' arguments: seeds, options, prices, filters of tasks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from crab_gym.cli.base import PLATFORMS, select

if TYPE_CHECKING:
    from crab_gym.agents.models import Prices

__all__ = [
    "check_tags", "filter_tasks", "read_models", "read_options", "read_prices", "read_seeds", "read_tools",
    "read_variation",
]  # fmt: skip

MAX_SEEDS = 100_000
_NUMBER = r"(\d+(?:\.\d+)?)"


def read_seeds(text: str) -> list[int]:
    """Parses a text such as ``"0-4,7"`` into seeds, each once.

    Raises:
        ValueError: The text has another form.

    >>> read_seeds("0-2,7,1")
    [0, 1, 2, 7]
    """
    seeds: dict[int, None] = {}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,18})(?:-(\d{1,18}))?\s*", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if not first <= last or last - first >= MAX_SEEDS:
            raise ValueError(f"--seeds {text!r}: expected numbers and ranges from 0, such as 0-4 or 0,3,7")
        seeds.update(dict.fromkeys(range(first, last + 1)))
    return list(seeds)


def read_options(texts: Sequence[str], option: str, owners: Sequence[str] = ()) -> dict[str, dict[str, Any]]:
    """Parses options of policies or models, and groups them by owner.

    Args:
        texts: ``NAME=VALUE``, or ``OWNER.NAME=VALUE``. A value is parsed as JSON if possible; otherwise it is text.
        option: The command-line option that gives the texts, for error messages.
        owners: The owners that the texts may name.

    Returns:
        The owners' options by name; those without an owner are under ``""``.

    Raises:
        ValueError: A text has another form, or an option is given twice.

    >>> read_options(["history=3", "single.pictures=false", "sources=tree"], "--option", ["single"])
    {'': {'history': 3, 'sources': 'tree'}, 'single': {'pictures': False}}
    """
    options: dict[str, dict[str, Any]] = {}
    for text in texts:
        full_name, equals, value = text.partition("=")
        owner, dot, name = full_name.partition(".")
        if not dot:
            owner, name = "", full_name
        if not equals or not name.isidentifier() or (dot and owner not in owners):
            hint = f", or one of {', '.join(owners)} before it: NAME.OPTION=VALUE" if owners else ""
            raise ValueError(f"{option} {text!r}: expected NAME=VALUE{hint}")
        if name in options.setdefault(owner, {}):
            raise ValueError(f"{option} {text!r}: it is given twice")
        try:
            options[owner][name] = json.loads(value)
        except ValueError:
            options[owner][name] = value
    return options


def read_variation(texts: Sequence[str]) -> dict[str, Any] | None:
    """Parses what varies: each text is ``NAME`` for any value, or ``NAME=VALUE`` with the value as JSON or as text.

    Returns:
        The argument ``variation`` of `CrabEnv`; None where nothing varies.

    Raises:
        ValueError: A text has another form, or a name or value is unknown.

    >>> read_variation(["theme", "language=de", "popups=[1, 3]"])
    {'theme': 'any', 'language': 'de', 'popups': [1, 3]}
    """
    from crab_gym.envs.variation import parse_variation

    given = read_options([text if "=" in text else f"{text}=any" for text in texts], "--variation").get("")
    parse_variation(given)
    return given


def read_tools(mode: str | None) -> bool | str:
    """Returns the argument ``tools`` of `CrabEnv` for a mode: ``"beside"`` the verbs, or ``"only"`` tools.

    Raises:
        ValueError: There is no such mode.

    >>> read_tools("beside"), read_tools("only"), read_tools(None)
    (True, 'only', False)
    """
    modes: dict[str | None, bool | str] = {None: False, "beside": True, "only": "only"}
    if mode not in modes:
        raise ValueError(f"--app-tools got {mode!r}; expected beside or only")
    return modes[mode]


def read_models(texts: Sequence[str]) -> list[dict[str, str]]:
    """Parses models, each ``MODEL`` for all roles of an agent, or ``ROLE=MODEL,ROLE=MODEL,MODEL``.

    Returns:
        Role to model, each combination once; the model without a role is under ``""``.

    Raises:
        ValueError: A text has no model, or names a role twice.

    >>> read_models(["openai:gpt-4o", "planner=openai:gpt-4o,openai:small"])
    [{'': 'openai:gpt-4o'}, {'planner': 'openai:gpt-4o', '': 'openai:small'}]
    """
    found: list[dict[str, str]] = []
    for text in texts:
        models: dict[str, str] = {}
        for part in re.split(r",(?=\s*\w+[=:])", text):
            match = re.fullmatch(r"\s*(?:(\w+)=)?(\S+)\s*", part)
            if match is None:
                raise ValueError(f"--model {text!r}: expected MODEL, or ROLE=MODEL,ROLE=MODEL for roles of their own")
            if (match[1] or "") in models:
                raise ValueError(f"--model {text!r}: {match[1] or 'the model of the other roles'} is given twice")
            models[match[1] or ""] = match[2]
        if models not in found:
            found.append(models)
    return found


def read_prices(texts: Sequence[str]) -> dict[str, Prices]:
    """Parses the prices of models' tokens.

    Returns:
        Model name to prices; the entry ``""`` holds those of all other models.

    Raises:
        ValueError: A text has another form.

    >>> read_prices(["2.5/10", "openai:small=0.1/0.4"])["openai:small"]
    Prices(prompt=0.1, completion=0.4)
    """
    from crab_gym.agents.models import Prices

    prices: dict[str, Prices] = {}
    for text in texts:
        match = re.fullmatch(rf"(?:(.+)=)?{_NUMBER}/{_NUMBER}", text)
        if match is None:
            raise ValueError(f"--price {text!r}: expected [MODEL=]SENT/ANSWERED for a million tokens, such as 2.5/10")
        prices[match[1] or ""] = Prices(float(match[2]), float(match[3]))
    return prices


def check_tags(tags: Sequence[str], known: Iterable[str]) -> None:
    """Checks that tags have an effect.

    Args:
        tags: The given tags.
        known: The tags of the tasks.

    Raises:
        ValueError: No task has one of them.
    """
    from crab_sim.suggestions import unknown

    there = set(known)
    for tag in tags:
        if tag not in there:
            unknown("tag of these tasks:", tag, there or {"there is none"})


def filter_tasks(patterns: Sequence[str], platform: str | None, tags: Sequence[str], split: str | None) -> list[str]:
    """Returns the tasks that match a pattern and pass all filters.

    Args:
        patterns: Ids, patterns of ids, or ``"module:ATTRIBUTE"``.
        platform: The tasks' platform; None for any.
        tags: Tags that each task must have.
        split: ``"train"`` or ``"test"``; None for both.

    Raises:
        ValueError: A pattern matches no task, there is no such platform, tag or split, or no task is left.
    """
    from crab_gym.experiments.index_tasks import platform_of, split_of
    from crab_gym.rollout import distinct
    from crab_gym.task import load
    from crab_sim.suggestions import unknown

    if platform is not None and platform not in PLATFORMS:
        unknown("platform", platform, PLATFORMS)
    if split not in (None, "train", "test"):
        unknown("split", split, ("train", "test"))
    names = []
    matching = distinct(select(patterns))
    check_tags(tags, (tag for name in matching for tag in load(name).tags))
    for name in matching:
        task = load(name)
        if platform not in (None, platform_of(task.name)) or split not in (None, split_of(task)):
            continue
        if set(tags) <= set(task.tags):
            names.append(name)
    if not names:
        raise ValueError("no task is left by --platform, --tag and --split; `crab-gym list` shows what there is")
    return names
