"""Separates a model's thoughts from its answer: what it only thinks of is never carried out.

* `split_thoughts` - the answer of a text, its thoughts, and whether it ends within one.
* `after_thoughts` - the answer alone.

Models write their thoughts between tags of many kinds, see `_FORMS`. Where the template has already opened the thought,
the text has only the closing tag. A tag within a quoted argument of a call is a part of that argument.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Thoughts", "after_thoughts", "split_thoughts"]

_WORDS = r"(?:think(?:_never_used_\w{1,40})?|thinking|thoughts?|reasoning|reflection|analysis|scratchpad|antthinking)"
_FORMS: tuple[tuple[str, str, bool], ...] = (
    # Qwen3, DeepSeek R1, GLM, Kimi K2, MiniMax, Seed-OSS and many more: <think>, <thinking>, <seed:think>
    (rf"<(?:[a-z]{{1,12}}[:_])?{_WORDS}>", rf"</(?:[a-z]{{1,12}}[:_])?{_WORDS}>", True),
    (r"\[THINK\]", r"\[/THINK\]", True),  # Magistral
    (r"◁think▷", r"◁/think▷", True),  # Kimi-VL
    (r"<\|START_THINKING\|>", r"<\|END_THINKING\|>", True),  # Command A Reasoning
    (r"<\|begin_of_thought\|>", r"<\|end_of_thought\|>", True),  # Sky-T1, OpenThinker
    (r"<\|inner_prefix\|>", r"<\|inner_suffix\|>", True),  # Apertus
    (r"<unused94>", r"<unused95>", True),  # MedGemma
    (r"<\|channel>thought\b", r"<channel\|>", True),  # Gemma 4
    # Harmony: gpt-oss thinks on a channel of its own, which the next message ends
    (
        r"<\|channel\|>analysis(?!\s{0,9}to=functions)(?:<\|message\|>)?",
        r"<\|(?:end|return|call)\|>"
        r"|(?=(?:<\|start\|>assistant(?:\s{0,9}to=[^\s<]{1,120})?\s{0,9})?<\|channel\|>(?!analysis))",
        False,
    ),
    (r"(?!)", r"\[BEGIN FINAL RESPONSE\]", True),  # Apriel
)
"""What opens a thought, what closes it, and whether the latter may stand alone, where the template has opened it."""
_TAGS = "|".join(f"(?P<open{i}>{first})|(?P<close{i}>{last})" for i, (first, last, _) in enumerate(_FORMS))
_TAG = re.compile(rf"(?=[<\[◁][/|\w])(?:{_TAGS})", re.IGNORECASE)
_HEADED = (
    (re.compile(r"\s*analysis(?=[A-Z\"'])"), re.compile(r"assistant(?=final|commentary)")),
    (re.compile(r"\s*Here(?: is|'s) my thought process:"), re.compile(r"Here(?: is|'s) my response:")),
)
"""Thoughts that begin a text without a tag, and their ends: Harmony without its special tokens, and Granite."""
_QUOTED = re.compile(r"""[=(:,\[{]\s{0,20}(?:"(?:[^"\\\n]++|\\.)*+"|'(?:[^'\\\n]++|\\.)*+')""")
"""An argument in quotes, on one line."""


class Thoughts(NamedTuple):
    """A text, taken apart.

    Attributes:
        answer: What isn't thought.
        thought: The thoughts, without their tags.
        open: Whether the last thought has no end, so that the answer is missing or incomplete.
    """

    answer: str
    thought: str
    open: bool


def split_thoughts(text: str) -> Thoughts:
    """Returns a text's answer and thoughts.

    >>> split_thoughts("<think>Or root__complete()?</think>android__tap(element=3)")
    Thoughts(answer='android__tap(element=3)', thought='Or root__complete()?', open=False)
    >>> split_thoughts("[THINK]I could"), split_thoughts("type(text='</think>')").answer
    (Thoughts(answer='', thought='I could', open=True), "type(text='</think>')")
    """
    for head, end in _HEADED:
        if begun := head.match(text):
            ended = end.search(text, begun.end())
            rest = Thoughts("", "", True) if ended is None else _split(text[ended.end() :])
            thought = text[begun.end() : ended.start() if ended else len(text)].strip()
            return rest._replace(thought="\n".join(filter(None, [thought, rest.thought])))
    return _split(text)


def _split(text: str) -> Thoughts:
    """Returns a text's answer and thoughts by their tags."""
    if (first := _TAG.search(text)) is None:
        return Thoughts(text, "", False)
    answer: list[str] = []
    thoughts: list[str] = []
    quotes = _QUOTED.finditer(text)
    quote = next(quotes, None)
    at, form = 0, ""
    for tag in _TAG.finditer(text, first.start()):
        while quote is not None and quote.end() <= tag.start():
            quote = next(quotes, None)
        kind = tag.lastgroup or ""
        if tag.start() < at or (not form and quote is not None and at <= quote.start() < tag.start()):
            continue
        if not form and kind.startswith("open"):
            answer.append(text[at : tag.start()])
            at, form = tag.end(), kind.removeprefix("open")
        elif kind == f"close{form}":
            thoughts.append(text[at : tag.start()])
            at, form = tag.end(), ""
        elif not form and _FORMS[int(kind.removeprefix("close"))][2]:
            thoughts = ["".join([*answer, text[at : tag.start()]])]
            at = tag.end()
            answer.clear()
    (thoughts if form else answer).append(text[at:])
    return Thoughts("".join(answer), "\n".join(part.strip() for part in thoughts if part.strip()), bool(form))


def after_thoughts(text: str) -> str:
    """Returns a text without the thoughts that some models write into their answer."""
    return split_thoughts(text).answer
