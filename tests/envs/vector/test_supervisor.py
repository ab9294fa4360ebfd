"""Workers that die or hang in mid-episode are replaced, their episodes are marked, and the run continues."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import crab_gym
from crab_gym.envs.vector import WorkerDied, wait_any
from tests.envs._tasks import HERE
from tests.envs.vector._play import COMPLETE, CONTACTS, SMALL, TASKS, WAIT, Annotate, assert_same


class Deadly(gym.Wrapper[Any, Any, Any, Any]):
    """Kills its process on a wait of 13 s, hangs on a wait of 14 s."""

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        seconds = action["args"].get("seconds")
        if seconds == 13:
            os._exit(3)
        if seconds == 14:
            time.sleep(600)
        return super().step(action)


DIE = crab_gym.task.action("root", "wait", seconds=13)
HANG = crab_gym.task.action("root", "wait", seconds=14)


def make(count: int = 4, tasks: Any = TASKS, **options: Any) -> Any:
    options = {"screen_size": SMALL, "screens": False, "workers": 2, **options}
    return crab_gym.make_vec(tasks, count, mode="process", **options)


def test_a_killed_worker_is_replaced_and_its_episodes_are_truncated() -> None:
    envs = make(screens=True, wrappers=[Annotate])
    envs.reset(seed=1)
    before, *_ = envs.step([CONTACTS, COMPLETE, CONTACTS, COMPLETE])
    goals = envs.get_attr("goal")
    gone, stays = envs.pids
    os.kill(gone, signal.SIGKILL)
    obs, rewards, terminated, truncated, info = envs.step([WAIT] * 4)
    assert truncated.tolist() == [True, False, False, False] and not terminated.any() and not rewards.any()
    assert info["device_error"].tolist() == [f"worker process {gone} died (exit code -9)", "", "", ""]
    assert info["end_reason"].tolist() == ["device_error", "", "", ""]
    assert info["goal"][0] == goals[0] and info["step"].tolist() == [1, 0, 2, 0]
    assert_same(before["screens"]["android"][0], obs["screens"]["android"][0])
    assert obs["said"] == ("step 1", "step 0", "step 2", "step 0")
    assert envs.deaths == 1 and envs.pids[1] == stays and envs.pids[0] != gone
    obs, _, terminated, truncated, info = envs.step([CONTACTS] * 4)
    assert not truncated.any() and not any(info["device_error"]) and info["step"].tolist() == [0, 1, 3, 1]
    assert info["goal"][0] != goals[0] and obs["said"][0] == "step 0"
    envs.close()


def test_new_seeds_follow_from_the_first_ones() -> None:
    goals = []
    for _ in range(2):
        envs = make(2, TASKS[:2], workers=1)
        envs.reset(seed=1)
        os.kill(envs.pids[0], signal.SIGKILL)
        envs.step([WAIT] * 2)
        envs.step([WAIT] * 2)
        goals.append(envs.get_attr("goal"))
        envs.close()
    assert goals[0] == goals[1]


def test_same_step_autoreset_of_a_lost_worker() -> None:
    envs = make(3, wrappers=[Annotate, Deadly], autoreset_mode=AutoresetMode.SAME_STEP)
    envs.reset(seed=1)
    envs.step([CONTACTS] * 3)
    obs, rewards, terminated, truncated, info = envs.step([WAIT, WAIT, DIE])
    lost = np.array([False, True, True])
    assert truncated.tolist() == lost.tolist() and not terminated.any() and not rewards.any()
    assert info["_final_info"].tolist() == lost.tolist()
    final = info["final_info"]
    assert final["end_reason"][1:].tolist() == ["device_error"] * 2 and "(exit code 3)" in final["device_error"][2]
    assert [last and last["said"] for last in info["final_obs"]] == [None, "step 1", "step 1"]
    assert obs["said"] == ("step 2", "step 0", "step 0") and not any(info["device_error"])
    assert envs.step([WAIT] * 3)[4]["step"].tolist() == [3, 1, 1]
    envs.close()


def test_without_autoreset_the_caller_resets_what_was_lost() -> None:
    envs = make(2, TASKS[:2], wrappers=[Deadly], autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    *_, truncated, info = envs.step([WAIT, DIE])
    assert truncated.tolist() == [False, True] and info["end_reason"].tolist() == ["", "device_error"]
    envs.reset(options={"reset_mask": truncated})
    assert envs.step([WAIT, WAIT])[4]["step"].tolist() == [2, 1]
    envs.close()


def test_a_worker_that_hangs_is_ended() -> None:
    envs = make(2, TASKS[:2], wrappers=[Deadly], step_timeout=5.0)
    envs.reset(seed=1)
    *_, truncated, info = envs.step([HANG, WAIT])
    assert truncated.tolist() == [True, False]
    assert "didn't answer within 5 s and was ended" in info["device_error"][0]
    assert envs.step([WAIT, WAIT])[4]["step"].tolist() == [0, 2]
    envs.close()


def test_a_worker_that_dies_between_two_steps() -> None:
    envs = make(2, TASKS[:2], wrappers=[Annotate])
    envs.reset(seed=1)
    envs.step([WAIT, WAIT])
    gone = envs.pids[1]
    os.kill(gone, signal.SIGKILL)
    assert [masks.tolist() for masks in envs.call("action_masks")] == [[False, True], [True, True]]
    *_, truncated, info = envs.step([WAIT, WAIT])
    assert truncated.tolist() == [False, True] and str(gone) in info["device_error"][1]
    assert envs.step([WAIT, WAIT])[4]["step"].tolist() == [3, 0]
    os.kill(envs.pids[0], signal.SIGKILL)
    _, info = envs.reset(seed=1)  # a reset loses no episode
    assert info["step"].tolist() == [0, 0] and not any(info["device_error"])
    assert envs.step([WAIT, WAIT])[4]["step"].tolist() == [1, 1] and envs.deaths == 2
    envs.close()


def never(env: Any) -> Any:
    os._exit(7)


def test_workers_that_never_start_are_given_up() -> None:
    class Reset(gym.Wrapper[Any, Any, Any, Any]):
        def reset(self, **kwargs: Any) -> Any:
            os._exit(5)

    envs = make(1, f"{HERE}CHAIN", wrappers=[Reset], workers=1)
    with pytest.raises(WorkerDied, match=r"\(exit code 5\).*reset"):
        envs.reset(seed=0)
    envs.close()
    here = os.getpid()
    with pytest.raises(WorkerDied, match="3 times in a row before its environments were made"):
        make(1, f"{HERE}CHAIN", workers=1, wrappers=[lambda env: env if os.getpid() == here else never(env)])


def test_a_script_without_a_main_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "unguarded.py"
    # Many environments: what their workers are sent is more than a pipe holds.
    script.write_text(
        "import crab_gym\n"
        "from crab_gym.wrappers import DiscreteElements, Features\n"
        "crab_gym.make_vec(['learn.open_app'], 512, wrappers=[DiscreteElements, Features], mode='process', workers=2)\n"
    )
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 1
    assert "if __name__ == '__main__':" in done.stderr.splitlines()[-1]


def test_of_several_groups_the_one_that_is_ready_comes_first() -> None:
    slow = make(1, TASKS[:1], wrappers=[Deadly], workers=1, step_timeout=3.0)
    quick, quicker = (make(2, TASKS[:2], workers=workers) for workers in (1, 2))
    groups = [slow, quick, quicker]
    for envs, action in zip(groups, (HANG, WAIT, WAIT), strict=True):
        envs.reset(seed=1)
        envs.step_async([action] * envs.num_envs)
    first = wait_any(groups)
    assert first in (quick, quicker)
    assert first.step_wait()[4]["step"].tolist() == [1, 1]
    second = wait_any([envs for envs in groups if envs is not first])
    assert {first, second} == {quick, quicker}
    assert second.step_wait()[4]["step"].tolist() == [1, 1]
    assert wait_any([slow]) is slow  # once its time is up
    *_, truncated, info = slow.step_wait()
    assert truncated.tolist() == [True] and "didn't answer within 3 s" in info["device_error"][0]
    for envs in groups:
        envs.close()


def test_a_group_whose_worker_died_has_nothing_to_wait_for() -> None:
    envs = make(2, TASKS[:2], wrappers=[Deadly])
    envs.reset(seed=1)
    envs.step_async([DIE, WAIT])
    assert wait_any([envs]) is envs
    assert envs.step_wait()[3].tolist() == [True, False]
    envs.step([WAIT, WAIT])  # the next episode has begun
    os.kill(envs.pids[0], signal.SIGKILL)
    assert envs.call("action_space") is not None  # it is replaced, which the next step tells
    envs.step_async([WAIT, WAIT])
    assert wait_any([envs]) is envs
    assert envs.step_wait()[3].tolist() == [True, False]
    with pytest.raises(RuntimeError, match="no step was begun"):
        wait_any([envs])
    with pytest.raises(ValueError, match="at least one"):
        wait_any([])
    envs.close()


def test_groups_by_turns_give_what_they_give_alone() -> None:
    def play(together: bool) -> list[Any]:
        groups = [make(2, TASKS[:2], workers=1, wrappers=[Annotate]) for _ in range(2)]
        found: list[list[Any]] = [[envs.reset(seed=number)] for number, envs in enumerate(groups)]
        actions = [[CONTACTS, WAIT], [WAIT, COMPLETE], [WAIT, CONTACTS]]
        if together:
            left = {id(envs): iter(actions) for envs in groups}
            running = list(groups)
            for envs in groups:
                envs.step_async(next(left[id(envs)]))
            while running:
                envs = wait_any(running)
                found[groups.index(envs)].append(envs.step_wait())
                following = next(left[id(envs)], None)
                running.remove(envs)
                if following is not None:
                    envs.step_async(following)
                    running.append(envs)
        else:
            for number, envs in enumerate(groups):
                found[number] += [envs.step(each) for each in actions]
        for envs in groups:
            envs.close()
        return found

    assert_same(play(True), play(False))
