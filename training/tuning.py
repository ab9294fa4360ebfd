"""How weights are trained: the learning rate by the model's size.

* `RATES` - sizes of models and the learning rates that suit them.
* `learning_rate` - the learning rate of a model, as given or by its size.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

__all__ = ["RATES", "Method", "default_rate", "learning_rate"]

Method: TypeAlias = Literal["sft", "grpo"]


class Rates(NamedTuple):
    """Learning rates for models up to a size.

    Attributes:
        parameters: The size: a number of parameters.
        sft: The learning rate of imitation.
        grpo: The learning rate of GRPO.
    """

    parameters: float
    sft: float
    grpo: float


RATES = (
    Rates(10e6, 2e-3, 7e-4),
    Rates(300e6, 1e-4, 5e-6),
    Rates(2e9, 2e-5, 2e-6),
    Rates(15e9, 1e-5, 1e-6),
    Rates(float("inf"), 5e-6, 5e-7),
)
"""From small models to large ones. Those of the first line were tried (docs/finetuning.md); the others are usual."""


def default_rate(method: Method, parameters: int) -> float:
    """Returns the learning rate for a number of parameters."""
    line = next(line for line in RATES if parameters <= line.parameters)
    return line.sft if method == "sft" else line.grpo


def learning_rate(given: float | None, method: Method, model: Any) -> float:
    """Prints and returns the learning rate.

    Args:
        given: That of the command line; None for one by the model's size.
        method: How the model is trained.
        model: The model.
    """
    parameters = sum(each.numel() for each in model.parameters())
    rate = default_rate(method, parameters) if given is None else given
    why = "as given" if given is not None else "by the model's size"
    print(f"learning rate {rate:g} ({why}), {parameters / 1e6:,.1f} million parameters", flush=True)
    return rate
