"""Sums and products whose working an answer shows: "81.70 + 82.96 = 164.66".

* `worked_out` - an answer without its working.
"""

from __future__ import annotations

import math
import re

from crab_gym.task.answers.questions import Question

__all__ = ["worked_out"]

_NUMBER = r"(?:[€$£] ?)?(?P<{}>\d[\d,]*(?:\.\d+)?)(?: ?(?:[€$£]|[a-z]{{1,10}}))??"
_OPERATIONS = {"+": ("+", "plus", "and"), "*": ("*", "x", "×", "times", "multiplied by", "and")}
_ASKED = {"+": ("sum", "add", "total", "together", "altogether"), "*": ("product", "multiply")}
"""Words of a question that ask for an operation."""
_BY = "|".join(re.escape(word) for words in _OPERATIONS.values() for word in words)
_LATER = _NUMBER.replace("(?P<{}>", "(?:").replace("{{", "{").replace("}}", "}")
_WORKING = re.compile(
    rf"(?:(?:the )?(?P<name>sum|total|product) of |(?P<doing>adding|multiplying) )?(?P<terms>{_NUMBER.format('first')}"
    rf"(?: ?(?P<by>{_BY}) ?{_LATER})(?: ?(?P=by) ?{_LATER})*)(?: ?= ?| (?:is|are|gives|equals|makes?|adds? up to) )",
    re.IGNORECASE,
)


def worked_out(text: str, value: float, question: Question) -> str:
    """Returns an answer without the working before a result, if that is what was asked for and comes to the value.

    Args:
        text: The answer, as `plain` returns it.
        value: The right result.
        question: What was asked.

    >>> worked_out("$1.50 + $2 = $3.50", 3.5, Question("What is their sum?"))
    'It is $3.50'
    >>> worked_out("1.50 + 2.50 = 3.50", 3.5, Question("What is their sum?"))
    '1.50 + 2.50 = 3.50'
    """
    match = _WORKING.search(text)
    if match is None:
        return text
    by = match["by"].casefold()
    numbers = [float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*(?:\.\d+)?", match["terms"])]
    for sign, words in _OPERATIONS.items():
        is_asked = any(map(question.has, _ASKED[sign]))
        named = (match["name"] or match["doing"] or "").casefold()
        is_named = not named or any([named.startswith(word[:5]) for word in _ASKED[sign]])
        is_clear = by != "and" or named or match[0].endswith(("add up to ", "adds up to "))
        result = sum(numbers) if sign == "+" else math.prod(numbers)
        if by in words and is_asked and is_named and is_clear and abs(result - value) < 0.006:
            before = text[: match.start()]
            return f"{before or 'It is '}{text[match.end() :]}"
    return text
