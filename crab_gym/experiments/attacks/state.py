"""Attacks on the state of a solved task: each mutant of each slice of its machines, one at a time.

* `state_attacks` - draws them, at most so many of a kind. `Attack` - one of them.
* `claim` - the place that declares that nobody minds a change, if there is one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.attacks.files import HOMES, file_mutants
from crab_gym.experiments.attacks.mutants import MISSING, Mutant, Status, mutants
from crab_gym.experiments.attacks.repositories import repository_lines, written_repositories
from crab_gym.task import action
from crab_sim.devices import phone_facts
from crab_sim.devices.facts import Effect, owned_path
from crab_sim.files import Files
from crab_sim.machine import slices

__all__ = ["QUOTA", "Attack", "claim", "machines_of", "slices_of", "state_attacks"]

QUOTA: Final[Mapping[Status, int]] = {"written": 3, "beside": 2, "elsewhere": 1}
"""The most attacks of one kind: on what the oracle wrote, beside it, and elsewhere."""
_SENT: Final = frozenset(("calls", "mails", "messages"))
"""The slices whose rows are added only by what is sent, or arrives; what is sent is attacked as effects."""
_FAMILIES: Final = {"settings": "setting", "effects": "effect", "programs": "process"}


class Attack(NamedTuple):
    """One change of a solved task's state.

    Attributes:
        family: What is attacked: ``"row"``, ``"setting"``, ``"effect"``, ``"process"``, ``"site"``, ``"file"``,
            ``"repository"``, or the name of a kind of document.
        kind: The slice and the fields that lead to the place, and what was done there.
        status: Whether the oracle wrote the place.
        what: The change in words.
        apply: Brings an environment's devices to the changed state.
        claim: Where it is declared that nobody minds it; ``""`` where it isn't.
    """

    family: str
    kind: str
    status: Status
    what: str
    apply: Callable[[CrabEnv], None]
    claim: str = ""

    @property
    def adds(self) -> bool:
        """Whether it only adds something, which may be litter."""
        return self.kind.endswith(" added") and self.family != "effect" and "start-up" not in self.kind


def machines_of(env: CrabEnv) -> dict[str, SimBackend]:
    """Returns the simulated devices of an environment."""
    return {name: backend for name, backend in env.backends.items() if isinstance(backend, SimBackend)}


def slices_of(backend: SimBackend) -> dict[str, Any]:
    """Returns the slices of a machine's state, those that are as the seed makes them included."""
    machine = backend.machine
    return {name: machine.value(name) for name in sorted({*machine.slices, *machine.seeders})}


def claim(device: str, name: str, field: str = "", path: str = "") -> str:
    """Returns where it is declared that nobody minds a change, with the reason; ``""`` where it isn't.

    Args:
        device: The device.
        name: The slice; what leaves a machine is judged as effects, and attacked as such.
        field: The field of its rows, or the key of a setting.
        path: The path of a file.
    """
    for part in ("", field):
        if name != slices.EFFECTS.name and (reason := slices.VOLATILE.get((name, part))):
            return f"Slice({name!r}){part and f', {part}'}: {reason}"
    if (
        name == slices.SETTINGS.name
        and device == "android"
        and " " in field
        and not phone_facts.owned_setting(*field.split(" "))
    ):
        return "crab_sim.devices.phone_facts.VOLATILE_SETTINGS"
    if name == slices.FILES.name and path and not owned_path(HOMES[device], path):
        return "crab_sim.devices.facts.owned_path"
    return ""


def state_attacks(
    env: CrabEnv, start: Mapping[str, Mapping[str, Any]], rng: random.Random, quota: Mapping[Status, int] = QUOTA
) -> Iterator[Attack]:
    """Yields attacks on the present state of an environment, drawn from all that its types allow.

    Args:
        env: The environment, in which everything is done.
        start: The slices of each machine after setup, see `slices_of`.
        rng: Draws them.
        quota: The most attacks of one kind.
    """
    for device, backend in machines_of(env).items():
        now = slices_of(backend)
        for name, value in now.items():
            if claim(device, name):
                continue
            before = start[device].get(name, MISSING)
            found: dict[tuple[str, Status], list[Mutant]] = {}
            for mutant in _mutants_of(device, name, value, before):
                if (mutant.kind[-1], mutant.status) == ("emptied", "elsewhere"):
                    continue  # another text does there, too
                if mutant.kind == ("added",) and name in _SENT:
                    continue
                found.setdefault((" ".join(mutant.kind), mutant.status), []).append(mutant)
            for (_, status), alike in sorted(found.items()):
                for mutant in rng.sample(alike, min(len(alike), quota[status])):
                    yield _attack(device, name, mutant)
            if name == slices.FILES.name and device == "ubuntu":
                yield from _on_repositories(value, before)


