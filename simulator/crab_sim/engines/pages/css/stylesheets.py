"""Style sheets: a parser of the part of CSS that plain sites use, and the matching of its selectors.

* `parse_sheet` - a style sheet's text to a `Sheet`. `cascade` - the declarations that apply to an element.

Rules for states that need a pointer (``:hover``), for media, and with unknown selectors are left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from crab_sim.engines.pages.css.shorthands import Declarations, expand
from crab_sim.engines.pages.dom import Node

__all__ = ["Sheet", "cascade", "declarations", "parse_sheet"]

_MAX_RULES: Final = 1500
_MAX_TEXT: Final = 200_000


class _Compound(NamedTuple):
    """The tests of one element: tag, id, classes, attributes with their values (None for any), and the rest."""

    tag: str = ""
    id: str = ""
    classes: tuple[str, ...] = ()
    attributes: tuple[tuple[str, str | None], ...] = ()
    pseudos: tuple[str, ...] = ()
    nots: tuple[_Compound, ...] = ()


class _Step(NamedTuple):
    """A compound of a selector, and the sign that joins it to the one before: `` ``, ``>``, ``+`` or ``~``."""

    joint: str
    compound: _Compound


class _Rule(NamedTuple):
    """A rule with one selector: its steps, their weight, its place in the sheets, and its declarations."""

    steps: tuple[_Step, ...]
    weight: tuple[int, int, int]
    place: int
    declarations: Declarations


class Sheet(NamedTuple):
    """Rules, by the tag, ``#`` and id, or ``.`` and class that their elements have; ``*`` for any element."""

    rules: Mapping[str, tuple[_Rule, ...]]


_COMMENT = re.compile(r"/\*.*?(?:\*/|$)", re.DOTALL)
_PART = re.compile(
    r"(?P<tag>\*|[a-zA-Z][\w-]*)|#(?P<id>[\w-]+)|\.(?P<cls>[\w-]+)|"
    r"\[\s*(?P<attr>[\w-]+)\s*(?:=\s*[\"']?(?P<value>[^\"'\]]*)[\"']?\s*)?\]|"
    r":not\((?P<nots>[^()]*)\)|::?(?P<pseudo>[\w-]+)"
)
_PSEUDOS = frozenset(("root", "first-child", "last-child", "link", "checked", "disabled"))


@lru_cache(maxsize=32)
def parse_sheet(texts: tuple[str, ...]) -> Sheet:
    """Parses style sheets, of which later ones win over earlier ones."""
    index: dict[str, list[_Rule]] = {}
    count = 0
    for text in texts:
        for prelude, body in _blocks(_COMMENT.sub(" ", text[:_MAX_TEXT])):
            found = declarations(body)
            for selector in _split(prelude):
                steps = _steps(selector)
                if steps and found and count < _MAX_RULES:
                    count += 1
                    rule = _Rule(steps, _weight(steps), count, found)
                    index.setdefault(_index_key(steps[-1].compound), []).append(rule)
    return Sheet({key: tuple(rules) for key, rules in index.items()})


def _blocks(text: str) -> list[tuple[str, str]]:
    """Returns selectors and bodies of the rules; those inside ``@`` rules are left out."""
    found, at = [], 0
    while (start := text.find("{", at)) >= 0:
        prelude = text[at:start].rpartition(";")[2].strip()
        depth, end = 1, start + 1
        while end < len(text) and depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        if not prelude.startswith("@"):
            found.append((prelude, text[start + 1 : end - 1]))
        at = end
    return found


def _split(prelude: str) -> list[str]:
    """Splits a list of selectors at the commas outside of brackets."""
    parts, depth, last = [], 0, 0
    for i, char in enumerate(prelude):
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(char, 0)
        if char == "," and depth == 0:
            parts.append(prelude[last:i])
            last = i + 1
    return [*parts, prelude[last:]]


@lru_cache(maxsize=512)
def declarations(body: str) -> Declarations:
    """Returns the declarations of a rule's body or of a ``style`` attribute, with shorthands expanded."""
    found: dict[str, str] = {}
    for line in body[:4000].split(";"):
        name, colon, value = line.partition(":")
        if colon:
            found.update(expand(name.strip().lower(), value.replace("!important", "").strip()))
    return found


