"""Retrying when a server doesn't answer.

* `Patience` - how often and how long to retry.
* `Fault` - a temporary failure.
* `retry_after` - the number of seconds that a server asks to wait.
"""

from __future__ import annotations

import email.utils
import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from crab_gym.agents.chat import ModelUnavailable

__all__ = ["Fault", "Patience", "retry_after"]

T = TypeVar("T")


class Fault(Exception):
    """A temporary failure: a server that is busy or gone, or an answer that was cut off.

    Args:
        message: A description of the failure.
        wait: Number of seconds that the server asks to wait, 0 if it doesn't.
    """

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Patience:
    """Rules for when to retry, and when to give up.

    The wait doubles after each try, and is then shortened at random by up to a half, so that many agents don't ask at
    once. A wait that the server asks for is never shortened.

    Attributes:
        seconds: No try starts later than this after the first one. A try may last as long as the model's time-out, so
            giving up may take that much longer.
        first: Number of seconds before the second try.
        longest: Maximum number of seconds before a later try, unless the server asks for more.
        sleep: Waits for a number of seconds.
        clock: Returns the time in seconds.
        chance: Returns a random number from 0 to 1.
    """

    seconds: float = 180.0
    first: float = 1.0
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random

    def persist(self, attempt: Callable[[], T], who: str = "the model's server") -> T:
        """Returns the attempt's result, repeating it as long as it raises a `Fault`.

        Args:
            attempt: The attempt.
            who: The name of the server in the error message.

        Raises:
            ModelUnavailable: All tries failed.
        """
        start = self.clock()
        wait = self.first
        tries = 0
        while True:
            tries += 1
            try:
                return attempt()
            except Fault as fault:
                failure = str(fault)
                request = fault.wait
            pause = max(request, wait * (1 - self.chance() / 2))
            spent = self.clock() - start
            if spent + pause > self.seconds:
                wish = f"; it asks to wait for {request:.0f} s" if request > wait else ""
                raise ModelUnavailable(
                    f"{who} doesn't answer: {failure}{wish} (tries: {tries}, in {spent:.0f} s; "
                    f"patience: {self.seconds:.0f} s)"
                )
            self.sleep(pause)
            wait = min(2 * wait, self.longest)


def retry_after(text: str | None, now: Callable[[], float] = time.time) -> float:
    """Returns the seconds of a ``Retry-After`` header, which may be a number or a date; 0 if there is none.

    >>> retry_after("7"), retry_after("Thu, 01 Jan 1970 00:01:40 GMT", lambda: 70.0), retry_after("soon")
    (7.0, 30.0, 0.0)
    """
    text = (text or "").strip()
    if text.replace(".", "", 1).isascii() and text.replace(".", "", 1).isdigit() and len(text) < 10:
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - now())
    except (ValueError, TypeError, OverflowError, IndexError):
        return 0.0
