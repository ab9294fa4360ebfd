"""What the scripts of training/ save is played: by its own arguments, and as data."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest

from crab_gym.experiments.evaluate import evaluate
from crab_gym.experiments.policy_makers import policy_makers
from crab_gym.integrations.checkpoints.arguments import Arguments
from crab_gym.integrations.checkpoints.policy import PREPARATIONS, CheckpointMaker, CheckpointPolicy, Interpreter
from crab_gym.rollout import rollout
from tests.extras import reason

pytest.importorskip("torch", reason=reason("torch"))
pytest.importorskip("sb3_contrib", reason=reason("sb3_contrib"))
pytestmark = pytest.mark.extra("torch", "stable_baselines3", "sb3_contrib", "tensorboard")

ROOT = Path(__file__).parents[3]
TASK = "learn.open_app"


@pytest.fixture(scope="module")
def scripts() -> Iterator[Any]:
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        for folder in ("training", "benchmarks"):
            patch.syspath_prepend(ROOT / folder)
        yield import_module
    for name in {"bc", "hiding", "ppo_masked", "novelty", "common", "command_line", "transfer"} - before:
        sys.modules.pop(name, None)


@pytest.fixture(scope="module")
def clone(scripts: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder of a clone of a small task, which says when it has finished."""
    out = tmp_path_factory.mktemp("transfer") / TASK
    args = ["--tasks", TASK, "--verbs", "tap", "complete", "--success-at", "complete", "--history", "2"]
    args += ["--episodes", "50", "--batch", "10", "--eval-episodes", "2"]
    scripts("bc").main([*args, "--out", str(out)])
    return out


def copy(clone: Path, to: Path, **changed: Any) -> Path:
    """Returns a copy of a clone with other arguments."""
    shutil.copytree(clone, to, dirs_exist_ok=True)
    saved = json.loads((to / "arguments.json").read_text(encoding="utf-8"))
    (to / "arguments.json").write_text(json.dumps(saved | changed), encoding="utf-8")
    return to


def test_a_clone_is_evaluated_by_its_path_alone(clone: Path, tmp_path: Path) -> None:
    makers = policy_makers([f"checkpoint:{clone}", "oracle"])
    outcome = evaluate([TASK], makers, seeds=range(100_000, 100_005), out=tmp_path / "run", screens=False)
    own = [record for record in outcome.records if record.policy.startswith(f"checkpoint({TASK}, ")]
    assert len(own) == 5 and sum(record.success for record in own) >= 4
    steps = own[0].steps
    assert steps[-1].done == {"device": "root", "name": "complete", "args": {}}
    assert all(step.action == step.done for step in steps)  # not indices
    config = json.loads((tmp_path / "run" / "run.json").read_text(encoding="utf-8"))["config"]
    (settings,) = config["models"].values()
    assert settings["verbs"] == ["tap", "complete"] and len(settings["sha256"]) == 64


@pytest.mark.parametrize(
    ("task", "changed", "why"),
    [
        ("learn.open_panel", {}, "was trained on android; learn.open_panel has ubuntu"),
        (TASK, {"success_at": "once"}, "--success-at complete"),
        (TASK, {"marks": 20}, "can't be played: (?s:.*)size mismatch"),
    ],
)
def test_a_clone_is_not_played_where_it_does_not_fit(
    clone: Path, tmp_path: Path, task: str, changed: dict[str, Any], why: str
) -> None:
    maker = CheckpointMaker(copy(clone, tmp_path, **changed))
    with pytest.raises(ValueError, match=why):
        maker(maker.wrap(gym.make(f"Crab-v0/{task}", screens=False, success_at="complete")))


