"""The attacks on solved tasks: an evaluator with a blind spot is caught, one without isn't."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from crab_gym.backends.base import State
from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.evaluation import Checkpoint, check, check_answer
from crab_gym.evaluation.checks import Check
from crab_gym.experiments.attacks.checks import attack_answers, attack_state, attack_words, unattacked_words
from crab_gym.experiments.trials import Tally
from crab_gym.task import Action, Look, Params, Task, action, load
from crab_sim.devices.footprints import Allowance, Matcher, left_to_graph, may_add
from crab_sim.machine import slices
from crab_sim.phone.apps.contacts.data import CONTACTS, ContactRow
from crab_tasks.kits.android.messages.moves import send_text
from crab_tasks.kits.android.messages.state import value_texted
from crab_tasks.kits.compare import telling
from crab_tasks.kits.footprints import may_text
from tests import toy


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> Callable[[Task], CrabEnv]:
    def make(task: Task) -> CrabEnv:
        monkeypatch.setattr(toy, "TASK", task)
        return CrabEnv("tests.toy:TASK", backend="sim", screens=False, max_steps=10_000, success_at="complete")

    return make


def _named(state: State, name: str) -> bool:
    return any(row.name == name for row in state.android.contacts())


def _careful(state: State, name: str, phone: str, email: str) -> bool:
    rows = state.android.machine.get(CONTACTS)  # type: ignore[attr-defined]
    mine = [row for row in rows if row.name == name]
    return mine == [ContactRow(mine[0].id, name, phone, email)] if mine else False


def _contact(evaluator: Callable[[Params], Check]) -> Task:
    """Returns the task to add a contact, with one evaluator in place of its own."""
    task = load("android.add_contact")

    def checkpoints(params: Params) -> list[Checkpoint]:
        return [Checkpoint(id="saved", device="android", app="contacts", evaluator=evaluator(params))]

    def oracle(params: Params, look: Look) -> Iterator[Action]:
        yield from task.alternatives["at_once"](params, look)

    def footprint(params: Params) -> list[Allowance]:
        return [may_add("android", "contact", **dict.fromkeys(_contact_fields(), left_to_graph))]

    return replace(
        task,
        checkpoints=checkpoints,
        oracle={"saved": oracle},
        footprint=footprint,
        alternatives={},
        near_misses={},
    )


@cache
def _contact_fields() -> tuple[str, ...]:
    """Returns the fields of a phone's contacts."""
    phone = SimBackend("android", (360, 800))
    phone.reset(0)
    return tuple(next(iter(phone.state.facts()["contact"].rows.values())))


def _blind_task() -> Task:
    return _contact(lambda params: check(_named, name=params.name))


def _careful_task() -> Task:
    return _contact(
        lambda params: check(_careful, name=params.name, phone=params.phone, email=f"{params.mailbox}@{params.domain}")
    )


def _of_new_contact(accepted: tuple[str, ...]) -> set[str]:
    """Returns the fields of the new contact, which has the highest number, that were changed without notice."""
    found = [match.groups() for what in accepted if (match := re.search(r"android contacts \[(\d+)\]\.(\w+): ", what))]
    newest = max((int(number) for number, _ in found), default=0)
    return {name for number, name in found if int(number) == newest}


def test_fields_that_an_evaluator_does_not_read_are_found(played: Callable[[Task], CrabEnv]) -> None:
    done = attack_state(played(_blind_task()), [0])
    assert {"phone", "email"} <= _of_new_contact(done.accepted)
    assert done.attacks == sum(tally.tried for tally in done.kinds.values()) > 200
    assert {"row", "setting", "file"} <= done.kinds.keys()
    assert len(done.accepted) == sum(tally.accepted for tally in done.kinds.values())
    assert len(done.claimed) == sum(tally.claimed for tally in done.kinds.values())


def test_a_careful_evaluator_has_no_such_fields(played: Callable[[Task], CrabEnv]) -> None:
    done = attack_state(played(_careful_task()), [0])
    assert _of_new_contact(done.accepted) == set()
    assert done.kinds["row"].tried > 100
    assert not [what for what in done.accepted if "android effects" in what]


def test_attacks_are_the_same_in_each_run(played: Callable[[Task], CrabEnv]) -> None:
    assert attack_state(played(_blind_task()), [1]) == attack_state(played(_blind_task()), [1])


def _answered(check_of: Callable[[Params], Check]) -> Task:
    """Returns the task to text a contact and submit the number, with another reader of the answer."""
    task = load("android.text_contact")

    def checkpoints(params: Params) -> list[Checkpoint]:
        *others, last = task.checkpoints(params)
        return [*others, replace(last, evaluator=check_of(params))]

    return replace(task, checkpoints=checkpoints, near_misses={})


def _contains(state: State, answer: str | None, value: str) -> bool:
    return answer is not None and value in answer


def test_an_answer_that_only_contains_the_value_is_found(played: Callable[[Task], CrabEnv]) -> None:
    done = attack_answers(played(_answered(lambda params: check_answer(_contains, value=params.phone))), [0])
    kinds = {what.partition("answer ")[2] for what in done.accepted}
    assert any(what.startswith("'It is not +1") for what in kinds)
    assert any(" or +1" in what for what in kinds)
    assert done.kinds["answer"].accepted >= 15


def _exactly(state: State, answer: str | None, value: str) -> bool:
    return answer == value


