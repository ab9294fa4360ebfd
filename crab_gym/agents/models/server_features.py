"""Features of a model's server: the parts of a request that it accepts, as its options say or its refusals show.

* `ServerFeatures` - the parts that not every server accepts; `ServerFeatures.fit` leaves out the others.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from crab_gym.agents.models.clients.base import Request

__all__ = ["ServerFeatures"]


class ServerFeatures(NamedTuple):
    """The parts of a request that a server accepts.

    Attributes:
        forced_calls: Whether a request may force the model to call a tool; otherwise the model is free to call one.
        system_role: Whether it accepts a system message; otherwise its text begins the user's first message.
        user_after_result: Whether a user's message may directly follow a tool's result; otherwise its parts end that
            result.
    """

    forced_calls: bool = True
    system_role: bool = True
    user_after_result: bool = True

    def fit(self, asking: Request) -> Request:
        """Returns a request in the form that the server accepts."""
        if asking.system and not self.system_role:
            first, *later = asking.turns
            asking = asking._replace(system="", turns=[replace(first, parts=[asking.system, *first.parts]), *later])
        return asking._replace(force=asking.force and self.forced_calls, user_after_result=self.user_after_result)

    def without(self, refusal: str, asking: Request) -> ServerFeatures | None:
        """Returns the features of a server that has refused a request; None if the refusal names none of them.

        Args:
            refusal: The server's words.
            asking: The request, before it was made to fit.

        >>> from crab_gym.agents.models.clients.base import Sampling
        >>> asking = Request("m", "", [], (), True, Sampling())
        >>> ServerFeatures().without("Thinking mode does not support this tool_choice", asking)
        ServerFeatures(forced_calls=False, system_role=True, user_after_result=True)
        >>> ServerFeatures().without("Thinking mode does not support this tool_choice", asking._replace(force=False))
        """
        present = {
            "forced_calls": asking.force,
            "system_role": bool(asking.system),
            "user_after_result": any(turn.results for turn in asking.turns),
        }
        for name, words in _REFUSALS.items():
            if getattr(self, name) and present[name] and words.search(refusal[:_LONGEST]):
                return self._replace(**{name: False})
        return None

    def both(self, other: ServerFeatures) -> ServerFeatures:
        """Returns the features that both have."""
        return ServerFeatures(*(mine and others for mine, others in zip(self, other, strict=True)))


_LONGEST = 10_000
"""Characters of a refusal that are read."""
_REFUSALS = {
    "forced_calls": re.compile(r"\btool[_ ]choice\b", re.IGNORECASE),
    "system_role": re.compile(
        r"\bsystem (role|message|prompt|instruction)s?( is| are)? not (supported|allowed|enabled)"
        r"|does not support '(system|developer)'|developer instruction is not enabled"
        r"|\bonly\b[\w, ]{0,80}\broles are supported",
        re.IGNORECASE,
    ),
    "user_after_result": re.compile(r"role '?user'? after role '?tool|roles must alternate", re.IGNORECASE),
}
"""Words by which vendors and the chat templates of open models refuse each part."""
