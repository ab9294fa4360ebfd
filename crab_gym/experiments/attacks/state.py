"""Attacks on the state of a solved task: each mutant of each slice of its machines, one at a time.

* `state_attacks` - draws them, at most so many of a kind. `Attack` - one of them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation.side_effects import MARKS, POST_TABLE
from crab_gym.experiments.attacks.claims import claim
from crab_gym.experiments.attacks.files import file_mutants
from crab_gym.experiments.attacks.mutants import MISSING, Mutant, Status, mutants
from crab_gym.experiments.attacks.repositories import repository_lines, written_repositories
from crab_gym.task import action
from crab_sim.devices.facts import Effect
from crab_sim.engines.pages.sites import WEB, Tables, stored_tables
from crab_sim.files import Files
from crab_sim.machine import slices
from crab_sim.phone.android import storage
from crab_sim.phone.app import Database

__all__ = ["QUOTA", "Attack", "machines_of", "slices_of", "state_attacks"]

QUOTA: Final[Mapping[Status, int]] = {"written": 3, "beside": 2, "elsewhere": 1}
"""The most attacks of one kind: on what the oracle wrote, beside it, and elsewhere."""
_SENT: Final = frozenset(("calls", "mails", "messages"))
"""The slices whose rows are added only by what is sent, or arrives; what is sent is attacked as effects."""
_FAMILIES: Final = {"settings": "setting", "effects": "effect", "programs": "process"}


class Attack(NamedTuple):
    """One change of a solved task's state.

    Attributes:
        device: The device.
        family: What is attacked: ``"row"``, ``"setting"``, ``"effect"``, ``"process"``, ``"site"``, ``"file"``,
            ``"repository"``, or the name of a kind of document.
        kind: The slice and the fields that lead to the place, and what was done there.
        status: Whether the oracle wrote the place.
        what: The change in words.
        apply: Brings an environment's devices to the changed state.
        claim: Where it is declared that nobody minds it; ``""`` where it isn't.
        path: The file's path; ``""`` where it is none.
        parts: The fields that lead to the place, after a document's format.
    """

    device: str
    family: str
    kind: str
    status: Status
    what: str
    apply: Callable[[CrabEnv], None]
    claim: str = ""
    path: str = ""
    parts: tuple[str, ...] = ()

    @property
    def adds(self) -> bool:
        """Whether it only adds something, which may be litter."""
        new = self.kind.endswith(" added") or self.what.endswith(" put back")
        return new and self.family != "effect" and "start-up" not in self.kind


def machines_of(env: CrabEnv) -> dict[str, SimBackend]:
    """Returns the simulated devices of an environment."""
    return {name: backend for name, backend in env.backends.items() if isinstance(backend, SimBackend)}


def slices_of(backend: SimBackend) -> dict[str, Any]:
    """Returns the slices of a machine's state, those that are as the seed makes them included."""
    machine = backend.machine
    return {name: machine.value(name) for name in sorted({*machine.slices, *machine.seeders})}


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
            made = (
                _web_mutants(value, before, now, _counted_once(env))
                if name == WEB.name
                else _mutants_of(device, name, value, before)
            )
            for mutant in made:
                if (mutant.kind[-1], mutant.status) == ("emptied", "elsewhere"):
                    continue  # another text does there, too
                if (name in _SENT or mutant.kind[0] == POST_TABLE) and _is_sent(mutant):
                    continue
                found.setdefault((" ".join(mutant.kind), mutant.status), []).append(mutant)
            for (_, status), alike in sorted(found.items()):
                for mutant in rng.sample(alike, min(len(alike), quota[status])):
                    path = _path_of(value, mutant.path) if name == slices.FILES.name else ""
                    yield _attack(device, name, mutant, path)
            if name == slices.FILES.name and device == "ubuntu":
                yield from _on_repositories(value, before)


def _is_sent(mutant: Mutant) -> bool:
    """Returns whether a change of a table of sent things is one of what was sent, or has arrived, since setup."""
    kind = mutant.kind[1:] if mutant.kind[0] == POST_TABLE else mutant.kind
    return kind == ("added",) or (mutant.status == "written" and kind[0] not in MARKS)


def _on_repositories(files: Files, before: Files) -> Iterator[Attack]:
    for folder in written_repositories(files, before):
        for done, line in repository_lines(folder):
            apply = partial(_type_in, folder, line)
            yield Attack("ubuntu", "repository", f"ubuntu repository {done}", "written", f"ubuntu {line!r}", apply)


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


def _counted_once(env: CrabEnv) -> frozenset[str]:
    """Returns the tables of sites that a phone shares; they are attacked there, as one account has them."""
    return frozenset(str(allowance.where.get("table")) for allowance in env.cloud.counted_once())


def _web_mutants(web: Tables, before: Any, now: Mapping[str, Any], without: frozenset[str]) -> Iterator[Mutant]:
    """Yields mutants of the rows of those sites that have changed, without some tables."""
    at_first = {} if before is MISSING else before
    for site, text in web.items():
        old = stored_tables(now[slices.SEED.name], now[slices.BOOTED.name], at_first, site)
        for mutant in mutants(json.loads(text), json.loads(old)):
            if len(mutant.kind) < 2 or mutant.path == f"[{mutant.kind[0]}]":
                continue  # a whole site or table
            if f"{site}/{mutant.kind[0]}" not in without:
                kind = (f"{site}/{mutant.kind[0]}", *mutant.kind[1:])
                build = partial(_with_tables, web, site, mutant.build)
                yield mutant._replace(kind=kind, path=f"{site} {mutant.path}", build=build)


def _with_tables(web: Tables, site: str, build: Callable[[], Any]) -> Tables:
    return {**web, site: json.dumps(build())}


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


def _path_of(files: Files, place: str) -> str:
    """Returns the path with which a place in a file begins; its name may have blanks, and may be that of a new file."""
    cut = len(place)
    while cut > 0 and not files.exists(place[:cut]):
        cut = place.rfind(" ", 0, cut)
    return place[:cut] if cut > 0 else place.partition(" ")[0]


def _attack(device: str, name: str, mutant: Mutant, path: str) -> Attack:
    family = _FAMILIES.get(name, "site" if name == WEB.name else "row")
    if name == slices.FILES.name:
        family = mutant.kind[0] if len(mutant.kind) > 2 or " " in mutant.kind[0] else "file"
    kind = f"{device} {name}.{'.'.join(mutant.kind[:-1])} {mutant.kind[-1]}".replace(". ", " ")
    what = f"{device} {name} {mutant.describe()}"
    apply = partial(_apply, device, name, mutant.build)
    parts = mutant.kind[:-1]
    return Attack(device, family, kind, mutant.status, what, apply, claim(device, name, parts, path), path, parts)


def _apply(device: str, name: str, build: Callable[[], Any], env: CrabEnv) -> None:
    """Puts a changed slice into a machine.

    Raises:
        ValueError: The databases that hold the slice hold the same as before.
    """
    backend = machines_of(env)[device]
    before = slices_of(backend) if device == "android" else {}
    changed = build()
    kept = [database for database in storage.ALL.values() if before and name in [one.name for one in database.slices]]
    if kept and all(_dump(database, before) == _dump(database, {**before, name: changed}) for database in kept):
        raise ValueError("nothing that is kept has changed")
    backend.restore({**backend.snapshot(), name: changed})


def _dump(database: Database, values: Mapping[str, Any]) -> dict[str, list[tuple[Any, ...]]]:
    tables = database.dump(*[values[one.name] for one in database.slices])
    return {table: [tuple(row) for row in rows] for table, rows in tables.items()}
