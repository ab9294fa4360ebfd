"""The tasks of a command that can be played: made for the chosen devices, with apps that these have.

* `playable` - the devices' backend and the tasks; says which tasks are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import typer

from crab_gym.cli.base import counted
from crab_gym.cli.options import RunOptions

if TYPE_CHECKING:
    from crab_gym.backends.base import Backend
    from crab_gym.backends.specs import BackendSpec

__all__ = ["playable"]


def playable(names: Sequence[str], run: RunOptions, limit: int | None = None) -> tuple[Any, list[str]]:
    """Returns the devices' backend, and the tasks that can be played on it.

    Args:
        names: The tasks.
        run: The options of the run.
        limit: Maximum number of tasks, evenly chosen; None for all.

    Raises:
        ValueError: There is no such task, the options contradict each other, or tasks can't be played and aren't to be
            skipped.
        DeviceError: A server of devices can't be asked.
    """
    from crab_gym.backends.specs import parse_cli
    from crab_gym.experiments.verify import supports
    from crab_gym.task import load
    from crab_gym.task.index import evenly

    backend = run.backend
    if run.resume and run.out is None:
        raise ValueError("--resume needs the folder of the run: --out FOLDER")
    chosen = parse_cli(backend) if backend else None
    tasks = [name for name in names if supports(load(name), chosen)]
    if not tasks:
        raise ValueError(
            f"none of {counted(len(names), 'task')} is made for --backend {backend}; `crab-gym list --long` tells which"
        )
    if backend and chosen is not None:
        _check_devices(backend, chosen, tasks)
    if len(tasks) < len(names):
        typer.echo(f"left out, not made for --backend {backend}: {', '.join(n for n in names if n not in tasks)}")
    if limit is not None:
        tasks = evenly(tasks, limit)
    return chosen, _with_their_apps(tasks, chosen, run.skip_unplayable)


def _check_devices(backend: str, chosen: str | Mapping[str, str], tasks: Sequence[str]) -> None:
    """Checks that a backend plays a device of some task.

    Raises:
        ValueError: It has no effect.
    """
    from crab_gym.backends.specs import parse_offer
    from crab_gym.task import load

    devices = {device for name in tasks for device in load(name).devices}
    for device in parse_offer(chosen) if isinstance(chosen, Mapping) else ():
        if device not in devices:
            raise ValueError(f"--backend {backend}: none of these tasks has the device {device!r}")
    if isinstance(chosen, str) and devices.isdisjoint(parse_offer(chosen)):
        raise ValueError(
            f"--backend {backend}: it plays {', '.join(parse_offer(chosen))}, which none of these tasks has; "
            f"they have: {', '.join(sorted(devices))}"
        )


def _with_their_apps(tasks: Sequence[str], chosen: Any, skip: bool) -> list[str]:
    """Returns the tasks whose apps the devices have; says which are left out.

    Raises:
        ValueError: Tasks can't be played and `skip` is false, or none is left.
    """
    from crab_gym.task import load

    reasons: dict[str, list[str]] = {}
    with ExitStack() as devices:
        ask = _asking(devices)
        for name in tasks:
            task = load(name)
            graph = task.graph(task.defaults())
            for device, spec in task.specs(chosen).items():
                apps = tuple(sorted({node.app for node in graph if node.device == device}))
                if reason := ask(device, spec, apps):
                    reasons.setdefault(f"{device}: {reason}", []).append(task.name)
    lines = [f"{', '.join(dict.fromkeys(names))}: {reason}" for reason, names in reasons.items()]
    left_out = {name for names in reasons.values() for name in names}
    if lines and (not skip or len(left_out) == len(tasks)):
        hint = "" if len(left_out) == len(tasks) else ". Leave them out with --skip-unplayable, or do that first"
        raise ValueError(f"can't be played here: {'; '.join(lines)}{hint}")
    if lines:
        typer.echo("left out, can't be played here:\n" + "\n".join(lines))
    return [name for name in tasks if load(name).name not in left_out]


def _asking(devices: ExitStack) -> Callable[[str, BackendSpec, tuple[str, ...]], str]:
    """Returns a function that asks a device why some apps can't be played on it; each question is asked once.

    Args:
        devices: Closes the devices at its end.
    """
    from crab_gym.backends.specs import make_backend
    from crab_gym.envs.arguments import DEFAULT_SCREENS

    made: dict[tuple[str, str], Backend] = {}
    answers: dict[tuple[str, str, tuple[str, ...]], str] = {}

    def ask(device: str, spec: BackendSpec, apps: tuple[str, ...]) -> str:
        key, question = (device, repr(spec)), (device, repr(spec), apps)
        if key not in made:
            made[key] = make_backend(spec, device, DEFAULT_SCREENS[device])
            devices.callback(made[key].close)
        if question not in answers:
            answers[question] = made[key].unplayable(apps)
        return answers[question]

    return ask
