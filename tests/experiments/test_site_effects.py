"""Sendings: what leaves the desktop's browser beside a task is found by the log of effects alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from crab_gym.backends.sim import SimBackend
from crab_gym.envs.crab_env import CrabEnv
from crab_gym.experiments.site_effects import once_more, stray_mail, unseen
from crab_gym.experiments.trials import Trials, harm
from crab_gym.task import Params, Task, action, load
from crab_sim.devices.footprints import Footprint, anything, may_send
from tests import toy

MAIL = "seed 0: send a mail, unseen"


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> Callable[[Task], Trials]:
    def play(task: Task) -> Trials:
        monkeypatch.setattr(toy, "TASK", task)
        return harm(CrabEnv("tests.toy:TASK", screens=False, max_steps=10_000, success_at="complete"), [0])

    return play


def loose(name: str, kind: str) -> Task:
    task = load(name)

    def footprint(params: Params) -> Footprint:
        mail = {"subject": anything} if kind == "mail" else {}
        return [*task.footprint(params), may_send("ubuntu", kind, most=None, to=anything, text=anything, **mail)]

    return replace(task, footprint=footprint)


@pytest.mark.parametrize(
    ("name", "kind", "found"),
    [
        ("ubuntu.shop_order", "order", "seed 0: place the order once more, unseen"),
        ("ubuntu.open_issue", "post", "seed 0: open the issue once more, unseen"),
        ("ubuntu.wiki_fact", "mail", MAIL),
    ],
)
def test_a_footprint_that_lets_anything_leave_is_found(
    name: str, kind: str, found: str, accepted: Callable[[Task], Trials]
) -> None:
    done = accepted(loose(name, kind))
    assert (done.accepted, done.rejected) == ((found,), ())


def test_tasks_without_a_browser_send_nothing(accepted: Callable[[Task], Trials]) -> None:
    assert accepted(loose("ubuntu.write_note", "mail")).accepted == ()


def test_what_was_sent_leaves_no_trace_but_in_the_log() -> None:
    desktop = SimBackend("ubuntu", (1280, 720))
    desktop.reset(3)
    mails, cart = desktop.state.web("mail.example", "mails"), desktop.state.web("shop.example", "cart")
    assert once_more(desktop.state) == []
    sending = stray_mail()
    for taken in unseen(sending, lambda device: desktop.elements(), desktop.setup):
        if taken == action("root", "wait", seconds=1):
            desktop.advance(1.0)
        elif taken["device"] == "ubuntu":
            desktop.execute(taken["name"], taken["args"])
    assert [(effect.kind, effect.to) for effect in desktop.state.effects()] == [("mail", "nobody@mail.example")]
    assert desktop.state.web("mail.example", "mails") == mails
    assert desktop.state.web("shop.example", "cart") == cart
