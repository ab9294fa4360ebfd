"""What the clipboard holds: it lasts until it is used, in every order that is tried, told or scored."""

from __future__ import annotations

from itertools import chain, permutations
from typing import Any

import gymnasium as gym
import pytest

import crab_gym  # noqa: F401 - registers the tasks
from crab_gym.experiments.verify import CHECKS, verify_task
from crab_gym.policies import OraclePolicy
from crab_gym.rollout import run_episode
from crab_gym.task import compose
from crab_gym.task.catalogue import catalogue
from crab_gym.task.composition.composed import ComposedTask
from crab_gym.task.composition.parts import changes
from crab_gym.task.goals.parser import ParseError, parse
from crab_gym.task.types import TYPES, fits

LINK, PASTE, FOLDER = "images.copy_address", "text_editor.paste", "folders.copy_file"
FED = [(0, 1, "content"), (2, 3, "content")]


def task(*names: str, edges: Any = (), **options: Any) -> ComposedTask:
    return compose([(name, {}) for name in names], edges, **options)


def test_what_is_copied_is_told_as_the_clipboards() -> None:
    assert task(LINK, PASTE, edges=FED[:1]).description == (
        'In the desktop\'s Firefox, copy the image link of the picture "Soft mist" at images.example. In the '
        "desktop's Text Editor, paste the address in the clipboard into a new text and save that as the new file "
        "~/Documents/cedar_47.txt."
    )
    assert "paste the image link that you copy" in task(LINK, PASTE, edges=FED[:1], style="short").description
    assert "paste the clipboard's content into" in task(PASTE).description


def test_what_is_copied_lasts_until_it_is_pasted() -> None:
    two = task(LINK, PASTE, LINK, PASTE, edges=FED).composition
    assert list(two.orders()) == [(0, 1, 2, 3), (2, 3, 0, 1)]
    folder = task(LINK, PASTE, FOLDER, edges=FED[:1]).composition
    assert list(folder.orders()) == [(0, 1, 2), (2, 0, 1)]
    assert {order for order in permutations(range(3)) if folder.volatiles.last(order)} == {(0, 1, 2), (2, 0, 1)}


def test_what_no_part_pastes_stays_until_the_end() -> None:
    alone = task(LINK, FOLDER)
    assert list(alone.composition.orders()) == [(1, 0)] and alone.composition.order == (1, 0)
    held = {node.id: node.hold for node in alone.graph(alone.defaults()).checkpoints}
    assert held["0.copied"]
    used = task(LINK, PASTE, edges=FED[:1])
    assert not {node.id: node.hold for node in used.graph(used.defaults()).checkpoints}["0.copied"]


def test_what_the_clipboard_holds_at_first_is_one_hidden_text() -> None:
    both = task(PASTE, LINK, PASTE)
    assert set(both.parameters) == {"content_0", "file_0", "title_1", "file_2"}
    assert list(both.composition.orders()) == [(0, 2, 1), (2, 0, 1)]
    env = gym.make("Crab-v0/custom", task=both.to_json(), screens=False)
    bare: Any = env.unwrapped
    texts = set()
    for seed in range(3):
        record = run_episode(env, OraclePolicy(env), seed=seed)
        assert record.success and bare.params.content_0 not in record.goal
        texts.add(bare.params.content_0)
    assert len(texts) > 1


def test_many_parts_are_ordered_at_once() -> None:
    names = (LINK, PASTE) * 3 + (FOLDER,) * 3 + ("text_editor.write",) * 3
    many = task(*names, edges=[(0, 1, "content"), (2, 3, "content"), (4, 5, "content")])
    assert many.composition.volatiles.last(many.composition.order)


def test_a_part_that_just_comes_after_another_one_is_told_right_after_it() -> None:
    others = ("contacts.add",) * 10
    many = task("text_editor.write", *others, FOLDER, edges=[(0, 11, "")])
    assert many.composition.order[:2] == (0, 11) and ". After that, on the desktop, put a copy" in many.description
    graph = many.graph(many.defaults())
    assert ("0.written", "11.folder_made") in graph.edges
    inner = task("text_editor.write", FOLDER, "text_editor.write", edges=[(0, 1, ""), (2, 1, "file")], style="short")
    assert inner.composition.feeds[1] == {"": 0, "file": 2}


