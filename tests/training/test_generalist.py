"""The generalist's training: what is held out, whose steps are imitated, and that imitation works."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from crab_gym.task.omni.splits import held_out_subtask
from tests.extras import reason

pytest.importorskip("torch", reason=reason("torch"))
pytestmark = pytest.mark.extra("torch")

SUBTASK = "contacts.add"


@pytest.fixture(scope="module", autouse=True)
def _scripts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(Path(__file__).parents[2] / "training")
        yield
    for name in ("generalist", "lessons", "command_line"):
        sys.modules.pop(name, None)


def script(name: str) -> Any:
    return import_module(name)


def training(**args: Any) -> Any:
    """Returns a training of a small network."""
    module = script("generalist")
    small = {"width": 48, "layers": 1, "heads": 2, "memory": 500, "slots": 2, "hand": 0.0, **args}
    return module.Training(module.Args(**small))


def job(name: str = SUBTASK, seed: int = 0) -> Any:
    lessons = script("lessons")
    return lessons.Job(name, lessons.singles()[name], seed)


def test_no_episode_of_the_training_is_held_out() -> None:
    lessons = script("lessons")
    tasks = lessons.Tasks(lessons.LessonArgs(tasks=["learn.*", "android.*"], hand=0.2, seed=1))
    jobs = [tasks.draw(number) for number in range(300)]
    index = lessons.read_index()
    parts = [part for each in jobs for part in each.name.split(" + ") if each.name not in index]
    assert parts and not any(held_out_subtask(part) for part in parts)
    assert all(index[each.name].split == "train" for each in jobs if each.name in index)
    assert all(0 <= each.seed < script("command_line").HELD_OUT for each in jobs)
    pairs = {each.task.name for each in jobs if " + " in each.name}
    assert pairs <= {row.id for row in lessons.pairs()["pairs"]}


def test_the_evaluation_tells_what_is_new() -> None:
    lessons = script("lessons")
    jobs = lessons.examination(lessons.LessonArgs(eval_episodes=1, eval_pairs=2))
    assert {"seeds", "templates", "apps", "withheld pairs", "hand-made tasks"} <= set(jobs)
    assert len(jobs["seeds"]) > 100 and len(jobs["templates"]) > 20 and len(jobs["apps"]) >= 6
    assert all(each.seed >= script("command_line").HELD_OUT for some in jobs.values() for each in some)
    assert not any(held_out_subtask(each.name) for each in jobs["seeds"])
    assert all(held_out_subtask(each.name) for kind in ("templates", "apps") for each in jobs[kind])
    trained = {row.id for row in lessons.pairs()["pairs"]}
    assert not {each.name for each in jobs["withheld pairs"]} & trained


def test_the_oracle_alone_is_followed_step_by_step() -> None:
    self = training()
    lessons = script("lessons")
    (played,) = lessons.play(
        iter([lambda stage: lessons.led(stage, job(), self.lexicon, self.moves)]), self.act, self.stages
    )
    assert played.success and not played.gap and len(played.steps) > 5
    last = played.steps[-1][1]
    assert json.loads(self.moves.known[last.move])[1] == "complete"
    assert not played.asked


@pytest.mark.parametrize("stray", [0, 1, 3])
def test_where_the_policy_strays_the_oracle_leads_on(stray: int) -> None:
    self, lessons = training(), script("lessons")
    home = '["android", "press", {"key": "home"}]'
    self.moves = script("generalist").Moves([home])
    Choice = script("generalist").Choice
    asked = []

    def act(views: list[Any]) -> list[Any]:
        asked.append(len(views))
        return [Choice(0)] * len(views)

    begin = lambda stage: lessons.led(stage, job(), self.lexicon, self.moves, stray)  # noqa: E731
    (played,) = lessons.play(iter([begin]), act, self.stages)
    assert played.success and played.asked and played.agreed == 0.0
    assert len(asked) == max(1, stray)
    assert all(choice.move != 0 for _, choice in played.steps)  # what the policy did is not imitated


def test_episodes_are_played_side_by_side() -> None:
    self, lessons = training(), script("lessons")
    begins = [
        lambda stage, seed=seed: lessons.led(stage, job(seed=seed), self.lexicon, self.moves, 1) for seed in range(5)
    ]
    sizes = []

    def act(views: list[Any]) -> list[Any]:
        sizes.append(len(views))
        return list(self.act(views))

    played = list(lessons.play(iter(begins), act, self.stages))
    assert sorted(one.job.seed for one in played) == list(range(5)) and max(sizes) == 2


def test_kept_steps_replace_the_oldest() -> None:
    self, lessons = training(memory=3), script("lessons")
    begin = lambda stage: lessons.led(stage, job(), self.lexicon, self.moves)  # noqa: E731
    (played,) = lessons.play(iter([begin]), self.act, self.stages)
    for view, choice in played.steps:
        self.kept.add(view, choice)
    assert self.kept.count == len(played.steps)
    moves = {choice.move for _, choice in played.steps[-3:]}
    assert set(self.kept.targets["move"].tolist()) == moves


def test_a_sub_task_that_may_not_be_trained_is_refused_with_a_hint() -> None:
    with pytest.raises(SystemExit, match=r"did you mean 'contacts\.add'"):
        training(only=["contacts.ad"])


def test_what_is_imitated_is_done() -> None:
    """One episode, learned by heart, is played again: texts are copied and spelled as they were."""
    self, lessons = training(learning_rate=3e-3, minutes=100.0, batch=12), script("lessons")
    one = lessons.Job("learn.contact_from_note", "learn.contact_from_note", 5)
    begin = lambda stage: lessons.led(stage, one, self.lexicon, self.moves)  # noqa: E731
    (played,) = lessons.play(iter([begin]), self.act, self.stages)
    assert played.success
    for view, choice in played.steps:
        self.kept.add(view, choice)
    first = self.update()
    for _ in range(150):
        last = self.update()
    assert sum(last.values()) < 0.1 < sum(first.values())
    self.net.eval()
    alone = lambda stage: lessons.alone(stage, one, self.lexicon, self.moves)  # noqa: E731
    (again,) = lessons.play(iter([alone]), self.act, self.stages)
    assert again.success


def test_a_training_goes_on_where_it_ended(tmp_path: Path) -> None:
    main = script("generalist").main
    small = ["--width", "48", "--layers", "1", "--heads", "2", "--memory", "500", "--hand", "0", "--only", SUBTASK]
    args = [*small, "--episodes", "4", "--slots", "2", "--eval-episodes", "0", "--out", str(tmp_path)]
    main([*args, "--minutes", "0.01"])
    before = json.loads((tmp_path / "arguments.json").read_text(encoding="utf-8"))
    main([*args, "--minutes", "0.04", "--resume", str(tmp_path / "checkpoint.zip")])
    after = json.loads((tmp_path / "arguments.json").read_text(encoding="utf-8"))
    assert after["rounds"] > before["rounds"] > 0 and after["cpu_seconds"] > before["cpu_seconds"]
    assert after["moves"][: len(before["moves"])] == before["moves"]
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["round"] for line in lines] == list(range(1, 1 + after["rounds"]))


def test_a_checkpoint_that_cannot_be_gone_on_from_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="beside it, which the scripts"):
        training(resume=str(tmp_path / "checkpoint.zip"))


@pytest.mark.slow
@pytest.mark.timeout(1800)  # on a busy host; it computes for a minute
def test_five_sub_tasks_are_learned_in_a_minute(tmp_path: Path) -> None:
    main = script("generalist").main
    only = ["contacts.add", "tasks.add", "notes.pin", "clocks.add_city", "messages.send"]
    args = ["--only", *only, "--hand", "0", "--episodes", "64", "--eval-episodes", "2"]
    begun = main([*args, "--minutes", "0", "--out", str(tmp_path / "begun")])
    done = main([*args, "--minutes", "1", "--out", str(tmp_path / "done")])
    assert begun["seeds"]["success"] <= 0.1
    assert done["seeds"]["success"] >= 0.8
