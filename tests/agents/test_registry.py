"""Names of structures and options."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import gymnasium as gym
import pytest

from crab_gym.agents import AGENTS, agent_options, make_agent, wrap
from crab_gym.wrappers import SetOfMarks, TextObservation
from tests.agents.models import Says


def test_a_name_that_is_nearly_one_is_recognised() -> None:
    with pytest.raises(ValueError, match="unknown agent 'singel'; did you mean 'single'"):
        make_agent("singel", Says([""]))
    with pytest.raises(ValueError, match="unknown option of the agent 'single': 'histroy'; did you mean 'history'"):
        make_agent("single", Says([""]), histroy=3)
    with pytest.raises(ValueError, match="did you mean 'max_side'"):
        wrap(gym.make("Crab-v0/learn.open_app"), "single", maxside=3)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("history", -1, "expected a whole number from 0"),
        ("history", "3", "expected a whole number from 0"),
        ("history", True, "expected a whole number from 0"),
        ("pictures", 1, "expected True or False"),
        ("scale", 0, "expected a number above 0 and at most 1"),
        ("scale", 1.5, "expected a number above 0 and at most 1"),
        ("scale", float("nan"), "expected a number above 0 and at most 1"),
        ("max_side", 10, "expected at least 64 pixels, or None"),
    ],
)
def test_a_value_that_is_none_is_refused(option: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=f"the option {option} is .*; {message}"):
        make_agent("single", Says([""]), **{option: value})


def test_options_of_the_view_are_taken_by_both() -> None:
    options = {"marks": 5, "sources": "tree", "history": 1}
    assert make_agent("single", Says([""]), **options).options.history == 1
    env = wrap(gym.make("Crab-v0/learn.open_app"), "single", **options)
    _, info = env.reset(seed=0)
    assert isinstance(env, SetOfMarks) and len(info["marks"]["android"]) == 25  # on five pages
    _, info = wrap(gym.make("Crab-v0/learn.open_app"), "m3a", marks=5).reset(seed=0)
    assert len(info["marks"]["android"]) == 5


def test_an_agent_that_reads_gets_the_devices_as_text() -> None:
    env = wrap(gym.make("Crab-v0/learn.open_app", screens=False), "by_device", pictures=False)
    assert isinstance(env, TextObservation) and isinstance(env.env, SetOfMarks)


def test_what_asks_a_model_needs_one() -> None:
    for name in AGENTS:
        if name in ("human", "script"):
            make_agent(name)
        else:
            with pytest.raises(TypeError, match=f"the agent '{name}' needs a model"):
                make_agent(name)


def test_options_have_defaults() -> None:
    assert agent_options("by_device")["history"] == 2
    assert set(agent_options("human")) == {"rows"}


def test_no_structure_is_loaded_before_it_is_asked_for() -> None:
    code = "import sys, crab_gym.agents; sys.exit(any(m.startswith('crab_gym.agents.') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_documentation_lists_all_structures_and_options() -> None:
    text = (Path(__file__).parents[2] / "docs" / "agents.md").read_text(encoding="utf-8")
    rows = [row.split(" | ") for row in text.splitlines() if row.startswith("| `")]
    found = {row[0].strip("| `"): row[1].strip("| `") for row in rows}
    assert set(AGENTS) <= set(found)
    options = {name: str(value) for name, value in agent_options("beap").items()}  # those of all, and its own
    assert {name: default for name, default in found.items() if name not in AGENTS} == options
