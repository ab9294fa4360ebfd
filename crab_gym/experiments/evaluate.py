"""Evaluations: policies, agents among them, on tasks and seeds; how far they are, what they cost, when they end.

* `entrants` - from what a user names (structures, models, options) to what makes the policies.
* `evaluate` - plays all tasks with all seeds by all of them, recorded and resumable.
* `Standing` - how far an evaluation is.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import gymnasium as gym

from crab_gym.evaluation.graph import unknown
from crab_gym.policies import POLICIES, Policy
from crab_gym.results.records import EpisodeRecord, read_attempts
from crab_gym.rollout import rollout
from crab_gym.rollout.jobs import Policies, PolicyMaker
from crab_gym.rollout.record import jsonable
from crab_gym.task import load

if TYPE_CHECKING:
    from crab_gym.agents.chat import Model
    from crab_gym.agents.models import Budget, Prices

__all__ = [
    "AgentMaker",
    "ModelMaker",
    "Outcome",
    "Standing",
    "cost",
    "entrants",
    "evaluate",
    "identify",
    "named_prices",
    "prices_of",
]

FAILURES = 5
"""Episodes of a policy in a row that its model failed, after which an evaluation stops by default."""


class ModelMaker:
    """Makes a model, once in each process; several agents may share it.

    Args:
        spec: As `crab_gym.agents.models.make_model` takes it.
        options: Its other arguments.
    """

    def __init__(self, spec: str, **options: Any) -> None:
        self.spec, self.options = spec, options
        self._lock = threading.Lock()
        self._model: Model | None = None

    def __call__(self) -> Model:
        """Returns the model.

        Raises:
            ValueError: There is no such model, or it has no such option.
        """
        from crab_gym.agents.models import make_model

        with self._lock:
            if self._model is None:
                try:
                    self._model = make_model(self.spec, **self.options)
                except TypeError as error:
                    raise ValueError(f"the model {self.spec!r} can't be made: {error}") from error
            return self._model

    def price(self, prices: Mapping[str, Prices]) -> Prices | None:
        """Returns what the model's tokens cost, None where that isn't known.

        Args:
            prices: See `entrants`.
        """
        by_name = named_prices(prices, self.options.get("base_url"))
        return by_name.get(self().name, by_name.get(""))

    def __getstate__(self) -> dict[str, Any]:
        return {"spec": self.spec, "options": self.options}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__(state["spec"], **state["options"])  # type: ignore[misc]


class AgentMaker:
    """Makes an agent for each environment, and wraps the environment as the agent needs it.

    Args:
        agent: The structure's name, one of `crab_gym.agents.AGENTS`.
        model: What makes its model; None for structures that need none.
        options: The structure's options.
        allow_restore: Whether it may go back to snapshots.
        prices: What the model's tokens cost.

    Attributes:
        name: What records call it: the structure, its model and its options.
        settings: How its model answers, such as its temperature, for the run's record; empty without a model.

    Raises:
        ValueError: There is no such structure, model or option.
        TypeError: The structure needs a model.
    """

    def __init__(
        self,
        agent: str,
        model: ModelMaker | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        allow_restore: bool = False,
        prices: Prices | None = None,
    ) -> None:
        self.agent, self.model, self.options = agent, model, dict(options or {})
        self.allow_restore, self.prices = allow_restore, prices
        made = self._make()
        self.settings = _settings(made.model) if model is not None else {}
        told = [made.model.name] if model is not None else []
        told += [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in self._told()]
        self.name = f"{agent}({', '.join(told)})" if told else agent

    def _told(self) -> Iterable[tuple[str, Any]]:
        yield from sorted(self.options.items())  # in whatever order they were given
        if self.allow_restore:
            yield "allow_restore", True

    @property
    def __name__(self) -> str:
        return self.name

    def _make(self) -> Any:
        from crab_gym.agents import make_agent

        return make_agent(self.agent, self.model() if self.model is not None else None, **self.options)

    def __call__(self, env: gym.Env[Any, Any]) -> Policy:
        """Returns an agent."""
        made: Policy = self._make()
        made.name = self.name
        return made

    def wrap(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
        """Returns an environment as the agent needs it."""
        from crab_gym.agents import wrap

        return wrap(env, self.agent, **self.options)


def _settings(model: Model) -> dict[str, Any]:
    """Returns what a model's answers depend on, as far as that was given.

    Of further fields of requests, where a secret may be, there are the names and a hash.
    """
    told = {key: value for key, value in getattr(model, "settings", {}).items() if value is not None}
    extra = told.pop("extra", None)
    if extra:
        digest = hashlib.sha256(json.dumps(jsonable(extra), sort_keys=True).encode()).hexdigest()[:16]
        told["extra"] = {"names": sorted(map(str, extra)), "hash": digest}
    return told


def identify(name: str, taken: Iterable[str] = ()) -> str:
    """Returns an id for a policy's name that can be a part of folders' names, and none of those that are taken.

    >>> identify("single(openai:gpt-4o, history=3)")
    'single-openai-gpt-4o-history-3'
    """
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-.")[:80] or "policy"
    taken, found, number = set(taken), plain, 1
    while found in taken:
        number += 1
        found = f"{plain}-{number}"
    return found


def entrants(
    names: Sequence[str],
    models: Sequence[ModelMaker] = (),
    options: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    allow_restore: bool = False,
    prices: Mapping[str, Prices] | None = None,
) -> dict[str, PolicyMaker]:
    """Returns what makes the policies, by id.

    Args:
        names: Names of `POLICIES`, or of agents' structures, each with all models.
        models: What makes the models.
        options: Structure to its options; those under ``""`` go to every agent that has them.
        allow_restore: Whether agents may go back to snapshots.
        prices: Spec of a model to what its tokens cost; that under ``""`` is every other model's. A spec names the same
            model however it is written; one without a server is that of the models' ``base_url``.

    Raises:
        ValueError: There is no such policy, model or option; or agents and no model.

    >>> entrants(["oracle", "random"])
    {'oracle': 'oracle', 'random': 'random'}
    """
    from crab_gym.agents import AGENTS, needs_model, takes_option

    names = list(dict.fromkeys(names))
    options, prices = options or {}, prices or {}
    for name in names:
        if name not in POLICIES and name not in AGENTS:
            unknown("policy", name, [*POLICIES, *AGENTS])
    agents = [name for name in names if name not in POLICIES]
    for name, given in options.items():
        if name and name not in agents:
            raise ValueError(
                f"got options of {name!r}; expected one of the agents: {', '.join(agents) or 'there is none'}"
            )
        for option in given:
            if not any(takes_option(agent, option) for agent in ([name] if name else agents)):
                raise ValueError(f"no agent here has an option {option!r} ({', '.join(agents) or 'there is none'})")
    found: dict[str, PolicyMaker] = {}
    for name in names:
        if name in POLICIES:
            found[name] = name
            continue
        common = {key: value for key, value in options.get("", {}).items() if takes_option(name, key)}
        own = {**common, **options.get(name, {})}
        if needs_model(name) and not models:
            raise ValueError(f"the agent {name!r} needs a model: --model openai:gpt-4o, for example")
        for model in models if needs_model(name) else [None]:
            price = None if model is None else model.price(prices)
            maker = AgentMaker(name, model, own, allow_restore=allow_restore, prices=price)
            found[identify(maker.name, found)] = maker
    return found


def named_prices(prices: Mapping[str, Prices], base_url: str | None = None) -> dict[str, Prices]:
    """Returns prices by what records and budgets call the models, from those by specs of models.

    Raises:
        ValueError: A server is no address.

    >>> list(named_prices({"openai:small@http://127.0.0.1:8000/v1/": (1.0, 2.0), "": (0.0, 0.0)}))
    ['openai:small@http://127.0.0.1:8000/v1', '']
    """
    from crab_gym.agents.models import name_of

    return {name_of(spec, base_url): price for spec, price in prices.items()}


def prices_of(policies: Policies) -> dict[str, Prices]:
    """Returns what the policies' tokens cost, by id, where that is known."""
    made = {name: maker.prices for name, maker in policies.items() if isinstance(maker, AgentMaker)}
    return {name: prices for name, prices in made.items() if prices is not None}