def test_a_checkpoint_is_a_file_with_arguments_beside_it(clone: Path, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no checkpoint"):
        policy_makers([f"checkpoint:{tmp_path / 'none.zip'}"])
    copy(clone, tmp_path, sees="smells")
    with pytest.raises(ValueError, match="doesn't tell what the network sees"):
        CheckpointMaker(tmp_path)
    (tmp_path / "arguments.json").unlink()
    with pytest.raises(ValueError, match=r"has no arguments\.json beside it"):
        CheckpointMaker(tmp_path / "checkpoint.zip")


class Payload:
    """Writes a file where it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> Any:
        return Path.touch, (self.file,)


def test_playing_a_checkpoint_unpickles_nothing(clone: Path, tmp_path: Path) -> None:
    maker = CheckpointMaker(copy(clone, tmp_path / "other"))
    with zipfile.ZipFile(maker.path, "w") as file:
        for name in ("data", "policy.pth"):
            file.writestr(name, pickle.dumps(Payload(tmp_path / "ran"), protocol=2))
    with pytest.raises(ValueError, match="can't be played"):
        maker(maker.wrap(gym.make(f"Crab-v0/{TASK}", screens=False)))
    assert not (tmp_path / "ran").exists()


def test_what_is_resumed_needs_no_arguments_again_and_none_that_contradict(scripts: Any, clone: Path) -> None:
    bc, resume = scripts("bc"), ["--resume", str(clone / "checkpoint.zip")]
    args = scripts("common").parse(bc.Args, resume)
    assert (args.tasks, args.verbs, args.history, args.success_at) == ([TASK], ["tap", "complete"], 2, "complete")
    assert scripts("common").parse(bc.Args, [*resume, "--marks", "64", "--episodes", "3"]).episodes == 3
    for given, said in (
        (["--marks", "20"], "--marks 20, but .* --marks 64"),
        (["--compose"], "--compose, but .* --no-c"),
    ):
        with pytest.raises(SystemExit, match=said):
            scripts("common").parse(bc.Args, [*resume, *given])


def test_a_clone_is_trained_further_by_its_path_alone(scripts: Any, clone: Path, tmp_path: Path) -> None:
    resume = ["--resume", str(clone / "checkpoint.zip"), "--episodes", "2", "--epochs", "1", "--eval-episodes", "2"]
    assert list(scripts("bc").main([*resume, "--backend", "sim", "--out", str(tmp_path)])) == [TASK]
    assert CheckpointMaker(tmp_path).arguments == CheckpointMaker(clone).arguments


def test_nothing_differs_between_the_simulator_and_itself(
    scripts: Any, clone: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ["--out", str(clone.parent), "--backends", "sim", "android=sim"]
    scripts("transfer").main(["--tasks", TASK, *folder, "--seeds", "3", "--real-seeds", "3"])
    rows = capsys.readouterr().out.splitlines()[-2:]
    first, second = (row.split("|")[3:5] for row in rows)
    assert first == second and " 3/3 " in first[0] and all(row.endswith("|  |  |") for row in rows)


@pytest.mark.parametrize("anywhere", [False, True])
def test_texts_can_be_written_without_a_focused_field_if_the_network_was_trained_so(anywhere: bool) -> None:
    env = Interpreter(gym.make(f"Crab-v0/{TASK}", screens=False), Arguments(devices=["android"], anywhere=anywhere))
    env.reset(seed=0)
    choice = env.network_env.get_wrapper_attr("choice")
    assert any(choice(index).verb == "write_text" for index in env.mask().nonzero()[0]) == anywhere


def test_a_network_that_only_prepares_has_to_act() -> None:
    arguments = Arguments(devices=["android"], compose=True)
    env = Interpreter(gym.make(f"Crab-v0/{TASK}", screens=False), arguments)
    obs, info = env.reset(seed=0)
    verb = env.network_env.get_wrapper_attr("choice")
    asked = []

    def prepare(tables: Any, mask: Any) -> int:
        asked.append(mask)
        spells = [index for index in mask.nonzero()[0] if verb(index).verb == "spell"]
        return int([*spells, *mask.nonzero()[0]][0])

    action = CheckpointPolicy("eager", env, prepare).act(obs, info)
    assert isinstance(action, dict) and len(asked) == PREPARATIONS + 1
    with pytest.raises(ValueError, match="expected the action that was chosen last"):
        env.step({"device": "root", "name": "wait", "args": {}})
    *_, info = env.step(action)
    assert info["step"] == 1 and env.unwrapped.actions == [action]  # type: ignore[attr-defined]


def test_a_network_that_looks_at_screens_is_played(scripts: Any, tmp_path: Path) -> None:
    from stable_baselines3 import PPO

    from crab_gym.integrations.checkpoints.eyes import EYES, Eyes

    pixels, common = scripts("ppo_pixels"), scripts("common")
    args = pixels.Args(tasks=[TASK], verbs=["tap"], height=60, width=40, envs=1, out=str(tmp_path))
    envs = common.make_training_envs(args, pixels.wrappers, screens=True)
    common.keep(args, envs, "screens")
    PPO("MultiInputPolicy", envs, policy_kwargs={"features_extractor_class": Eyes, **EYES}).save(
        tmp_path / "checkpoint"
    )
    envs.close()
    (record,) = rollout([TASK], CheckpointMaker(tmp_path), seeds=[0], protocol="crab")
    assert not record.error and record.steps
