"""Characters that nobody sees."""

from __future__ import annotations

import pytest

from crab_gym.task.answers.lists import names_all
from crab_gym.task.answers.plain import has_unseen
from crab_gym.task.answers.readers import states, tells
from crab_tasks.kits.compare import same_line, same_name, same_text, squeezed, stripped

UNSEEN = "\u200b\u200d\u00ad\u2060\ufeff\u200e\u202e\u2066\u034f\u3164\u2800\ufe0f\U000e0041\U000e0100\x1f\x85"
VALUES = {"line": "Old maps", "person_name": "Ada Bell", "email": "ada@mill.example", "phone_number": "+1 206 555 0143"}
FAMILY = "Tea \u2764\ufe0f with \U0001f469\u200d\U0001f373"


@pytest.mark.parametrize("char", UNSEEN)
def test_a_text_with_an_unseen_character_is_another_one(char: str) -> None:
    for kind, value in VALUES.items():
        for text in (f"{value[:2]}{char}{value[2:]}", f"{char}{value}", f"{value}{char}"):
            assert has_unseen(text) and not states(kind, text, value) and not tells(kind, text, value)
            assert not names_all(f"{text}, 5", [value, "5"])
            assert squeezed(text) != value and stripped(text) != value
            assert not any(matcher(value)(text) for matcher in (same_line, same_name, same_text))


def test_a_value_may_have_emoji_of_several_characters() -> None:
    assert states("line", FAMILY, FAMILY) and tells("title", f"It is called {FAMILY}.", FAMILY)
    assert names_all(f"{FAMILY}, Milk", ["Milk", FAMILY])
    assert not tells("title", f"It is called {FAMILY}\u200b.", FAMILY)


@pytest.mark.parametrize("text", ["Old maps", "Old\u00a0maps\r\n", "Zo\u00eb\u2019s \u201cmaps\u201d \U0001f600"])
def test_usual_texts_have_none(text: str) -> None:
    assert not has_unseen(text)
