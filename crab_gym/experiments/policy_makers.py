"""Makers of policies and models, chosen by the names of structures, models and options.

* `policy_makers` - the makers of policies for `crab_gym.experiments.evaluate`, by id.
* `check_names` - checks their names.
* `AgentMaker`, `ModelMaker` - the makers of an agent and its models.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import gymnasium as gym

from crab_gym.experiments.own_policies import OwnMaker
from crab_gym.policies import POLICIES, Policy
from crab_gym.records import jsonable
from crab_gym.rollout.jobs import Policies, PolicyMaker
from crab_sim.suggestions import closest, unknown

if TYPE_CHECKING:
    from crab_gym.agents.chat import Model
    from crab_gym.agents.models import Prices
    from crab_gym.experiments.progress import PolicyPrices

__all__ = [
    "CHECKPOINT", "AgentMaker", "ModelMaker", "Models", "check_names", "named_prices", "policy_id", "policy_makers",
    "prices_of",
]  # fmt: skip

CHECKPOINT = "checkpoint:"
"""What a policy's name begins with that is the path of a trained network."""

Models: TypeAlias = "ModelMaker | Mapping[str, ModelMaker]"
"""The maker of a model for all roles of an agent, or makers by role, see `crab_gym.agents.casting.cast`."""


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

    def check(self) -> None:
        """Checks that the model can be asked, as far as that is known without asking it.

        Raises:
            ModelError: Its library or its key is missing, or its budget has no price for it.
        """
        check = getattr(self(), "check", None)
        if check is not None:
            check()

    def __getstate__(self) -> dict[str, Any]:
        return {"spec": self.spec, "options": self.options}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__(state["spec"], **state["options"])  # type: ignore[misc]


class AgentMaker:
    """Makes an agent for each environment, and wraps the environment as the agent needs it.

    Args:
        agent: The structure's name, one of `crab_gym.agents.AGENTS`.
        model: The maker of its model, or the makers of its models by role; None for structures that need none.
        options: The structure's options.
        allow_restore: Whether it may go back to snapshots.
        prices: The prices of the model's tokens; of several models, by their names.

    Attributes:
        name: Its name in records: the structure, its models and its options.
        settings: The settings of its model, such as the temperature, for the run's record; if roles have models of
            their own, the settings of each role's; empty without a model.

    Raises:
        ValueError: There is no such structure, model, role or option.
        TypeError: The structure needs a model.
    """

    def __init__(
        self,
        agent: str,
        model: Models | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        allow_restore: bool = False,
        prices: PolicyPrices | None = None,
    ) -> None:
        self.agent, self.model, self.options = agent, model, dict(options or {})
        self.allow_restore, self.prices = allow_restore, prices
        from crab_gym.agents.casting import cast_name

        models = self.models()
        self.settings = _settings_by_role(models)
        parts = [cast_name({role: model.name for role, model in models.items()})] if models else []
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

        models: Any = None
        if self.model is not None:
            by_role = self.model if isinstance(self.model, Mapping) else None
            models = {role: make() for role, make in by_role.items()} if by_role is not None else self.model()  # type: ignore[operator]
        return make_agent(self.agent, models, **self.options)

    def models(self) -> Mapping[str, Model]:
        """Returns the model of each role; empty for a structure that asks none."""
        policy = self._make()
        return dict(policy.models) if self.model is not None else {}

    def check(self) -> None:
        """Checks that episodes can be played, as far as that is known without asking a model.

        Raises:
            ModelError: A model's library or key is missing.
            VisionUnavailable: The packages of a source of elements are missing.
        """
        for maker in _makers(self.model):
            maker.check()
        sources = self.options.get("sources", "tree")
        if sources != "tree":
            from crab_gym.vision.detection import make_detector

            make_detector(sources)

    def __call__(self, env: gym.Env[Any, Any]) -> Policy:
        """Returns an agent."""
        policy: Policy = self._make()
        policy.name = self.name
        return policy

    def wrap(self, env: gym.Env[Any, Any]) -> gym.Env[Any, Any]:
        """Returns an environment as the agent needs it."""
        from crab_gym.agents import wrap

        return wrap(env, self.agent, **self.options)


def _makers(model: Models | None) -> list[ModelMaker]:
    """Returns the different makers of an agent's models."""
    if model is None:
        return []
    return list(dict.fromkeys(model.values())) if isinstance(model, Mapping) else [model]


def _settings_by_role(models: Mapping[str, Model]) -> dict[str, Any]:
    """Returns the settings of an agent's model, or by role if it has several."""
    if len({id(model) for model in models.values()}) <= 1:
        return next(map(_settings, models.values()), {})
    return {role: _settings(model) for role, model in models.items()}


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


def policy_id(name: str, ids_in_use: Iterable[str] = ()) -> str:
    """Returns an id made of a policy's name: fit for names of folders, and different from those that are taken.

    >>> policy_id("single(openai:gpt-4o, history=3)")
    'single-openai-gpt-4o-history-3'
    """
    plain = re.sub(r"[^A-Za-z0-9_.]+", "-", name).strip("-.")[:80] or "policy"
    ids_in_use, free, number = set(ids_in_use), plain, 1
    while free in ids_in_use:
        number += 1
        free = f"{plain}-{number}"
    return free


