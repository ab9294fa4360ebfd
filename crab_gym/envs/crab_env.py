"""`CrabEnv`, the environment. Read this file first; its verbs, spaces and rewards are in the files beside it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from crab_gym.backends.base import Backend, DeviceError, Element, Image, InvalidAction, State, state_of
from crab_gym.backends.cloud import Cloud
from crab_gym.backends.specs import make_backend
from crab_gym.envs import course, render, rewards, verbs
from crab_gym.envs.arguments import check_limits, check_modes, reset_options, screen_sizes
from crab_gym.envs.course import Course
from crab_gym.envs.endings import TERMINATIONS, TRUNCATIONS, Broken, end_reason, success_counts, usual_limit
from crab_gym.envs.infos import What, info_of
from crab_gym.envs.preparation import prepare, require_apps
from crab_gym.envs.progress import Progress
from crab_gym.envs.snapshot import EnvSnapshot
from crab_gym.envs.standard import ActionSpace, Env, ResetNeeded, observation_space, time_left
from crab_gym.envs.starts import check_start, play_behind
from crab_gym.envs.tools import as_text, tools_of_table, with_tools
from crab_gym.envs.variation import parse_variation
from crab_gym.envs.variation_sampling import VariationSample, draw_words, goal_of
from crab_gym.envs.window import Window
from crab_gym.evaluation.evaluator import GraphEvaluator
from crab_gym.evaluation.memory import memory_of
from crab_gym.evaluation.side_effects import SideEffects
from crab_gym.task import Action, Params, Task, load
from crab_gym.task.parameters import episode_number, resolve
from crab_gym.task.user import Person
from crab_sim.devices.footprints import Footprint, asked

__all__ = ["CrabEnv"]


class CrabEnv(Env[dict[str, Any], dict[str, Any]]):
    """GUI tasks on a Linux desktop and an Android phone at once, scored by a graph of checkpoints.

    ## Description
    A task states a goal in words, brings its devices to a known state, and checks the agent's progress with a graph
    of checkpoints, each a pure function of the devices' state (CRAB §4). Ids are ``Crab-v0/<task>``.

    ## Action Space
    `ActionSpace`: JSON actions ``{"device": str, "name": str, "args": dict}``, as the verb table in
    `crab_gym.envs.verbs` defines them. The root device has ``submit``, ``complete``, ``wait`` and ``ask``.

    ## Observation Space
    ``Dict``: device -> its screen, ``(H, W, 3) uint8 RGB``, and ``"time_left"``, ``(1,) float32`` in [0, 1], the share
    of steps left. With ``screens=False`` the screens are left out. Observations never change after they are returned;
    their arrays are read-only.

    ## Rewards
    The sum of named terms (`crab_gym.envs.rewards`), all in ``info["reward_terms"]``. By default
    max(0, CR - best CR so far), so that the return is the final completion ratio.

    ## Starting State
    ``reset(seed=...)`` draws the task's parameters, brings every device to a known state and runs the task's setup.
    ``options={"parameters": "default"}`` or ``{"parameters": {...}}`` fixes parameters.

    ## Episode End
    Terminated by success, by ``complete`` (a false completion if the task isn't solved), by harm (the task is solved,
    but something else was damaged) or, with ``on_invalid="terminate"``, by an invalid action. Truncated by the step
    limit, the stall limit, or a device error with ``on_device_error="truncate"``. ``info["end_reason"]`` is one of
    `crab_gym.evaluation.END_REASONS`.

    ## Arguments
    Args:
        task: A name such as ``"cross.dark_mode_from_todo"``, ``"module:ATTRIBUTE"`` of your own `Task`, or the JSON
            of a composed one.
        backend: The devices' backend (`crab_gym.backends.specs`); None for the simulator if the task allows it.
        devices: ``"task"`` for the task's devices, ``"all"`` for both, so that all tasks share their spaces.
        screens: Whether observations contain the screens; if not, nothing is drawn.
        screen_size: Device to its screen's [width, height], if not the default.
        reward_weights: Reward term to its weight, if not the default.
        on_invalid: ``"continue"`` or ``"terminate"`` (CRAB's rule) after an invalid action.
        on_device_error: ``"raise"`` or ``"truncate"`` when a device breaks; the next reset heals it.
        stall_limit: Steps without a newly passed checkpoint after which the episode is truncated.
        max_steps: Step limit, instead of the task's own; ``max_episode_steps`` of `gymnasium.make` does the same.
        success_at: A solved task counts ``"once"`` it is solved, at the episode's ``"end"``, or only on ``"complete"``,
            or on ``submit`` where the answer is all that is left; the task's own limit is then a step longer.
        variation: What varies on the devices, such as ``{"theme": "any"}``; see `crab_gym.envs.variation`.
        tools: Whether agents may call functions of simulated apps (docs/tools.md); ``"only"`` for no verbs beside them.
        render_mode: ``"rgb_array"`` (the devices side by side), ``"human"`` (the same in a window, by the extra
            ``vision``), ``"ansi"`` (the elements), or None.

    Example:
        >>> import gymnasium as gym, crab_gym
        >>> env = gym.make("Crab-v0/cross.dark_mode_from_todo", screens=False)
        >>> obs, info = env.reset(seed=0)
        >>> action = {"device": "android", "name": "open_app", "args": {"name": "Tasks"}}
        >>> obs, reward, terminated, truncated, info = env.step(action)
        >>> reward > 0, terminated
        (True, False)
        >>> env.close()
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "human", "ansi"], "render_fps": 2}

    def __init__(
        self,
        task: str | Mapping[str, Any],
        backend: str | Mapping[str, Any] | None = None,
        devices: str = "task",
        screens: bool = True,
        screen_size: Mapping[str, Any] | None = None,
        reward_weights: Mapping[str, float] | None = None,
        on_invalid: str = "continue",
        on_device_error: str = "raise",
        stall_limit: int | None = None,
        max_steps: int | None = None,
        success_at: str = "once",
        variation: Mapping[str, object] | None = None,
        tools: bool | str = False,
        render_mode: str | None = None,
    ) -> None:
        check_modes(screens, devices, on_invalid, on_device_error, success_at, render_mode)
        check_limits(max_steps=max_steps, stall_limit=stall_limit)
        self.task: Task = load(task)
        self.render_mode = render_mode
        self._window = Window(self.metadata["render_fps"]) if render_mode == "human" else None
        self.screen_sizes = screen_sizes(None if devices == "all" else self.task.devices, screen_size)
        self.specs = self.task.specs(backend, tuple(self.screen_sizes))
        self.backends: dict[str, Backend] = {
            name: make_backend(spec, name, self.screen_sizes[name]) for name, spec in self.specs.items()
        }
        self.cloud = Cloud(self.task.account, self.backends)
        self.success_at, self._variation = success_at, parse_variation(variation)
        self.max_steps = max_steps if max_steps is not None else usual_limit(self.task, success_at)
        self.reward_weights = rewards.weights(reward_weights)
        self._screens, self._stall_limit = screens, stall_limit
        self._on_invalid, self.on_device_error = on_invalid, on_device_error
        self.table = with_tools({name: each.tools() for name, each in self.backends.items()} if tools else {}, tools)
        self._tools = tools_of_table(self.table)
        self.action_space = ActionSpace(self.screen_sizes, table=self.table)
        self.observation_space = observation_space(self.screen_sizes if screens else {})
        self.state = State()
        self._evaluator: GraphEvaluator | None = None
        self._last_screens: dict[str, Image] = {}  # of the devices that can be lost
        self.params, self._first_words, self.course = Params(), "", Course()
        self.person: Person | None = None
        self.variation: VariationSample = {}
        self._start()

    def _start(self) -> None:
        """Clears the state of the last episode."""
        self._progress = Progress()
        self.actions: list[Action] = []
        self._elements: dict[str, tuple[Element, ...]] = {}
        self._kinds = {name: backend.label for name, backend in self.backends.items()}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode.

        Args:
            seed: Determines parameters and devices; None to continue with the environment's random generator.
            options: ``{"parameters": "default" | dict}`` fixes all or some of the task's parameters; with
                ``{"start": k}`` the episode begins after the k-th checkpoint that the oracle reaches.

        Raises:
            TypeError, ValueError: The options are malformed; nothing has changed.
            DeviceError: A device can't be started.
        """
        given, start = reset_options(options)
        check_start(start, self.task, self.specs)
        if given is not None:  # refuses bad options before the generator changes
            resolve(self.task.parameters, given, random.Random(0))
        self.broken = None  # even if this reset fails, what broke belongs to the last episode
        self.note_crashes()  # and what has crashed does, too
        super().reset(seed=seed)
        episode = episode_number(int(self.np_random.integers(2**63)), self.task.name)
        self.params = Params(**resolve(self.task.parameters, given, random.Random(f"{episode}:parameters")))
        words = draw_words(self._variation, episode)
        self._first_words = goal_of(self.task, self.params, words)
        self._evaluator = GraphEvaluator(self.task.graph(self.params), memory_of(self.backends))
        self._stage = course.Stage(self.backends, self.cloud, self._evaluator)
        self._progress = self._progress._replace(ended=True)  # until the devices are ready
        self.course = Course()
        graph, footprint = self.evaluator.graph, self.footprint
        require_apps(self.task, graph, self.backends)
        self.variation, others = prepare(
            self.task, self.params, graph, footprint, self.backends, self.cloud, self._variation, episode, words
        )
        self.state = state_of(self.backends, self.task.read_with(self.params, self.goal))
        self._start()
        self.course = course.begun(footprint, (*self.task.events(self.params), *others), self._stage)
        self.person = None if self.task.user is None else self.task.user(self.params)
        if start:
            self._begin_behind(start)
        self._progress = self._progress._replace(ended=False)
        return self.observe(), self._info(dict.fromkeys(self.reward_weights, 0.0), 0)

    def _begin_behind(self, start: int) -> None:
        """Lets the episode begin where this many checkpoints have passed."""
        play_behind(self, start)
        evaluator = self.evaluator
        self.actions, self._elements = [], {}
        reached = rewards.Reached(evaluator.completion, evaluator.coverage, False, evaluator.passed_ratio)
        self.course = self.course._replace(questions=0)  # the oracle's aren't the agent's
        self._progress = self._progress._replace(cut_short="", best=reached)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Carries out an action, then advances the graph, then captures all devices.

        Never raises for an agent's mistake: an invalid action changes nothing; ``info["invalid_action"]`` explains why.

        Raises:
            ResetNeeded: The episode is over or wasn't started.
            DeviceError: A device broke and ``on_device_error="raise"``.
            EvaluatorError: An evaluator of the task is broken.
        """
        if self._progress.ended or self._evaluator is None:
            raise ResetNeeded("the episode is over, or none was started: call reset() before step()")
        invalid = device_error = end = verb = ""
        begun, before = self._progress, len(self.actions)
        self._progress = begun.next_step()
        try:
            try:
                verb = self.carry_out(action)
            except InvalidAction as refusal:
                invalid = str(refusal)
            end = self._advance(bool(invalid), verb)
            if self.course.coming and not end:
                self.happen(1)
            obs = self.observe()
        except DeviceError as error:
            self.broken = Broken(error, action if len(self.actions) == before else None)
            if self.on_device_error == "raise":
                self._progress = self._progress._replace(ended=True)
                raise
            device_error, end = str(error), "device_error"
            seen = self.backends if self._screens else {}
            last = {n: b.screenshot() if b.in_process else self._last_screens[n].copy() for n, b in seen.items()}
            obs = {**last, "time_left": time_left(self._progress.steps, self.max_steps)}
        terminated, truncated = end in TERMINATIONS, end in TRUNCATIONS
        steps = self._progress.steps
        best = reached = self._progress.best
        if self._progress.last_passed == steps or end == "success":
            graph = self._evaluator
            reached = rewards.Reached(graph.completion, graph.coverage, end == "success", graph.passed_ratio)
            self._progress = self._progress._replace(best=best.max_with(reached))
        terms = rewards.reward_terms(self.reward_weights, best, reached, bool(invalid), verb == "ask")
        if terminated or truncated:
            self._progress = self._progress._replace(ended=True)
        return obs, sum(terms.values()), terminated, truncated, self._info(terms, steps, invalid, device_error, end)

    def _advance(self, invalid: bool, verb: str) -> str:
        """Advances the graph after an action; returns the reason why the episode ends, ``""`` if it continues.

        Args:
            invalid: The action was refused.
            verb: Its verb; ``""`` if it was refused.
        """
        evaluator, answer = self.evaluator, self.answer
        passed = () if invalid else evaluator.step(self.state, answer)
        completing = verb == "complete"
        if verb == "submit" and self.success_at == "complete":
            completing = evaluator.only_answers_left  # else an agent could submit one answer after the other
        steps = self._progress.steps
        if passed:
            self._progress = self._progress._replace(last_passed=steps)
        # A refused action solves nothing, but may be the last one of an episode whose end is judged.
        judged = not invalid or self.success_at == "end"
        solved = judged and evaluator.success(self.state, answer, passed)
        refused = invalid and self._on_invalid == "terminate"
        stalled = self._stall_limit is not None and steps - self._progress.last_passed >= self._stall_limit
        end = end_reason(completing, refused, steps >= self.max_steps, stalled)
        if solved or end:
            self._progress = self._progress._replace(side_effects=self.course.watch.side_effects(self.state))
        if not solved:
            return end
        if not self.side_effects.denied:
            return "success" if success_counts(self.success_at, end) else end
        return "harm" if end or self.side_effects.lasting else end

    def carry_out(self, action: Any) -> str:
        """Carries out an action on its device, and nothing else of a step; returns its verb.

        Raises:
            InvalidAction: It is refused, and nothing has changed.
        """
        self._elements = {}
        device, name, args = verbs.check(action, self.screen_sizes, self.table)
        seconds = args["seconds"] if name == "wait" else 1.0
        if (device, name) in self._tools:
            self._progress = self._progress._replace(result=as_text(self.backends[device].call(name, args, seconds)))
        elif device != "root":
            cut_short = self.backends[device].act(name, args, seconds)
            if cut_short:
                self._progress = self._progress._replace(cut_short=cut_short)
        elif name == "submit":
            answers = verbs.submitted(self.answers, args["answer"], self.most_answers)
            self._progress = self._progress._replace(answers=answers)
        elif name == "ask":
            self._hear(*course.asked(self.course, self.person, args["question"]))
        self.actions.append({"device": device, "name": name, "args": args})
        present = self.course.without_events() if name == "complete" else self.course  # then it is too late
        after = course.later(present, self._stage, seconds, device, name == "wait")
        if after is not self.course:
            self._hear(after)
        self.cloud.follow()
        return name

    def happen(self, steps: int) -> None:
        """Looks for events whose moment has come with the last steps, and lets them happen."""
        self._hear(course.after_steps(self.course, self._stage, steps))

    def _hear(self, present: Course, answer: str = "") -> None:
        """Goes on with the course, and hears what the person has said in it."""
        known, self.course = self.course, present
        if present.words != known.words or present.told != known.told:
            self.state = state_of(self.backends, self.task.read_with(self.params, self.goal), present.told)
        said = [self._progress.said, answer, *present.words[len(known.words) :]]
        if any(said):
            self._progress = self._progress._replace(said="\n".join(filter(None, said)))

    def observe(self) -> dict[str, Any]:
        """Returns the observation of the current state, for example after `restore`."""
        seen = self._screens or self._window is not None
        screens = {name: backend.screenshot() for name, backend in self.backends.items()} if seen else {}
        if self._window is not None:
            self._window.show(f"{self.task.name}: {self.goal}", render.side_by_side(screens))
        if not self._screens:
            return {"time_left": time_left(self._progress.steps, self.max_steps)}
        self._last_screens = {name: screen for name, screen in screens.items() if not self.backends[name].in_process}
        return {**screens, "time_left": time_left(self._progress.steps, self.max_steps)}

    def _info(
        self, terms: dict[str, float], step: int, invalid: str = "", device_error: str = "", end: str = ""
    ) -> dict[str, Any]:
        """Returns the info, see `info_of`."""
        what = What(terms, step, invalid, device_error, end)
        return info_of(self, what, self._progress, self._kinds)

    def note_crashes(self) -> str:
        """Adds the crashes of simulated apps since the last call to ``crashes``, and returns their names.

        `step` and `reset` call it themselves. An app may also crash after a step, when its elements are read.
        """
        new = [(name, crash) for name, backend in self.backends.items() for crash in backend.crashes()]
        if not new:
            return ""
        self._progress = self._progress.with_crashes(new)
        return "; ".join(f"{name}: {crash.app} crashed ({crash.error})" for name, crash in new)

    @property
    def goal(self) -> str:
        """What the agent is asked: the goal, and what the person has added."""
        return self._first_words + self.course.later_words

    @property
    def footprint(self) -> Footprint:
        """The changes that the task may make in the present episode; texts in it are read with the goal."""
        return asked(self.task.footprint(self.params), self.task.read_with(self.params, self.goal))

    @property
    def ended(self) -> bool:
        """Whether there is no episode that goes on."""
        return self._progress.ended

    @property
    def answers(self) -> tuple[str, ...]:
        """The answers that were submitted in this episode."""
        return self._progress.answers

    @property
    def side_effects(self) -> SideEffects:
        """The side effects that the last step has found; they are looked for where the episode may end."""
        return self._progress.side_effects

    @property
    def crashes(self) -> list[str]:
        """The crashes of simulated apps in this episode, in words."""
        return list(self._progress.crashes)

    @property
    def broken(self) -> Broken | None:
        """The failure of a device that has broken in this episode, with the action that may be its cause."""
        return self._progress.broken

    @broken.setter
    def broken(self, broken: Broken | None) -> None:
        self._progress = self._progress._replace(broken=broken)

    @property
    def answer(self) -> str | None:
        """The answer that counts: the last one that was accepted; None if there is none."""
        return self.answers[-1] if self.answers else None

    @property
    def most_answers(self) -> int:
        """The answers that an episode may have: one, unless the task's protocol lets the last one count at the end."""
        return verbs.MAX_ANSWERS if self.task.revisable and self.success_at != "once" else 1

    @property
    def evaluator(self) -> GraphEvaluator:
        """The episode's graph and its progress; privileged, never part of an observation or info."""
        if self._evaluator is None:
            raise ResetNeeded("there is no episode yet: call reset() first")
        return self._evaluator

    def elements(self, device: str) -> tuple[Element, ...]:
        """Returns a device's current accessibility tree, back to front; it is read once per step.

        Raises:
            ValueError: The environment has no such device.
            ResetNeeded: No episode was started.
        """
        if device not in self._elements:
            if device not in self.backends:
                raise ValueError(f"there is no device {device!r} with a screen; there are: {', '.join(self.backends)}")
            if self.evaluator:  # there is an episode
                try:
                    self._elements[device] = self.backends[device].elements()
                except DeviceError as error:
                    self.broken = Broken(error, None)
                    raise
        return self._elements[device]

    def snapshot(self) -> EnvSnapshot:
        """Returns a handle to the state of devices, clocks, graph, answer and random generator; cheap on the simulator.

        Raises:
            ResetNeeded: No episode was started.
            SnapshotUnsupported: A device's backend has no snapshots.
        """
        devices = {name: backend.snapshot() for name, backend in self.backends.items()}
        rest = self.np_random.bit_generator.state, self.cloud.snapshot(), self.course
        return EnvSnapshot(self.evaluator.graph, devices, self.evaluator.snapshot(), self.answers, *rest)

    def restore(self, handle: EnvSnapshot) -> None:
        """Restores a snapshot of this episode, any number of times; `observe` returns its observation.

        The step count, the action log and the best completion stay, so that no reward is paid twice. An episode that
        has ended continues, unless it has used up its steps.

        Raises:
            ValueError: The handle belongs to another episode.
        """
        if not isinstance(handle, EnvSnapshot) or handle.episode is not self.evaluator.graph:
            raise ValueError("the snapshot is of another episode; take one after this episode's reset()")
        for name, backend in self.backends.items():
            backend.restore(handle.devices[name])
        self.cloud.restore(handle.cloud)
        self.evaluator.restore(handle.graph)
        self.course = handle.course._replace(questions=self.course.questions)
        self.state = state_of(self.backends, self.task.read_with(self.params, self.goal), self.course.told)
        self.np_random.bit_generator.state = handle.random_state
        self._elements = {}
        self._progress = self._progress._replace(answers=handle.answers, ended=self._progress.steps >= self.max_steps)

    def fork(self) -> CrabEnv:
        """Returns an independent environment in the same state, step count and best completion included."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._window = None
        copy.backends = {name: backend.fork() for name, backend in self.backends.items()}
        copy.cloud = self.cloud.fork(copy.backends)
        copy.state = state_of(copy.backends, self.state.goal, self.state.told)
        copy._evaluator = GraphEvaluator(self.evaluator.graph, memory_of(copy.backends))
        copy._evaluator.restore(self.evaluator.snapshot())
        copy._stage = course.Stage(copy.backends, copy.cloud, copy._evaluator)
        copy.actions, copy._elements = list(self.actions), {}
        copy.action_space = ActionSpace(self.screen_sizes, deepcopy(self.action_space._np_random), self.table)
        copy._np_random = deepcopy(self.np_random)
        return copy

    def fingerprint(self) -> str:
        """Returns a digest of devices, graph and answer; equal states have equal digests in every process."""
        parts = [*[name + each.fingerprint() for name, each in sorted(self.backends.items())], *self.cloud.texts()]
        return render.digest(*parts, repr(self.evaluator.order), repr(self.answers), *self.course.texts())

    def render(self) -> Any:
        """Returns the devices side by side, ``(H, W, 3) uint8 RGB``, or the elements as text; None in other modes."""
        return render.frame(self.render_mode, self.goal, self.backends, self.elements)

    def close(self) -> None:
        """Closes the devices and the window; may be called twice."""
        if self._window is not None:
            self._window.close()
        for backend in self.backends.values():
            backend.close()