def cost(record: EpisodeRecord, prices: Prices) -> float:
    """Returns what an episode's tokens cost: those that aren't told apart count as sent, those from a cache don't."""
    from crab_gym.agents.chat import Tokens

    sent = max(record.prompt_tokens, record.tokens - record.completion_tokens) - record.cached_prompt_tokens
    return prices.of(Tokens(sent, record.completion_tokens - record.cached_completion_tokens))


def _paid(record: EpisodeRecord) -> int:
    """Returns an episode's tokens but for those from a cache."""
    return record.tokens - record.cached_prompt_tokens - record.cached_completion_tokens


@dataclass(slots=True)
class Standing:
    """How far an evaluation is.

    Attributes:
        total: Number of its episodes.
        done: How many have ended, those of a resumed run included.
        now: How many have ended since it was begun or resumed.
        scored: How many of those that ended can be scored.
        solved: How many of these are solved.
        tokens: Model tokens of all attempts at its episodes, failed ones included.
        money: Their price, of those from a cache 0; None where no prices are known.
        seconds: For how long it has run.
        last: The episode that ended last.
        stopped: Why it won't go on, ``""`` where it does.
    """

    total: int = 0
    done: int = 0
    now: int = 0
    scored: int = 0
    solved: int = 0
    tokens: int = 0
    money: float | None = None
    seconds: float = 0.0
    last: EpisodeRecord | None = None
    stopped: str = ""

    @property
    def left(self) -> float | None:
        """Estimated seconds that it will go on; None before an episode has ended."""
        return self.seconds / self.now * (self.total - self.done) if self.now else None

    @property
    def whole_cost(self) -> float | None:
        """Estimated price of the whole, None where no prices are known or no episode has ended."""
        return None if self.money is None or not self.done else self.money / self.done * self.total