def test_a_reader_that_takes_one_spelling_refuses_people(played: Callable[[Task], CrabEnv]) -> None:
    done = attack_answers(played(_answered(lambda params: check_answer(_exactly, value=params.phone))), [0])
    assert not [what for what in done.accepted if "answer" in what]
    assert any("The answer is +1" in what for what in done.rejected)


def _texted(state: State, number: str) -> bool:
    return any(message.address == number for message in state.android.messages() if message.box == "sent")


def _sending(
    description: str,
    text: Callable[[Params], str],
    right: Callable[[Params], Check] = lambda params: check(_texted, number=params.phone),
    demand: Callable[[Params], Matcher] | None = None,
    before: Callable[[Params], Iterator[Action]] = lambda params: iter(()),
) -> Task:
    """Returns the task to send a contact a text.

    Args:
        description: The goal.
        text: Returns what the oracle sends.
        right: Returns the evaluator.
        demand: Returns the footprint's demand on the text; by default, it is the oracle's.
        before: What the oracle does before it sends the text.
    """

    def checkpoints(params: Params) -> list[Checkpoint]:
        return [Checkpoint(id="sent", device="android", app="messages", evaluator=right(params))]

    def send(params: Params, look: Look) -> Iterator[Action]:
        yield from before(params)
        yield from send_text(look, params.phone, text(params))

    return replace(
        load("android.text_contact"),
        description=description,
        checkpoints=checkpoints,
        oracle={"sent": send},
        footprint=lambda params: [may_text(params.phone, (demand or text)(params))],
        near_misses={},
        alternatives={},
    )


def test_a_text_that_the_goal_leaves_open_is_not_tried(played: Callable[[Task], CrabEnv]) -> None:
    task = _sending("Send {name} a text.", lambda params: "How are you")
    assert attack_answers(played(task), [0]).attacks == 0
    dictated = replace(task, description="Send {name} the text 'How are you'.")
    assert attack_answers(played(dictated), [0]).kinds["text"].tried > 20


def _texted_exactly(state: State, number: str, text: str) -> bool:
    return [message.body for message in state.android.messages() if message.box == "sent"][-1:] == [text]


def _tells_number(params: Params) -> Matcher:
    return telling("phone_number", params.phone)


def test_a_value_that_somebody_is_told_is_tried_in_sentences(played: Callable[[Task], CrabEnv]) -> None:
    goal = "Text {name} their own number."

    def reads(params: Params) -> Check:
        return check(value_texted, number=params.phone, kind="phone_number", value=params.phone)

    def compares(params: Params) -> Check:
        return check(_texted_exactly, number=params.phone, text=params.phone)

    done = attack_answers(played(_sending(goal, lambda params: params.phone, reads, _tells_number)), [0])
    assert (done.accepted, done.rejected) == ((), ()) and done.solutions > 15 and done.kinds["text"].tried > 20
    done = attack_answers(played(_sending(goal, lambda params: params.phone, compares, _tells_number)), [0])
    assert any("'It is +1" in what for what in done.rejected)


def test_a_text_that_is_only_searched_is_not_tried(played: Callable[[Task], CrabEnv]) -> None:
    def search(params: Params) -> Iterator[Action]:
        yield action("android", "open_app_drawer")
        yield action("android", "write_text", text="How are you")

    task = _sending("Send {name} the text 'How are you'.", lambda params: "How are you", before=search)
    alone = _sending("Send {name} the text 'How are you'.", lambda params: "How are you")
    assert attack_answers(played(task), [0]).attacks == attack_answers(played(alone), [0]).attacks > 20


def test_a_parameter_that_changes_only_when_a_text_is_sent_breaks_nothing(played: Callable[[Task], CrabEnv]) -> None:
    def wait(params: Params) -> Iterator[Action]:
        yield action("root", "wait", seconds=params.hour)

    task = _sending("Wait {hour} s, then send {name} the text 'Hello'.", lambda params: "Hello", before=wait)
    assert attack_words(played(task), [0]).accepted == ()


def test_a_parameter_that_nobody_looks_at_is_found(played: Callable[[Task], CrabEnv]) -> None:
    done = attack_words(played(_blind_task()), [0])
    assert {what.split()[2] for what in done.accepted} == {"phone", "mailbox", "domain"}
    assert done.kinds["word"] == Tally(4, 3)
    assert attack_words(played(_careful_task()), [0]).accepted == ()


def test_words_that_no_attack_breaks_are_told(played: Callable[[Task], CrabEnv]) -> None:
    task = replace(_careful_task(), description="Add {name} to the blue Contacts, with {phone} and {mailbox}@{domain}.")
    assert unattacked_words(played(task), 0) == ["blue"]


def test_what_is_declared_to_matter_to_nobody_is_told_with_the_place(
    played: Callable[[Task], CrabEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    volatile = {**getattr(slices, "VOLATILE", {}), ("contacts", "notes"): "a scratch pad"}
    monkeypatch.setattr(slices, "VOLATILE", volatile, raising=False)
    done = attack_state(played(_blind_task()), [0])
    assert any(what.endswith(".notes: '' -> 'x' (Slice('contacts'), notes: a scratch pad)") for what in done.claimed)
    assert _of_new_contact(done.accepted) >= {"phone", "email", "address"}
    assert "notes" not in _of_new_contact(done.accepted)
