"""`Course`: how an episode goes beside its devices and its graph: virtual time, events, and the talk with the person.

A course is immutable, and each step replaces it, so that snapshots and forks share it. What it has counts by virtual
seconds: an action takes one, `wait(n)` takes n, on real devices as on simulated ones.

* `Course` - its state. `begun` - that of a new episode.
* `later` - lets time pass. `after_steps` - looks for moments that have come. Both let events happen.
* `asked` - the course after a question, and the answer. `talk` - how many questions there were.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from crab_gym.backends.base import Backend, devices_of
from crab_gym.evaluation.evaluator import GraphEvaluator
from crab_gym.evaluation.side_effects import Watch
from crab_gym.task.events import Moment, TaskEvent, check_events
from crab_gym.task.user import NOBODY, Person
from crab_sim.devices.footprints import Footprint

__all__ = ["Course", "after_steps", "asked", "begun", "later", "talk"]


class Course(NamedTuple):
    """The course of an episode so far.

    Attributes:
        watch: Compares the devices with their state after setup; what events have done since is part of that state.
        coming: The events whose moment hasn't come.
        due: The events whose moment has come, each with the time at which it happens, the next one first.
        seconds: The virtual seconds that have passed.
        steps: The steps that were taken; a restore brings the number back, as it does the time.
        events: Ids of the events that have happened, in their order.
        words: What the person has written since the begin.
        questions: The number of questions that were asked.
        told: Ids of the details that the person has told, in their order.
    """

    watch: Watch = Watch((), {})
    coming: tuple[TaskEvent, ...] = ()
    due: tuple[tuple[float, TaskEvent], ...] = ()
    seconds: float = 0.0
    steps: int = 0
    events: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    questions: int = 0
    told: tuple[str, ...] = ()

    @property
    def later_words(self) -> str:
        """What the person has written since the begin, as it stands behind the goal."""
        return "".join([f"\n\nThe person adds: {words}" for words in self.words])

    @property
    def uneventful(self) -> bool:
        """Whether nothing can happen any more, so that time needn't be counted."""
        return not self.coming and not self.due

    def texts(self) -> tuple[str, ...]:
        """Returns it as text, for a fingerprint; nothing where there are neither events nor questions."""
        if self.uneventful and not self.events and not self.questions:
            return ()
        due = [(round(at, 3), event.id) for at, event in self.due]
        return (repr((self.seconds, self.steps, due, self.events, self.questions, self.told)),)


def begun(
    footprint: Footprint, events: Sequence[TaskEvent], evaluator: GraphEvaluator, backends: Mapping[str, Backend]
) -> Course:
    """Returns the course of an episode that begins.

    Args:
        footprint: The changes that the task may make.
        events: The events of the episode.
        evaluator: The episode's graph.
        backends: Device to its backend.

    Raises:
        ValueError: An event can't happen.
    """
    course = Course(Watch(footprint, {name: backend.state for name, backend in backends.items()}))
    if not events:
        return course
    check_events(events, evaluator.graph)
    return _noticed(course._replace(coming=tuple(events)), evaluator, backends, 0)


def later(
    course: Course,
    evaluator: GraphEvaluator,
    backends: Mapping[str, Backend],
    seconds: float,
    acted: str,
    waits: bool = False,
) -> Course:
    """Lets virtual time pass on all devices but one that has acted, with the events that are due on the way.

    Args:
        course: The course.
        evaluator: The episode's graph.
        backends: Device to its backend.
        seconds: The time.
        acted: The device on which it has passed already, or ``"root"``.
        waits: Whether nothing else is done meanwhile, so that it has to pass in real time where there are real devices.

    Returns:
        The course after it.
    """
    waits = waits and any([backend.real_time for backend in backends.values()])
    for part in _parts(course, seconds) if course.due else (seconds,):
        for device, backend in backends.items():
            if device != acted:
                backend.advance(part)
        if waits:
            time.sleep(part)
        if not course.uneventful:
            course = _happened(course._replace(seconds=course.seconds + part), evaluator, backends)
    return course


