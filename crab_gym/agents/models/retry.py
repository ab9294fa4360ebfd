"""Asks again when a server doesn't answer.

* `Patience` - how often and how long.
* `Fault` - a failure that may pass.
* `retry_after` - the seconds that a server asks to wait.
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
    """A failure that may pass: a server that is busy or gone, an answer that was cut off.

    Args:
        message: What happened.
        wait: Seconds that the server asks to wait, 0 where it doesn't.
    """

    def __init__(self, message: str, wait: float = 0.0) -> None:
        super().__init__(message)
        self.wait = wait


@dataclass(frozen=True, slots=True)
class Patience:
    """When to ask again, and when to give up.

    The wait doubles from try to try, and is then shortened at random by up to a half, so that many agents don't ask
    at once; what the server asks to wait is waited in full.

    Attributes:
        seconds: No try starts later than this after the first one. A try lasts as long as the model's time-out, so
            that giving up may take as much longer.
        first: Seconds before the second try.
        longest: Seconds before later tries, at most, unless the server asks for more.
        sleep: Waits for some seconds.
        clock: Returns seconds.
        chance: Returns a number from 0 to 1.
    """

    seconds: float = 180.0
    first: float = 1.0
    longest: float = 30.0
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    chance: Callable[[], float] = random.random

    def persist(self, attempt: Callable[[], T], who: str = "the model's server") -> T:
        """Returns what the attempt returns, once it doesn't raise a `Fault`; `who` is told to have failed.

        Raises:
            ModelUnavailable: It did to the end.
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
                asked = fault.wait
            pause = max(asked, wait * (1 - self.chance() / 2))
            spent = self.clock() - start
            if spent + pause > self.seconds:
                told = f"; it asks to wait for {asked:.0f} s" if asked > wait else ""
                raise ModelUnavailable(
                    f"{who} doesn't answer: {failure}{told} (tries: {tries}, in {spent:.0f} s; "
                    f"patience: {self.seconds:.0f} s)"
                )
            self.sleep(pause)
            wait = min(2 * wait, self.longest)


def retry_after(text: str | None, now: Callable[[], float] = time.time) -> float:
    """Returns the seconds of a ``Retry-After`` header, given as such or as a date; 0 where there is none.

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
