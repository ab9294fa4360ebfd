"""Goals in a model's words: what is accepted, and what is refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crab_gym.cli import app
from crab_gym.task import ComposedTask, Params, compose
from crab_gym.task.composition import from_json
from crab_gym.task.goals.paraphrase import paraphrase

SAID = "{sender_0} has texted a number. Keep it in the phone's contacts as {name_1}."


def task() -> ComposedTask:
    return compose([("messages.latest_number", {"sender": "Jonas Berg"}), ("contacts.add", {})], [(0, 1, "phone")])


def test_other_words_have_each_episodes_values() -> None:
    said = paraphrase(task(), lambda prompt: SAID, lambda prompt: "[[0, 1]]")
    drawn = Params(**{name: each.sample(random.Random(3)) for name, each in said.parameters.items()})
    assert said.goal(drawn) == (
        f"Jonas Berg has texted a number. Keep it in the phone's contacts as {drawn.name_1}."
    )  # fmt: skip
    again = from_json(said.to_json())
    assert again.goal(drawn) == said.goal(drawn) and again.description == said.description
    assert said.definition_hash() == again.definition_hash() != task().definition_hash()


def test_the_models_see_what_they_need() -> None:
    prompts: list[str] = []

    def ask(prompt: str) -> str:
        prompts.append(prompt)
        return SAID if len(prompts) == 1 else "The answer is [[0, 1]]."

    paraphrase(task(), ask, ask)
    assert "text message from {sender_0} on the phone" in prompts[0]
    assert "0: look up" in prompts[1] and "Jonas Berg has texted" in prompts[1]


def test_words_that_the_parser_reads_need_no_second_model() -> None:
    same = "Look up the telephone number in the latest text message from {sender_0} on the phone. "
    same += "Save that telephone number in the phone's contacts under the name of {name_1}."
    assert paraphrase(task(), lambda prompt: same).description == task().description


@pytest.mark.parametrize(
    ("said", "read", "problem"),
    [
        ("Keep the number as {name_1}.", "[[0, 1]]", r"lacks the placeholders \[sender_0\]"),
        (SAID + " Then tell {someone}.", "[[0, 1]]", r"has \[someone\], which stand for nothing"),
        (SAID, "[]", "has other dependencies"),
        (SAID, "[[1, 0]]", "has other dependencies"),
        (SAID, "I can't tell.", "expected a list of pairs"),
        (SAID, "[[0, 7]]", "expected a list of pairs of the steps 0 to 1"),
    ],
)
def test_what_means_something_else_is_refused(said: str, read: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        paraphrase(task(), lambda prompt: said, lambda prompt: read)


def test_words_that_nobody_reads_are_refused() -> None:
    with pytest.raises(ValueError, match="give a model that checks"):
        paraphrase(task(), lambda prompt: SAID)


def test_a_wording_in_json_has_its_placeholders() -> None:
    with pytest.raises(ValueError, match="lacks the placeholders"):
        from_json({**task().to_json(), "wording": "Do it."})
    with pytest.raises(ValueError, match="expected a text"):
        from_json({**task().to_json(), "wording": 3})


def test_the_command_asks_a_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "def say(messages, tools):\n"
    code += "    return '[]' if 'Steps:' in messages[-1].text else 'On the phone, note {text_0}.'\n"
    (tmp_path / "sayer.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    done = CliRunner().invoke(app, ["compose", "notes.add", "--paraphrase", "script:sayer:say"])
    assert done.exit_code == 0 and '"wording": "On the phone, note {text_0}."' in done.output
