"""The tables that tell what the screens have to do with the goal, and what was done before."""

from __future__ import annotations

import gymnasium as gym
import numpy as np
import pytest

import crab_gym
from crab_gym.wrappers import DiscreteElements, Features, matches

assert crab_gym.__version__
VERBS = ["tap", "long_tap", "swipe", "write_text"]


class Page:
    """A page of a task, and what its tables say."""

    def __init__(self, task: str, seed: int = 3) -> None:
        inner = gym.make(f"Crab-v0/{task}", screens=False)
        self.env = matches.Matches(
            Features(DiscreteElements(inner, 64, 40, VERBS, write_anywhere=False, parts=True), marks=64, goal=64)
        )
        self.columns = {name: at for at, name in enumerate(matches.MARK_COLUMNS)}
        self.lines = {name: at for at, name in enumerate(matches.TEXT_COLUMNS)}
        self.seen, _ = self.env.reset(seed=seed)
        self.goal: str = self.env.unwrapped.goal

    def slots(self, role: str) -> list[int]:
        return [mark.number - 1 for mark in self.env.discrete.marks("android") if mark.role == role]

    def mark(self, column: str, text: str = "", role: str = "") -> float:
        slot = next(
            mark.number - 1
            for mark in self.env.discrete.marks("android")
            if mark.text == text and role in ("", mark.role)
        )
        return float(self.seen["facts"][slot, self.columns[column]])

    def text(self, column: str, text: str) -> float:
        return float(self.seen["lines"][self.env.discrete.texts.index(text), self.lines[column]])

    def swipe(self, direction: str) -> None:
        choices = [self.env.discrete.choice(index) for index in range(self.env.action_space.n)]
        index = next(i for i, choice in enumerate(choices) if choice.args.get("direction") == direction)
        self.seen, *_ = self.env.step(index)

    def act(self, verb: str, slot: int) -> None:
        kind = "text" if verb == "write_text" else "mark"
        index = next(i for i, what in enumerate(self.env.layout) if what == ("android", verb, kind, slot))
        assert self.env.get_wrapper_attr("action_masks")()[index]
        self.seen, *_ = self.env.step(index)
        assert self.seen in self.env.observation_space


def test_the_share_of_words_that_the_goal_has_too() -> None:
    page = Page("miniwob.email_inbox_important", seed=15)
    assert page.seen in page.env.observation_space
    assert page.goal == "Mark the e-mail from Selma as important with its star."
    assert [page.mark("share", text) for text in ("Star: Selma", "Delete: Selma", "Star: Mina")] == [1.0, 0.5, 0.5]
    assert page.mark("text_share", "Selma") == 1.0 and page.mark("name_share", "Selma") == 0.0
    assert page.mark("share", "Home", "button") == 0.0


def test_places_that_the_goal_names() -> None:
    page = Page("miniwob.focus_text_2")
    fields = page.slots("text_field")
    wanted = next(n for n, said in enumerate(("1st", "2nd", "3rd")) if said in page.goal)
    column = page.seen["facts"][fields, page.columns["ordinal"]]
    assert column.tolist() == [float(n == wanted) for n in range(3)]
    assert [page.seen["facts"][slot, page.columns[f"place_{n}"]] for n, slot in enumerate(fields, 1)] == [1.0] * 3


def test_values_stand_beside_their_labels() -> None:
    page = Page("miniwob.read_table")
    assert '"Colour"' in page.goal
    beside = {text for text in page.env.discrete.texts if page.text("beside_0", text)}
    assert beside == {"olive"}
    assert page.text("of_goal", "Colour") == 1.0 and page.text("of_goal", "olive") == 0.0
    assert page.text("goal", page.goal) == 1.0


def test_fields_without_a_name_have_the_label_above() -> None:
    page = Page("miniwob.multi_layouts", seed=4)
    fields, size = page.slots("text_field"), len(matches.MARK_COLUMNS)
    labels = page.seen["facts"][fields, size:]
    found = [mark.text for mark in page.env.discrete.marks("android") if mark.role == "text_field"]
    assert found == ["", "", ""] and len({tuple(row) for row in labels.tolist()}) == 3
    shares = page.seen["facts"][fields, page.columns["label_share"]]
    assert shares.max() == 1.0  # such as "Year"


