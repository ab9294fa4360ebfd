"""Parts of the tasks that ask for an answer: days in words, the checkpoints, and ways to submit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from crab_gym.evaluation import Check, Checkpoint, check
from crab_gym.task import Action, Look, Oracle, Params
from crab_tasks.kits.moves import submit
from crab_tasks.kits.state import State, app_opened, whereabouts

__all__ = ["AHEAD", "PAST", "app_shows", "asked", "just_submit", "submitting", "texts"]

AHEAD: Mapping[str, int] = {"today": 0, "tomorrow": 1, **{f"in {days} days": days for days in range(2, 15)}}
"""Days by their words, as the number of days from today."""
PAST: Mapping[str, int] = {"today": 0, "yesterday": 1, **{f"{days} days ago": days for days in range(2, 22)}}
"""Days by their words, as the number of days until today."""


def app_shows(state: State, app: str, texts: Sequence[str]) -> bool:
    """The app is in front, and one of some texts is on the screen."""
    phone = state.android
    return phone.foreground().app == app and any(element.text in texts for element in phone.elements())


def asked(app: str, evaluator: Check, seen: Sequence[str] = ()) -> Sequence[Checkpoint]:
    """Returns the checkpoints of a question about an app: it is in front; it shows what is asked for; the answer.

    Args:
        app: The app.
        evaluator: Judges the answer.
        seen: Texts, of which one has to be on the app's screen before the answer counts; empty where the app's first
            screen may show them.
    """
    shown = check(app_shows, app=app, texts=tuple(seen))
    nodes = [app_opened(app)]
    if seen:
        nodes.append(whereabouts(id="seen", device="android", app=app, evaluator=shown, after=("app_open",)))
    return [*nodes, Checkpoint(id="answered", device="root", app="answer", evaluator=evaluator, after=(nodes[-1].id,))]


def submitting(look_up: Oracle, answer: Callable[[Params], str]) -> Oracle:
    """Returns an oracle that looks something up and submits an answer.

    Args:
        look_up: Looks it up.
        answer: Returns the answer.
    """

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield from look_up(params, look)
        yield submit(answer(params))

    return run


def just_submit(answer: Callable[[Params], str]) -> Oracle:
    """Returns an oracle that submits an answer, which has been looked up before."""

    def run(params: Params, look: Look) -> Iterator[Action]:
        yield submit(answer(params))

    return run


def texts(items: Callable[[Params], Sequence[str]]) -> Callable[[Params], str]:
    """Returns a function that returns a list as it is submitted, separated by commas."""
    return lambda params: ", ".join(items(params))
