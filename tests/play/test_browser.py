"""Episodes for a browser: they need none of the packages that can't be had there, and end as everywhere else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from crab_gym.envs.bare import Generator
from crab_gym.play.browser import TASKS, BrowserSession
from crab_gym.play.session import Session
from crab_gym.play.state import NotNow
from crab_gym.task import action
from crab_gym.task.index import read_index
from crab_sim.desktop.apps.calculator import app as calculator
from crab_sim.devices.seeds import seed_of
from tests.play.lean import MISSING, Without, endings

HOME = {"device": "android", "name": "press", "args": {"key": "home"}}
TASK = "learn.open_app"
ROOT = Path(__file__).parents[2]


def lean(*arguments: str) -> str:
    return subprocess.run([sys.executable, *arguments], check=True, capture_output=True, text=True).stdout


def test_there_are_enough_tasks_on_both_devices() -> None:
    index = read_index()
    assert len(TASKS) >= 30 and set(TASKS) <= set(index)
    page = (ROOT / "docs" / "play.md").read_text("utf-8")
    assert f"{len(TASKS)} tasks on both devices" in " ".join(page.split())
    assert {index[name].devices for name in TASKS} == {("android",), ("ubuntu",), ("ubuntu", "android")}


def test_oracles_end_the_same_without_the_packages() -> None:
    script = str(Path(__file__).with_name("lean.py"))
    without = json.loads(lean(script, *TASKS))
    assert without == endings(TASKS)
    assert all(success for success, *_ in without.values())


def test_the_packages_really_were_missing() -> None:
    finder = Without(sys.meta_path)
    for name in MISSING:
        assert find_spec(name) is not None and finder.find_spec(name) is None
    assert finder.find_spec("json") is not None


@pytest.mark.parametrize("seed", [0, 1, 7, 2**31 - 1, 2**32, 2**40 + 3, 2**160 + 5])
def test_numbers_are_drawn_as_numpy_draws_them(seed: int) -> None:
    ours, theirs = Generator(seed), np.random.default_rng(seed)
    assert [ours.integers(2**63) for _ in range(5)] == [int(theirs.integers(2**63)) for _ in range(5)]
    with pytest.raises(ValueError, match="only 2"):
        ours.integers(10)


@pytest.mark.skipif(sys.hash_info.width != 64, reason="hashes of 64 bits are what it returns everywhere")
@pytest.mark.parametrize("number", [0.0, 0.5, 0.1, 1 / 3, 2**-60, 0.9999999999999999])
def test_seeds_are_the_hashes_of_64_bits(number: float) -> None:
    assert seed_of(number) == hash(number)


def test_a_session_tells_what_the_page_shows() -> None:
    session = BrowserSession()
    setup = json.loads(session.request("/api/open", json.dumps({"task": TASK, "seed": 3})))
    assert (setup["task"], list(setup["devices"]), setup["show_graph"]) == (TASK, ["android"], True)
    state = json.loads(session.request("/api/state", "{}"))
    assert (state["phase"], state["seed"], state["step"], state["graph"]["active"]) == ("ready", 3, 0, 1)
    first = json.loads(session.request("/screen/android.json", "{}"))
    assert first["size"] == [360, 800] and first["ops"]
    drawer = {"device": "android", "name": "open_app_drawer", "args": {}}
    after = json.loads(session.request("/api/act", json.dumps({"action": drawer, "step": 0})))
    assert (after["step"], after["screens"]["android"]["version"]) == (1, 2)
    assert json.loads(session.request("/screen/android.json", "{}")) != first
    assert (
        "meant to follow" in json.loads(session.request("/api/act", json.dumps({"action": HOME, "step": 0})))["error"]
    )
    again = json.loads(session.request("/api/restart", json.dumps({"seed": 3})))
    assert (again["phase"], again["step"], again["screens"]["android"]["version"]) == ("ready", 0, 3)
    assert json.loads(session.request("/screen/android.json", "{}")) == first


def test_an_agents_mistake_is_a_step_and_a_page_s_an_error() -> None:
    session = BrowserSession()
    with pytest.raises(NotNow, match="no task"):
        session.act(HOME, 0)
    session.open(TASK, 0)
    assert "device" in session.act({"device": "toaster"}, 0)["invalid_action"]
    assert (
        "did you mean 'learn.open_app'"
        in json.loads(session.request("/api/open", '{"task": "learn.open_apps", "seed": 0}'))["error"]
    )
    assert "nothing of the name" in json.loads(session.request("/secret", "{}"))["error"]
    assert json.loads(session.request("/screen/toaster.json", "{}")).keys() == {"error"}


@pytest.mark.parametrize("seed", [-1, 1.5, "1", None, True, [], 2**31, float("nan"), "x" * 10_000])
def test_a_wrong_seed_is_refused_in_one_sentence_and_the_episode_goes_on(seed: Any) -> None:
    session = BrowserSession()
    session.open(TASK, 3)
    before = session.act(HOME, 0)
    for path in ("/api/open", "/api/restart"):
        told = json.loads(session.request(path, json.dumps({"task": "learn.check_todo", "seed": seed})))
        assert list(told) == ["error"] and len(told["error"]) < 200
        assert re.fullmatch(r"the seed is .*; expected a whole number from 0 to 2147483647", told["error"])
    assert json.loads(session.request("/api/restart", "{}"))["error"].startswith("the seed is None;")
    assert json.loads(session.request("/api/state", "{}")) == before
    assert session.act(HOME, 1)["step"] == 2 and session.restart(2**31 - 1)["seed"] == 2**31 - 1


OPENING = """
import json, logging, sys
from tests.play.lean import Without

