"""Variation: the seed draws looks, language, layout and disturbances; tasks about those looks keep theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.envs.guidance import attentive
from crab_gym.envs.variation import Variation, parse_variation
from crab_gym.policies import OraclePolicy, ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import load, read_index
from crab_gym.task.task import WORDINGS

INTERFACE = "org.gnome.desktop.interface"
ALL: dict[str, object] = {"theme": "any", "font_scale": "any", "accent": "any"}
KINDS: dict[str, dict[str, object]] = {
    "language": {"language": ["de", "fr", "es", "uk"]},
    "size": {"layout": ["size", "icons"]},
    "landscape": {"layout": "landscape"},
    "popups": {"popups": 4},
    "latency": {"latency": [1, 3]},
    "keyboard": {"keyboard": True},
    "world": {"world": "any"},
    "wording": {"wording": "any"},
    "all": {name: "any" for name in Variation._fields},
}
TASKS = (
    "cross.notes_backup", "cross.expense_csv", "ubuntu.tidy_downloads", "android.plan_meeting", "android.sort_photos",
    "learn.open_app",
)  # fmt: skip


def looks(env: CrabEnv, seed: int) -> tuple[str | None, ...]:
    env.reset(seed=seed)
    desktop, phone = env.backends["ubuntu"].state, env.backends["android"].state
    keys = [desktop.setting(INTERFACE, key) for key in ("color-scheme", "text-scaling-factor", "accent-color")]
    return (*keys, phone.setting("secure", "ui_night_mode"), phone.setting("system", "font_scale"))


def make(task: str, **options: Any) -> CrabEnv:
    return CrabEnv(task, screens=False, devices="all", **options)


def test_the_seed_draws_the_looks() -> None:
    env = make("android.add_contact", variation=ALL)
    drawn = [looks(env, seed) for seed in range(12)]
    assert drawn == [looks(env, seed) for seed in range(12)]
    assert all(len({row[i] for row in drawn}) > 1 for i in range(5))
    assert all(0.85 <= float(row[1] or 0) <= 1.3 and 0.85 <= float(row[4] or 0) <= 1.3 for row in drawn)


def test_without_variation_nothing_changes() -> None:
    plain, empty = make("android.add_contact"), make("android.add_contact", variation={})
    assert looks(plain, 3) == looks(empty, 3)
    fingerprints = []
    for env in (plain, empty):
        env.reset(seed=3)
        fingerprints.append(env.fingerprint())
    assert fingerprints[0] == fingerprints[1]


def test_parameters_and_setup_are_as_without_variation() -> None:
    plain, varied = make("cross.files_from_list"), make("cross.files_from_list", variation=ALL)
    for env in (plain, varied):
        env.reset(seed=5)
    assert (plain.goal, vars(plain.params)) == (varied.goal, vars(varied.params))


@pytest.mark.parametrize("task", ["cross.dark_mode_from_todo", "android.quiet_night", "learn.flip_switch"])
def test_a_task_about_a_setting_keeps_it(task: str) -> None:
    env = make(task, variation={"theme": "dark", "font_scale": 1.3})
    for seed in range(4):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success, record.end_reason
        assert record.harm == ()


@pytest.mark.parametrize("task", ["cross.notes_backup", "ubuntu.tidy_downloads", "android.plan_meeting"])
def test_oracles_succeed_in_every_look(task: str) -> None:
    env = CrabEnv(task, variation=ALL, screens=False)
    for seed in range(6):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success, (seed, record.end_reason, record.error)


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("task", TASKS)
def test_oracles_succeed_under_every_variation(task: str, kind: str) -> None:
    env = CrabEnv(task, variation=KINDS[kind], screens=False, max_steps=1000)
    for seed in range(2):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success, (seed, record.variation, record.end_reason, record.error)
        assert record.harm == record.litter == ()


@pytest.mark.parametrize("kind", list(KINDS))
def test_what_was_drawn_is_told_and_recorded(kind: str) -> None:
    env = make("android.add_contact", variation=KINDS[kind])
    drawn, told = [], []
    for seed in range(6):
        _, info = env.reset(seed=seed)
        drawn.append(env.variation)
        told.append(info["variation"])
        assert env.step({"device": "root", "name": "wait", "args": {"seconds": 1}})[4]["variation"] == told[-1]
    assert told == [env.reset(seed=seed)[1]["variation"] for seed in range(6)]
    names = set(Variation._fields) if kind == "all" else set(KINDS[kind])
    for shown, expected in ((drawn, names), (told, names - {"injection"})):  # no policy is told of a planted text
        assert {name for each in shown for values in each.values() for name in values} == expected
    assert run_episode(env, OraclePolicy(env), seed=0).variation == drawn[0]
    assert make("android.add_contact").reset(seed=0)[1]["variation"] == {}


def test_each_wording_is_another_goal_for_the_same_parameters() -> None:
    envs = [make("android.add_contact", variation={"wording": n}) for n in (1, 2, 3)]
    told = [env.reset(seed=4)[1]["variation"] for env in envs]
    assert told == [{"root": {"wording": n}} for n in (1, 2, 3)]
    assert len({env.goal for env in envs}) == 3 and len({repr(env.params) for env in envs}) == 1
    assert envs[0].goal == make("android.add_contact").reset(seed=4)[1]["goal"]
    assert len({env.fingerprint() for env in envs}) == 1
    env = envs[0]
    assert env.task.goals(env.params)[0] == env.goal


def test_a_composed_task_is_worded_in_the_styles() -> None:
    task = load(next(name for name in read_index() if name.startswith("crab.")))
    goals = task.goals(task.defaults())
    assert len(set(goals)) >= 2 and goals[0] == task.goal(task.defaults()) and len(goals) == WORDINGS


def test_conditions_end_with_their_episode() -> None:
    varied = CrabEnv("android.add_contact", variation={"layout": "size", "language": ["de", "en"]}, devices="all")
    plain = CrabEnv("android.add_contact", devices="all")
    varied.reset(seed=1)
    varied._variation = Variation()
    for env in (varied, plain):
        env.reset(seed=2)
    assert varied.fingerprint() == plain.fingerprint()
    for device in ("ubuntu", "android"):
        assert np.array_equal(varied.observe()[device], plain.observe()[device])
        assert varied.elements(device) == plain.elements(device)


def test_screens_keep_their_size_and_coordinates_are_mapped() -> None:
    env = CrabEnv("android.add_contact", variation={"layout": "landscape"}, devices="all")
    obs, info = env.reset(seed=0)
    assert obs["android"].shape == (800, 360, 3) and obs["ubuntu"].shape == (720, 1280, 3)
    told = info["variation"]["android"]["layout"]
    assert told["width"] > told["height"]
    assert not obs["android"][:200].any() and not obs["android"][-200:].any()  # bars above and below
    icon = next(e for e in env.elements("android") if e.text == "Clock")
    assert 200 <= icon.bounds[1] < icon.bounds[3] <= 600
    x, y = icon.center
    obs, *_ = env.step({"device": "android", "name": "tap", "args": {"x": x, "y": y}})
    assert env.backends["android"].state.foreground().app == "clock"
    twin, seen = env.fork(), env.elements("android")
    assert twin.elements("android") == seen
    assert np.array_equal(twin.observe()["android"], obs["android"])


def test_icons_have_another_order() -> None:
    orders = set()
    for variation in (None, {"layout": "icons"}):
        env = CrabEnv("android.add_contact", variation=variation, devices="all", screens=False)
        for seed in range(3):
            env.reset(seed=seed)
            orders.add(
                tuple(
                    tuple(e.text for e in env.elements(device) if e.role == "icon" and e.clickable)
                    for device in ("android", "ubuntu")
                )
            )
    assert len(orders) == 4  # the usual one, and another for each seed
    assert len({frozenset(desktop) for _, desktop in orders}) == 1


def test_a_popup_costs_a_step_and_no_more() -> None:
    """A policy that does nothing sees popups come; closing them changes no fact and no score."""
    env = CrabEnv("learn.open_app", variation={"popups": 3}, screens=False, max_steps=200)
    env.reset(seed=0)
    before = {kind: dict(table.rows) for kind, table in env.backends["android"].state.facts().items()}

    def waits() -> Iterator[Any]:
        for _ in range(40):
            yield {"device": "root", "name": "wait", "args": {"seconds": 1}}

    record = run_episode(env, ScriptPolicy("waits", lambda: attentive(env, waits())), seed=0)
    closed = [step.action for step in record.steps if step.action["name"] == "tap"]
    assert len(closed) == 3 and record.completion == 0 and record.harm == record.litter == ()
    after = {kind: dict(table.rows) for kind, table in env.backends["android"].state.facts().items()}
    assert after == before


def test_variation_is_read_strictly() -> None:
    assert parse_variation(None) == Variation()
    assert parse_variation({"theme": ["dark"], "accent": "teal", "font_scale": [0.9, 1]}) == Variation(
        ("dark",), (0.9, 1.0), ("teal",)
    )
    assert parse_variation({"language": "uk", "layout": ["icons"], "popups": 2, "latency": 3, "keyboard": "any"}) == (
        Variation(None, None, None, ("uk",), ("icons",), (2, 2), (3.0, 3.0), (False, True))
    )
    for wrong, message in (
        ({"them": "any"}, "did you mean 'theme'"),
        ({"theme": "blue"}, "expected 'any' or some of: light, dark"),
        ({"theme": []}, "expected 'any' or some of"),
        ({"font_scale": 2}, "from 0.85 to 1.3"),
        ({"font_scale": [1.2, 1.0]}, "from 0.85 to 1.3"),
        ({"language": "it"}, "expected 'any' or some of: en, de, fr, es, uk"),
        ({"layout": "wide"}, "expected 'any' or some of: size, landscape, icons"),
        ({"world": ["windows", "roads"]}, "expected 'any' or some of: roles, names, shell, windows, late"),
        ({"popups": 1.5}, "one or two whole numbers from 0 to 50"),
        ({"popups": True}, "one or two whole numbers"),
        ({"latency": [2, 1]}, "one or two numbers from 0.0 to 60.0"),
        ({"keyboard": "on"}, "expected True, False, or 'any'"),
        ("dark", "expected a mapping"),
    ):
        with pytest.raises(ValueError, match=message):
            CrabEnv("learn.open_app", variation=wrong)  # type: ignore[arg-type]


def by_keys(env: CrabEnv, walk: Iterator[Any]) -> Iterator[Any]:
    """Yields an oracle's actions, but taps the keys of the phone's keyboard in place of typing a text."""

    def tap(**wanted: str) -> Any:
        shown = env.elements("android")
        found = next(e for e in reversed(shown) if all(getattr(e, name) == value for name, value in wanted.items()))
        x, y = found.center
        return {"device": "android", "name": "tap", "args": {"x": x, "y": y}}

    for taken in walk:
        if (taken["device"], taken["name"]) != ("android", "write_text"):
            yield taken
            continue
        for char in taken["args"]["text"]:
            if not any(e.description == "Keyboard" for e in env.elements("android")):
                field = next(e for e in env.elements("android") if e.editable and e.focused)
                x, y = field.bounds[2] - 4, field.center[1]  # the caret goes behind the text
                yield {"device": "android", "name": "tap", "args": {"x": x, "y": y}}
            for way in ((), ("Letters",), ("Shift",), ("Symbols",), ("Symbols", "More symbols")):
                for turn in way:
                    if any(e.description == turn for e in env.elements("android")):
                        yield tap(description=turn)
                if char in " \n" or any(e.text == char and e.app == "system" for e in env.elements("android")):
                    break
            yield (
                tap(description={" ": "Space", "\n": "Enter"}[char]) if char in " \n" else tap(text=char, app="system")
            )


@pytest.mark.parametrize("task", ["android.add_contact", "learn.new_todo", "cross.notes_backup"])
def test_tasks_are_solved_by_tapping_keys(task: str) -> None:
    env = CrabEnv(task, variation={"keyboard": True}, screens=False, max_steps=1000)
    policy = OraclePolicy(env)
    for seed in range(2):
        # The oracle looks for its elements without a keyboard, which it would hide; only the typing is by keys.
        script = ScriptPolicy("keys", lambda: by_keys(env, attentive(env, policy._walk())))
        record = run_episode(env, script, seed=seed)
        assert record.success, (seed, record.end_reason, record.error)
        typed = [step.action for step in record.steps if step.action["name"] == "write_text"]
        assert all(action["device"] != "android" for action in typed)
