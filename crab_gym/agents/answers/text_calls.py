r"""Finds the calls of tools that models write into their text, in the notation of any model's template.

* `text_calls` - the calls of a text, in order.
* `counting` - the one of them that counts.

The notations are JSON; Python's (`crab_gym.agents.answers.notation`); and those in which the templates of today's open
models write a call, most of which have a parser in vLLM or SGLang, too.

    >>> known = lambda name: name == "tap"
    >>> text = "Not tap(x=1) but:\n<function=tap>\n<parameter=x>\n2\n</parameter>\n</function>"
    >>> [(call.name, call.arguments) for call in text_calls(text, known)]
    [('tap', {'x': '2'})]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from crab_gym.agents.answers.notation import call_at
from crab_gym.agents.json_repair import MAX_DEPTH, MAX_READ, NoValue, Reader

__all__ = ["Certainty", "TextCall", "counting", "text_calls"]


class Certainty(IntEnum):
    """The certainty that a model makes a call rather than mentions one."""

    PLAIN = 1
    """In Python's notation, on a line of its own or behind a colon."""
    JSON = 2
    """As an object."""
    MARKED = 3
    """In a fence of code, or between a template's marks of a call."""


class TextCall(NamedTuple):
    """A call, or an object that may be one.

    Attributes:
        closed: Whether nothing is missing at its end.
        certainty: How sure it is that it is meant.
        name: The tool's name as it is written, ``""`` if it is in the object.
        arguments: The arguments by name; the object, if there is no name.
        positional: The arguments without a name.
        row: The number of the row of calls, with nothing but marks between them, that it belongs to.
    """

    closed: bool
    certainty: Certainty
    name: str
    arguments: Mapping[str, Any]
    positional: Sequence[Any] = ()
    row: int = 0


