"""Hashes of what tasks show and decide, to compare hosts and versions of Python.

* `certify` - plays each task's oracle with one seed, and hashes every observation and verdict.
* `total` - the hash of all certificates; `differences` - where two sets of certificates differ.
* `read_certificates` - certificates from a file that ``crab-gym certify --out`` has written.
* `versions` - what else hashes may depend on: versions of Python and of libraries; `other_versions` - which differ.
"""

from __future__ import annotations

import json
import multiprocessing
import platform
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import features

from crab_gym.backends.elements import Element
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.records import jsonable
from crab_gym.task import OracleStuck
from crab_sim.devices.apps import distributions
from crab_sim.machine.crashes import watching

__all__ = [
    "PARTS", "Certificate", "Certified", "certify", "differences", "other_versions", "read_certificates", "total",
    "versions",
]  # fmt: skip

PARTS = ("actions", "elements", "screens", "verdicts")
"""The parts that are hashed separately, so that a difference shows its origin: fonts change only screens."""
_VERDICTS = (
    "goal",
    "completion",
    "coverage",
    "reward_terms",
    "invalid_action",
    "end_reason",
    "side_effects",
    "is_success",
)
"""Entries of ``info`` that a verdict consists of, beside the reward and the passed checkpoints."""
_LIBRARIES: Final = (
    "gymnasium",
    "networkx",
    "numpy",
    "openpyxl",
    "pillow",
    "pydantic",
    "pydantic-monty",
    "pypdf",
    "python-docx",
    "quickjs-ng",
    "reportlab",
)
"""Distributions that draw, read or run what devices show."""


_TILES: Final = 16
"""A screen is cut into so many rows and columns, so that a difference shows its place."""


class Certificate(NamedTuple):
    """The hashes of a task's episode.

    Attributes:
        task: The task's name.
        steps: Number of the oracle's actions.
        solved: Whether they solved the task, and no app crashed.
        actions: Hash of the actions, which the oracle chooses by what it sees.
        elements: Hash of the devices' elements after the reset and after each action.
        screens: Hash of their pixels; ``""`` where they were not drawn.
        verdicts: Hash of rewards, passed checkpoints, side effects and the end.
        tiles: For each observation and device, the checksums of the parts of its screen; they are no part of `total`.
    """

    task: str
    steps: int
    solved: bool
    actions: str
    elements: str
    screens: str
    verdicts: str
    tiles: Sequence[str] = ()