def _parts(course: Course, seconds: float) -> Sequence[float]:
    """Returns the parts into which the events that are due divide a time, so that none comes late."""
    ends = {at - course.seconds for at, _ in course.due if 0 < at - course.seconds < seconds}
    if not ends:
        return (seconds,)
    stops = sorted({0.0, *ends, seconds})
    return [end - begin for begin, end in pairwise(stops)]


def after_steps(course: Course, evaluator: GraphEvaluator, backends: Mapping[str, Backend], steps: int) -> Course:
    """Lets those events happen whose moment has come with the last steps, unless seconds have to pass before.

    Args:
        course: The course.
        evaluator: The episode's graph.
        backends: Device to its backend.
        steps: The number of steps since the last call.

    Returns:
        The course after it.
    """
    return _happened(_noticed(course, evaluator, backends, steps), evaluator, backends)


def _noticed(course: Course, evaluator: GraphEvaluator, backends: Mapping[str, Backend], steps: int) -> Course:
    """Returns the course with the events whose moment has come among those that are due."""
    if not course.coming:
        return course
    course = course._replace(steps=course.steps + steps)
    passed = evaluator.passed
    fronts: dict[str, str] = {}

    def has_come(when: Moment) -> bool:
        if when.app and when.app[0] not in fronts:
            device = when.app[0]
            fronts[device] = backends[device].state.foreground().app if device in backends else ""
        return (
            course.steps >= when.steps
            and (not when.checkpoint or when.checkpoint in passed)
            and (not when.event or when.event in course.events)
            and (not when.app or fronts[when.app[0]] == when.app[1])
        )

    now = [event for event in course.coming if has_come(event.when)]
    if not now:
        return course
    due = [*course.due, *[(course.seconds + event.when.seconds, event) for event in now]]
    coming = tuple([event for event in course.coming if event not in now])
    return course._replace(coming=coming, due=tuple(sorted(due, key=lambda entry: entry[0])))


def _happened(course: Course, evaluator: GraphEvaluator, backends: Mapping[str, Backend]) -> Course:
    """Lets all events happen that are due, and those that follow at once; returns the course after them."""
    while course.due and course.due[0][0] <= course.seconds + 1e-9:
        event = course.due[0][1]
        course = course._replace(due=course.due[1:])
        if event.does is not None:
            devices = devices_of(backends)
            views = {name: backend.state for name, backend in backends.items()}
            before = {name: view.facts() for name, view in views.items()}
            sent = {name: view.effects() for name, view in views.items()}
            event.does(devices)
            for backend in backends.values():
                backend.settle()
            course = course._replace(watch=course.watch.rebased(before, sent, views))
        words = (*course.words, event.words) if event.words else course.words
        course = course._replace(events=(*course.events, event.id), words=words)
        evaluator.happened(event.id)
        course = _noticed(course, evaluator, backends, 0)
    return course


def asked(course: Course, person: Person | None, question: str) -> tuple[Course, str]:
    """Asks the person a question.

    Args:
        course: The course.
        person: The person; None where nobody is there.
        question: The question.

    Returns:
        The course after it, and the answer.
    """
    if person is None:
        return course._replace(questions=course.questions + 1), NOBODY
    answer = person.answer(question)
    new = answer.detail and answer.detail not in course.told
    told = (*course.told, answer.detail) if new else course.told
    return course._replace(questions=course.questions + 1, told=told), answer.text


def talk(course: Course, person: Person | None) -> dict[str, int]:
    """Returns how many questions were asked, how many the task needs, and how many of these were answered.

    Args:
        course: The course.
        person: The person; None where nobody is there.

    Returns:
        The numbers as ``"asked"``, ``"needed"`` and ``"answered"``; nothing where nobody asked or could be asked.
    """
    if person is None and not course.questions:
        return {}
    needed = () if person is None else person.needed()
    return {
        "asked": course.questions,
        "needed": len(needed),
        "answered": sum([detail in course.told for detail in needed]),
    }
