"""Trials: a task whose footprint allows too much is found, and so is one that refuses another way."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from crab_gym.backends.base import Devices
from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.spoilers import spoilers
from crab_gym.experiments.trials import Trials, alternatives, harm
from crab_gym.experiments.variations import HABITS, varied
from crab_gym.task import Action, Params, Task, action, load
from crab_sim.devices.facts import KINDS, FactTable
from crab_sim.devices.footprints import anything, judged_elsewhere, may_send
from tests import toy


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[[Task], CrabEnv]:
    def make(task: Task) -> CrabEnv:
        monkeypatch.setattr(toy, "TASK", task)
        return CrabEnv("tests.toy:TASK", backend="sim", screens=False, max_steps=10_000, success_at="complete")

    return make


@pytest.mark.parametrize("name", ["android.tidy_tasks", "ubuntu.tidy_downloads", "cross.notes_backup"])
def test_harm_of_every_kind_is_seen(name: str, played: Callable[[Task], CrabEnv]) -> None:
    done = harm(played(load(name)), [3])
    assert done.attacks >= 10
    assert (done.accepted, done.rejected) == ((), ())


def test_what_a_broad_footprint_allows_is_no_spoiler(played: Callable[[Task], CrabEnv]) -> None:
    task = load("android.text_contact")
    narrow = harm(played(task), [0]).attacks
    _, *allowed = judged_elsewhere("android", "note")
    broad = replace(task, footprint=lambda params: [*task.footprint(params), *allowed])
    assert harm(played(broad), [0]).attacks == narrow - 2


def test_a_footprint_that_lets_any_text_leave_is_found(played: Callable[[Task], CrabEnv]) -> None:
    task = load("android.tidy_tasks")
    texts = may_send("android", "text", most=None, to=anything, text=anything)
    loose = replace(task, footprint=lambda params: [*task.footprint(params), texts])
    assert harm(played(loose), [0]).accepted == ("seed 0: send a text and delete it",)


def test_a_checkpoint_that_need_not_hold_lets_its_change_be_undone(played: Callable[[Task], CrabEnv]) -> None:
    task = load("cross.contact_from_file")

    def passing(params: Params) -> Any:
        return [replace(node, hold=False) for node in task.checkpoints(params)]

    assert "seed 0: undo all on android" in harm(played(replace(task, checkpoints=passing)), [0]).accepted


def test_another_way_that_fails_is_found(played: Callable[[Task], CrabEnv]) -> None:
    def nothing(params: Params, look: Any) -> Iterator[Action]:
        yield action("root", "wait", seconds=1)

    done = alternatives(played(replace(load("ubuntu.write_note"), alternatives={"nothing": nothing})), [0])
    # Its own way, the habits by themselves and mixed, another order, three layouts of its file, three harms put right.
    assert done.solutions == 1 + len(HABITS) + 8 + 1 + 3 + 3
    assert len(done.rejected) == 1
    assert done.rejected[0].startswith("seed 0: nothing: false_completion; ")


def real(task: Task, backend: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Trials:
    """Does harm to a task on devices of which some are real."""
    monkeypatch.setattr(toy, "TASK", task)
    env = CrabEnv("tests.toy:TASK", backend=backend, screens=False, max_steps=60, success_at="complete")
    try:
        return harm(env, [0])
    finally:
        env.close()


def test_on_real_devices_harm_of_each_operation_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = {"android": "adb:simulated"}
    # It is about settings: one is changed, and of other facts one is changed, one removed, one added.
    assert real(load("android.quiet_night"), phone, monkeypatch) == Trials(attacks=4)


@pytest.mark.slow
@pytest.mark.desktop
def test_each_real_device_is_harmed(monkeypatch: pytest.MonkeyPatch) -> None:
    both = {"ubuntu": "desktop", "android": "adb:simulated"}
    # A setting, and three other facts of the desktop; three to-dos, which it is about, and three others of the phone.
    assert real(load("cross.dark_mode_from_todo"), both, monkeypatch) == Trials(attacks=10)


@pytest.mark.slow
@pytest.mark.desktop
def test_rows_of_sites_are_read_before_their_box_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    note = load("ubuntu.write_note")

    def setup(devices: Devices, params: Params, rng: random.Random) -> None:
        note.setup(devices, params, rng)
        revision = {"article": "tea", "text": "About tea", "summary": "Tea"}
        devices.ubuntu.set_web("wiki.example", "revisions", [revision])

    # Three files, and three other facts.
    assert real(replace(note, setup=setup), {"ubuntu": "desktop"}, monkeypatch) == Trials(attacks=6)


def test_simulated_devices_beside_a_real_one_are_not_harmed(monkeypatch: pytest.MonkeyPatch) -> None:
    task = load("cross.dark_mode_from_todo")
    may = [allowance for kind in KINDS["android"] for allowance in judged_elsewhere("android", kind)[1:]]
    loose = replace(task, footprint=lambda params: [*task.footprint(params), *may])
    # Only facts to add are left on the phone; the simulated desktop has files to change and to remove.
    trashed = {"trashed", "trashed_drive_file", "trashed_note"}
    added = (
        set(KINDS["android"])
        - {
            "blocked_number",
            "call",
            "contact_group",
            "mail",
            "message",
            "playing",
            "saved_place",
            "setting",
            "state",
            "visited",
            "voicemail",
        }
        - trashed
    )
    assert real(loose, {"android": "adb:simulated"}, monkeypatch) == Trials(attacks=len(added))


def test_habits_change_the_actions_but_not_their_order() -> None:
    oracle = [action("android", "write_text", text="ab"), action("android", "press", key="enter")]
    taken = list(varied(iter(oracle), HABITS, random.Random(1), ["android"]))
    assert [one for one in taken if one in oracle] == oracle
    assert len(taken) > len(oracle)
    assert list(varied(iter(oracle), (), random.Random(1), ["android"])) == oracle


def test_the_numbers_in_words() -> None:
    both = Trials(100, 0, ("one",)).plus(Trials(200, 3000))
    assert both.lines() == [
        "300 attacks: 1 false accepts (0.33 %)",
        "3,000 solutions: 0 false rejects (rate below 0.1 % at 95 %)",
    ]
    assert Trials().lines()[0] == "0 attacks: no false accepts"


@pytest.mark.parametrize(("value", "other"), [("1", "2"), ("2", "1")])
def test_the_dark_theme_gets_a_value_that_phones_know(value: str, other: str) -> None:
    row = {"namespace": "secure", "key": "ui_night_mode", "value": value}
    facts = {"setting": FactTable.of({"secure ui_night_mode": row})}
    changed = [one for one in spoilers("android", facts, (), random.Random(0)) if one.operation == "change"]
    phone = SimBackend("android", (360, 800))
    phone.reset(0)
    for spoiler in changed:
        spoiler.apply(Devices(android=phone.setup))
    assert len(changed) == 1
    assert phone.state.setting("secure", "ui_night_mode") == other
