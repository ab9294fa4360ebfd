"""All that a simulated phone keeps is owned: each field of each row, and each slice, unless declared volatile."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from crab_gym.backends.base import Devices
from crab_gym.backends.sim import SimBackend
from crab_gym.backends.sim.facts.slices import owned
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.experiments.trials import script
from crab_gym.task import Params, load
from crab_sim.devices.facts import changes
from crab_sim.engines.pages.history import BookmarkRow
from crab_sim.engines.playback import Playback
from crab_sim.files import Files
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import FILES, Slice
from crab_sim.phone.android.catalog import DISABLED_PACKAGES
from crab_sim.phone.apps.browser.data import BOOKMARKS
from crab_sim.phone.apps.camera.data import State as Camera
from crab_sim.phone.apps.clock.data import TIMERS, TimerRow
from crab_sim.phone.apps.contacts.data import GROUPS, GroupRow
from crab_sim.phone.apps.draw.data import DRAWING, Drawing
from crab_sim.phone.apps.files.data import FAVOURITES
from crab_sim.phone.apps.fitness.data import Recording
from crab_sim.phone.apps.gallery.data import LIBRARY, Library
from crab_sim.phone.apps.messages.data import DRAFTS, Attachment, DraftRow
from crab_sim.phone.apps.music.data import PLAYER, Player
from crab_sim.phone.apps.phone.voicemail import VOICEMAILS, VoicemailRow
from crab_sim.phone.apps.recorder.data import BOOKMARKS as RECORDS
from crab_sim.phone.apps.recorder.data import State as Recorder
from crab_sim.phone.apps.tasks.data import STARS
from crab_sim.phone.system.blocked import BLOCKED, BlockedRow
from crab_sim.phone.system.permissions import ASKED, GRANTS, Asked, Grant

EMPTY_AT_FIRST: dict[Slice[Any], object] = {
    BLOCKED: (BlockedRow(1, "+1 555 0100"),), FAVOURITES: ("/sdcard/DCIM",), GROUPS: (GroupRow(1, "Choir"),),
    RECORDS: ("/sdcard/a.m4a",),
    DISABLED_PACKAGES: ("org.tasks",), DRAFTS: (DraftRow("+1 555 0100", "Wait"),), DRAWING: Drawing(steps=(None,)),
    LIBRARY: Library(favourites=("/storage/emulated/0/DCIM/a.jpg",)), PLAYER: Player(favourites=("/a.mp3",)),
    STARS: (1, 2), TIMERS: (TimerRow(1, 600, 600.0),),
    ASKED: (Asked("com.android.camera2", "android.permission.CAMERA"),),
    VOICEMAILS: (VoicemailRow(1_000_001, "+1 555 0100", 1.0, 9, "Hello."),),
}  # fmt: skip
"""Slices without rows on a fresh phone, and what a user may have left in them."""
STARTED: dict[str, object] = {
    "camera": Camera(recording=1.0), "recorder": Recorder(recording=Playback()),
    "recording": Recording("running", 1.0, 1.0),
}  # fmt: skip
"""Slices that tell what goes on, and something that was started."""

TASK = load("android.add_contact")


def setup(devices: Devices, params: Params, rng: random.Random) -> None:
    """Sets the task up on a phone whose slices all hold something."""
    TASK.setup(devices, params, rng)
    for slice, value in EMPTY_AT_FIRST.items():
        devices.android.machine.put(slice, value)  # type: ignore[attr-defined]


PREPARED = replace(TASK, setup=setup)


def other(value: object) -> object:
    """Returns another value of the same type; for no attachment, one."""
    match value:
        case None:
            return Attachment("a.jpg", b"x")
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"{value}x"
        case bytes():
            return value + b"x"
        case tuple() if not hasattr(value, "_fields"):
            return value[1:]
    raise TypeError(f"got {value!r}, expected plain data")


def another(value: object) -> object:
    """Returns another value for a field: of a tuple as long a one, of an empty one one with something in it."""
    if not isinstance(value, tuple) or hasattr(value, "_fields"):
        return other(value)
    plain = all(isinstance(part, str | int | float) for part in value)
    return tuple([other(part) for part in value]) if value and plain else value[1:] or ("x",)


def harmed(name: str, value: Any) -> object:
    """Returns a slice's value after something in it was removed or changed."""
    if name in STARTED:
        return STARTED[name]
    if isinstance(value, Files):
        return value.remove(next(path for path, _ in value.walk("/storage/emulated/0") if value.is_file(path)))
    if isinstance(value, Mapping):
        return {key: value[key] for key in list(value)[1:]}
    if hasattr(value, "_fields"):
        fields = [field for field in value._fields if owned(name, field) and getattr(value, field) not in ((), None)]
        tables = [field for field in fields if isinstance(getattr(value, field), tuple)]
        field = (tables or fields)[0]
        return value._replace(**{field: other(getattr(value, field))})
    return other(value)


def tables_of(value: Any) -> Iterator[tuple[tuple[Any, ...], Callable[[tuple[Any, ...]], object]]]:
    """Yields the rows of a slice's tables, each with a function that puts other rows in their place."""
    if not hasattr(value, "_fields"):
        yield value, lambda rows: rows
        return
    for field in value._fields:
        if isinstance(getattr(value, field), tuple):
            yield getattr(value, field), lambda rows, field=field: value._replace(**{field: rows})  # type: ignore[misc]


