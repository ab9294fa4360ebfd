"""What the generalist sees, remembers, copies and can do, and that a checkpoint of it is played as data."""

from __future__ import annotations

import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.backends.base import Element
from crab_gym.experiments.policy_makers import policy_makers
from crab_gym.integrations.checkpoints.generalist.lexicon import COMMON, Lexicon
from crab_gym.integrations.checkpoints.generalist.memory import WORDS, Memory
from crab_gym.integrations.checkpoints.generalist.moves import (
    CHARACTERS,
    COPY,
    MAX_MOVES,
    Choice,
    Moves,
    Piece,
    read,
    spell,
)
from crab_gym.integrations.checkpoints.generalist.view import GOAL, LINES, MARKS, SHAPES, Observer, View, stack
from crab_gym.policies import OraclePolicy, policy_spec
from crab_gym.rollout import rollout
from tests.extras import reason

assert crab_gym.__version__
GOAL_TEXT = 'Mail "Paint the lamps" to ada7@north.example from the desktop, and save ~/Documents/elm_27.txt.'
SIZES = {"android": (360, 800), "ubuntu": (1280, 720)}
EMPTY: dict[str, Any] = {"android": (), "ubuntu": ()}


def view_of(goal: str = GOAL_TEXT, **screens: tuple[Element, ...]) -> View:
    return Observer(Lexicon(), goal, SIZES).see({**EMPTY, **screens})


def text(line: str, top: int = 100, **more: Any) -> Element:
    return Element("text", line, app="messages", bounds=(0, top, 200, top + 40), **more)


@pytest.mark.parametrize(
    ("written", "copied"),
    [
        ("Paint the lamps", 1),
        ("ada7@north.example\n", 1),
        ("vim /home/user/Documents/elm_27.txt\n", 1),
        ("at 13:35", 0),
        ("", 0),
    ],
)
def test_texts_are_spelled_with_spans_of_the_goal(written: str, copied: int) -> None:
    view = view_of()
    pieces = spell(written, view)
    assert pieces is not None
    assert read(pieces, view) == written
    assert sum(piece.code == COPY for piece in pieces) == copied


def test_a_value_is_copied_from_a_line_even_if_it_cannot_be_spelled() -> None:
    view = view_of(android=(text("We meet at Café Schönberg, at 13:35"),))
    pieces = spell("Café Schönberg", view)
    assert pieces is not None
    (piece,) = pieces
    assert piece.code == COPY and piece.first >= GOAL and piece.length == 2
    assert read(pieces, view) == "Café Schönberg"
    assert spell("Café Schönberg", view_of()) is None  # it was read nowhere


def test_a_value_that_was_read_is_copied_even_if_the_goal_has_a_part_of_it() -> None:
    view = view_of(
        "Mail the e-mail address in the note to ada7@north.example", android=(text("heron68@harbour.example"),)
    )
    (piece,) = spell("heron68@harbour.example", view) or ()
    assert piece.first >= GOAL  # the goal has only ".example"
    pieces = spell("ada7@north.example", view) or ()
    assert [piece.first < GOAL for piece in pieces] == [True]