_N = r"([A-Za-z_][\w.\-]{0,120})"
_BAR = r"[|｜]"
_HEADS = (
    # Llama 3.1, Qwen3-Coder, Seed-OSS, Nemotron 3: <function=name>{...} or <parameter=x>value</parameter>
    rf"<function=\s*[\"']?{_N}[\"']?\s*>?",
    # Claude, MiniMax M2, Step 3, DeepSeek V3.2's DSML: <invoke name="name"><parameter name="x">value</parameter>
    rf"<[^<>\n]{{0,24}}?\b(?:invoke|function)\s{{1,9}}name=[\"']{_N}[\"']\s*>",
    # GLM 4.5: <tool_call>name<arg_key>x</arg_key><arg_value>value</arg_value>
    rf"<tool_call>\s*{_N}\s*(?:<tool_sep>\s*)?(?=<arg_key>|</tool_call>|\{{)",
    # Mistral v11: [TOOL_CALLS]name[ARGS]{...}
    rf"\[TOOL_CALLS\]\s*{_N}(?:\[CALL_ID\][\w\-]{{1,60}})?(?:\[ARGS\])?\s*(?=\{{)",
    # Kimi K2: <|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{...}
    rf"<\|tool_call_begin\|>\s*{_N}(?::\d{{1,6}})?\s*<\|tool_call_argument_begin\|>\s*",
    # DeepSeek R1, V3, V3.1: <｜tool▁call▁begin｜>function<｜tool▁sep｜>name ```json {...}, or name<｜tool▁sep｜>{...}
    rf"<{_BAR}tool[▁_]call[▁_]begin{_BAR}>\s*(?:function\s*<{_BAR}tool[▁_]sep{_BAR}>\s*)?{_N}\s*"
    rf"(?:<{_BAR}tool[▁_]sep{_BAR}>\s*)?(?:```(?:json)?\s*)?",
    # Harmony (gpt-oss): <|channel|>commentary to=functions.name <|constrain|>json<|message|>{...}
    r"(?:<\|start\|>\s?assistant|<\|channel\|>\s?(?:commentary|analysis)|\bcommentary|^)\s{0,9}"
    rf"to=(?:functions\.)?{_N}[^{{}}]{{0,120}}?(?=\{{)",
    # Gemma's: <start_function_call>call:name{x:<escape>value<escape>}
    rf"(?:<start_function_call>|<\|tool_call>)\s*call:{_N}\s*(?=\{{)",
    # ReAct: Action: name, and Action Input: {...} in the next line
    rf"^[ \t>]{{0,9}}\*{{0,2}}Action[ \t*]{{0,9}}:[ \t*`]{{0,9}}{_N}[ \t*`]{{0,9}}\n\s{{0,9}}"
    r"\*{0,2}Action[ _]Input[ *]{0,9}:[ \t*]{0,9}(?:\s{0,9}```(?:json)?)?",
    # GLM 4, Functionary, Hunyuan: the name on a line of its own, and an object below it
    rf"^(?:>>>|<tool_call>)?[ \t]{{0,9}}(?:functions\.)?{_N}[ \t]{{0,9}}\n\s{{0,9}}(?:```(?:json)?\s{{0,9}})?(?=\{{)",
    # Elements of XML for the name and the arguments: <name>name</name><arguments>{...}</arguments>
    rf"<(?:tool_)?name>\s{{0,9}}{_N}\s{{0,9}}</(?:tool_)?name>\s{{0,9}}"
    r"<(?:arguments|parameters|args|(?:tool_)?input)>\s{0,9}",
    # An element of XML named after the tool: <android__tap><element>3</element></android__tap>
    r"<([A-Za-z]\w{0,40}__\w{1,60})\s*/?>",
)
_REACT, _LINED = "head8", "head9"
_PARAMETER = re.compile(
    r"\s*(?:"
    r"<[^<>\n]{0,24}?\bparameter\s{0,9}(?:=|name=)\s*[\"']?(?P<key>[\w.\-]{1,80})[\"']?[^<>\n]{0,40}>"
    r"|<arg_key>\s*(?P<arg>[\w.\-]{1,80})\s*</arg_key>\s*<arg_value>"
    r"|<(?P<tag>[A-Za-z_]\w{0,60})>)"
)
_ENDS: Mapping[str, re.Pattern[str]] = {
    "key": re.compile(
        r"</[^<>\n]{0,24}?\bparameter\s{0,9}>|(?=<[^<>\n]{0,24}?\bparameter\s{0,9}(?:=|name=))|(?=</function>)"
    ),
    "arg": re.compile(r"</arg_value>"),
}
_TOKEN = re.compile(
    "|".join(
        [
            *(f"(?P<head{i}>{head})" for i, head in enumerate(_HEADS)),
            r"(?P<fence>```(?:[A-Za-z_+\-]{1,20}(?=[\s{\[]))?)",
            # Marks before JSON: Hermes, Qwen, Granite, Jamba, Hunyuan, InternLM, Llama 4, Phi 4, Command R, Mistral
            r"(?P<mark></?\|?(?:tool_calls?|tools|function_calls?|functioncall|python_tag|python_start|action_start|"
            r"plugin|START_ACTION|tool_calls_section_begin)\|?>|\[TOOL_CALLS?\]|\bfunctools(?=\[)|\[(?=tool_calls?\]))",
            r"(?P<object>\{)",
            rf"(?P<call>(?<![\w.]){_N}\()",
        ]
    ),
    re.MULTILINE,
)
_GAP = re.compile(
    r"(?:[\s,;\[\]()`]|<[/|｜]?[^<>\n]{0,60}>|\[[/A-Z_]{3,24}\]|(?<=`)(?:json|python|tool_code)\b|functools|print(?=\())*+"
)
"""What may stand between a mark and its call, and between calls that are to be carried out one after the other."""
_BEFORE = re.compile(r"(?:.*[:→>])?[\s`*\-\[\](#•\d.]*(?:print\()?")
_BEHIND = re.compile(r"[ \t`*\]).;,!]*(?:\Z|\n|<|#|[A-Za-z_][\w.]{0,60}\()")
_DEVICE = re.compile(r"\b[A-Za-z]\w{0,40} \Z")
_TOOL = re.compile(r"[A-Za-z][A-Za-z0-9]*__\w+")
_SPACE = re.compile(r"\s*")
_LINE = re.compile(r"[^\n]{0,10000}")
_CLOSING = re.compile(r"\s*```")
_TRIES = 8
"""Number of broken calls in Python's notation after which no more are looked for, so that time stays linear."""


def text_calls(text: str, known: Callable[[str], bool]) -> Iterator[TextCall]:
    """Yields the calls of a text, and its other objects, in order.

    Args:
        text: The text, without the model's thoughts.
        known: Returns whether there is a tool of a name.
    """
    finder = _Finder(text[:MAX_READ].replace("<escape>", '"').replace('<|"|>', '"'), known)
    while (token := _TOKEN.search(finder.text, finder.at)) is not None:
        yield from finder.take(token)


def counting(calls: Sequence[TextCall]) -> TextCall | None:
    """Returns the call that counts, None if there is none.

    Marked calls come before objects, these before calls in words. Of several with words between them the last counts,
    since what is mentioned comes before what is done; of several in a row the first, since a turn has one action.

    Args:
        calls: The calls of a text, in order.
    """
    surest = max((call.certainty for call in calls), default=None)
    sure = [call for call in calls if call.certainty == surest]
    return next((call for call in sure if call.row == sure[-1].row), None)


