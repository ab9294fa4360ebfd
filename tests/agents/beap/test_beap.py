"""BEAP: it goes back where a path leads nowhere, by a snapshot or by actions, and never stumbles over an answer."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Sequence
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401
from crab_gym.agents import make_agent, wrap
from crab_gym.agents.chat import Message, Reply
from crab_gym.backends.base import SnapshotUnsupported
from crab_gym.backends.sim import SimBackend
from crab_gym.policies import policy_spec
from crab_gym.records import EpisodeRecord
from crab_gym.results.backtracking import backtrack_metrics
from crab_gym.rollout import run_episode
from tests.agents.beap.team import Scripted, call
from tests.agents.knower import SOLVED, Knower
from tests.agents.models import BAD, Says, pictures

TASK = "android.text_contact"


def play(model: Any, task: str = TASK, allow_restore: bool = True, max_steps: int | None = None, **options: Any) -> Any:
    env = wrap(gym.make(f"Crab-v0/{task}", screens=False, max_steps=max_steps), "beap", pictures=False)
    record = run_episode(env, make_agent("beap", model, pictures=False, **options), seed=0, allow_restore=allow_restore)
    env.close()
    return record


def opens(name: str) -> Reply:
    return call("android__open_app", name=name)


def judge(status: str, **more: Any) -> Reply:
    return call("judge", status=status, reason="so it seems", **more)


def events(record: EpisodeRecord) -> list[str]:
    notes = [note for step in record.steps for note in (*step.notes.get("before_restore", ()), step.notes)]
    return [event["event"] for note in notes for event in note.get("backtrack", ())]


GOES_ON = judge("continue")
COMPLETE = call("root__complete")


# Going back by a snapshot ---------------------------------------------------------------------------------------


def test_it_goes_back_to_the_state_before_the_wrong_action_and_plans_anew() -> None:
    team = Scripted(
        planner=[call("plan", subtasks=["Read", "Write"]), call("plan", subtasks=["Read elsewhere", "Write"])],
        executor=[opens("Mail"), opens("Clock"), opens("Maps"), opens("Notes"), COMPLETE],
        tracker=[judge("continue", completed=[1]), GOES_ON, judge("backtrack", since=2), GOES_ON],
    )
    record = play(team)
    assert (record.error, record.restores) == ("", 1)
    assert [step.action["args"].get("name") for step in record.steps] == ["Mail", "Clock", "Maps", "Notes", None]
    assert [step.restored for step in record.steps] == [False, False, False, True, False]
    assert events(record) == ["begin", "recovered"]
    before, after = team.asked["executor"][1], team.asked["executor"][3]
    screen = re.compile(r"android:\n.*", re.DOTALL)
    assert screen.search(before)[0] == screen.search(after)[0]  # type: ignore[index]
    assert 'From this state, these actions led nowhere:\n- android open_app(name="Clock") → android open_app' in after
    assert "1. [done] Read\n2. [open] Read elsewhere\n3. [open] Write" in after
    assert "2. " not in after.partition("The actions so far:")[2].partition("\n\n")[0].partition("From this")[0]
    assert "so it seems" in team.asked["planner"][1]
    metrics = backtrack_metrics([record])
    assert metrics[:6] == (1, 1, 1.0, 1.0, 1.0, 0.0)
    assert metrics.distance == 2.0


def test_the_tracker_knows_which_paths_have_failed() -> None:
    team = Scripted(
        executor=[opens("Mail"), opens("Clock"), opens("Maps"), opens("Notes"), opens("Phone"), COMPLETE],
        tracker=[GOES_ON, GOES_ON, judge("backtrack", since=2), judge("backtrack", since=1), GOES_ON],
    )
    play(team)
    assert [asked.count("led nowhere") for asked in team.asked["tracker"]] == [0, 0, 0, 1, 1]
    heading = "Paths that were tried before and led nowhere:\n"
    clock = 'after action 1: android open_app(name="Clock") → android open_app(name="Maps")\n'
    assert f"{heading}- {clock}The last action" in team.asked["tracker"][3]
    mail = 'from the start: android open_app(name="Mail") → android open_app(name="Notes")\n'
    assert f"{heading}- {mail}The last action" in team.asked["tracker"][4]  # what lies on that path isn't repeated


def test_without_a_word_about_the_fault_it_goes_back_one_action_and_then_further() -> None:
    backwards = judge("backtrack")
    team = Scripted(
        executor=[opens("Mail"), opens("Clock"), opens("Maps"), opens("Notes"), COMPLETE],
        tracker=[GOES_ON, backwards, backwards, GOES_ON],
    )
    record = play(team, branches=2)
    assert record.restores == 2
    assert [note["depth"] for note in (step.notes for step in record.steps)] == [0, 1, 1, 1, 2]
    further = play(
        Scripted(
            executor=[opens(name) for name in ("Mail", "Clock", "Maps", "Notes", "Phone")] + [COMPLETE],
            tracker=[GOES_ON, backwards, backwards, backwards, GOES_ON],
        ),
        branches=2,
    )
    assert [step.notes["depth"] for step in further.steps] == [0, 1, 1, 1, 0, 1]
    assert further.restores == 3


def test_an_action_that_failed_is_asked_for_again_and_refusing_that_goes_further_back() -> None:
    team = Scripted(
        executor=[opens("Mail"), opens("Clock"), opens("Clock"), opens("Clock"), opens("Notes"), COMPLETE],
        tracker=[GOES_ON, judge("backtrack"), GOES_ON],
    )
    record = play(team)
    assert "has led nowhere from this state" in team.asked["executor"][3]
    assert [step.action["args"].get("name") for step in record.steps] == ["Mail", "Clock", "Notes", None]
    assert record.steps[2].notes["depth"] == 0
    assert record.restores == 2


def test_the_plan_is_that_of_the_checkpoint_again() -> None:
    team = Scripted(
        planner=[call("plan", subtasks=["A", "B"])],
        executor=[opens("Mail"), opens("Clock"), COMPLETE],
        tracker=[judge("continue", completed=[1, 2]), judge("backtrack", since=1), GOES_ON],
    )
    record = play(team)
    assert [part["done"] for part in record.steps[1].notes["plan"]] == [True, True]
    assert record.steps[2].notes["plan"] == [{"text": "A", "done": False}, {"text": "B", "done": False}]


def test_the_budget_ends_it_and_then_it_goes_on_from_where_it_is() -> None:
    team = Scripted(executor=[opens(name) for name in ("Mail", "Clock", "Maps", "Notes")], tracker=[judge("backtrack")])
    record = play(team, max_backtracks=2, max_steps=8)
    assert record.restores == 2
    assert (record.end_reason, record.error) == ("step_limit", "")
    assert play(team, max_backtracks=0, max_steps=5).restores == 0


def test_a_verdict_that_all_is_done_or_hopeless_ends_the_episode() -> None:
    for status in ("done", "fail"):
        record = play(Scripted(executor=[opens("Mail")], tracker=[judge(status)]))
        assert (record.actions, record.end_reason) == (2, "false_completion")


# Going back by actions ------------------------------------------------------------------------------------------


def undoing(**answers: Any) -> Scripted:
    """A team that opens two apps, of which the second is wrong."""
    return Scripted(
        executor=[opens("Mail"), opens("Clock"), opens("Notes"), COMPLETE],
        tracker=[GOES_ON, judge("backtrack", since=2), GOES_ON],
        **answers,
    )


@pytest.mark.parametrize("why", ["option", "leave", "device"])
def test_without_snapshots_it_undoes(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(self: object) -> Any:
        raise SnapshotUnsupported("this device can't")

    if why == "device":
        monkeypatch.setattr(SimBackend, "snapshot", none)
    back = [call("compare", recovered=False), call("compare", recovered=True)]
    team = undoing(undo=[call("android__press", key="back"), opens("Mail")], back=back)
    record = play(team, allow_restore=why != "leave", restore=why != "option")
    assert (record.error, record.restores) == ("", 0)
    names = [step.action["args"].get("name", step.action["args"].get("key")) for step in record.steps]
    assert names == ["Mail", "Clock", "back", "Mail", "Notes", None]
    assert [step.notes["mode"] for step in record.steps] == ["normal"] * 2 + ["backtrack"] * 2 + ["normal"] * 2
    assert events(record) == ["begin", "undo", "undo", "recovered"]
    assert backtrack_metrics([record]).steps == 2.0
    asked = team.asked["undo"][1]
    assert 'The actions to be undone:\n1. android open_app(name="Clock")' in asked
    assert 'Done so far to undo them:\n1. android press(key="back")' in asked
    assert asked.index("The checkpoint:\nandroid:") < asked.index("Now:\nandroid:")
    assert "Not the same elements" in team.asked["back"][0]
    assert "The same elements" in team.asked["back"][1]
    assert [note["depth"] for note in (step.notes for step in record.steps)][-2:] == [1, 2]
    assert "root__complete" not in team.offered["undo"]


def test_tries_to_undo_are_bounded_and_then_an_earlier_state_is_tried() -> None:
    home = call("android__press", key="home")
    team = undoing(
        undo=[call("android__press", key="volumeup")] * 3 + [home],
        back=[call("compare", recovered=False)] * 3 + [call("compare", recovered=True)],
    )
    record = play(team, restore=False, max_undo=3)
    assert events(record) == ["begin", "undo", "undo", "undo", "failed", "begin", "undo", "recovered"]
    assert record.steps[-2].notes["depth"] == 0
    metrics = backtrack_metrics([record])
    assert metrics[2:7] == (1.0, 0.5, 0.0, 2.0, 1.0)  # 3 and 1 actions
    assert metrics.distance == (1 + 5) / 2  # the undoing lies on the path now


def test_who_is_stuck_says_so_and_work_goes_on_from_there() -> None:
    record = play(undoing(undo=[call("stuck")]), restore=False, max_failures=2)
    assert events(record) == ["begin", "failed", "begin", "failed"]
    assert [step.action["args"].get("name") for step in record.steps] == ["Mail", "Clock", "Notes", None]
    assert [step.notes["depth"] for step in record.steps] == [0, 1, 2, 3]
    one = play(undoing(undo=[call("stuck")]), restore=False, max_failures=1)
    assert events(one) == ["begin", "failed"]


def test_a_state_that_is_there_already_is_only_checked() -> None:
    team = Scripted(
        executor=[opens("Mail"), opens("Mail"), opens("Notes"), COMPLETE],
        tracker=[GOES_ON, judge("backtrack"), GOES_ON],
        undo=[call("arrived")],
        back=[call("compare", recovered=True)],
    )
    record = play(team, restore=False)
    assert events(record) == ["begin", "recovered"]
    assert record.actions == 4


# Ablations ------------------------------------------------------------------------------------------------------


def test_without_backtracking_the_tracker_adapts_the_plan_and_nothing_else() -> None:
    team = Scripted(
        planner=[call("plan", subtasks=["A", "B"])],
        executor=[opens("Mail"), opens("Clock"), COMPLETE],
        tracker=[judge("continue", completed=[1], left=["Leave the clock", "B"]), judge("backtrack", since=1)],
    )
    record = play(team, backtrack=False)
    assert (record.restores, events(record), record.actions) == (0, [], 3)
    plan = [{"text": "A", "done": True}, {"text": "Leave the clock", "done": False}, {"text": "B", "done": False}]
    assert record.steps[1].notes["plan"] == plan
    assert len(team.asked["planner"]) == 1
    assert "backtrack" not in team.systems["tracker"]


def test_without_a_tracker_there_is_one_plan_and_no_way_back() -> None:
    team = Scripted(
        planner=[call("plan", subtasks=["A", "B"])], executor=[opens("Mail"), opens("Mail"), opens("Mail"), COMPLETE]
    )
    record = play(team, tracker=False)
    assert team.asked["tracker"] == team.asked["back"] == []
    assert (len(team.asked["planner"]), record.calls, record.actions) == (1, 5, 4)
    assert "The plan:\n1. A\n2. B" in team.asked["executor"][2]
    assert record.restores == 0


def test_checkpoints_can_be_rare_and_few() -> None:
    names = ["Mail", "Clock", "Maps", "Notes", "Phone"]
    tracker = [GOES_ON] * 4 + [judge("backtrack"), GOES_ON]
    depths = {}
    several: tuple[dict[str, Any], ...] = ({"every": 3}, {"window": 1}, {})
    for options in several:
        team = Scripted(executor=[*map(opens, names), opens("Music"), COMPLETE], tracker=list(tracker))
        depths[str(options)] = play(team, **options).steps[5].notes["depth"]
    assert depths == {"{'every': 3}": 3, "{'window': 1}": 0, "{}": 4}


@pytest.mark.parametrize(("name", "value"), [("window", 0), ("max_undo", 0), ("tracker", 1), ("branches", -1)])
def test_options_that_make_no_sense_are_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"option {name}"):
        make_agent("beap", Scripted(), **{name: value})


# Answers of all kinds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"restore": False}, {"tracker": False}], ids=str)
@pytest.mark.parametrize("calls_tools", [True, False])
def test_no_answer_makes_it_stumble(options: dict[str, Any], calls_tools: bool) -> None:
    record = play(Says(BAD, calls_tools), max_steps=20, **options)
    assert (record.error, record.end_reason) == ("", "step_limit")
    json.dumps([step.notes for step in record.steps])


@pytest.mark.parametrize("restore", [True, False])
def test_nor_do_bad_answers_of_one_role(restore: bool) -> None:
    bad: list[Any] = [*BAD, *[call(name) for name in ("judge", "compare", "plan", "android__tap", "arrived")]]
    bad += [call("judge", status=7, completed="x", left=3, since="-"), call("plan", subtasks={"a": [1, None, {}]})]
    good: dict[str, Any] = {
        "executor": [opens("Mail"), opens("Clock"), opens("Notes")],
        "tracker": [GOES_ON, judge("backtrack", since=1)],
        "undo": [call("android__press", key="home")],
    }
    for role in ("planner", "executor", "tracker", "undo", "back"):
        team = Scripted(**{**good, role: bad})
        record = play(team, max_steps=len(bad) + 6, restore=restore)
        assert (record.error, record.end_reason) == ("", "step_limit"), role


def test_the_tracker_sees_before_and_after_of_the_devices_that_changed() -> None:
    team = Scripted(executor=[opens("Mail"), opens("Mail"), COMPLETE])
    play(team, task="cross.report_pictures")
    first, second = team.asked["tracker"]
    before, _, now = first.partition("Before it (the other devices looked as they do now):\n")[2].partition("\nNow:\n")
    assert before.startswith("android:\n") and "ubuntu:" not in before
    assert "ubuntu:" in now and "android:" in now
    assert 'icon "Mail"' in before and 'icon "Mail"' not in now
    assert "Before it: all looked as it does now." in second


def test_so_it_does_in_pictures() -> None:
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), "beap")
    model = Says(["Go on.", opens("Tasks")])
    obs, info = env.reset(seed=0)
    agent = make_agent("beap", model)
    agent.reset(info["goal"], policy_spec(env, 0))
    for _ in range(2):
        obs, *_, info = env.step(agent.act(obs, info))
    seen = [pictures(messages) for messages, *_ in model.asked]
    both = [("ubuntu", (720, 1280, 3)), ("android", (800, 360, 3))]
    assert seen == [both, both, [both[1], *both], both]  # planner, executor; tracker with the phone before, executor


def test_refused_actions_are_told_and_are_no_part_of_the_path() -> None:
    team = Scripted(executor=[call("android__tap", element=999), "no idea", "none", opens("Mail"), COMPLETE])
    record = play(team)
    assert [step.notes["depth"] for step in record.steps] == [0, 0, 0, 1]
    assert "The last action was refused, and changed nothing: android tap(element=999)" in team.asked["tracker"][0]
    assert "Refused since then:\nandroid tap(element=999): android has no element 999" in team.asked["executor"][1]
    assert team.asked["executor"][2] == "That is no call of a function. Call one now."
    assert "an answer: " in team.asked["executor"][3]
    assert "Refused since then" not in team.asked["executor"][4]


def test_what_models_say_can_be_sent_to_others() -> None:
    team = Scripted(
        planner=[call("plan", subtasks=["half \ud800 a pair", "x" * 100_000])],
        executor=[opens("\ud800"), opens("Mail"), COMPLETE],
        tracker=[judge("continue", left=["\udfff" * 3]), judge("backtrack", since=1, why="\ud800"), GOES_ON],
    )
    record = play(team)
    assert record.error == ""
    for text in (text for asked in team.asked.values() for text in asked):
        assert len(text.encode()) < 20_000


@pytest.mark.parametrize("restore", [True, False])
def test_whatever_a_team_does_in_which_order_it_ends_in_order(restore: bool) -> None:
    sensible: dict[str, list[Any]] = {
        "executor": [
            *map(opens, ("Mail", "Clock")),
            call("android__press", key="back"),
            call("android__tap", element=1),
        ],
        "tracker": [GOES_ON, GOES_ON, judge("backtrack"), judge("backtrack", since=1), judge("backtrack", since=40)],
        "undo": [call("android__press", key="home"), opens("Mail"), call("arrived"), call("stuck"), "?"],
        "back": [call("compare", recovered=True), call("compare", recovered=False), "?"],
    }
    for seed in range(12):
        rng = random.Random(seed)
        choices: dict[str, Any] = {role: [any_of(given, rng)] for role, given in sensible.items()}
        record = play(Scripted(**choices), max_steps=25, restore=restore, window=3, branches=2, max_undo=3)
        assert (record.error, record.end_reason, record.actions) == ("", "step_limit", 25)
        told = events(record)
        assert told.count("begin") - told.count("recovered") - told.count("failed") in (0, 1)
        assert told.count("begin") <= 10
        assert record.restores == (told.count("begin") if restore else 0)
        assert told.count("undo") == sum(step.notes["mode"] == "backtrack" for step in record.steps)


def any_of(answers: Sequence[Any], rng: random.Random) -> Callable[[str], Any]:
    return lambda text: rng.choice(answers)


def test_what_is_told_stays_short() -> None:
    many = [f"part {number}" for number in range(100)]
    tracker = judge("continue", completed=list(range(1, 50)), left=many)
    team = Scripted(executor=[call("android__press", **{f"k{i}": "x" * 300 for i in range(300)})], tracker=[tracker])
    assert play(team, max_steps=30).error == ""
    assert all(len(text) < 12_000 for asked in team.asked.values() for text in asked)


# A model that knows ---------------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=SOLVED)
def told(request: pytest.FixtureRequest) -> Any:
    with wrap(gym.make(f"Crab-v0/{request.param}", backend="sim", screens=False), "beap", pictures=False) as env:
        yield env


def test_a_model_that_knows_solves_tasks_by_marks_alone(told: gym.Env[Any, Any]) -> None:
    knower = Knower(told, roles={"planner": plans, "tracker": tracks})
    record = run_episode(told, make_agent("beap", knower, pictures=False), seed=3, allow_restore=True)
    assert (record.end_reason, record.completion, record.error) == ("success", 1.0, "")
    assert record.calls == 2 * record.actions
    assert not any({"x", "y", "x1", "y1"} & step.action["args"].keys() for step in record.steps)


def test_so_does_one_that_writes_json_and_one_that_sees_pictures() -> None:
    env = wrap(gym.make("Crab-v0/cross.dark_mode_from_todo"), "beap", max_side=640)
    knower = Knower(env, calls_tools=False, roles={"planner": plans, "tracker": tracks})
    record = run_episode(env, make_agent("beap", knower, max_side=640), seed=2, allow_restore=True)
    assert record.end_reason == "success"


def plans(knower: Knower, messages: Sequence[Message]) -> str:
    return "1. Do the first part.\n2. Do the rest."


def tracks(knower: Knower, messages: Sequence[Message]) -> str:
    return 'All is well. {"status": "continue", "completed": []}'