def test_each_field_of_a_row_is_told_or_volatile() -> None:
    backend = SimBackend("android", (360, 800))
    backend.reset(1)
    machine, before = phone_of(backend), backend.setup.facts()
    tables = [kind for kind in before if kind not in ("file", "playing", "saved_place", "setting", "state", "trashed")]
    names = {name for kind in tables for name in before._kinds.made[kind].names}  # type: ignore[attr-defined]
    told, untold = set(), set()
    for name in sorted(names):
        slice: Slice[Any] = Slice(name)
        value, present = machine.get(slice), dict(machine.slices)
        for rows, put in tables_of(value):
            for i, row in enumerate(rows):
                for field in getattr(row, "_fields", ()):
                    old = getattr(row, field)
                    seen = [value for value in [getattr(one, field) for one in rows] if value != old]
                    for new in (
                        *seen[:1],
                        *([] if seen else [another(old)]),
                        *([1 - old] if isinstance(old, int) else []),
                    ):
                        machine.put(slice, put((*rows[:i], row._replace(**{field: new}), *rows[i + 1 :])))
                        found = changes(before, backend.setup.facts())
                        (told if found else untold).add((name, type(row).__name__, field))
        machine.slices.clear()
        machine.slices.update(present)
    assert len(told) > 100
    assert {one for one in untold - told if owned(one[0], one[2])} == {("music_playlists", "Entry", "id")}  # a number


def phone_of(backend: SimBackend) -> Machine:
    machine: Machine = backend.setup.machine  # type: ignore[attr-defined]
    return machine


@pytest.fixture(scope="module")
def before_the_end() -> tuple[CrabEnv, EnvSnapshot, object]:
    """Returns an environment in which all but the oracle's last action is done, its state, and that action."""
    env = CrabEnv(f"{__name__}:PREPARED", screens=False, max_steps=200)  # one for each slice
    env.reset(seed=1)
    actions = []
    for step in script(env, env.task, env.params)():
        actions.append(step)
        env.step(step)
    env.reset(seed=1)
    for step in actions[:-1]:
        env.step(step)
    return env, env.snapshot(), actions[-1]


def test_any_harm_to_an_owned_slice_denies_success(before_the_end: tuple[CrabEnv, EnvSnapshot, Any]) -> None:
    env, snapshot, last = before_the_end
    backend = env.backends["android"]
    assert isinstance(backend, SimBackend)
    names = sorted({*phone_of(backend).slices, *phone_of(backend).seeders})
    denied = set()
    for name in names:
        if owned(name):
            env.restore(snapshot)
            machine, slice = phone_of(backend), Slice[Any](name)
            machine.put(slice, harmed(name, machine.get(slice)))
            *_, info = env.step(last)
            assert info["completion"] == 1 and not info["is_success"] and info["side_effects"]["harm"], name
            denied.add(name)
    assert len(denied) > 30 and {FILES.name, "networks", "bluetooth_devices", "browser_bookmarks"} < denied
    env.restore(snapshot)
    *_, info = env.step(last)
    assert info["is_success"]


ADDED: dict[Slice[Any], tuple[Any, ...]] = {
    DISABLED_PACKAGES: ("com.android.contacts",), GRANTS: (Grant("org.tasks", "android.permission.CAMERA"),),
    DRAFTS: (DraftRow("+1 555 0199", "Soon"),), STARS: (3,), TIMERS: (TimerRow(2, 60, 60.0, 1.0),),
}  # fmt: skip
"""Rows that do something later, perhaps by one tap, let an app do something, or change what was there."""


@pytest.mark.parametrize("slice", ADDED, ids=[slice.name for slice in ADDED])
def test_additions_that_can_hurt_deny_success(
    slice: Slice[Any], before_the_end: tuple[CrabEnv, EnvSnapshot, Any]
) -> None:
    env, snapshot, last = before_the_end
    env.restore(snapshot)
    backend = env.backends["android"]
    assert isinstance(backend, SimBackend)
    machine = phone_of(backend)
    machine.put(slice, (*machine.get(slice), *ADDED[slice]))
    *_, info = env.step(last)
    assert not info["is_success"] and info["side_effects"] == {"harm": 1, "litter": 0}


def test_a_bookmark_is_litter_and_what_comes_back_is_nothing(before_the_end: tuple[CrabEnv, EnvSnapshot, Any]) -> None:
    env, snapshot, last = before_the_end
    env.restore(snapshot)
    backend = env.backends["android"]
    assert isinstance(backend, SimBackend)
    machine = phone_of(backend)
    packages, bookmarks = machine.get(DISABLED_PACKAGES), machine.get(BOOKMARKS)
    machine.put(DISABLED_PACKAGES, ())
    machine.put(DISABLED_PACKAGES, packages)
    machine.put(BOOKMARKS, (*bookmarks, BookmarkRow(99, "http://news.example/", "News", 1.0)))
    *_, info = env.step(last)
    assert info["is_success"] and info["side_effects"] == {"harm": 0, "litter": 1}