def certify(tasks: Sequence[str], seed: int = 0, workers: int = 1, screens: int | None = None) -> Iterator[Certificate]:
    """Yields the certificate of each task, in their order.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"``, of tasks that the simulator can play.
        seed: The episodes' seed.
        workers: Number of tasks that are played at once, each in a process of its own; one is played in this process.
        screens: Number of tasks whose screens are drawn and hashed, spread evenly over all; None for all of them.

    Raises:
        ValueError: There is no such task.
    """
    played = partial(_certificate, seed=seed)
    count = len(tasks) if screens is None else min(screens, len(tasks))
    with_screens = [i * count // len(tasks) != (i + 1) * count // len(tasks) for i in range(len(tasks))]
    if workers == 1 or len(tasks) < 2:
        yield from map(played, tasks, with_screens)
        return
    # Other threads may hold locks here, which a fork would copy.
    with ProcessPoolExecutor(min(workers, len(tasks)), multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(played, tasks, with_screens)


def total(certificates: Sequence[Certificate]) -> str:
    """Returns the hash of certificates, whatever their order."""
    return sha256(json.dumps(sorted([each[:-1] for each in certificates])).encode()).hexdigest()


def differences(ours: Sequence[Certificate], theirs: Sequence[Certificate]) -> list[str]:
    """Describes where certificates of the same tasks differ, and names the tasks that only one side has.

    Screens are compared where both sides have drawn them.

    Args:
        ours: Certificates.
        theirs: Others, in any order.
    """
    other = {certificate.task: certificate for certificate in theirs}
    lines = []
    for mine in ours:
        counterpart = other.pop(mine.task, None)
        if counterpart is None:
            lines.append(f"{mine.task}: only here")
        else:
            names = [name for name in ("steps", "solved", *PARTS) if getattr(mine, name) != getattr(counterpart, name)]
            if "screens" in names and not (mine.screens and counterpart.screens):
                names.remove("screens")
            if names:
                place = _first_place(mine.tiles, counterpart.tiles) if "screens" in names else ""
                lines.append(f"{mine.task}: other {', '.join(names)}{place}")
    return lines + [f"{name}: only there" for name in other]


def _first_place(ours: Sequence[str], theirs: Sequence[str]) -> str:
    """Describes where screens differ first."""
    for number, (left, right) in enumerate(zip(ours, theirs, strict=False)):
        parts = [
            divmod(i, _TILES) for i in range(_TILES * _TILES) if left[8 * i : 8 * i + 8] != right[8 * i : 8 * i + 8]
        ]
        if parts:
            where = ", ".join([f"row {row + 1} column {column + 1}" for row, column in parts[:8]])
            return f" (first in screen {number + 1}, of its {_TILES} × {_TILES} parts {len(parts)}: {where})"
    return ""


def _tiles(picture: NDArray[np.uint8]) -> str:
    """Returns the checksums of the parts of a screen, row by row, in eight digits each."""
    parts = [part for row in np.array_split(picture, _TILES) for part in np.array_split(row, _TILES, 1)]
    return "".join([f"{zlib.crc32(part.tobytes()):08x}" for part in parts])


def versions() -> dict[str, str]:
    """Returns the versions of Python, of the libraries that draw and read, and of apps from outside.

    They are ``"none"`` for libraries that are missing.
    """
    libraries = {"Python": platform.python_version(), "processor": platform.machine()}
    libraries["FreeType"] = features.version_module("freetype2") or "none"
    for name in _LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = "none"
    return {**libraries, **distributions()}


def other_versions(theirs: Mapping[str, str]) -> list[str]:
    """Describes the versions that differ there from those here.

    Args:
        theirs: What `versions` has returned there.
    """
    ours = versions()
    there = {**dict.fromkeys(distributions(), "none"), **theirs} if theirs else {}
    here = [(name, was, ours.get(name, "none")) for name, was in there.items()]
    return [f"{name}: {was} there, {now} here" for name, was, now in here if was != now]


def _certificate(ref: str, with_screens: bool, seed: int) -> Certificate:
    env = CrabEnv(ref, backend="sim", screens=with_screens)
    hashes = {name: sha256() for name in PARTS}
    steps, solved, tiles = 0, False, list[str]()

    def add(name: str, data: object) -> None:
        # Sorted, as an order of keys isn't part of what is observed; NumPy's numbers are plain ones.
        hashes[name].update(json.dumps(jsonable(data), sort_keys=True).encode() + b"\n")

    def observe(obs: Mapping[str, Any], info: Mapping[str, Any], reward: float) -> None:
        for device in sorted(env.backends):
            add("elements", [device, [_plain(element) for element in env.elements(device)]])
            if with_screens:
                picture = obs[device]
                add("screens", [device, list(picture.shape)])
                hashes["screens"].update(picture.tobytes())
                tiles.append(_tiles(picture))
        add("verdicts", [reward, list(env.evaluator.order), *(info[name] for name in _VERDICTS)])

    with watching() as crashes:
        try:
            obs, info = env.reset(seed=seed)
            observe(obs, info, 0.0)
            policy = OraclePolicy(env)
            policy.reset(info["goal"], policy_spec(env, seed))
            over = False
            while not over:
                try:
                    choice = policy.act(obs, info)
                except OracleStuck as error:
                    add("verdicts", f"the oracle is stuck: {error}")
                    break
                add("actions", choice)
                obs, reward, terminated, truncated, info = env.step(choice)
                steps += 1
                observe(obs, info, float(reward))
                over, solved = terminated or truncated, bool(info["is_success"])
        finally:
            env.close()
    digests = {name: digest.hexdigest() for name, digest in hashes.items()}
    solved = solved and not crashes
    if not with_screens:
        digests["screens"] = ""
    return Certificate(env.task.name, steps, solved, **digests, tiles=tiles)


def _plain(element: Element) -> list[object]:
    """Returns an element's fields as JSON data."""
    return [list(value) if isinstance(value, tuple) else value for value in element]


class Certified(NamedTuple):
    """What ``certify --out`` has written; files of earlier versions tell no versions."""

    tasks: Sequence[Certificate]
    versions: Mapping[str, str]


def read_certificates(path: Path, seed: int) -> Certified:
    """Returns what is in a file of certificates.

    Raises:
        ValueError: It is no such file, or of another seed.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        other = data["seed"]
        found = Certified([Certificate(**each) for each in data["tasks"]], dict(data.get("versions", {})))
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} isn't a file that `crab-gym certify --out` has written ({error})") from error
    if other != seed:
        raise ValueError(f"{path} is of seed {other}; give --seed {other}")
    return found
