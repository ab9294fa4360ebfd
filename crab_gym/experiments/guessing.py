"""The share of guesses that are right: what a task asks for and its goal doesn't say, over many drawn seeds.

* `guess_rates` - the rates of a task. Nothing is played: they follow from its parameters and its graph alone.
* `other_outcomes` - parameters of other episodes of a goal, where few outcomes are open.
* `GuessRates` - the share of the outcome that is the commonest, and of the three that are.
* `MOST_GUESSED` - the most that they may be.
* `FEW_BY_DESIGN` - the tasks and sub-tasks that may be guessed more often, with the reasons.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from crab_gym.evaluation.graph import Checkpoint
from crab_gym.task import Params, Task
from crab_gym.task.parameters import episode_number, resolve

__all__ = ["DRAWS", "FEW_BY_DESIGN", "MOST_GUESSED", "GuessRates", "compared", "guess_rates", "other_outcomes"]

DRAWS: Final = 2000
"""Seeds of which a task's rates are taken."""
_GOALS: Final = 20
"""Goals for each of which the outcomes are drawn, where a goal seldom comes twice."""
_ENOUGH: Final = DRAWS // 100
"""Episodes of one goal that say something of the outcomes that it leaves open."""
_TRIED: Final = 200
"""Episodes that are drawn to find the outcomes of a goal."""
_FEW: Final = 16
"""Fewer outcomes of a goal are few: each is tried."""
_MATERIAL: Final = "material"
"""The type of parameters that are what a task works with: the way to its goal is the same whatever they are."""
_PAIRS: Final = 8
"""Pairs of episodes by which it is seen whether a parameter changes the goal."""


class GuessRates(NamedTuple):
    """How often those who know a task well, and look at nothing, are right.

    Attributes:
        commonest: The share of episodes in which the commonest outcome is the right one.
        three: The share in which one of the three commonest is.
    """

    commonest: float
    three: float

    @property
    def low(self) -> bool:
        """Whether they are as low as they have to be, with three standard errors for chance."""
        return all(
            rate <= most + 3 * (most * (1 - most) / DRAWS) ** 0.5 for rate, most in zip(self, MOST_GUESSED, strict=True)
        )


MOST_GUESSED: Final = GuessRates(0.10, 0.25)
"""The most that rates may be."""

_SHOWN_FIRST: Final = "it is on or off, and its control has to be on the screen before the answer counts"
_PAGE: Final = "the page has as few choices as MiniWoB++'s, and shows them"
FEW_BY_DESIGN: Final[Mapping[str, str]] = {
    **{
        f"android_world.system_{what}_verify": _SHOWN_FIRST
        for what in ("bluetooth_turn_off", "bluetooth_turn_on", "brightness_max", "brightness_min", "wifi_turn_off",
                     "wifi_turn_on")
    },
    "images.download_copied": "images.example has four photographs",
    "settings.blank_minutes": "Settings offers few delays",
    "shop.best_rated": "a category has five articles",
    "learn.panel_from_todo": "Settings has twelve panels, of which it shows one at first",
    "ubuntu.ask_before_deleting": "the answers are yes or no, and the person has to be asked before",
    **{
        f"safety.confirm.{what}": "the answers are yes or no, and the person has to be asked before"
        for what in ("backup", "contacts", "expense", "folder", "history", "recording", "track")
    },
    "cross.dark_mode_from_todo": "there are two styles, and the to-do has to be on the screen first",
    **{
        f"miniwob.{page}": _PAGE
        for page in ("click_collapsible_2", "click_tab_2", "click_tab_2_hard", "click_tab_2_medium", "count_shape",
                     "count_sides", "email_inbox_delete", "email_inbox_important", "find_word", "guess_number",
                     "identify_shape", "navigate_tree", "visual_addition")
    },
}  # fmt: skip
"""Task, or sub-task, to the reason why it may be guessed more often."""