def _on_repositories(files: Files, before: Files) -> Iterator[Attack]:
    for folder in written_repositories(files, before):
        for done, line in repository_lines(folder):
            apply = partial(_type_in, folder, line)
            yield Attack("repository", f"ubuntu repository {done}", "written", f"ubuntu {line!r}", apply)


def _type_in(folder: str, line: str, env: CrabEnv) -> None:
    """Types a line into a new terminal.

    Raises:
        ValueError: It changes nothing in a folder.
    """
    machine = machines_of(env)["ubuntu"].machine
    before = machine.get(slices.FILES)
    env.step(action("ubuntu", "hotkey", keys=["ctrl", "alt", "t"]))
    env.step(action("ubuntu", "write_text", text=f"{line}\n"))
    if dict(before.walk(folder)) == dict(machine.get(slices.FILES).walk(folder)):
        raise ValueError(f"{line!r} changes nothing")


def _mutants_of(device: str, name: str, value: Any, before: Any) -> Iterator[Mutant]:
    if isinstance(value, Files):
        if name == slices.FILES.name:
            yield from file_mutants(device, value, before if isinstance(before, Files) else Files())
    elif name == slices.EFFECTS.name:
        yield from _effect_mutants(value, () if before is MISSING else before)
    elif name == slices.SETTINGS.name:  # none can be removed
        yield from (mutant for mutant in mutants(value, before) if mutant.kind[-1] in ("other", "undone"))
    else:
        yield from mutants(value, before)


def _effect_mutants(effects: tuple[Effect, ...], before: tuple[Effect, ...]) -> Iterator[Mutant]:
    """Yields other and further effects; the log is only ever added to, so that none is taken away."""
    new = effects[len(before) :]
    for mutant in mutants(new):
        if mutant.kind[0] in ("removed", "added", "kind") or "[" not in mutant.path:
            continue
        effect = new[int(mutant.path[1 : mutant.path.index("]")])]
        # What is no mail has no subject, no copies and no attachments.
        if effect.kind == "mail" or getattr(effect, mutant.kind[0]):
            yield mutant._replace(status="written", build=partial(_behind, before, mutant.build))
    for effect in new:
        build = partial(tuple, (*effects, effect))
        yield Mutant(("again", "added"), "written", "[]", f"{effect} sent once more", build)
    for kind, to in (("text", "+1 555 0177"), ("call", "+1 555 0177"), ("mail", "nobody@mail.example")):
        build = partial(tuple, (*effects, Effect(kind, to, "Never mind" if kind != "call" else "")))
        yield Mutant((kind, "added"), "elsewhere", "[]", f"{kind} to {to}", build)


def _behind(before: tuple[Effect, ...], build: Callable[[], Any]) -> tuple[Effect, ...]:
    return (*before, *build())


def _attack(device: str, name: str, mutant: Mutant) -> Attack:
    family = _FAMILIES.get(name, "site" if name == "web" else "row")
    if name == slices.FILES.name:
        family = mutant.kind[0] if len(mutant.kind) > 2 or " " in mutant.kind[0] else "file"
    kind = f"{device} {name}.{'.'.join(mutant.kind[:-1])} {mutant.kind[-1]}".replace(". ", " ")
    what = f"{device} {name} {mutant.describe()}"
    path = mutant.path.partition(" ")[0] if name == slices.FILES.name else ""
    apply = partial(_apply, device, name, mutant.build)
    return Attack(family, kind, mutant.status, what, apply, claim(device, name, mutant.kind[0], path))


def _apply(device: str, name: str, build: Callable[[], Any], env: CrabEnv) -> None:
    backend = env.backends[device]
    backend.restore({**backend.snapshot(), name: build()})
