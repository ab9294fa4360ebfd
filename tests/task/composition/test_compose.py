"""Compositions: what is refused, what their tasks are, and that they can be played."""

from __future__ import annotations

import json
import random
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.evaluation import measure_complexity
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import ComposedTask, compose, load
from crab_gym.task.catalogue import catalogue, find_subtask
from crab_gym.task.composition import from_json
from crab_gym.task.composition.parts import changes
from tests.task.composition._random import legal_pairs, random_composition, random_pair

NUMBER, ADD, SEND, SUBMIT = "messages.latest_number", "contacts.add", "messages.send", "answer.submit"
JONAS: dict[str, str] = {"sender": "Jonas Berg"}


def number_to_contact(**options: Any) -> Any:
    return compose([(NUMBER, JONAS), (ADD, {"name": "Jonas Berg"})], [(0, 1, "phone")], **options)


def test_a_composition_is_played_from_its_json() -> None:
    task = number_to_contact()
    kept = json.loads(json.dumps(task.to_json()))
    env = gym.make("Crab-v0/custom", task=kept, screens=False)
    assert gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json())).unwrapped.task.name == task.name
    record = run_episode(env, OraclePolicy(env), seed=3)
    assert record.success, record.end_reason
    assert record.composition == kept == load(record.composition).to_json()
    assert {node["subtask"] for node in record.graph["checkpoints"]} == {f"0.{NUMBER}", f"1.{ADD}"}
    assert (
        record.definition_hash
        == from_json(kept).definition_hash()
        != number_to_contact(style="short").definition_hash()
    )


def test_every_last_checkpoint_comes_before_every_first_one_of_the_next_part() -> None:
    task = compose([(ADD, {}), (NUMBER, {}), (ADD, {}), (SEND, {})], [(1, 2, "phone"), (1, 3, "text")])
    graph = task.graph(task.defaults())
    assert set(graph.edges) == {
        ("0.named", "0.complete"), ("1.messages_open", "2.named"), ("2.named", "2.complete"),
        ("1.messages_open", "3.messages_open"), ("3.messages_open", "3.sent"),
    }  # fmt: skip
    measured = measure_complexity(graph, {"contacts": "people", "messages": "people"})
    assert (measured.instruction, measured.dependency, measured.hierarchy, measured.branch) == (4, 2, 2, 3)


def test_what_hides_is_not_in_the_goal_and_differs_between_seeds() -> None:
    task = number_to_contact()
    env = gym.make("Crab-v0/custom", task=task.to_json(), screens=False).unwrapped
    phones = set()
    for seed in range(4):
        _, info = env.reset(seed=seed)
        phones.add(env.params.phone_0)
        assert env.params.phone_0 not in info["goal"]
    assert len(phones) > 1


def test_files_of_all_types_differ() -> None:
    task = compose([("gimp_pictures.brighten", {}), ("gimp_pictures.combine", {})])
    env = gym.make("Crab-v0/custom", task=task.to_json(), screens=False).unwrapped
    for options in ({"parameters": "default"}, *[None] * 30):
        env.reset(options=options)
        named = [env.params.source_0, env.params.target_0, env.params.left_1, env.params.right_1, env.params.target_1]
        assert len(set(named)) == 5, named


def test_parts_are_about_different_things() -> None:
    task = compose([(ADD, {}), (ADD, {}), (ADD, {"name": "Ada Albers"})])
    assert len({getattr(task.defaults(), f"name_{i}") for i in range(3)}) == 3
    env = gym.make("Crab-v0/custom", task=task.to_json(), screens=False).unwrapped
    for seed in range(30):
        env.reset(seed=seed)
        assert len({getattr(env.params, f"name_{i}") for i in range(3)}) == 3
        assert env.params.name_2 == "Ada Albers"