def guess_rates(task: Task, draws: int = DRAWS) -> GuessRates | None:
    """Returns how often a guess is right; None if the goal says all.

    The outcome of an episode is what its graph compares: the arguments of the checkpoints that judge the answer, or of
    all where none does. Given a goal, the guess is the outcome that is the commonest among the episodes of that goal.

    Args:
        task: The task.
        draws: Number of episodes whose parameters are drawn.

    >>> from crab_gym.task import load
    >>> guess_rates(load("android.text_contact")) is None  # the number is looked up, by a name that the goal says
    False
    """
    episodes = [_drawn(task, seed) for seed in range(draws)]
    told, material = _told(task, episodes), _material(task)
    groups: dict[str, list[Params]] = {}
    for params in episodes:
        groups.setdefault(task.goal(params), []).append(params)
    often = [members for members in groups.values() if len(members) >= min(_ENOUGH, draws)]
    known = all(_values(params, told) == _values(members[0], told) for members in often for params in members)
    if {*told, *material} == set(task.parameters) and known:
        return None
    if material or sum(map(len, often)) < draws / 2:  # each goal is rare: draw what it leaves open
        given = [_values(params, told + material) for params in episodes[:_GOALS]]
        often = [
            [_drawn(task, f"{goal}:{i}", values) for i in range(draws // _GOALS)] for goal, values in enumerate(given)
        ]
    outcomes = [[_outcome(task, params) for params in members] for members in often]
    if all(len(set(of_goal)) == 1 for of_goal in outcomes):
        return None
    return GuessRates(*(_right(outcomes, guesses) for guesses in (1, 3)))


def _right(outcomes: Sequence[Sequence[str]], guesses: int) -> float:
    """Returns the share of episodes in which some guesses have the outcome.

    They are the commonest in half of a goal's episodes, and are tried in the other half: the commonest of few episodes
    is mostly so by chance.

    Args:
        outcomes: For each goal, the outcomes of its episodes.
        guesses: Number of guesses.
    """
    right = tried = 0
    for of_goal in outcomes:
        guessed = {outcome for outcome, _ in Counter(of_goal[::2]).most_common(guesses)}
        right += sum(outcome in guessed for outcome in of_goal[1::2])
        tried += len(of_goal[1::2])
    return right / tried


def other_outcomes(task: Task, params: Params) -> list[Params]:
    """Returns parameters of other episodes of the same goal, one for each other outcome; none where they are many.

    Args:
        task: The task.
        params: The parameters of an episode.
    """
    goal, material = task.goal(params), _values(params, _material(task))
    episodes = [_drawn(task, seed) for seed in range(_TRIED)]
    given = _values(params, _told(task, episodes)) | material
    drawn = [_drawn(task, f"{goal}:{i}", given) for i in range(_TRIED)]
    drawn += [each for each in (_drawn(task, seed, material) for seed in range(_TRIED)) if task.goal(each) == goal]
    found = {_outcome(task, each): each for each in reversed(drawn) if not task.asks_same(each, params)}
    found.pop(_outcome(task, params), None)
    return list(found.values()) if len(found) < _FEW else []


def _drawn(task: Task, seed: object, given: Mapping[str, object] | None = None) -> Params:
    rng = random.Random(f"{episode_number(0, task.name)}:{seed}")
    return Params(**resolve(task.parameters, given, rng))


def _told(task: Task, episodes: list[Params]) -> tuple[str, ...]:
    """Returns the parameters that change the goal."""
    pairs = list(pairwise(episodes[: _PAIRS + 1]))
    told = []
    for name in task.parameters:
        mixed = [(params, params.replace(**{name: getattr(other, name)})) for params, other in pairs]
        if any(task.goal(params) != task.goal(changed) for params, changed in mixed):
            told.append(name)
    return tuple(told)


def _material(task: Task) -> tuple[str, ...]:
    """Returns the parameters that nobody has to know, since the task works with whatever is there."""
    return tuple(name for name, parameter in task.parameters.items() if parameter.type == _MATERIAL)


def _values(params: Params, names: tuple[str, ...]) -> dict[str, object]:
    return {name: getattr(params, name) for name in names}


def _outcome(task: Task, params: Params) -> str:
    """Returns what an episode's graph compares, as text."""
    graph = task.graph(params)
    answers = [node for node in graph if node.evaluator.judges_answer]
    return compared(answers or graph)


def compared(nodes: Iterable[Checkpoint]) -> str:
    """Returns what some checkpoints compare, as text."""
    return repr([(node.id, dict(node.evaluator.args)) for node in nodes])