class Outcome(NamedTuple):
    """What came of an evaluation.

    Attributes:
        records: The episodes, those of a resumed run first.
        standing: How far it came.
    """

    records: list[EpisodeRecord]
    standing: Standing


@dataclass(slots=True)
class _Account:
    """Keeps a standing up to date, and tells when to stop.

    Attributes:
        prices: What policies' tokens cost, by id.
        budget: What may be spent.
        failures: See `evaluate`.
        standing: How far the chosen episodes are.
        chosen: Task, seed and policy id of these.
        paid: Tokens that the budget counts: also those of a resumed run's other episodes, none from a cache.
        elsewhere_money: The price of these other episodes.
        started: When it began.
        failed: Policy id to how many episodes in a row its model failed.
        kept: The episodes that a resumed run had already.
        waiting: What was recorded, but hasn't ended its episode.
    """

    prices: Mapping[str, Prices]
    budget: Budget | None
    failures: int
    standing: Standing
    chosen: Set[tuple[str, int, str]]
    paid: int = 0
    elsewhere_money: float = 0.0
    started: float = field(default_factory=time.monotonic)
    failed: dict[str, int] = field(default_factory=dict)
    kept: set[tuple[str, int, str, int]] = field(default_factory=set)
    waiting: dict[tuple[str, int, str], EpisodeRecord] = field(default_factory=dict)

    def before(self, attempts: Sequence[EpisodeRecord]) -> None:
        """Adds what a resumed run has spent."""
        for record in attempts:
            self.kept.add((record.task, record.seed, record.policy_id, record.attempt))
            if (record.task, record.seed, record.policy_id) in self.chosen:
                self.charge(record)
            else:
                prices = self.prices.get(record.policy_id)
                self.paid += _paid(record)
                self.elsewhere_money += cost(record, prices) if prices is not None else 0.0

    def attempt(self, record: EpisodeRecord) -> None:
        """Adds an attempt that was recorded, which ends its episode, or is followed by another."""
        self.waiting[record.task, record.seed, record.policy_id] = record
        self.charge(record)

    def charge(self, record: EpisodeRecord) -> None:
        """Adds what an attempt has spent."""
        standing = self.standing
        standing.tokens += record.tokens
        self.paid += _paid(record)
        prices = self.prices.get(record.policy_id)
        if prices is not None:
            standing.money = (standing.money or 0.0) + cost(record, prices)

    def add(self, record: EpisodeRecord, done: int, total: int) -> None:
        """Adds an episode that has ended, or had ended before."""
        standing = self.standing
        self.waiting.pop((record.task, record.seed, record.policy_id), None)
        standing.done, standing.total, standing.last = done, total, record
        standing.seconds = time.monotonic() - self.started
        if not record.score().is_error:
            standing.scored += 1
            standing.solved += record.success
        if (record.task, record.seed, record.policy_id, record.attempt) in self.kept:
            return
        standing.now += 1
        if record.error_kind == "budget":
            standing.stopped = standing.stopped or record.error
        in_a_row = self.failed.get(record.policy_id, 0) + 1 if record.error_kind == "model" else 0
        self.failed[record.policy_id] = in_a_row
        if self.failures and in_a_row >= self.failures and not standing.stopped:
            standing.stopped = f"the model of {record.policy} failed {in_a_row} episodes in a row: {record.error}"

    def halt(self) -> bool:
        """Returns whether no more episodes shall be begun."""
        standing, budget = self.standing, self.budget
        if budget is not None and not standing.stopped:
            spent = budget.spent
            values = {
                "tokens": max(spent.tokens, self.paid),
                "calls": spent.calls,
                "money": max(spent.money, self.elsewhere_money + (standing.money or 0.0)),
            }
            for what, value in values.items():
                limit = budget.limits[what]
                if limit is not None and value >= limit:
                    standing.stopped = f"the budget of {what} is spent: {value:g} of {limit:g}"
        return bool(standing.stopped)


