"""LLM agents as policies.

* `make_agent` - makes a policy from a structure's name and a model.
* `wrap` - wraps an environment as a structure needs it.
* `AGENTS` - the structures; `agent_options`, `agent_roles` - the options and the roles of one.

`chat` defines the conversation between agents and models, `models` has the models; each structure is a module on top of
`base`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any

from crab_sim.suggestions import unknown

if TYPE_CHECKING:
    import gymnasium as gym

    from crab_gym.agents.chat import Model

__all__ = ["AGENTS", "agent_options", "agent_roles", "make_agent", "wrap"]

AGENTS: dict[str, str] = {
    "beap": "crab_gym.agents.beap.agent:Beap",
    "by_device": "crab_gym.agents.by_device:ByDevice",
    "computer_use": "crab_gym.agents.computer_use:ComputerUse",
    "conversation": "crab_gym.agents.conversation:Conversation",
    "functionality": "crab_gym.agents.functionality:ByFunctionality",
    "human": "crab_gym.agents.human:Human",
    "m3a": "crab_gym.agents.m3a:M3A",
    "m3a_simple": "crab_gym.agents.m3a:M3ASimple",
    "native": "crab_gym.agents.native:Native",
    "script": "crab_gym.agents.script:Script",
    "seeact": "crab_gym.agents.seeact:SeeAct",
    "single": "crab_gym.agents.single:Single",
    "t3a": "crab_gym.agents.m3a:T3A",
}
"""Name of a structure to the place of its class, ``module:Class``. Add your own to use it by name."""

_VIEW_OPTIONS = frozenset({"marks", "sources"})
"""Options that only `wrap` uses."""


def _structure(name: str) -> Any:
    if name not in AGENTS:
        unknown("agent", name, AGENTS)
    module, _, attribute = AGENTS[name].partition(":")
    return getattr(import_module(module), attribute)


def make_agent(name: str, model: Model | Mapping[str, Model] | None = None, **options: Any) -> Any:
    """Makes an agent, which is a `Policy`.

    Args:
        name: Its structure, one of `AGENTS`.
        model: The model that it asks, see `crab_gym.agents.models.make_model`; or its models by role, the one under
            ``""`` for all other roles; None for a person.
        options: The structure's options. Those of `wrap` may be among them and are ignored.

    Raises:
        ValueError: There is no such structure, option or role, an option can't have that value, or a role has no model.
        TypeError: The structure needs a model.
    """
    structure = _structure(name)
    own = {key: value for key, value in options.items() if key not in _VIEW_OPTIONS}
    if model is None and getattr(structure, "needs_model", True):
        raise TypeError(f"the agent {name!r} needs a model; make one with crab_gym.agents.models.make_model")
    return structure(model, **own)


def wrap(env: gym.Env[Any, Any], name: str, **options: Any) -> gym.Env[Any, Any]:
    """Returns an environment wrapped as a structure needs it: with marks on its screens, or described as text.

    Args:
        env: An environment of this package.
        name: The structure, one of `AGENTS`.
        options: The agent's options, since its view depends on them; also ``marks`` (the maximum number of marks per
            device) and ``sources`` (of the elements, see `SetOfMarks`).

    Raises:
        ValueError: There is no such structure or option.
    """
    wrapped: gym.Env[Any, Any] = _structure(name).wrap(env, **options)
    return wrapped


def agent_options(name: str) -> Mapping[str, Any]:
    """Returns the options of a structure with their defaults.

    Raises:
        ValueError: There is no such structure.

    >>> agent_options("single")["history"]
    2
    """
    return {field.name: field.default for field in fields(_structure(name).options_type)}


def agent_roles(name: str) -> tuple[str, ...]:
    """Returns the roles in which a structure asks models, of which each may have its own; none for a person.

    Raises:
        ValueError: There is no such structure.

    >>> agent_roles("functionality"), agent_roles("human")
    (('planner', 'caller'), ())
    """
    return tuple(getattr(_structure(name), "roles", ()))


def needs_model(name: str) -> bool:
    """Returns whether a structure asks a model; ``"human"`` and ``"script"`` don't.

    Raises:
        ValueError: There is no such structure.

    >>> needs_model("single"), needs_model("human")
    (True, False)
    """
    return bool(getattr(_structure(name), "needs_model", True))


def takes_option(name: str, option: str) -> bool:
    """Returns whether a structure, or `wrap` for it, has an option.

    Raises:
        ValueError: There is no such structure.

    >>> takes_option("single", "history"), takes_option("single", "marks"), takes_option("single", "histroy")
    (True, True, False)
    """
    return option in agent_options(name) or (option in _VIEW_OPTIONS and needs_model(name))
