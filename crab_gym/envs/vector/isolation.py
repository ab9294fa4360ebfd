"""An environment whose failures harm no other beside it.

* `IsolatedEnv` - a wrapper that truncates an episode whose step raises.
* `lost_info` - the last info of an episode that was lost.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

import gymnasium as gym

from crab_gym.backends.errors import DeviceError
from crab_gym.envs.endings import UNEVENTFUL

__all__ = ["IsolatedEnv", "lost_info"]

_MAX_FAILURES = 3
"""Episodes in a row whose first step fails, after which an environment is considered broken."""
_MISUSE = (TypeError, ValueError, gym.error.Error)
"""Exceptions that blame the caller, such as for an action of the wrong type."""
_log = logging.getLogger(__name__)


class IsolatedEnv(gym.Wrapper[Any, Any, Any, Any]):
    """An environment beside others: where a step of it raises, only its own episode is lost.

    The episode is truncated with reward 0 and its last observation; ``info["device_error"]`` names the exception, whose
    traceback is logged. Errors of the caller (TypeError, ValueError, Gymnasium's errors) are raised, and so are those
    of resets and those of the first steps of three episodes in a row.

    Args:
        env: The environment.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self._last: tuple[Any, Mapping[str, Any]] = (None, {})
        self._failures, self._begun = 0, False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode."""
        result = self.env.reset(seed=seed, options=options)
        self._last, self._begun = result, False
        return result

    def step(self, action: Any) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
        """Takes a step."""
        try:
            observation, reward, terminated, truncated, info = self.env.step(action)
        except _MISUSE:
            raise
        except Exception as error:
            self._failures = 1 if self._begun else self._failures + 1
            if self._failures >= _MAX_FAILURES:
                raise
            _log.error("an environment failed; its episode is truncated", exc_info=error)
            observation, known = self._last
            reason = str(error) if isinstance(error, DeviceError) else f"{type(error).__name__}: {error}"
            return observation, 0.0, False, True, lost_info(known, reason)
        self._last, self._begun = (observation, info), True
        return observation, reward, terminated, truncated, info


def lost_info(info: Mapping[str, Any], reason: str) -> dict[str, Any]:
    """Returns the info of an episode that was lost, based on the last info that is known of it.

    Args:
        info: That info.
        reason: Why it was lost.
    """
    lasting = {key: value for key, value in info.items() if key not in ("final_obs", "final_info", "episode")}
    terms = {name: 0.0 for name in lasting.get("reward_terms", ())}
    ending = {"device_error": reason, "end_reason": "device_error", "is_success": False, "reward_terms": terms}
    return {**lasting, **UNEVENTFUL, **ending}
