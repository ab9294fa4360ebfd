"""Protocols: a benchmark's rules for the end of episodes and for their success.

* `Protocol` - step limit, invalid actions, stalls, and when success is judged.
* `PROTOCOLS` - the rules of CRAB, OmniBench, AndroidWorld and OSWorld, as far as they apply here.
* `protocol_of` - a protocol by its name.
* `EVALUATION` - when a solved task is a success where no protocol says it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from crab_sim.suggestions import unknown

__all__ = ["EVALUATION", "PROTOCOLS", "Protocol", "protocol_of"]

EVALUATION = "complete"
"""When a solved task is a success in an evaluation: once the agent says that it has finished.

If it counted at once, an agent that tries one thing after the other would solve every task with few outcomes, and one
that doesn't know when it is done would be as good as one that does.
"""


class Protocol(NamedTuple):
    """The arguments of `CrabEnv` that say when episodes end.

    Attributes:
        max_steps: Step limit; None for the tasks' own.
        on_invalid: ``"continue"`` or ``"terminate"`` after an invalid action.
        stall_limit: Steps without a newly passed checkpoint after which an episode ends; None for no limit.
        success_at: When a solved task is a success: ``"once"`` it is solved, at the episode's ``"end"``, or only with
            ``"complete"``; None for the rule of the run that is resumed, and of a new one for `EVALUATION`.
    """

    max_steps: int | None = None
    on_invalid: str = "continue"
    stall_limit: int | None = None
    success_at: str | None = None


PROTOCOLS: Mapping[str, Protocol] = {
    "crab": Protocol(max_steps=15, on_invalid="terminate", success_at="once"),
    "omnibench": Protocol(max_steps=200, stall_limit=20, success_at="once"),
    "androidworld": Protocol(success_at="complete"),
    "osworld": Protocol(max_steps=15, success_at="end"),
}
"""Rules of other benchmarks, by their names.

* ``crab``: 15 steps; an invalid action ends the episode (CRAB §6.1, §6.3).
* ``omnibench``: 200 steps, and at most 20 in a row without a completed subtask, as in its code; the paper (§4.1)
  gives no numbers.
* ``androidworld``: success needs the agent's own "complete". Its step budget is ten times a task's complexity,
  a number that tasks here don't have; they keep their own limits, max(15, 3 × the oracle's steps), and one step more
  for "complete".
* ``osworld``: 15 steps, its default; success is judged when the episode has ended.
"""


def protocol_of(value: Protocol | str | None) -> Protocol:
    """Returns the protocol of a name; a protocol is returned itself, and None stands for the default.

    Raises:
        ValueError: There is no protocol of this name.

    >>> protocol_of("crab").max_steps
    15
    """
    if isinstance(value, str):
        if value not in PROTOCOLS:
            unknown("protocol", value, PROTOCOLS)
        return PROTOCOLS[value]
    return value if value is not None else Protocol()
