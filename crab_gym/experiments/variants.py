"""Studies: the same tasks, seeds and policies on variants of screen and wording, or with other orders of the goal.

* `VARIANTS` - the variants of a study of robustness, by name. `ORDERS` - those of a study of sensitivity to order.
* `variation_of` - the variation in which one is played. `folder_of` - the part of the record that has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from crab_gym.task.task import WORDINGS

__all__ = ["ORDERS", "VARIANTS", "folder_of", "variation_of"]

VARIANTS: Final[Mapping[str, Mapping[str, object]]] = {
    "usual": {},
    "size": {"layout": "size"},
    "wording 2": {"wording": 2},
    "wording 3": {"wording": 3},
}
"""The variation that each adds; the first adds none. Every seed draws another size of the screens."""

ORDERS: Final[Mapping[str, Mapping[str, object]]] = {f"order {n}": {"order": n} for n in range(1, WORDINGS + 1)}
"""The variation in which the goal tells its parts in the usual order, and in two other ones."""


def variation_of(
    variant: str, common: Mapping[str, object] | None, variants: Mapping[str, Mapping[str, object]] = VARIANTS
) -> Mapping[str, object] | None:
    """Returns the variation in which a variant is played.

    Args:
        variant: The variant's name.
        common: What varies in all variants.
        variants: The variants, `VARIANTS` or `ORDERS`.

    Raises:
        ValueError: What varies in all variants is what a variant adds.
    """
    clashes = sorted({name for own in variants.values() for name in own} & set(common or {}))
    if clashes:
        option = "--orders" if variants is ORDERS else "--variants"
        raise ValueError(f"{option} varies {' and '.join(clashes)} itself; expected no --variation of that")
    return {**(common or {}), **variants[variant]} or None


def folder_of(variant: str, out: Path | None) -> Path | None:
    """Returns the folder of a variant's run in that of the study, None where nothing is kept."""
    return None if out is None else out / variant.replace(" ", "_")