def test_a_value_behind_words_of_its_own_is_copied() -> None:
    lines = (text("Chloé Ekman, her neighbour"), text("Chloé Ekman", 150))
    view = view_of("Add a lunch with that person", android=lines)
    pieces = spell("Lunch with Chloé Ekman", view) or ()
    assert read(pieces, view) == "Lunch with Chloé Ekman"
    assert pieces[-1].first >= GOAL and pieces[-1].length == 2
    assert view.texts[1 + (pieces[-1].first - GOAL) // WORDS] == "Chloé Ekman"  # it is nothing but this value


def test_a_text_of_many_characters_has_no_pieces() -> None:
    assert spell("x" * 200, view_of()) is None


def test_a_span_ends_where_its_text_does() -> None:
    view = view_of("Write two words")
    assert view.span(1, 24) == "two words"
    assert view.span(3, 1) == view.span(GOAL, 1) == view.span(GOAL + 10_000, 1) == ""
    assert read([Piece(COPY, 0, 1), Piece(2 + CHARACTERS.index("!"))], view) == "Write!"


def test_what_was_read_is_remembered_after_the_screen_has_changed() -> None:
    observer = Observer(Lexicon(), GOAL_TEXT, SIZES)
    view = observer.see({"android": (text("From Ada"), text("Use +1 555 0139 from now on", 150)), "ubuntu": ()})
    moves = Moves(['["root", "wait", {"seconds": 1}]'])
    for _ in range(3):
        observer.did(moves.decode(Choice(0), view))
        view = observer.see({"android": (text("Another screen"),), "ubuntu": ()})
    at = view.texts.index("Use +1 555 0139 from now on") - 1
    device, now, age, digits = (view.arrays["line_facts"][at][column] for column in (1, 2, 3, 6))
    assert (device, now, digits) == (0, 0, 255) and 0 < age < 255
    assert view.arrays["line_labels"][at][: len("From Ada".split())].all()  # the line before it
    shown = view.texts.index("Another screen") - 1
    assert view.arrays["line_facts"][shown][2] == 255


def test_the_lines_that_say_most_about_the_goal_are_kept_and_passwords_are_not() -> None:
    lexicon = Lexicon()
    memory = Memory(lexicon, "Write the number of Ada Berg")
    memory.read("android", [text(f"Nothing at all {letter}") for letter in "abcdefghijklmnopqrstuvwxyz"], 0)
    memory.read("android", [text("Ada Berg: 555 0139"), text("s3cret", password=True)], 1)
    memory.read("ubuntu", [text(f"More of it {letter}") for letter in "abcdefghijklmnopqrstuvwxyz"], 2)
    kept = [line.text for line in memory.best(10, LINES)]
    assert "Ada Berg: 555 0139" in kept and len(kept) == LINES
    assert "s3cret" not in [line.text for line in memory.best(10, 1000)]


def test_a_value_outlasts_the_buttons_and_the_words_of_the_goal() -> None:
    memory = Memory(
        Lexicon(), "In Tasks, read the note of the errand for Ada Berg. In Mail, tap Compose and type that note."
    )
    memory.read("android", [text("Errand for Ada Berg"), text("Wash the blue tent", 150)], 3)
    for step in range(4, 9):
        buttons = [
            Element("button", f"Button of {step} {at}", app="mail", bounds=(0, at, 9, at + 9)) for at in range(20)
        ]
        memory.read("ubuntu", [text("Compose"), text("Mail"), *buttons], step)
    kept = {line.text: line for line in memory.best(9, 8, "ubuntu")}
    assert "Wash the blue tent" in kept and memory.was_left(kept["Wash the blue tent"])
    assert "Compose" not in kept and "Mail" not in kept  # which the goal has, so that nothing new can be read from it


def test_a_view_has_the_same_arrays_whatever_is_shown() -> None:
    many = tuple(text(f"Line {number}", 5 * number, clickable=True) for number in range(150))
    for screens in ({}, {"ubuntu": many}):
        view = view_of(GOAL_TEXT * 9, **screens)
        shapes = {name: (array.shape, array.dtype) for name, array in view.arrays.items()}
        assert shapes == {name: (shape, np.dtype(kind)) for name, (shape, kind) in SHAPES.items()}
        assert len(view.points) == min(MARKS, len(screens.get("ubuntu", ())))


def test_the_same_words_have_the_same_number_in_any_case_and_common_words_tell_nothing() -> None:
    lexicon = Lexicon()
    assert lexicon.numbers("Lamp LAMP lamp", 9) == (lexicon.number("lamp"),) * 3
    assert lexicon.number("the") < COMMON <= lexicon.number("lamp") < len(lexicon)


def test_words_beyond_the_last_number_share_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crab_gym.integrations.checkpoints.generalist.lexicon._MOST", COMMON + 5)
    lexicon = Lexicon()
    numbers = [lexicon.number(f"word{each}") for each in range(50)]
    assert all(COMMON <= number < COMMON + 5 for number in numbers) and len(lexicon) == COMMON + 5


def test_moves_are_told_apart_by_all_that_is_not_chosen() -> None:
    moves, view = Moves(), view_of(android=(text("Save", clickable=True),))
    tap = {"device": "android", "name": "tap", "args": {"x": 100, "y": 120}}
    long = {"device": "android", "name": "swipe", "args": {"x": 100, "y": 120, "direction": "up", "distance": "long"}}
    short = {**long, "args": {**long["args"], "distance": "short"}}  # type: ignore[dict-item]
    opened = {"device": "android", "name": "open_app", "args": {"name": "Contacts"}}
    for number, action in enumerate((tap, long, short, opened)):
        choice = moves.encode(action, view)
        assert choice is not None and choice.move == number
        assert moves.decode(choice, view).action == action
    kinds = [moves.kind(number) for number in range(4)]
    assert kinds == ["mark", "mark", "mark", "app"]
    assert moves.encode({"device": "android", "name": "tap", "args": {"x": 3, "y": 3}}, view) is None
    assert moves.possible(0, view) and not moves.possible(0, view_of()) and not moves.possible(4, view)
    assert Moves(moves.known).known == moves.known


@pytest.mark.parametrize(
    "known", [["no JSON"], ['["android"]'], [f'["root", "wait", {{"seconds": {n}}}]' for n in range(500)]]
)
def test_moves_that_are_none_are_refused(known: list[str]) -> None:
    with pytest.raises(ValueError):
        Moves(known)


@pytest.mark.parametrize("task", ["learn.contact_from_note", "cross.dark_mode_from_todo", "learn.new_todo"])
def test_choices_do_what_the_oracle_does(task: str) -> None:
    env: Any = gym.make(f"Crab-v0/{task}", screens=False, success_at="complete")
    obs, info = env.reset(seed=3)
    base, moves = env.unwrapped, Moves()
    observer, oracle = Observer(Lexicon(), info["goal"], base.screen_sizes), OraclePolicy(env)
    oracle.reset(info["goal"], policy_spec(env, 3))
    over = False
    while not over:
        view = observer.see({device: base.elements(device) for device in base.screen_sizes})
        choice = moves.encode(oracle.act(obs, info), view)
        assert choice is not None
        deed = moves.decode(choice, view)
        obs, _, terminated, truncated, info = env.step(deed.action)
        observer.did(deed)
        over = terminated or truncated
    assert info["is_success"]
    env.close()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Returns the folder of a checkpoint of an untrained network."""
    th = pytest.importorskip("torch", reason=reason("torch"))
    from crab_gym.integrations.checkpoints.generalist.network import Generalist, Sizes

    th.manual_seed(0)
    th.save(Generalist(Sizes(32, 1, 2)).state_dict(), tmp_path / "checkpoint.zip")
    known = ['["android", "tap", {"x": "?", "y": "?"}]', '["android", "open_app", {}]', '["android", "write_text", {}]']
    told = {"sees": "tokens", "width": 32, "layers": 1, "heads": 2, "moves": known}
    (tmp_path / "arguments.json").write_text(json.dumps(told), encoding="utf-8")
    return tmp_path


@pytest.mark.extra("torch")
def test_a_network_chooses_what_is_possible(saved: Path) -> None:
    from crab_gym.integrations.checkpoints.generalist.network import choose, tensors
    from crab_gym.integrations.checkpoints.generalist.policy import load

    net, moves = load(saved / "checkpoint.zip")
    lexicon = Lexicon()
    shown = {"android": (text("Save", clickable=True), text("Ada", 200)), "ubuntu": (text("Files", clickable=True),)}
    views = [Observer(lexicon, goal, SIZES).see(one) for goal in (GOAL_TEXT, "Open Tasks") for one in (shown, EMPTY)]
    for choice, view in zip(choose(net, views, lexicon, moves), views, strict=True):
        assert moves.decode(choice, view).action["device"] == "android"
        assert choice.mark < 0 or view.points[choice.mark].device == "android"
    inputs, parts = tensors(stack(views), lexicon)
    seen = net(inputs, parts)
    words = inputs["goal"].shape[1]
    assert words < GOAL and seen.goal.shape == (4, words, 32) and seen.marks.shape == (4, 3, 32)
    assert net.score_moves(seen).shape == (4, MAX_MOVES)
    alone = [choose(net, [view], lexicon, moves)[0] for view in views]
    assert alone == choose(net, views, lexicon, moves)  # what else is in the batch makes no difference


@pytest.mark.extra("torch")
def test_a_checkpoint_is_played_by_its_path_and_gives_the_same_episode_again(saved: Path) -> None:
    (maker,) = policy_makers([f"checkpoint:{saved}"]).values()
    episodes = [rollout(["learn.new_todo"], maker, seeds=[0], protocol="crab")[0] for _ in range(2)]
    first, again = ([step.action for step in episode.steps] for episode in episodes)
    assert first == again and first
    assert maker.settings["moves"] == 3  # type: ignore[union-attr]


class Bomb:
    def __reduce__(self) -> Any:
        return (exec, ("raise SystemExit('the file was run')",))


@pytest.mark.extra("torch")
def test_a_checkpoint_is_read_as_data(saved: Path) -> None:
    from crab_gym.integrations.checkpoints.generalist.policy import load

    file = saved / "checkpoint.zip"
    with zipfile.ZipFile(file) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(file, "w") as new:
        for name, content in parts.items():
            new.writestr(name, pickle.dumps(Bomb(), 2) if name.endswith("data.pkl") else content)
    with pytest.raises(ValueError, match="can't be played"):
        load(file)


@pytest.mark.extra("torch")
@pytest.mark.parametrize("changed", [{"width": 64}, {"moves": "tap"}, {"moves": []}, {"layers": -1}, {"heads": None}])
def test_arguments_that_do_not_fit_are_refused(saved: Path, changed: dict[str, Any]) -> None:
    from crab_gym.integrations.checkpoints.generalist.policy import load

    told = json.loads((saved / "arguments.json").read_text(encoding="utf-8"))
    (saved / "arguments.json").write_text(json.dumps(told | changed), encoding="utf-8")
    with pytest.raises(ValueError, match="can't be played"):
        load(saved / "checkpoint.zip")


def test_a_choice_of_nothing_is_an_action_without_arguments() -> None:
    moves = Moves(['["root", "complete", {}]'])
    assert moves.decode(Choice(0), view_of()).action == {"device": "root", "name": "complete", "args": {}}
