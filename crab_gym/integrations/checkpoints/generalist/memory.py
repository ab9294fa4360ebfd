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
_ROLES = {
    **dict.fromkeys(("text", "text_field", "image"), 2.0),
    **dict.fromkeys(("list_item", "cell"), 1.4),
    **dict.fromkeys(("button", "tab", "icon", "link", "checkbox", "switch", "radio"), -1.7),
}
"""What the role of a line's element is worth. A line's worth is a fit, rounded, to what oracles copy in training."""


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
        inside: Whether the goal has the whole line, so that nothing new can be read from it.
        content: Whether its element's role is one of those that show what people have written.
        telling: What of its worth never changes.
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
    inside: bool
    content: bool
    telling: float
    seen: int


class Memory:
    """The lines that were read since the episode began.

    Args:
        lexicon: Numbers the words.
        goal: The goal; lines that share words with it are remembered best.
    """

    def __init__(self, lexicon: Lexicon, goal: str) -> None:
        self._lexicon, self._text = lexicon, goal.casefold()
        self._goal = {number for number in lexicon.numbers(goal, 200) if number >= COMMON}
        self._lines: dict[tuple[str, str, str], Line] = {}
        self._apps: dict[tuple[str, str], int] = {}  # to the last step at which a line of it was seen

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
                    known.seen = self._apps[device, element.app] = step
                    before[element.app] = line

    def _line(self, device: str, element: Element, text: str, label: str, step: int) -> Line:
        words = self._lexicon.numbers(text, WORDS)
        share, label_share = self.share(words), self.share(self._lexicon.numbers(label, 8))
        digits, inside = any(letter.isdigit() for letter in text), text.casefold() in self._text
        worth = 1.1 * share + label_share + 0.6 * min(len(words), 5) + 1.4 * (len(words) >= 20) - 4 * inside
        worth += _ROLES.get(element.role, 0.0) - 2 * (element.app == "system") - 1.7 * (step == 0)
        worth -= 1.3 * (sum(word >= COMMON for word in words) <= 1)
        return Line(
            device, element.app, text, label, words, share, label_share, digits, inside,
            _ROLES.get(element.role, 0.0) > 0, worth, step,
        )  # fmt: skip

    def was_left(self, line: Line) -> bool:
        """Returns whether a line was there when its app was last seen."""
        return line.seen == self._apps[line.device, line.app]

    def best(self, step: int, count: int, device: str = "") -> list[Line]:
        """Returns the lines that are worth most at a step, in the order in which they were first read.

        Args:
            step: The step.
            count: How many at most.
            device: The device that is in use; what it shows at the moment needs no memory.
        """
        lines = list(self._lines.values())
        if len(lines) <= count:
            return lines
        worth = [
            line.telling + 4 * self.was_left(line) - 0.06 * min(step - line.seen, 20)
            + (0 if line.device != device else 1.3 if line.seen < step else -2.3)
            for line in lines
        ]  # fmt: skip
        chosen = sorted(range(len(lines)), key=lambda place: -worth[place])[:count]
        return [lines[place] for place in sorted(chosen)]
