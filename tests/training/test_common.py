"""How training follows its own success."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.extras import reason

pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pytestmark = pytest.mark.extra("torch", "stable_baselines3", "sb3_contrib")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "training")
    yield __import__
    for name in ("bc", "hiding", "ppo_pixels", "ppo_masked", "novelty", "common", "progress", "command_line"):
        sys.modules.pop(name, None)


def test_a_policy_is_stuck_if_it_hardly_ever_succeeds_or_stands_still(scripts: Any, tmp_path: Path) -> None:
    training = scripts("common").Training(200_000, tmp_path, 1.0, 1.0, entropy=0.01)
    found = []
    for steps, success in ((30_000, 0.0), (45_000, 0.05), (50_000, 0.3), (75_000, 0.2), (81_000, 0.25), (82_000, 0.4)):
        training.num_timesteps = steps
        found.append(training._stuck(success))
    assert found == [False, True, False, False, True, False]


def test_a_policy_that_mostly_succeeds_is_not_stuck(scripts: Any, tmp_path: Path) -> None:
    training = scripts("common").Training(200_000, tmp_path, 1.0, 1.0, entropy=0.01)
    for steps in (10_000, 60_000, 190_000):
        training.num_timesteps = steps
        assert not training._stuck(0.7)


def test_the_learning_rate_falls_in_the_last_third(scripts: Any) -> None:
    fading = scripts("ppo_masked").fading
    assert [fading(left, 0.3) for left in (1.0, 0.5, 1 / 3, 0.0)] == [0.3, 0.3, 0.3, 0.0]
    assert fading(1 / 6, 0.3) == pytest.approx(0.15)


@pytest.mark.parametrize(("stall", "steps"), [(4, 4), (0, 30)])
def test_training_episodes_that_stall_are_cut_off_on_demand(scripts: Any, stall: int, steps: int) -> None:
    common = scripts("common")
    args = common.EnvArgs(tasks=["miniwob.click_button"], envs=1, stall=stall, verbs=["tap", "long_tap"])
    envs = common.make_training_envs(args)
    envs.reset()
    taken, over = 0, False
    while not over:
        marks = envs.get_attr("discrete")[0].marks("android")
        _, _, ended, infos = envs.step([next(mark.number - 1 for mark in marks if mark.text == "Overview")])
        taken, over = taken + 1, bool(ended[0])
    assert taken == steps and infos[0]["TimeLimit.truncated"] and not infos[0]["is_success"]
    envs.close()


def test_every_option_of_the_scripts_has_a_sentence_and_its_default(
    scripts: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    for name in ("ppo_masked", "ppo_pixels", "bc"):
        with pytest.raises(SystemExit, match="0"):
            scripts("command_line").parse(scripts(name).Args, ["--help"])
        said = re.split(r"\n  (?=-)", capsys.readouterr().out.partition("options:")[2])
        options = [" ".join(each.split()) for each in said if each.startswith("--")]
        assert len(options) > 20
        assert [each for each in options if not re.search(r"[A-Z\]a-z] [a-z].* \(default: \S.*\)$", each)] == []
    assert "--threads THREADS threads of torch (default: 1)" in options
    assert any(each.startswith("--compose") and each.endswith("(default: no)") for each in options)
    assert any(each.startswith("--resume") and each.endswith("(default: none)") for each in options)


def test_a_loop_tells_each_tenth_where_no_terminal_shows_its_bar(
    scripts: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    watched = scripts("progress").watched
    assert list(watched(range(20), "epochs", 20)) == list(range(20))
    assert capsys.readouterr().out.splitlines() == [f"epochs: {2 * n} of 20" for n in range(1, 11)]
    assert list(watched(range(3), "epochs", 3)) == [0, 1, 2]
    assert len(capsys.readouterr().out.splitlines()) == 3
