"""Tests for crab_gym.experiments.omni.matrix."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from crab_gym.envs.omni_env import ComposedEnv
from crab_gym.experiments.omni.matrix import Alone, batches, play_alone, set_up_together
from crab_gym.task.catalogue import catalogue, find_subtask
from crab_gym.task.composition import compose

NAMES = ("contacts.add", "contacts.phone_of", "notes.add", "text_editor.write", "endeavour.add", "messages.send")
SUBTASKS = [find_subtask(name) for name in NAMES]


@pytest.fixture(scope="module")
def env() -> ComposedEnv:
    return ComposedEnv(compose([("contacts.add", {})]).to_json(), screens=False, success_at="complete")


@pytest.mark.parametrize(("size", "share"), [(3, 1.0), (4, 0.5), (6, 1.0)])
def test_the_share_of_the_pairs_is_in_some_batch(size: int, share: float) -> None:
    found = list(batches(SUBTASKS, size, share, random.Random(1)))
    pairs = {frozenset((a.name, b.name)) for batch in found for a in batch for b in batch if a is not b}
    assert len(pairs) >= share * 15 and all(len(batch) == size for batch in found)


def test_only_what_looks_into_the_same_app_passes_as_well(env: ComposedEnv) -> None:
    found = list(play_alone(env, set_up_together(SUBTASKS), 3))
    assert all(each.played and each.done for each in found)
    accepted = {
        played.name: [each.name for each in alone.accepted] for played, alone in zip(SUBTASKS, found, strict=True)
    }
    looked_up = {
        name: ["contacts.phone_of"] for name in ("contacts.add", "messages.send")
    }  # Messages searches them, too
    assert accepted == {**{name: [] for name in NAMES}, **looked_up}
    assert not any(each.wrong() for each in found) and ("android", "contacts") in found[0].opened


def test_a_sub_task_that_takes_anything_is_told(env: ComposedEnv) -> None:
    opened = find_subtask("contacts.phone_of").checkpoints
    easy = replace(
        find_subtask("notes.add"), checkpoints=opened, oracle={"contacts_open": lambda params, look: iter(())}
    )
    found = list(play_alone(env, set_up_together([SUBTASKS[0], easy]), 3))
    assert found[0].accepted == (easy,) and found[0].wrong() == [easy]
    assert found[1] == Alone(True, False, (), frozenset())


def test_no_batch_has_two_sub_tasks_for_the_clipboard() -> None:
    copies = [each for each in catalogue().values() if each.output == "clipboard"]
    assert len(copies) > 2
    for batch in batches([*copies, *SUBTASKS], 5, 1.0, random.Random(2)):
        assert sum(each in copies for each in batch) <= 1 and set_up_together(batch).alternatives


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_oracle_does_another_sub_task(env: ComposedEnv) -> None:
    subtasks = [each for _, each in sorted(catalogue().items())]
    for number, batch in enumerate(batches(subtasks, 12, 0.15, random.Random(0))):
        for played, found in zip(batch, play_alone(env, set_up_together(batch), number), strict=True):
            assert found.done, (played.name, number)
            assert not found.wrong(), (played.name, number)