def check_names(names: Iterable[str]) -> None:
    """Checks that policies have such names.

    Raises:
        ValueError: One doesn't.
    """
    from crab_gym.agents import AGENTS

    for name in names:
        kind, _, place = name.partition(":")
        meant = f"{kind}:" != CHECKPOINT and closest(f"{kind}:", [CHECKPOINT])  # such as chekpoint:runs/bc
        if name not in POLICIES and name not in AGENTS and (not place or meant):
            unknown("policy", name, [*POLICIES, *AGENTS, f"{CHECKPOINT}PATH", "MODULE:CLASS"])


def policy_makers(
    names: Sequence[str],
    models: Sequence[Models] = (),
    options: Mapping[str, Mapping[str, Any]] | None = None,
    *,
    allow_restore: bool = False,
    prices: Mapping[str, Prices] | None = None,
) -> dict[str, PolicyMaker]:
    """Returns the makers of policies, by id.

    Args:
        names: Names of `POLICIES`, ``checkpoint:PATH``, ``MODULE:CLASS`` of policies of one's own, or names of agents'
            structures, each with all models.
        models: The makers of the models; each is a model for all roles of an agent, or a mapping from roles to models.
        options: The options of each structure; those under ``""`` go to every agent that has them.
        allow_restore: Whether agents may go back to snapshots.
        prices: Prices by the models' specs; the entry ``""`` is that of all other models. Different spellings of a spec
            name the same model; a spec without a server is on the models' ``base_url``.

    Raises:
        ValueError: There is no such policy, model, role or option; or agents and no model.

    >>> policy_makers(["oracle", "random"])
    {'oracle': 'oracle', 'random': 'random'}
    """
    from crab_gym.agents import AGENTS, needs_model, takes_option

    names = list(dict.fromkeys(names))
    options, prices = options or {}, prices or {}
    check_names(names)
    agents = [name for name in names if name in AGENTS]
    for name, settings in options.items():
        if name and name not in agents:
            raise ValueError(
                f"got options of {name!r}; expected one of the agents: {', '.join(agents) or 'there is none'}"
            )
        for option in settings:
            if not any(takes_option(agent, option) for agent in ([name] if name else agents)):
                raise ValueError(f"no agent here has an option {option!r} ({', '.join(agents) or 'there is none'})")
    makers: dict[str, PolicyMaker] = {}
    for name in names:
        if name in POLICIES:
            makers[name] = name
            continue
        if name.startswith(CHECKPOINT):
            from crab_gym.integrations.checkpoints.policy import maker_of

            checkpoint = maker_of(name.removeprefix(CHECKPOINT))
            makers[policy_id(checkpoint.name, makers)] = checkpoint
            continue
        if ":" in name:
            own_maker = OwnMaker(name)
            makers[policy_id(own_maker.name, makers)] = own_maker
            continue
        common = {key: value for key, value in options.get("", {}).items() if takes_option(name, key)}
        own = {**common, **options.get(name, {})}
        if needs_model(name) and not models:
            raise ValueError(f"the agent {name!r} needs a model: --model openai:gpt-4o, for example")
        for model in models if needs_model(name) else [None]:
            price = _prices(model, prices)
            maker = AgentMaker(name, model, own, allow_restore=allow_restore, prices=price)
            makers[policy_id(maker.name, makers)] = maker
    return makers


def _prices(model: Models | None, prices: Mapping[str, Prices]) -> PolicyPrices | None:
    """Returns the price of an agent's tokens; by model if it has several, and None unless all of them are known."""
    prices_of_models = {maker().name: maker.price(prices) for maker in _makers(model)}
    known = {name: price for name, price in prices_of_models.items() if price is not None}
    if not known or len(known) < len(prices_of_models):
        return None
    return known if len(known) > 1 else next(iter(known.values()))


def named_prices(prices: Mapping[str, Prices], base_url: str | None = None) -> dict[str, Prices]:
    """Returns prices by the models' names in records and budgets, given prices by their specs.

    Raises:
        ValueError: A server is no address.

    >>> list(named_prices({"openai:small@http://127.0.0.1:8000/v1/": (1.0, 2.0), "": (0.0, 0.0)}))
    ['openai:small@http://127.0.0.1:8000/v1', '']
    """
    from crab_gym.agents.models import name_of

    return {name_of(spec, base_url): price for spec, price in prices.items()}


def prices_of(policies: Policies) -> dict[str, PolicyPrices]:
    """Returns the prices of the policies' tokens, by id, if they are known; of several models, by their names."""
    prices_by_policy = {name: maker.prices for name, maker in policies.items() if isinstance(maker, AgentMaker)}
    return {name: prices for name, prices in prices_by_policy.items() if prices is not None}
