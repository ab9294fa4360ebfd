"""`Course`: how an episode goes beside its devices and its graph: virtual time, events, and the talk with the person.

A course is immutable, and each step replaces it, so that snapshots and forks share it. Its time is virtual: an action
takes a second, `wait(n)` takes n, on real devices as on simulated ones.

* `Course` - its state. `begun` - that of a new episode. `Stage` - where events happen.
* `later` - lets time pass. `after_steps` - looks for moments that have come. Both let events happen.
* `asked` - the course after a question, and the answer. `talk` - how many questions there were.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from crab_gym.backends.base import Backend, devices_of
from crab_gym.backends.cloud import Cloud
from crab_gym.evaluation.evaluator import GraphEvaluator
from crab_gym.evaluation.side_effects import Watch
from crab_gym.task.events import Moment, TaskEvent, check_events
from crab_gym.task.user import NOBODY, Person
from crab_sim.devices.footprints import Footprint

__all__ = ["Course", "Stage", "after_steps", "asked", "begun", "later", "talk"]

_INSTANT: Final = 1e-9
"""Seconds that are none, since sums of them aren't exact."""


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
        questions: The number of questions that were asked, also of those before a restore.
        told: Ids of the details that the person has told, in their order.
        expected: The number of events that the episode may have.
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
    expected: int = 0

    @property
    def later_words(self) -> str:
        """What the person has written since the begin, as it stands behind the goal."""
        return "".join([f"\n\nThe person adds: {words}" for words in self.words])

    @property
    def uneventful(self) -> bool:
        """Whether nothing can happen any more, so that time needn't be counted."""
        return not self.coming and not self.due

    def without_events(self) -> Course:
        """Returns the course in which no further event happens."""
        return self._replace(coming=(), due=())

    def texts(self) -> tuple[str, ...]:
        """Returns it as text, for a fingerprint; nothing where there were neither events nor answers."""
        if self.uneventful and not self.events and not self.told:
            return ()
        due = [(round(at, 3), event.id) for at, event in self.due]
        return (repr((self.seconds, self.steps, due, self.events, self.told)),)


class Stage(NamedTuple):
    """Where events happen.

    Attributes:
        backends: Device to its backend.
        cloud: The account that the devices share.
        evaluator: The episode's graph, which asks for other things after some events.
    """

    backends: Mapping[str, Backend]
    cloud: Cloud
    evaluator: GraphEvaluator


def begun(footprint: Footprint, events: Sequence[TaskEvent], stage: Stage) -> Course:
    """Returns the course of an episode that begins, after the events that come at once.

    Args:
        footprint: The changes that the task may make.
        events: The events of the episode.
        stage: Where they happen.

    Raises:
        ValueError: An event can't happen, or a checkpoint waits for one that there isn't.
    """
    watched = (*footprint, *stage.cloud.counted_once())
    course = Course(Watch(watched, {name: backend.state for name, backend in stage.backends.items()}))
    if not events and not any([node.since or node.until for node in stage.evaluator.graph.checkpoints]):
        return course
    check_events(events, stage.evaluator.graph, tuple(stage.backends))
    return after_steps(course._replace(coming=tuple(events), expected=len(events)), stage, 0)


def later(course: Course, stage: Stage, seconds: float, acted: str, waits: bool = False) -> Course:
    """Lets virtual time pass on all devices but one that has acted, with the events that are due on the way.

    Args:
        course: The course.
        stage: Where events happen.
        seconds: The time.
        acted: The device on which it has passed already, or ``"root"``.
        waits: Whether nothing else is done meanwhile, so that it has to pass in real time where there are real devices.

    Returns:
        The course after it.
    """
    if not waits and course.uneventful:  # as in nearly all steps
        for device, backend in stage.backends.items():
            if device != acted:
                backend.advance(seconds)
        return course
    sleeps = waits and any([backend.real_time for backend in stage.backends.values()])
    left = seconds
    while True:
        part = min(left, max(0.0, course.due[0][0] - course.seconds)) if course.due else left
        for device, backend in stage.backends.items():
            if device != acted:
                backend.advance(part)
        if sleeps:
            time.sleep(part)
        left -= part
        if not course.uneventful:
            course = _happened(course._replace(seconds=course.seconds + part), stage)
        if left <= _INSTANT:
            return course


def after_steps(course: Course, stage: Stage, steps: int) -> Course:
    """Lets those events happen whose moment has come with the last steps, unless seconds have to pass before.

    Args:
        course: The course.
        stage: Where events happen.
        steps: The number of steps since the last call.

    Returns:
        The course after it.
    """
    return _happened(_noticed(course._replace(steps=course.steps + steps), stage), stage)


def _noticed(course: Course, stage: Stage) -> Course:
    """Returns the course with the events whose moment has come among those that are due."""
    if not course.coming:
        return course
    passed = stage.evaluator.passed
    fronts: dict[str, str] = {}

    def has_come(when: Moment) -> bool:
        if when.app and when.app[0] not in fronts:
            fronts[when.app[0]] = stage.backends[when.app[0]].state.foreground().app
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


def _happened(course: Course, stage: Stage) -> Course:
    """Lets all events happen that are due, and those that follow at once; returns the course after them."""
    while course.due and course.due[0][0] <= course.seconds + _INSTANT:
        event = course.due[0][1]
        course = course._replace(due=course.due[1:])
        if event.does is not None:
            stage.cloud.follow()  # what the agent has done is its own
            views = {name: backend.state for name, backend in stage.backends.items()}
            before = {name: view.facts() for name, view in views.items()}
            sent = {name: view.effects() for name, view in views.items()}
            event.does(devices_of(stage.backends))
            for backend in stage.backends.values():
                backend.settle()
            stage.cloud.follow()
            course = course._replace(watch=course.watch.rebased(before, sent, views))
        words = (*course.words, event.words) if event.words else course.words
        course = course._replace(events=(*course.events, event.id), words=words)
        stage.evaluator.happened(event.id)
        course = _noticed(course, stage)
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
        The numbers as ``"asked"``, ``"needed"`` and ``"answered"``; only the first where there is no person, and
        nothing where nobody asked either.
    """
    if person is None:
        return {"asked": course.questions} if course.questions else {}
    needed = person.needed()
    answered = sum([detail in course.told for detail in needed])
    return {"asked": course.questions, "needed": len(needed), "answered": answered}