def test_touches_and_writing_are_remembered_until_the_next_episode() -> None:
    page = Page("miniwob.enter_text_2")
    (field,) = page.slots("text_field")
    page.act("tap", field)
    row = page.seen["facts"][field]
    assert row[page.columns["touched"]] == row[page.columns["recently"]] == 1.0
    word = next(text for text in page.env.discrete.texts if text.isupper())
    assert page.text("written", word) == page.text("filled", word) == 0.0
    page.act("write_text", page.env.discrete.texts.index(word))
    row = page.seen["facts"][field]
    assert row[page.columns["touched"]] == 1.0 and row[page.columns["recently"]] == pytest.approx(0.6)
    assert page.text("written", word) == page.text("upper", word) == 1.0 and page.text("lower", word) == 0.0
    assert page.text("filled", word) == page.text("filled", page.goal) == 1.0
    again, _ = page.env.reset(seed=4)
    assert not again["facts"][:, [page.columns["touched"], page.columns["times"]]].any()
    assert not again["lines"][:, page.lines["written"]].any()


def test_a_touched_mark_is_known_again_after_scrolling() -> None:
    page = Page("miniwob.social_media_all")
    marks = page.env.discrete.marks("android")
    third = [mark for mark in marks if mark.text.startswith("Like:")][2]
    page.act("tap", third.number - 1)
    page.swipe("down")
    (again,) = np.flatnonzero(page.seen["facts"][:, page.columns["touched"]])
    scrolled = page.env.discrete.marks("android")[again]
    assert scrolled.text == third.text and scrolled.bounds[1] < third.bounds[1]


def test_entries_of_an_outline_are_told_from_what_contains_them() -> None:
    page = Page("miniwob.navigate_tree")
    rows = page.slots("list_item")

    def column(name: str, slots: list[int]) -> list[float]:
        found: list[float] = page.seen["facts"][slots, page.columns[name]].tolist()
        return found

    assert column("next_indented", rows) == column("before_indented", rows) == [0.0] * 3
    page.act("tap", rows[0])
    rows = page.slots("list_item")
    inner = len(rows) - 3
    assert column("next_indented", rows) == [1.0, *[0.0] * (inner - 1), -1.0, 0.0, 0.0]
    assert column("before_indented", rows) == [0.0, -1.0, *[0.0] * (inner - 1), 1.0, 0.0]


def test_the_course_tells_whether_the_last_action_did_anything() -> None:
    page = Page("miniwob.click_checkboxes")
    boxes = [mark.number - 1 for mark in page.env.discrete.marks("android") if mark.role == "checkbox"]
    shares = page.seen["facts"][:, page.columns["share"]]
    named = [slot for slot in boxes if shares[slot] == 1.0]
    in_full = int((shares == 1.0).sum())
    assert named and in_full == len(named) + 1  # with "Submit"
    start = 2 + len(VERBS) + 4
    assert not page.seen["course"][: 2 + len(VERBS)].any()
    assert page.seen["course"][start : start + 8].argmax() == in_full
    page.act("tap", named[0])
    assert page.seen["course"][0] == 1.0
    assert page.seen["course"][start : start + 8].argmax() == in_full - 1
    assert page.seen["course"][start + 8 : start + 16].argmax() == 1
    page.act("long_tap", boxes[-1])
    page.act("long_tap", boxes[-1])
    assert page.seen["course"][1] == pytest.approx(1 / 8)


def test_what_cannot_be_touched_is_seen() -> None:
    page = Page("miniwob.identify_shape", seed=4)
    there = page.seen["sights"][page.seen["sights"][:, 0] > 0]
    assert len(there) == 2 and there[:, 5].all()  # the canvas and its figure
    assert np.abs(there[:, len(matches.SIGHT_COLUMNS) :]).sum(1).all()


def test_numbers_and_their_signs_are_told_apart() -> None:
    numbers = [matches._numbers(f"Touch the point ({x}, {y}).", ()) for x, y in ((1, -2), (-1, 2), (2, 1), (1, 2))]
    assert len({tuple(row.tolist()) for row in numbers}) == 4
    assert not matches._numbers("no number", ()).any() and matches._numbers("the 3rd", (3,)).sum() == 1.0
