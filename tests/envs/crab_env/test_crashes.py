"""Crashes of simulated apps: the app is closed, the rest of the device and the episode go on, and the fault is told."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.certify import certify
from crab_gym.experiments.verify import verify_task
from crab_gym.policies import ScriptPolicy
from crab_gym.rollout import run_episode
from crab_gym.task import Action, action
from crab_gym.wrappers import SetOfMarks
from crab_sim.desktop import capture
from crab_sim.desktop.apps.calculator import app as calculator
from crab_sim.desktop.apps.clocks import data as clocks
from crab_sim.desktop.apps.screenshot import app as screenshot
from crab_sim.desktop.apps.terminal import app as terminal
from crab_sim.desktop.machine import Desktop
from crab_sim.machine.crashes import UnknownVerb
from crab_sim.machine.machine import Machine
from crab_sim.machine.slices import CLIPBOARD, WINDOWS

pytestmark = pytest.mark.crashes
OPEN = [action("ubuntu", "search_app", name="Calculator"), action("ubuntu", "press", key="enter")]
SOLVE = action("ubuntu", "write_text", text="1+1\n")


def failing(*args: Any) -> Any:
    raise KeyError("a fault of the simulator")


def endless(*args: Any) -> Any:
    return endless(*args)


def out_of_memory(*args: Any) -> Any:
    raise MemoryError


def interrupted(*args: Any) -> Any:
    raise KeyboardInterrupt


def env_with(*actions: Action) -> CrabEnv:
    env = CrabEnv("ubuntu.write_note")
    env.reset(seed=0)
    for each in actions:
        env.step(each)
    return env


def apps(env: CrabEnv) -> list[str]:
    backend: Any = env.backends["ubuntu"]
    return [window.app for window in backend.machine.get(WINDOWS)]


@pytest.mark.parametrize(
    ("fault", "name"), [(failing, "KeyError"), (endless, "RecursionError"), (out_of_memory, "MemoryError")]
)
def test_an_app_that_raises_is_closed_and_the_episode_goes_on(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Any, name: str
) -> None:
    files = action("ubuntu", "search_app", name="Files"), action("ubuntu", "press", key="enter")
    env = env_with(*files, *OPEN)
    machine: Any = env.backends["ubuntu"].machine  # type: ignore[attr-defined]
    expected = machine.fork()
    expected.close_window(expected.front.id)
    expected.advance(1)
    monkeypatch.setattr(calculator, "_solve", fault)
    with caplog.at_level(logging.ERROR):
        _, reward, terminated, truncated, info = env.step(SOLVE)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["app_crash"] == f"ubuntu: calculator crashed ({name})" and info["device_error"] == ""
    assert machine.fingerprint() == expected.fingerprint(), "what the device was before, without the app"
    assert len(env.crashes) == 1 and env.crashes[0].startswith("step 5, ubuntu: calculator\nTraceback")
    assert name in env.crashes[0] and caplog.records[0].exc_info
    *_, info = env.step(OPEN[0])
    assert info["app_crash"] == "" and info["invalid_action"] == ""
    env.step(OPEN[1])
    assert apps(env) == ["files", "calculator"], "it can be started again"
    *_, info = env.reset(seed=0)
    assert info["app_crash"] == "" and env.crashes == []


def test_an_app_whose_start_raises_is_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(OPEN[0])
    monkeypatch.setattr(calculator, "Sheet", failing)
    *_, info = env.step(OPEN[1])
    assert "crashed (KeyError)" in info["app_crash"] and apps(env) == []


@pytest.mark.parametrize("screens", [True, False])
def test_an_app_whose_view_raises_is_closed(monkeypatch: pytest.MonkeyPatch, screens: bool) -> None:
    env = CrabEnv("ubuntu.write_note", screens=screens)
    env.reset(seed=0)
    env.step(OPEN[0])
    monkeypatch.setattr(calculator, "tool_bar", failing)
    *_, info = env.step(OPEN[1])
    elements = env.elements("ubuntu")
    assert apps(env) == [] and not any(element.text == "Calculator" for element in elements)
    *_, later = env.step(action("root", "wait"))
    assert "ubuntu: calculator crashed (KeyError)" in (info["app_crash"], later["app_crash"])


def test_a_crash_after_an_episodes_last_step_is_of_that_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = CrabEnv("ubuntu.write_note", screens=False, max_steps=2)
    marked = SetOfMarks(env)
    monkeypatch.setattr(calculator, "tool_bar", failing)
    record = run_episode(marked, ScriptPolicy("opens", lambda: iter(OPEN)), seed=0)
    assert record.end_reason == "step_limit" and env.broken is None
    assert [crash.partition("\n")[0] for crash in record.crashes] == ["step 2, ubuntu: calculator"]


def test_a_crash_that_nobody_asked_for_is_not_of_the_next_episode(monkeypatch: pytest.MonkeyPatch) -> None:
    env = CrabEnv("ubuntu.write_note", screens=False)
    env.reset(seed=0)
    env.step(OPEN[0])
    monkeypatch.setattr(calculator, "tool_bar", failing)
    env.step(OPEN[1])
    env.elements("ubuntu")
    assert apps(env) == [], "it has crashed"
    *_, info = env.reset(seed=1)
    assert info["app_crash"] == "" and env.crashes == []


def test_an_app_whose_picture_cannot_be_drawn_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(OPEN[0])
    place = calculator._Entry.place

    def broken(self: Any, scene: Any, *rect: int) -> None:
        place(self, scene, *rect)
        scene.ops.append(("no such op",))

    monkeypatch.setattr(calculator._Entry, "place", broken)
    obs, *_, info = env.step(OPEN[1])
    assert info["app_crash"].startswith("ubuntu: calculator crashed") and apps(env) == []
    assert obs in env.observation_space


def test_time_goes_on_where_what_is_due_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with()
    backend: Any = env.backends["ubuntu"]
    backend.setup.add_alarm(0, 0)
    before = backend.machine.now
    monkeypatch.setattr(clocks, "tick", failing)
    for _ in range(24 * 60 + 1):
        *_, info = env.step(action("root", "wait", seconds=60))
        if info["app_crash"] or info["end_reason"]:
            break
        env._progress = env._progress._replace(steps=0)
    assert info["app_crash"] == "ubuntu: clocks crashed (KeyError)"
    assert (backend.machine.now - before) % 60 == 0 and backend.machine.now > before


def test_a_failing_desktop_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(*OPEN)
    backend: Any = env.backends["ubuntu"]
    whole = Desktop._part
    monkeypatch.setattr(
        Desktop, "_part", lambda self, *rest: failing() if rest[1].part == "apps" else whole(self, *rest)
    )
    backend.machine.put(CLIPBOARD, "kept")
    *_, info = env.step(action("ubuntu", "hotkey", keys=["super", "a"]))
    assert info["app_crash"] == "ubuntu: system crashed (KeyError)"
    assert apps(env) == [] and backend.machine.get(CLIPBOARD) == "kept"


@pytest.mark.parametrize("screens", [True, False])
def test_a_fault_of_the_bars_is_not_blamed_on_a_window(monkeypatch: pytest.MonkeyPatch, screens: bool) -> None:
    env = CrabEnv("ubuntu.write_note", screens=screens)
    env.reset(seed=0)
    for each in (action("ubuntu", "search_app", name="Files"), OPEN[1], *OPEN):
        env.step(each)
    bars = Desktop._bars
    monkeypatch.setattr(Desktop, "_bars", lambda self, *rest: failing() if self.get(WINDOWS) else bars(self, *rest))
    env.step(action("root", "wait", seconds=60))
    env.elements("ubuntu")
    env.step(action("root", "wait"))
    assert [crash.partition("\n")[0].partition(", ")[2] for crash in env.crashes] == ["ubuntu: system"]
    assert apps(env) == []


def test_a_fault_of_the_dock_at_a_click_is_not_blamed_on_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(*OPEN)
    (button,) = [element for element in env.elements("ubuntu") if element.text == "Activities"]
    backend: Any = env.backends["ubuntu"]
    monkeypatch.setattr(Desktop, "shell", failing)
    backend.machine.forget_layout()  # so that the click lays out the screen
    *_, info = env.step(action("ubuntu", "click", x=button.center[0], y=button.center[1]))
    assert info["app_crash"] == "ubuntu: system crashed (KeyError)" and apps(env) == ["calculator"]


def test_pictures_and_alarms_that_are_due_fail_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with()
    backend: Any = env.backends["ubuntu"]
    backend.machine.launch("screenshot")
    pending = capture.Pending(backend.machine.front.id, "screen", backend.machine.now + 5)
    backend.machine.put(capture.PENDING, pending)
    monkeypatch.setattr(screenshot, "tick", failing)
    *_, info = env.step(action("root", "wait", seconds=10))
    assert info["app_crash"] == "ubuntu: screenshot crashed (KeyError)"


def test_an_interrupt_and_misuse_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    env = env_with(*OPEN)
    with pytest.raises(UnknownVerb, match="unknown verb 'fly'"):
        env.backends["ubuntu"].execute("fly", {})
    monkeypatch.setattr(calculator, "_solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        env.step(SOLVE)


def test_records_tell_of_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calculator, "_solve", failing)
    env = CrabEnv("ubuntu.write_note", screens=False)
    record = run_episode(
        env, ScriptPolicy("calculates", lambda: iter([*OPEN, SOLVE, action("root", "complete")])), seed=0
    )
    assert record.error == "" and record.end_reason == "false_completion"
    assert len(record.crashes) == 1 and "a fault of the simulator" in record.crashes[0]


def test_a_task_in_which_an_app_crashes_is_not_verified(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [result.ok for result in verify_task("ubuntu.write_note", only=["start"])] == [True]
    monkeypatch.setattr(terminal, "_enter", failing)
    (result,) = verify_task("ubuntu.write_note", only=["oracle"])
    assert not result.ok and result.reason.startswith("an app crashed: terminal\nTraceback")


def test_a_task_is_not_certified_whose_last_screen_crashes(monkeypatch: pytest.MonkeyPatch) -> None:
    (whole,) = certify(["learn.open_app"], screens=0)
    lay_out = Machine.build_window

    def broken(machine: Machine, scene: Any, window: Any, *rect: int) -> None:
        lay_out(machine, scene, window, *rect)
        raise KeyError("a fault of the simulator")  # the home screen, where it starts, is no window

    monkeypatch.setattr(Machine, "build_window", broken)
    (found,) = certify(["learn.open_app"], screens=0)
    assert whole.solved and not found.solved
    assert (found.steps, found.actions) == (whole.steps, whole.actions), "it had solved the task by then"