@pytest.mark.parametrize(
    ("parts", "edges", "sentence"),
    [
        ([], [], "1 to 12 parts, got 0"),
        ([("contacts.ad", {})], [], "no sub-task 'contacts.ad'. Did you mean 'contacts.add'"),
        ([(ADD, {"nam": "Ada Albers"})], [], "has no input 'nam'. Did you mean 'name'"),
        ([(ADD, {"phone": "none"})], [], "phone is 'none'; expected a telephone number"),
        ([(NUMBER, {}), (ADD, {})], [(0, 2, "phone")], "an edge names part 2; the parts are 0 to 1"),
        ([(NUMBER, {}), (ADD, {})], [(0, 1, "fone")], "has no input 'fone'"),
        ([(NUMBER, {}), (ADD, {})], [(0, 1, "name")], "gives a telephone number, and 'name' .* takes a person"),
        ([(ADD, {}), (SEND, {})], [(0, 1, "text")], "part 0, contacts.add, has no output"),
        ([(SEND, {})], [(0, 0, "text")], "can't get its own output"),
        ([(NUMBER, {}), (ADD, {"phone": "+1 555 0100"})], [(0, 1, "phone")], "is fixed and gets an output, too"),
        (
            [(NUMBER, {}), (NUMBER, {}), (ADD, {})], [(0, 2, "phone"), (1, 2, "phone")],
            "'phone' of part 2, contacts.add, gets two outputs",
        ),
        ([("settings.set_background", {})] * 2, [], "a task can have settings.set_background once only"),
        ([(NUMBER, {}), (ADD, {})], [], "only looks something up, and no part uses it"),
        ([(SUBMIT, {})], [], "only an answer is asked for"),
        ([(ADD, {}), (SUBMIT, {}), (SUBMIT, {})], [], "all submit an answer, and only one counts"),
        (
            [(ADD, {"name": "Ada Albers", "phone": "+1 555 0100"})] * 2, [],
            "parts 0 and 1 are the same, contacts.add with the same inputs",
        ),
        (
            [("notes.line", {}), ("recipes.last_ingredient", {}), ("recipes.add", {})],
            [(0, 1, "title"), (0, 2, "title"), (1, 2, "ingredient")],
            "parts 1 and 2 get the same output, that of part 0, to tell things in the app recipes apart",
        ),
        (
            [("notes.line", {}), ("notes_site.add", {}), ("notes.pin", {})], [(0, 1, "title"), (0, 2, "title")],
            "parts 1 and 2 get the same output, that of part 0",
        ),
        (
            [("calendar.last_title", {}), ("appointments.add_timed", {})], [(0, 1, "title")],
            "part 1 would make what part 0 looks up in the app calendar, which is there already",
        ),
        (
            [("tasks.asked_by", {}), ("appointments.add_timed", {}), ("calendar_site.add", {})],
            [(0, 1, "title"), (0, 2, "title")], "parts 1 and 2 get the same output, that of part 0",
        ),
        (
            [("address_book.phone_of", {}), ("address_book.add", {})], [(0, 1, "phone")],
            "part 1 would make what part 0 looks up in the app thunderbird",
        ),
        (
            [("text_editor.write", {}), ("folders.copy_file", {}), *[("drive_site.upload", {})] * 2],
            [(0, 1, "file"), (0, 2, "file"), (1, 3, "file")], r"parts 2 and 3 have the same output, \w+\.txt",
        ),
        (
            [("messages.latest_address", {}), ("mailings.senders_address", {}), ("mail.send", {}),
             ("mail_site.send", {})],
            [(0, 2, "text"), (0, 3, "text"), (1, 2, "email"), (1, 3, "email")],
            "parts 2 and 3 are the same, mail_site.send with the same inputs",
        ),
        (
            [("threads.who_wrote", {}), ("call_log.call_person", {}), ("contacts.phone_of", {}), ("messages.send", {})],
            [(0, 1, "name"), (0, 2, "name"), (2, 3, "number")], "parts 1 and 2 get the same output, that of part 0",
        ),
        (
            [("terminal.write_with_vim", {"file": "/home/user/poem.txt"}),
             ("terminal.note_in_file", {"file": "/home/user/poem.txt"}), (SUBMIT, {})],
            [(0, 1, ""), (1, 2, "text")], "part 0 has /home/user/poem.txt and part 1 has /home/user/poem.txt, but each",
        ),
        (
            [("folders.copy_pictures", {"source": "/home/user/trip"}),
             ("terminal.write_with_vim", {"file": "/home/user/trip/a.txt"})],
            [], "part 0 has /home/user/trip and part 1 has /home/user/trip/a.txt, but each",
        ),
        ([("folders.copy_pictures", {"target": "/home/user/Pictures"})], [], "none of the home folder's own folders"),
        ([("wiki.add_line", {})] * 2, [], "a task can have wiki.add_line once only"),
        ([("notes.line", {}), ("fitness.rename", {})], [(0, 1, "title"), (0, 1, "name")], "parts 1 and 1 get the same"),
    ],
)  # fmt: skip
def test_what_is_impossible_is_refused_with_a_sentence(parts: Any, edges: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        compose(parts, edges)


@pytest.mark.parametrize("data", [None, [], {"parts": 3}, {"parts": [3]}, {"parts": [], "colour": 1}, {"edges": [[0]]}])
def test_json_of_another_form_is_refused(data: Any) -> None:
    with pytest.raises(ValueError):
        from_json(data)


def test_the_order_of_telling_is_checked() -> None:
    with pytest.raises(ValueError, match="tells part 1 before part 0, which feeds it"):
        number_to_contact(order=[1, 0])
    with pytest.raises(ValueError, match="expected each of the parts 0 to 1 once"):
        number_to_contact(order=[0, 0])
    with pytest.raises(ValueError, match="the style is 'long'; expected one of: plain, short, steps"):
        number_to_contact(style="long")


def test_a_kit_is_imported_only_where_it_is_needed() -> None:
    assert find_subtask(ADD) is catalogue()[ADD]
    assert all(name == each.name for name, each in catalogue().items())


def _acts_on_what_it_is_told(task: ComposedTask) -> bool:
    """Returns whether a part changes the one thing that has a looked-up name.

    It does nothing for other names, so that trying them all, where they are few, isn't told from looking.
    """
    parts = task.composition.parts
    return any(
        edge.input in parts[edge.consumer].subtask.keys and changes(parts[edge.consumer].subtask)
        for edge in task.composition.edges
    )


def _verify(task: ComposedTask) -> None:
    left = ("random", "outcomes") if _acts_on_what_it_is_told(task) else ("random",)
    checks = [check for check in CHECKS if check not in left]
    for finding in verify_task(task.to_json(), "sim", (), 2, checks):
        # Endeavour opens with the field for a new task: who types the goal's texts everywhere has added it.
        assert finding.ok or (finding.check == "idle" and "Endeavour" in task.description), (task.description, finding)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
def test_random_triples_pass_verify(seed: int) -> None:
    _verify(random_composition(random.Random(seed), 3))


def test_what_shares_an_account_is_for_devices_that_can() -> None:
    alone = compose([("notes.line", {}), ("text_editor.write", {})], [(0, 1, "text")])
    shared = compose(
        [("notes.line", {}), ("text_editor.write", {}), ("drive_site.upload", {})], [(0, 1, "text"), (1, 2, "file")]
    )
    assert alone.kinds("android") == ("sim", "adb") and shared.kinds("android") == ("sim",)


def test_many_pairs_of_sub_tasks_are_legal() -> None:
    assert len(legal_pairs()) >= 400


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(e.name for e in catalogue().values() if changes(e) and e.device != "root"))
def test_each_sub_task_that_does_something_passes_verify_alone(name: str) -> None:
    _verify(compose([(name, {})]))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(100))
def test_random_pairs_pass_verify(seed: int) -> None:
    _verify(random_pair(random.Random(seed)))


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", range(2_000, 2_030))
def test_many_random_triples_pass_verify(seed: int) -> None:
    _verify(random_composition(random.Random(seed), 3, least=3))


def test_near_misses_go_on_as_far_as_they_can_without_a_file() -> None:
    task = compose([("text_editor.write", {}), ("archives.add_file", {})], [(0, 1, "file")])
    assert {"without_0", "0_other_name"} <= set(task.near_misses)
    (finding,) = verify_task(task.to_json(), "sim", (), 1, ["near misses"])
    assert finding.ok, finding
