"""Devices that break: what a policy broke is its failure; what the infrastructure broke is played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crab_gym.backends.base import DeviceError
from crab_gym.backends.errors import BrokenInside
from crab_gym.backends.sim.backend import SimBackend
from crab_gym.backends.specs import KINDS, Kind
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.policies import ScriptPolicy
from crab_gym.records import EpisodeRecord, read_run
from crab_gym.results.table import notes, summarize, to_text
from crab_gym.rollout import Job, RolloutPool, rollout, run_episode
from crab_gym.task import Action, action

TASK = "ubuntu.write_note"
TYPE = action("ubuntu", "write_text", text="echo")
KILL = action("ubuntu", "write_text", text="kill -9 -1")
"""Ends all that the agent may end."""
FLAKE = action("ubuntu", "press", key="f5")
"""Ends the desktop by chance, the first time that any desktop gets it."""
UNPLUG = action("ubuntu", "press", key="f6")
"""Ends the box from outside, each time."""


class Box(SimBackend):
    """A simulated desktop that breaks as a box does."""

    kind = "box"
    in_process = False
    flaked = 0
    made = 0
    resets = 0
    failures: Mapping[int, Exception] = {}
    """What fails: number of a reset of any box, counted from 1, to what it raises."""

    def __init__(self, device: str, screen_size: tuple[int, int], **options: Any) -> None:
        super().__init__(device, screen_size, **options)
        self._problem: DeviceError | None = None
        Box.made += 1

    def reset(self, seed: int) -> None:
        self._problem = None
        Box.resets += 1
        if Box.resets in Box.failures:
            raise Box.failures[Box.resets]
        super().reset(seed)

    def execute(self, name: str, args: Mapping[str, Any]) -> None:
        self._check()
        if args.get("text") == "kill -9 -1":
            self._problem = BrokenInside(self.device, "openbox ended with SIGKILL")
        elif args.get("key") == "f5" and Box.flaked == 0:
            Box.flaked += 1
            self._problem = BrokenInside(self.device, "Xvfb ended with SIGSEGV")
        elif args.get("key") == "f6":
            self._problem = DeviceError(self.device, "the box is gone")
        else:
            super().execute(name, args)
        self._check()

    def _check(self) -> None:
        if self._problem is not None:
            raise self._problem


@pytest.fixture(autouse=True)
def _box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "sim", Kind(("ubuntu", "android"), f"{__name__}:Box"))
    Box.flaked = Box.made = Box.resets = 0
    Box.failures = {}


def policy(*actions: Action) -> Callable[[Any], ScriptPolicy]:
    def script() -> Iterator[Action]:
        return iter(actions)

    return lambda env: ScriptPolicy("types", script)


def play(*actions: Action, on_device_error: str = "truncate") -> EpisodeRecord:
    env = CrabEnv(TASK, screens=False, on_device_error=on_device_error)
    return run_episode(env, policy(*actions)(env), seed=3)


@pytest.mark.parametrize("on_device_error", ["truncate", "raise"])
def test_what_the_policy_broke_is_its_failure(on_device_error: str) -> None:
    record = play(TYPE, KILL, TYPE, on_device_error=on_device_error)
    assert (record.end_reason, record.error, record.transient) == ("device_broken", "", False)
    assert record.broke.startswith("ubuntu: openbox ended with SIGKILL") and not record.success
    assert not record.score().is_error and [step.action for step in record.steps[:1]] == [TYPE]


@pytest.mark.parametrize("on_device_error", ["truncate", "raise"])
@pytest.mark.parametrize(("breaking", "reason"), [(FLAKE, "Xvfb ended"), (UNPLUG, "the box is gone")])
def test_what_breaks_by_itself_is_an_error(breaking: Action, reason: str, on_device_error: str) -> None:
    record = play(TYPE, breaking, TYPE, on_device_error=on_device_error)
    assert (record.error_kind, record.transient, record.broke) == ("device", True, "")
    assert reason in record.error and record.score().is_error


def test_only_the_infrastructure_is_played_again_and_the_table_tells_both(tmp_path: Path) -> None:
    jobs = [Job(TASK, 0, "kills"), Job(TASK, 1, "flakes"), Job(TASK, 2, "unplugs"), Job(TASK, 3, "types")]
    policies = {
        "kills": policy(KILL), "flakes": policy(TYPE, FLAKE), "unplugs": policy(UNPLUG), "types": policy(TYPE),
    }  # fmt: skip
    attempts: list[str] = []
    with RolloutPool({"screens": False}, max_retries=1, cooldown=0) as pool:
        records = list(
            pool.run(jobs, policies, out=tmp_path, on_attempt=lambda record: attempts.append(record.policy_id))
        )
    ends = {record.policy_id: (record.end_reason, record.attempt, bool(record.error)) for record in records}
    assert ends == {
        "kills": ("device_broken", 0, False),
        "flakes": ("false_completion", 1, False),
        "unplugs": ("device_error", 1, True),
        "types": ("false_completion", 0, False),
    }
    assert sorted(attempts) == ["flakes", "flakes", "kills", "types", "unplugs", "unplugs"]
    records = [replace(record, policy_id="") for record in read_run(tmp_path)]  # as if one policy had played all
    line = summarize(records)[-1].row
    assert (line.episodes, line.errors, line.success.n) == (4, 1, 3)
    assert line.end_reasons["device_broken"] == pytest.approx(1 / 3)
    text = "\n".join([to_text(summarize(records)), *notes(records)])
    assert "1 of 4 episodes ended by an error and are not scored" in text
    assert f"in 1 of 4 episodes the policy broke a device, which counts as a failure: {TASK} seed 0" in text


def test_the_next_episode_gets_new_devices() -> None:
    with RolloutPool({"screens": False}, max_retries=0, cooldown=0) as pool:
        for seed, actions in enumerate([(KILL,), (TYPE,)]):
            (record,) = pool.run([Job(TASK, seed)], policy(*actions))
    assert record.end_reason == "false_completion" and Box.made == 2


def test_a_reset_that_fails_after_a_broken_device_is_the_hosts() -> None:
    env = CrabEnv(TASK, screens=False, on_device_error="truncate")
    first = run_episode(env, policy(KILL)(env), seed=3)
    Box.failures = {3: DeviceError("ubuntu", "no memory is left")}  # the first episode has taken two resets
    second = run_episode(env, policy(TYPE)(env), seed=4)
    assert first.end_reason == "device_broken" and env.broken is None
    assert (second.error, second.error_kind, second.transient) == ("ubuntu: no memory is left", "device", True)
    assert (second.end_reason, second.broke, Box.resets) == ("", "", 3), "no action of the first one is repeated"
    assert run_episode(env, policy(TYPE)(env), seed=5).end_reason == "false_completion"


def test_a_run_in_turn_gets_new_devices_too() -> None:
    (first, second) = rollout([TASK], policy(KILL), seeds=[0, 1], screens=False)
    assert [first.end_reason, second.end_reason] == ["device_broken"] * 2 and Box.made >= 2


@pytest.mark.parametrize("error", [OSError("too many open files"), KeyError("a fault of a setup")])
def test_what_fails_while_actions_are_repeated_is_the_hosts(error: Exception) -> None:
    Box.failures = {2: error}
    record = play(TYPE, KILL, TYPE)
    assert (record.error_kind, record.transient, record.broke) == ("device", True, "")
    assert "openbox ended with SIGKILL" in record.error and Box.resets == 2
