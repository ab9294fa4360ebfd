"""`Beap`: a Planner, an Executor and a Tracker that search depth-first and backtrack from dead ends.

This is §2.2 of BEAP-Agent (arXiv 2601.21352). In a regular turn, the Tracker judges the last action's result and
updates the plan, the state is kept as a checkpoint, and the Executor chooses the next action. If the Tracker asks to go
back, the search names the checkpoint. It is reached by a `Restore` where states can be saved; elsewhere the Executor
undoes its actions until the Tracker finds that the state is back. Then the Planner makes a new plan, knowing which
paths from there have failed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from crab_gym.agents import render
from crab_gym.agents.base import Agent, Options
from crab_gym.agents.beap import roles, search
from crab_gym.agents.beap.roles import ARRIVED, COMPARE, PLAN, STUCK, Plan, Verdict
from crab_gym.agents.beap.search import Checkpoint, Path, Search, Step
from crab_gym.agents.chat import Message, Part, Reply
from crab_gym.agents.history import action_line, cut
from crab_gym.agents.observation import Observation
from crab_gym.agents.parsing import Unreadable, read_call
from crab_gym.backends.base import SnapshotUnsupported
from crab_gym.policies import Restore
from crab_gym.task import Action, action

__all__ = ["Beap", "BeapOptions"]

_AGAIN = 1
"""Number of times that the Executor is asked again if it chooses an action that is known to have failed."""
_LONGEST = 500
"""Maximum number of characters of an action that are shown."""
_REFUSALS = 5
"""Maximum number of refusals in a row that are shown."""
_STATUSES = {
    "continue": "the last action did what it was to do, or a fault can be put right by going on.",
    "backtrack": "the path leads nowhere: a wrong app, a wrong element, a wrong text, a dead end. The devices are "
    "brought back to a state before it. Give in `since` the number of the first action that was wrong; it may lie "
    "several actions back.",
    "done": "the whole task is done, as the screens show.",
    "fail": "the task can't be done at all.",
}


@dataclass(frozen=True)
class BeapOptions(Options):
    """The options of BEAP: those of every structure (of which `history` has no effect), and these.

    Attributes:
        backtrack: Whether to go back at all; otherwise the Tracker only adapts the plan (§3.3).
        tracker: Whether there is a Tracker; otherwise the first plan stays unchanged, and the agent never goes back
            (§3.3).
        restore: Whether to restore snapshots instead of undoing, where the devices support it and the run allows it.
        window: Maximum number of checkpoints kept; the first one is the start.
        every: Number of actions from one checkpoint to the next.
        branches: Number of failed paths from a state after which an earlier one is chosen.
        max_backtracks: Maximum number of backtracks in an episode.
        max_undo: Maximum number of tries to undo in one backtrack.
        max_failures: Number of failed backtracks in a row after which the agent continues from its present state.
    """

    backtrack: bool = True
    tracker: bool = True
    restore: bool = True
    window: int = 8
    every: int = 1
    branches: int = 3
    max_backtracks: int = 10
    max_undo: int = 5
    max_failures: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("window", "every", "branches", "max_undo", "max_failures"):
            if getattr(self, name) < 1:
                raise ValueError(f"the option {name} is {getattr(self, name)!r}; expected a whole number above 0")


class _Memory(NamedTuple):
    """The contents of a checkpoint: the plan, the observation, and the handle of a snapshot if one was saved."""

    plan: Plan
    observation: Observation
    saved: bool
    handle: Any


class _Last(NamedTuple):
    """The last action, and the observation before it."""

    step: Step
    observation: Observation


@dataclass
class _Back:
    """A backtrack under way.

    Attributes:
        to: The checkpoint to go back to.
        failed: The path from there, which failed.
        reason: The reason to go back.
        way: ``"restore"`` or ``"undo"``.
        tries: Number of tries to undo so far.
        undone: Undoing actions that were carried out.
        last: The last undoing action, whose result isn't known yet.
    """

    to: Checkpoint
    failed: Path
    reason: str
    way: str
    tries: int = 0
    undone: list[Step] = field(default_factory=list)
    last: Step | None = None

    @property
    def memory(self) -> _Memory:
        memory: _Memory = self.to.memory
        return memory


class Beap(Agent):
    """Planner, Executor and Tracker with backtracking.

    The notes of each turn also contain the ``"plan"`` (each sub-task's text and whether it is done), the ``"mode"``
    (``"normal"`` or ``"backtrack"``), the ``"depth"`` (number of actions on the present path) and ``"backtrack"``
    (events, see `crab_gym.results.backtracking`).

    Args:
        model: The model that all three roles ask, or their models: ``"planner"``, ``"executor"``, ``"tracker"``.
        options: See `BeapOptions`.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> from crab_gym.agents import make_agent, wrap
        >>> from crab_gym.agents.models import ScriptedModel
        >>> from crab_gym.rollout import run_episode
        >>> says = [
        ...     '{"subtasks": ["Open the clock"]}',
        ...     '{"name": "android__open_app", "arguments": {"name": "Contacts"}}',
        ...     '{"status": "backtrack", "since": 1, "reason": "the wrong app"}',
        ...     '{"subtasks": ["Open the clock, not the contacts"]}',
        ...     '{"name": "root__complete", "arguments": {}}',
        ... ]
        >>> env = wrap(gym.make("Crab-v0/learn.open_app"), "beap")
        >>> record = run_episode(env, make_agent("beap", ScriptedModel(says)), seed=0, allow_restore=True)
        >>> record.restores, record.actions, record.calls
        (1, 2, 5)
        >>> env.close()
    """

    structure = "beap"
    roles = ("planner", "executor", "tracker")
    options_type = BeapOptions
    options: BeapOptions

    def start(self) -> None:
        """Renders the system messages."""
        actions = self.tools()
        self._tools = actions
        acting = (tool for tool in actions if tool.name not in ("root__submit", "root__complete"))
        self._undo_tools = (*acting, ARRIVED, STUCK)
        statuses = [name for name in _STATUSES if name != "backtrack" or self.options.backtrack]
        self._judge = roles.judge_tool(statuses)
        self._save = self.spec.snapshot if self.options.restore and self._backtracks else None
        known = {
            "actions": render.describe_tools(actions),
            "plan": PLAN.name,
            "judge": self._judge.name,
            "statuses": "\n".join(f"  - {name}: {_STATUSES[name]}" for name in statuses),
            "compare": COMPARE.name,
            "arrived": ARRIVED.name,
            "stuck": STUCK.name,
        }
        self._system = {
            role: self.system(f"beap/{role}", **known) for role in ("planner", "executor", "tracker", "undo", "back")
        }
        self._plan: Plan = ()
        self._search: Search | None = None
        self._last: _Last | None = None
        self._back: _Back | None = None
        self._failures = 0
        self._refused: list[str] = []
        self._events: list[dict[str, Any]] = []

    @property
    def _backtracks(self) -> bool:
        return self.options.backtrack and self.options.tracker

    # The loop ---------------------------------------------------------------------------------------------------

    def decide(self, observation: Observation) -> Action | Unreadable | Restore:
        """Moves the search on by an action, or back."""
        self._events = []
        if self._search is None:
            options = self.options
            self._plan = self._make_plan(observation, ())
            self._search = search.start(
                self._memory(observation),
                window=options.window,
                branches=options.branches,
                budget=options.max_backtracks if self._backtracks else 0,
            )
            choice = self._execute(observation)
        elif self._back is not None:
            choice = self._check_return(self._back, observation)
        else:
            choice = self._judge_last(observation)
        self.note("plan", [{"text": part.text, "done": part.done} for part in self._plan])
        self.note("mode", "backtrack" if self._back is not None else "normal")
        self.note("depth", self._here.depth)
        if self._events:
            self.note("backtrack", self._events)
        return choice

    @property
    def _here(self) -> Search:
        assert self._search is not None
        return self._search

    def _judge_last(self, observation: Observation) -> Action | Unreadable | Restore:
        """Judges the last action's result, then continues, goes back, or ends."""
        last = self._last
        if observation.refused:
            refused = f"{last.step.text if last else 'an answer'}: {cut(observation.refused)}"
            self._refused = [*self._refused, refused][-_REFUSALS:]
        elif last is not None:
            self._search = search.advance(self._here, last.step)
            self._refused = []
        if not self.options.tracker:
            return self._execute(observation)
        verdict = self._track(observation)
        self._plan = verdict.plan
        if verdict.status in ("done", "fail"):
            self._last = None
            return action("root", "complete")
        if verdict.status == "backtrack" and self._backtracks:
            choice = self._go_back(observation, None if verdict.since is None else verdict.since - 1, verdict.reason)
            if choice is not None:
                return choice
            self._plan = self._make_plan(observation, search.failures(self._here), verdict.reason)
        elif self._here.depth % self.options.every == 0 and self._backtracks and not observation.refused:
            self._search = search.checkpoint(self._here, self._memory(observation))
        return self._execute(observation)

    def _execute(self, observation: Observation) -> Action | Unreadable | Restore:
        """Returns the Executor's next action, if possible not one that is known to have failed from here."""
        hint = ""
        for _ in range(_AGAIN + 1):
            reply = self.ask_call("executor", self._executor_asked(observation, hint), self._tools)
            call = read_call(reply, self._tools)
            if isinstance(call, Unreadable):
                self._last = None
                return call
            choice = call.action()
            step = _step(choice, observation)
            self._last = _Last(step, observation)
            if not (self._backtracks and search.is_failed(self._here, step)):
                return choice
            hint = f"{step.text} has led nowhere from this state. Do something else."
        return self._go_back(observation, None, "nothing else is left to try here") or choice

    # Backtracking -----------------------------------------------------------------------------------------------

    def _go_back(
        self, observation: Observation, depth: int | None, reason: str
    ) -> Action | Unreadable | Restore | None:
        """Begins to go back to the nearest checkpoint of at most a depth; returns None if there is none."""
        to = search.target(self._here, depth)
        if to is None:
            return None
        failed = search.path(self._here, to.node)
        self._search = search.fail(self._here, to)
        memory: _Memory = to.memory
        self._back = _Back(to, failed, reason, "restore" if memory.saved else "undo")
        self._event("begin", way=self._back.way, back=len(failed))
        self._plan = memory.plan
        return Restore(memory.handle) if memory.saved else self._undo(self._back, observation)

    def _check_return(self, back: _Back, observation: Observation) -> Action | Unreadable | Restore:
        """Checks whether the checkpoint is reached."""
        if back.way == "restore":
            return self._arrive(back, observation)
        if back.last is not None and not observation.refused:
            back.undone.append(back.last)
        return self._arrive(back, observation) if self._recovered(back, observation) else self._undo(back, observation)

    def _undo(self, back: _Back, observation: Observation) -> Action | Unreadable | Restore:
        """Returns the Executor's next undoing action, while there are tries left."""
        while back.tries < self.options.max_undo:
            back.tries += 1
            reply = self.ask("executor", self._undo_asked(back, observation), self._undo_tools, force=True)
            call = read_call(reply, self._undo_tools)
            if not isinstance(call, Unreadable) and call.tool == ARRIVED.name:
                if self._recovered(back, observation):
                    return self._arrive(back, observation)
                continue
            if not isinstance(call, Unreadable) and call.tool == STUCK.name:
                break
            self._event("undo")
            if isinstance(call, Unreadable):
                back.last = None
                return call
            choice = call.action()
            back.last = _step(choice, observation)
            return choice
        return self._give_up(back, observation)

    def _give_up(self, back: _Back, observation: Observation) -> Action | Unreadable | Restore:
        """Tries an earlier checkpoint; if there is none, continues from the present state."""
        self._event("failed")
        self._back = None
        for step in back.undone:  # they are part of the path now
            self._search = search.advance(self._here, step)
        self._failures += 1
        above = self._here.nodes[back.to.node].depth - 1
        if above >= 0 and self._failures < self.options.max_failures:
            choice = self._go_back(observation, above, back.reason)
            if choice is not None:
                return choice
        self._failures = 0
        self._plan = self._make_plan(observation, (back.failed,), back.reason)
        return self._execute(observation)

    def _arrive(self, back: _Back, observation: Observation) -> Action | Unreadable | Restore:
        """Continues from a checkpoint that was reached, with a new plan."""
        self._event("recovered")
        self._back = None
        self._failures = 0
        self._refused = []
        self._search = search.arrive(self._here, back.to)
        self._plan = back.memory.plan  # later progress is undone
        self._plan = self._make_plan(observation, search.failures(self._here), back.reason)
        return self._execute(observation)

    def _event(self, kind: str, **facts: Any) -> None:
        self._events.append({"event": kind, "attempt": self._here.backtracks, **facts})

    def _memory(self, observation: Observation) -> _Memory:
        """Returns the contents of a checkpoint of the present state."""
        saved, handle = False, None
        if self._save is not None:
            try:
                saved, handle = True, self._save()
            except SnapshotUnsupported:  # some devices only find out now that they have none
                saved, self._save = False, None
        return _Memory(self._plan, observation, saved, handle)

    # The roles --------------------------------------------------------------------------------------------------

    def _make_plan(self, observation: Observation, failures: Sequence[Path], reason: str = "") -> Plan:
        """Returns the Planner's new plan, after the sub-tasks that are done already."""
        done = tuple(part for part in self._plan if part.done)[-roles.MAX_SUBTASKS :]
        texts = [
            observation.status,
            roles.describe_path(search.path(self._search), "The actions so far:", self.options.log)
            if self._search
            else "",
            roles.describe_plan(self._plan, self.options.tracker) if self._plan else "",
            f"You had to go back, or are stuck: {reason}" if reason else "",
            roles.describe_failures(failures),
        ]
        messages = self._messages("planner", [*filter(None, texts), *observation.parts()])
        return (*done, *roles.read_plan(self.ask("planner", messages, [PLAN], force=True), self.goal))

    def _track(self, observation: Observation) -> Verdict:
        """Returns the Tracker's verdict on the last action."""
        here, last = self._here, self._last
        parts: list[Part] = [
            roles.describe_plan(self._plan),
            roles.describe_path(search.path(here), "The actions so far:", self.options.log) or "No action so far.",
            *filter(None, [roles.describe_all_failures(search.all_failures(here))]),
        ]
        if observation.refused:
            parts.append(f"The last action was refused, and changed nothing: {self._refused[-1]}")
        if last is not None:
            parts += [
                f"The last action: {last.step.text}",
                *_then_and_now("Before it", last.observation, observation),
                "Now:",
            ]
        messages = self._messages("tracker", [*parts, *observation.parts()])
        return roles.read_verdict(self.ask("tracker", messages, [self._judge], force=True), self._plan)

    def _executor_asked(self, observation: Observation, hint: str) -> list[Message]:
        texts = [
            observation.status,
            roles.describe_plan(self._plan, self.options.tracker),
            roles.describe_path(search.path(self._here), "The actions so far:", self.options.log),
            "\n".join(["Refused since then:", *self._refused]) if self._refused else "",
            roles.describe_failures(search.failures(self._here)) if self._backtracks else "",
            hint,
        ]
        return self._messages("executor", [*filter(None, texts), *observation.parts()])

    def _undo_asked(self, back: _Back, observation: Observation) -> list[Message]:
        return self._messages("undo", [observation.status, *self._compared(back, observation)])

    def _recovered(self, back: _Back, observation: Observation) -> bool:
        """Returns whether the Tracker finds that the checkpoint is reached."""
        alike = roles.looks_alike(back.memory.observation, observation)
        remark = "The same elements are to be seen." if alike else "Not the same elements are to be seen."
        messages = self._messages("back", [*self._compared(back, observation), remark])
        reply: Reply = self.ask("tracker", messages, [COMPARE], force=True)
        return roles.read_recovered(reply, alike)

    def _compared(self, back: _Back, observation: Observation) -> list[Part]:
        """Returns the facts of a backtrack: its actions, the checkpoint, and the present screens."""
        path = search.path(self._here)[: self._here.nodes[back.to.node].depth]
        parts: list[Part] = [
            roles.describe_path(path, "The actions that led to the checkpoint:", self.options.log),
            roles.describe_path(back.failed, "The actions to be undone:"),
            roles.describe_path(tuple(back.undone), "Done so far to undo them:"),
            *_then_and_now("The checkpoint", back.memory.observation, observation),
            "Now:",
            *observation.parts(),
        ]
        return [part for part in parts if part != ""]

    def _messages(self, role: str, parts: Sequence[Part]) -> list[Message]:
        return [Message("system", (self._system[role],)), Message("user", tuple(parts))]


def _step(choice: Action, observation: Observation) -> Step:
    return Step(json.dumps(choice, sort_keys=True, default=repr), cut(action_line(choice, observation), _LONGEST))


def _then_and_now(heading: str, then: Observation, now: Observation) -> tuple[Part, ...]:
    """Returns an earlier observation, reduced to the devices that looked different."""
    devices = roles.changed(then, now)
    if not devices:
        return (f"{heading}: all looked as it does now.",)
    rest = "" if len(devices) == len(now.views) else " (the other devices looked as they do now)"
    return (f"{heading}{rest}:", *then.parts(devices))
