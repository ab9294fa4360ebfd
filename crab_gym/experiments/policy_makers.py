"""Makers of policies and models, chosen by the names of structures, models and options.

* `policy_makers` - the makers of policies for `crab_gym.experiments.evaluate`, by id.
* `AgentMaker`, `ModelMaker` - the makers of an agent and its model.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import gymnasium as gym

from crab_gym.evaluation.graph import unknown
from crab_gym.policies import POLICIES, Policy
from crab_gym.rollout.jobs import Policies, PolicyMaker
from crab_gym.rollout.record import jsonable

if TYPE_CHECKING:
    from crab_gym.agents.chat import Model
    from crab_gym.agents.models import Prices

__all__ = ["AgentMaker", "ModelMaker", "named_prices", "policy_id", "policy_makers", "prices_of"]


class ModelMaker:
    """Makes a model, once in each process; several agents may share it.

    Args:
        spec: The model's spec, see `crab_gym.agents.models.make_model`.
        options: The other arguments of `make_model`.
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
        """Returns the price of the model's tokens, None if it is unknown.

        Args:
            prices: See `policy_makers`.
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
        model: The maker of its model; None for structures that need none.
        options: The structure's options.
        allow_restore: Whether it may go back to snapshots.
        prices: The prices of the model's tokens.

    Attributes:
        name: Its name in records: the structure, its model and its options.
        settings: The settings of its model, such as the temperature, for the run's record; empty without a model.

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
        parts = [made.model.name] if model is not None else []
        parts += [f"{key}={value if isinstance(value, str) else json.dumps(value)}" for key, value in self._named()]
        self.name = f"{agent}({', '.join(parts)})" if parts else agent

    def _named(self) -> Iterable[tuple[str, Any]]:
        yield from sorted(self.options.items())  # the name doesn't depend on their order
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
    """Returns the settings that a model was given.

    Extra fields of requests may hold a secret, so only their names and a hash are returned.
    """
    settings = {key: value for key, value in getattr(model, "settings", {}).items() if value is not None}
    extra = settings.pop("extra", None)
    if extra:
        digest = hashlib.sha256(json.dumps(jsonable(extra), sort_keys=True).encode()).hexdigest()[:16]
        settings["extra"] = {"names": sorted(map(str, extra)), "hash": digest}
    return settings


def policy_id(name: str, taken: Iterable[str] = ()) -> str:
    """Returns an id made of a policy's name: fit for names of folders, and different from those that are taken.

    >>> policy_id("single(openai:gpt-4o, history=3)")
    'single-openai-gpt-4o-history-3'
    """
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-.")[:80] or "policy"
    taken, free, number = set(taken), plain, 1
    while free in taken:
        number += 1
        free = f"{plain}-{number}"
    return free


def policy_makers(
    names: Sequence[str],
    models: Sequence[ModelMaker] = (),
    options: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    allow_restore: bool = False,
    prices: Mapping[str, Prices] | None = None,
) -> dict[str, PolicyMaker]:
    """Returns the makers of policies, by id.

    Args:
        names: Names of `POLICIES`, or of agents' structures, each with all models.
        models: The makers of the models.
        options: The options of each structure; those under ``""`` go to every agent that has them.
        allow_restore: Whether agents may go back to snapshots.
        prices: Prices by the models' specs; the entry ``""`` is that of all other models. Different spellings of a spec
            name the same model; a spec without a server is on the models' ``base_url``.

    Raises:
        ValueError: There is no such policy, model or option; or agents and no model.

    >>> policy_makers(["oracle", "random"])
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
    makers: dict[str, PolicyMaker] = {}
    for name in names:
        if name in POLICIES:
            makers[name] = name
            continue
        common = {key: value for key, value in options.get("", {}).items() if takes_option(name, key)}
        own = {**common, **options.get(name, {})}
        if needs_model(name) and not models:
            raise ValueError(f"the agent {name!r} needs a model: --model openai:gpt-4o, for example")
        for model in models if needs_model(name) else [None]:
            price = None if model is None else model.price(prices)
            maker = AgentMaker(name, model, own, allow_restore=allow_restore, prices=price)
            makers[policy_id(maker.name, makers)] = maker
    return makers


def named_prices(prices: Mapping[str, Prices], base_url: str | None = None) -> dict[str, Prices]:
    """Returns prices by the models' names in records and budgets, given prices by their specs.

    Raises:
        ValueError: A server is no address.

    >>> list(named_prices({"openai:small@http://127.0.0.1:8000/v1/": (1.0, 2.0), "": (0.0, 0.0)}))
    ['openai:small@http://127.0.0.1:8000/v1', '']
    """
    from crab_gym.agents.models import name_of

    return {name_of(spec, base_url): price for spec, price in prices.items()}


def prices_of(policies: Policies) -> dict[str, Prices]:
    """Returns the prices of the policies' tokens, by id, if they are known."""
    made = {name: maker.prices for name, maker in policies.items() if isinstance(maker, AgentMaker)}
    return {name: prices for name, prices in made.items() if prices is not None}