@pytest.mark.parametrize(
    ("names", "edges", "options", "sentence"),
    [
        ((LINK, LINK), (), {}, "in every order of the parts something replaces"),
        ((LINK, PASTE, FOLDER), FED[:1], {"order": [0, 2, 1]}, r"in the order \[0, 2, 1\] something replaces"),
        ((LINK, PASTE), (), {"order": [0, 1]}, "something replaces a volatile output"),
        ((PASTE, "answer.submit"), [(0, 1, "text")], {}, "gives a file, and 'text' .* takes a text"),
        ((FOLDER, PASTE, LINK), [(0, 1, ""), (0, 2, "")], {}, "only one part can come right after"),
        ((FOLDER, PASTE, LINK), [(0, 2, ""), (1, 2, "")], {}, "only one part can come right after"),
        ((FOLDER, "contacts.add", LINK), [(0, 2, "")], {"order": [0, 1, 2]}, "can only be told right after it"),
        (("text_editor.write", PASTE), [(0, 1, "content")], {}, "gives a file, .* takes a clipboard's content"),
    ],
)
def test_what_does_not_last_is_refused(names: Any, edges: Any, options: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        task(*names, edges=edges, **options)


def test_the_clipboard_is_not_fixed() -> None:
    with pytest.raises(ValueError, match="content can't be fixed"):
        compose([(PASTE, {"content": "Bring old maps"})])


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        ("On the desktop, put a copy of ~/a.md into the new folder ~/b. {paste}", "nothing has put"),
        ("{paste_link}", 'takes "clipboard\'s content"'),
    ],
)
def test_the_parser_knows_what_the_clipboard_holds(goal: str, problem: str) -> None:
    said = "In the desktop's Text Editor, paste the {} into a new text and save that as the new file ~/c.txt."
    text = goal.format(paste=said.format("clipboard's content"), paste_link=said.format("address in the clipboard"))
    with pytest.raises(ParseError, match=problem):
        parse(text, catalogue().values())


@pytest.mark.slow
def test_copies_and_pastes_pass_verify() -> None:
    checks = [check for check in CHECKS if check != "random"]
    two = task(LINK, PASTE, LINK, PASTE, edges=FED)
    for finding in verify_task(two.to_json(), "sim", (), 2, checks):
        assert finding.ok, finding


def _alone(name: str) -> ComposedTask | None:
    """Returns a task of one sub-task, whose output is submitted where only that makes it one; None for none."""
    subtask = catalogue()[name]
    if changes(subtask):
        return task(name)
    return task(name, "answer.submit", edges=[(0, 1, "text")]) if fits(subtask.output, "line") else None


@pytest.mark.parametrize("name", [each.name for each in catalogue().values() if each.device == "ubuntu"])
def test_only_what_says_so_replaces_the_clipboards_content(name: str) -> None:
    alone = _alone(name)
    if alone is None:
        pytest.skip("it is no task of its own")
    env: Any = gym.make("Crab-v0/custom", task=alone.to_json(), screens=False).unwrapped
    subtask = catalogue()[name]
    copies = bool(subtask.output) and bool(TYPES[subtask.output].volatile)
    for way in range(1 + len(alone.alternatives)):
        env.reset(seed=way)
        setup = env.backends["ubuntu"].setup
        if not setup.clipboard():
            setup.set_clipboard("as before")
        before = setup.clipboard()
        order = next(iter(alone.orders(env.evaluator.graph, 1)))
        oracles = [alone.oracle[node] for node in order] if not way else [list(alone.alternatives.values())[way - 1]]
        for action in chain.from_iterable(oracle(env.params, env.elements) for oracle in oracles):
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                break
        if not copies and "clipboard" not in subtask.disturbs:
            assert setup.clipboard() == before