def evaluate(
    tasks: Sequence[str],
    policies: Policies,
    backend: str | Mapping[str, Any] | None = None,
    seeds: Sequence[int] = (0,),
    out: Path | str | None = None,
    *,
    resume: bool = False,
    screens: bool = True,
    max_steps: int | None = None,
    slots: int = 1,
    engine: Literal["local", "process", "ray"] = "local",
    max_retries: int = 2,
    step_timeout: float | None = 600.0,
    episode_timeout: float | None = None,
    budget: Budget | None = None,
    failures: int = FAILURES,
    progress: Callable[[Standing], None] | None = None,
) -> Outcome:
    """Plays tasks with seeds by policies, on the slots of a `RolloutPool`.

    An episode is recorded when it has ended, so that a run that was cut off, by whatever, goes on with `resume` where
    it stood: what is recorded stays, and nothing is in it twice. What the infrastructure or a model's server fails is
    run again, and recorded as an error at last, never scored.

    Args:
        tasks: Ids, or ``"module:ATTRIBUTE"`` of tasks of your own.
        policies: What makes the policies, by id, see `entrants`.
        backend: What plays the devices; None for what each task does by default.
        seeds: The episodes' seeds.
        out: The run's folder; nothing is written where None.
        resume: Whether to go on with the run in `out`, maybe with more tasks, seeds or policies.
        screens: Whether screens are drawn, shown to the policies, and kept in the run's folder.
        max_steps: Step limit, where it isn't the tasks' own.
        slots: How many episodes run at once.
        engine: What these run on.
        max_retries: How often an episode is run again that the infrastructure failed.
        step_timeout: Seconds that a step may take, and a policy over its choice; None for no limit.
        episode_timeout: Seconds that an episode may take.
        budget: What may be spent. No episode is begun once it is; models that share it stop within one.
        failures: Episodes of a policy in a row that its model failed, after which the evaluation stops; 0 for never.
        progress: Called with how far it is, whenever an episode has ended. When it stops or is interrupted, also for
            those that failed and were to be run again: they are recorded as errors by then.

    Raises:
        ValueError: An unknown task, policy or backend; or two tasks of the same name.
        RecordError: The run's folder can't be used, or the disk is full; what is recorded stays.
        PoolError: The slots can't be started, or can't make an environment or a policy.

    Example:
        >>> outcome = evaluate(["learn.open_app"], entrants(["oracle", "noop"]), seeds=[0, 1], screens=False)
        >>> outcome.standing.done, outcome.standing.solved
        (4, 2)
    """
    prices = prices_of(policies)
    models = {name: maker.settings for name, maker in policies.items() if isinstance(maker, AgentMaker)}
    chosen = {(load(task).name, seed, name) for task in tasks for seed in seeds for name in policies}
    account = _Account(prices, budget, failures, Standing(total=len(chosen)), chosen)
    if resume and out is not None and (Path(out) / "run.json").is_file():
        account.before(read_attempts(out))

    def tell(record: EpisodeRecord, done: int, total: int) -> None:
        account.add(record, done, total)
        if progress is not None:
            progress(account.standing)

    try:
        records = rollout(
            tasks,
            policies,
            backend,
            seeds,
            out,
            resume=resume,
            screens=screens,
            max_steps=max_steps,
            progress=tell,
            on_attempt=account.attempt,
            halt=account.halt,
            slots=slots,
            engine=engine,
            max_retries=max_retries,
            step_timeout=step_timeout,
            episode_timeout=episode_timeout,
            about={"prices": prices, "models": models},
        )
    except KeyboardInterrupt:
        for record in list(account.waiting.values()):  # they are recorded as what they are now: ended, by an error
            tell(record, account.standing.done + 1, account.standing.total)
        raise
    return Outcome(records, account.standing)