class _Finder:
    """Walks over a text from call to call."""

    def __init__(self, text: str, known: Callable[[str], bool]) -> None:
        self.text, self.known = text, known
        self.at = 0
        self._fenced = False
        self._marked = -1  # the place from which on a call is marked, as long as only a gap follows
        self._last = 0  # the end of the last call
        self._row = 0
        self._tries = _TRIES

    def take(self, token: re.Match[str]) -> Iterator[TextCall]:
        """Reads what a token begins."""
        kind = token.lastgroup or ""
        self.at = token.end()
        if kind == "fence":
            self._fenced = not self._fenced
            self._marked = self.at if self._follows(token.start()) else -1
        elif kind == "mark":
            self._marked = self.at
        elif kind == "object":
            yield from self._object(token.start())
        elif kind == "call":
            yield from self._call(token)
        else:
            yield from self._headed(token, kind)

    def _follows(self, start: int) -> bool:
        return self._marked >= 0 and _GAP.fullmatch(self.text, self._marked, start) is not None

    def _certainty(self, start: int, otherwise: Certainty) -> Certainty:
        if self._follows(start):
            return Certainty.MARKED
        self._marked = -1
        return Certainty.MARKED if self._fenced else otherwise

    def _with_row(self, start: int, call: TextCall) -> TextCall:
        """Returns a call that begins at a place and ends at the present one, with its row."""
        if _GAP.fullmatch(self.text, self._last, start) is None:
            self._row += 1
        self._last = self.at
        if self._marked >= 0:
            self._marked = self.at
        return call._replace(row=self._row)

    def _json(self, start: int) -> tuple[dict[str, Any], bool] | None:
        """Reads the object at a place, and goes on behind it."""
        reader = Reader(self.text)
        reader.at = start
        try:
            value = reader.object(MAX_DEPTH)
        except NoValue:
            self.at = max(reader.at, start + 1)
            return None
        self.at = min(reader.at, len(self.text))
        return value, reader.closed

    def _object(self, start: int) -> Iterator[TextCall]:
        certainty = self._certainty(start, Certainty.JSON)
        if (value := self._json(start)) is not None:
            yield self._with_row(start, TextCall(value[1], certainty, "", value[0]))

    def _headed(self, token: re.Match[str], kind: str) -> Iterator[TextCall]:
        name = token[token.re.groupindex[kind] + 1]
        if kind == _LINED and not self.known(name):
            self.at = token.end(token.re.groupindex[kind] + 1)
            return
        self._marked = self.at
        arguments: Mapping[str, Any] = {}
        positional: Sequence[str] = ()
        closed = True
        body = _SPACE.match(self.text, self.at).end()  # type: ignore[union-attr]
        if self.text.startswith("{", body):
            if (value := self._json(body)) is None:
                return
            arguments, closed = value
            fence = _CLOSING.match(self.text, self.at) if "```" in token[0] else None
            self.at = fence.end() if fence else self.at
        elif kind == _REACT:
            line = _LINE.match(self.text, self.at)
            positional = [line[0].strip()] if line is not None and line[0].strip() else []
        elif not token[0].endswith("/>"):
            arguments, closed = self._parameters()
        yield self._with_row(token.start(), TextCall(closed, Certainty.MARKED, name, arguments, positional))

    def _parameters(self) -> tuple[dict[str, Any], bool]:
        """Reads arguments that stand between tags."""
        arguments: dict[str, Any] = {}
        closed = True
        while (tag := _PARAMETER.match(self.text, self.at)) is not None:
            kind = tag.lastgroup or ""
            if kind == "tag":
                close = self.text.find(f"</{tag[kind]}>", tag.end())
                span = (close, close + len(tag[kind]) + 3) if close >= 0 else None
            else:
                end = _ENDS[kind].search(self.text, tag.end())
                span = end.span() if end else None
            value = self.text[tag.end() : span[0] if span else len(self.text)]
            arguments[tag[kind]] = value.removeprefix("\n").removesuffix("\n")
            self.at, closed = (span[1], True) if span else (len(self.text), False)
        return arguments, closed

    def _call(self, token: re.Match[str]) -> Iterator[TextCall]:
        start, name = token.start(), token[0][:-1]
        line = self.text[max(0, start - 200) : start].rpartition("\n")[2]
        device = _DEVICE.search(line)
        if device is not None and self.known(device[0] + name):
            name, line = device[0] + name, line[: device.start()]
        elif not self.known(name) and not _TOOL.fullmatch(name):
            return
        placed = call_at(self.text, start) if self._tries else None
        if placed is None:
            self._tries = max(0, self._tries - 1)
            return
        alone = _BEFORE.fullmatch(line) is not None and _BEHIND.match(self.text, placed.end) is not None
        certainty = self._certainty(start, Certainty.PLAIN)
        if alone or certainty is Certainty.MARKED:
            self.at = placed.end
            yield self._with_row(
                start, TextCall(placed.closed, certainty, name, placed.call.named, placed.call.positional)
            )
