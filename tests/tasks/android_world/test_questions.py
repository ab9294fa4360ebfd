from __future__ import annotations

from typing import Any

import pytest

from crab_gym.backends.base import State
from crab_gym.backends.specs import make_backend, parse_backends
from crab_gym.evaluation import check_answer
from crab_tasks.android_world.questions.asking import AHEAD, PAST, app_shows, asked
from crab_tasks.kits.answers import answer_is


@pytest.fixture
def phone() -> Any:
    backend = make_backend(parse_backends("sim", ("android",))["android"], "android", (360, 800))
    backend.reset(3)
    return backend


def test_words_for_days() -> None:
    assert (AHEAD["today"], AHEAD["tomorrow"], AHEAD["in 14 days"]) == (0, 1, 14)
    assert (PAST["today"], PAST["yesterday"], PAST["21 days ago"]) == (0, 1, 21)


def test_an_app_shows_a_text_while_it_is_in_front(phone: Any) -> None:
    state, texts = State(android=phone.state), ("All notes",)
    assert not app_shows(state, "notebook", texts)
    phone.execute("open_app", {"name": "Notebook"})
    phone.settle()
    assert app_shows(state, "notebook", texts)
    assert not app_shows(state, "notebook", ("No such title",)) and not app_shows(state, "notes", ("All notes",))


def test_what_is_seen_comes_before_the_answer() -> None:
    def order(seen: list[str]) -> list[tuple[str, tuple[str, ...]]]:
        return [
            (node.id, tuple(node.after))
            for node in asked("notebook", check_answer(answer_is, kind="count", value=3), seen)
        ]

    assert order([]) == [("app_open", ()), ("answered", ("app_open",))]
    assert order(["a"]) == [("app_open", ()), ("seen", ("app_open",)), ("answered", ("seen",))]