def _compound(text: str) -> _Compound | None:
    """Parses a compound; None for one that never matches or isn't known."""
    made, at = _Compound(), 0
    while at < len(text):
        part = _PART.match(text, at)
        if part is None:
            return None
        at = part.end()
        if part["tag"]:
            made = made._replace(tag="" if part["tag"] == "*" else part["tag"].lower())
        elif part["id"]:
            made = made._replace(id=part["id"])
        elif part["cls"]:
            made = made._replace(classes=(*made.classes, part["cls"]))
        elif part["attr"]:
            made = made._replace(attributes=(*made.attributes, (part["attr"].lower(), part["value"])))
        elif part["nots"] is not None:
            inner = [_compound(one.strip()) for one in _split(part["nots"])]
            made = made._replace(nots=(*made.nots, *[one for one in inner if one is not None]))
        elif part["pseudo"] in _PSEUDOS:
            made = made._replace(pseudos=(*made.pseudos, part["pseudo"]))
        else:
            return None
    return made


def _steps(selector: str) -> tuple[_Step, ...]:
    """Parses a selector; empty for one that never matches or isn't known."""
    steps: list[_Step] = []
    joint = " "
    depth, word = 0, ""
    for char in f"{selector.strip()} ":
        depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(char, 0)
        if depth or char not in " \t\n>+~":
            word += char
            continue
        if word:
            compound = _compound(word)
            if compound is None or len(steps) > 8:
                return ()
            steps.append(_Step(joint, compound))
            joint, word = " ", ""
        if char in ">+~":
            joint = char
    return tuple(steps)


def _weight(steps: Sequence[_Step]) -> tuple[int, int, int]:
    ids = classes = tags = 0
    for _, compound in steps:
        ids += bool(compound.id)
        classes += len(compound.classes) + len(compound.attributes) + len(compound.pseudos) + len(compound.nots)
        tags += bool(compound.tag)
    return ids, classes, tags


def _index_key(compound: _Compound) -> str:
    if compound.id:
        return f"#{compound.id}"
    return f".{compound.classes[0]}" if compound.classes else compound.tag or "*"


# Matching -------------------------------------------------------------------------------------------------------------


def cascade(sheet: Sheet, node: Node) -> dict[str, str]:
    """Returns the declarations that apply to an element, those of its ``style`` attribute included."""
    rules: list[_Rule] = []
    index = sheet.rules
    for key in ("*", node.tag, f"#{node.attrs.get('id', '')}", *[f".{name}" for name in node.classes]):
        for rule in index.get(key, ()):
            if _matches(node, rule.steps, len(rule.steps) - 1):
                rules.append(rule)
    rules.sort(key=lambda rule: (rule.weight, rule.place))
    found: dict[str, str] = {}
    for rule in rules:
        found.update(rule.declarations)
    if "style" in node.attrs:
        found.update(declarations(node.attrs["style"]))
    return found


def _matches(node: Node, steps: tuple[_Step, ...], at: int) -> bool:
    """Returns whether an element matches the steps of a selector up to one."""
    if not _fits(node, steps[at].compound):
        return False
    if at == 0:
        return True
    joint = steps[at].joint
    if joint == ">":
        return node.parent is not None and _matches(node.parent, steps, at - 1)
    if joint == " ":
        above = node.parent
        while above is not None:
            if _matches(above, steps, at - 1):
                return True
            above = above.parent
        return False
    before = _before(node)
    if joint == "+":
        return bool(before) and _matches(before[-1], steps, at - 1)
    return any(_matches(sibling, steps, at - 1) for sibling in before)


def _before(node: Node) -> list[Node]:
    """Returns the elements before one inside the same element."""
    siblings = [child for child in node.parent.children if isinstance(child, Node)] if node.parent is not None else []
    return siblings[: siblings.index(node)] if node in siblings else []


def _fits(node: Node, compound: _Compound) -> bool:
    attrs = node.attrs
    if compound.tag and compound.tag != node.tag:
        return False
    if compound.id and attrs.get("id") != compound.id:
        return False
    if compound.classes:
        classes = node.classes
        for wanted in compound.classes:
            if wanted not in classes:
                return False
    for name, value in compound.attributes:
        if name not in attrs or (value is not None and attrs[name] != value):
            return False
    for one in compound.nots:
        if _fits(node, one):
            return False
    for pseudo in compound.pseudos:
        if not _holds(node, pseudo):
            return False
    return True


def _holds(node: Node, pseudo: str) -> bool:
    match pseudo:
        case "root":
            return node.parent is None
        case "link":
            return node.tag == "a" and "href" in node.attrs
        case "first-child" | "last-child":
            children = [child for child in node.parent.children if isinstance(child, Node)] if node.parent else []
            return bool(children) and children[0 if pseudo == "first-child" else -1] is node
    return pseudo in node.attrs  # "checked" and "disabled"
