"""A study of robustness: the same tasks, seeds and policies on variants of screen and wording.

* `VARIANTS` - the variants, by name.
* `variation_of` - the variation in which one is played. `folder_of` - the part of the record that has it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

__all__ = ["VARIANTS", "folder_of", "variation_of"]

VARIANTS: Final[Mapping[str, Mapping[str, object]]] = {
    "usual": {},
    "size": {"layout": "size"},
    "wording 2": {"wording": 2},
    "wording 3": {"wording": 3},
}
"""The variation that each adds; the first adds none. Every seed draws another size of the screens."""


def variation_of(variant: str, given: Mapping[str, object] | None) -> Mapping[str, object] | None:
    """Returns the variation in which a variant is played.

    Args:
        variant: The variant's name.
        given: What varies in all variants.

    Raises:
        ValueError: What varies in all variants is what a variant adds.
    """
    taken = sorted({name for own in VARIANTS.values() for name in own} & set(given or {}))
    if taken:
        raise ValueError(f"--variants varies {' and '.join(taken)} itself; expected no --variation of that")
    return {**(given or {}), **VARIANTS[variant]} or None


def folder_of(variant: str, out: Path | None) -> Path | None:
    """Returns the folder of a variant's run in that of the study, None where nothing is kept."""
    return None if out is None else out / variant.replace(" ", "_")
