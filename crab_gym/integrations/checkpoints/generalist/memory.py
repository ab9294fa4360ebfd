"""A memory of the screens: the lines of text that were read in an episode.

* `Memory` - the lines. `Line` - one, with its device, its app, the line before it, and when it was seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crab_gym.backends.base import Element
from crab_gym.integrations.checkpoints.generalist.lexicon import COMMON, Lexicon

__all__ = ["Line", "Memory"]

LINES_OF_ELEMENT = 40
"""Lines of one element that are read."""
WORDS = 24
"""Words of a line that are read."""


@dataclass(slots=True)
class Line:
    """A line of text that was read.

    Attributes:
        device: Where.
        app: In which app.
        text: The line.
        label: The line before it, in the same app.
        words: The numbers of its words.
        share: The share of its words, common ones left out, that the goal has, too.
        label_share: The same for its label.
        digits: Whether it has a digit.
        control: Whether it stood on something that can be clicked.
        seen: The step at which it was last seen.
    """

    device: str
    app: str
    text: str
    label: str
    words: tuple[int, ...]
    share: float
    label_share: float
    digits: bool
    control: bool
    seen: int

    def worth(self, step: int) -> float:
        """Returns how much a policy should want to see the line again."""
        telling = 0.5 * self.digits + 0.2 * min(len(self.words), 5) - 0.6 * self.control - (self.app == "system")
        return 2 * self.share + self.label_share + telling - 0.03 * (step - self.seen)


class Memory:
    """The lines that were read since the episode began.

    Args:
        lexicon: Numbers the words.
        goal: The goal; lines that share words with it are remembered best.
    """

    def __init__(self, lexicon: Lexicon, goal: str) -> None:
        self._lexicon = lexicon
        self._goal = {number for number in lexicon.numbers(goal, 200) if number >= COMMON}
        self._lines: dict[tuple[str, str, str], Line] = {}

    def share(self, words: Iterable[int]) -> float:
        """Returns the share of some words, common ones left out, that the goal has, too."""
        telling = [word for word in words if word >= COMMON]
        return sum(word in self._goal for word in telling) / len(telling) if telling else 0.0

    def read(self, device: str, elements: Sequence[Element], step: int) -> None:
        """Remembers the lines that are on a device's screen at a step."""
        before: dict[str, str] = {}
        for element in elements:
            for text in (element.text, element.description):
                for part in text.split("\n", LINES_OF_ELEMENT)[:LINES_OF_ELEMENT] if text else ():
                    line = part.strip()
                    if len(line) < 2 or element.password:
                        continue
                    known = self._lines.get((device, element.app, line))
                    if known is None:
                        label = before.get(element.app, "")
                        known = self._line(device, element, line, label, step)
                        self._lines[device, element.app, line] = known
                    known.seen = step
                    before[element.app] = line

    def _line(self, device: str, element: Element, text: str, label: str, step: int) -> Line:
        words = self._lexicon.numbers(text, WORDS)
        share, label_share = self.share(words), self.share(self._lexicon.numbers(label, 8))
        digits = any(letter.isdigit() for letter in text)
        return Line(
            device, element.app, text, label, words, share, label_share, digits, element.clickable, step
        )  # fmt: skip

    def best(self, step: int, count: int) -> list[Line]:
        """Returns the lines that are worth most at a step, in the order in which they were first read."""
        lines = list(self._lines.values())
        if len(lines) <= count:
            return lines
        worth = [line.worth(step) for line in lines]
        chosen = sorted(range(len(lines)), key=lambda place: -worth[place])[:count]
        return [lines[place] for place in sorted(chosen)]