sys.meta_path[:] = [Without(sys.meta_path)]
logging.disable()
from crab_gym.play.browser import BrowserSession

for task, *actions in json.loads(sys.argv[1]):
    session = BrowserSession()
    session.open(task, 0)
    states = [session.act(action, step) for step, action in enumerate(actions)]
    taken = round((1 - session.env.observe()["time_left"][0]) * session.env.max_steps)
    print(json.dumps([states[-1], taken, session.act(actions[0], len(actions))["crash"]]))
"""


def test_an_app_that_needs_a_missing_package_says_so_where_it_is_opened() -> None:
    draw = action("android", "open_app", name="Draw")
    gimp = action("ubuntu", "search_app", name="GIMP"), action("ubuntu", "press", key="enter")
    python = (
        action("ubuntu", "search_app", name="Terminal"),
        action("ubuntu", "press", key="enter"),
        action("ubuntu", "write_text", text="python3 -c 'print(1)'\n"),
    )
    clock = action("android", "open_app", name="Clock")
    plays = [(TASK, clock), (TASK, clock, draw), ("ubuntu.write_note", *gimp), ("ubuntu.write_note", *python)]
    run = subprocess.run(
        [sys.executable, "-c", OPENING, json.dumps(plays)], cwd=ROOT, check=True, capture_output=True, text=True
    )
    told = [json.loads(line) for line in run.stdout.splitlines()]
    assert [state["crash"] for state, *_ in told] == [
        "",
        "For this, Draw needs numpy, which this page lacks.",
        "For this, the app needs numpy, which this page lacks.",
        "This page can't do that: pydantic-monty can't start: it isn't installed.",
    ]
    for (_, *actions), (state, steps, after) in zip(plays, told, strict=True):
        assert (state["phase"], state["step"], steps, after) == ("ready", len(actions), len(actions), "")


@pytest.mark.crashes
def test_an_app_that_crashes_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any) -> Any:
        raise KeyError("a fault of the simulator")

    session = BrowserSession()
    session.open("ubuntu.write_note", 0)
    assert session.act(action("ubuntu", "search_app", name="Calculator"), 0)["crash"] == ""
    monkeypatch.setattr(calculator, "tool_bar", failing)
    state = session.act(action("ubuntu", "press", key="enter"), 1)
    assert (state["phase"], state["crash"]) == ("ready", "Calculator has crashed.")


def test_the_end_is_told() -> None:
    session = BrowserSession()
    session.open(TASK, 0)
    state = session.act({"device": "root", "name": "complete", "args": {}}, 0)
    assert (state["phase"], state["end_reason"], state["success"]) == ("ended", "false_completion", False)
    with pytest.raises(NotNow, match="may be over"):
        session.act(HOME, 1)


def test_the_server_tells_screens_in_the_same_form() -> None:
    browser = BrowserSession()
    browser.open(TASK, 0)
    with Session(TASK) as session:
        assert session.wait_for("ready")["screens"]["android"]["drawn"]
        assert session.drawing("android") == browser.request("/screen/android.json", "{}")
