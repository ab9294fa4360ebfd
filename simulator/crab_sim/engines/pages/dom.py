"""A parser of HTML into a tree, forgiving as browsers are, for pages that are laid out with their style sheets.

* `parse_tree` - a page's text to a `Tree`: its title, its elements, its forms and their controls.

However wild the text, a tree has at most `MAX_NODES` elements, nested at most `MAX_DEPTH` deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from typing import Final, NamedTuple

from crab_sim import web
from crab_sim.engines.pages.blocks import Control, Form, Option
from crab_sim.engines.pages.html import MAX_CHARACTERS, control_kind, tame, whole

__all__ = ["MAX_DEPTH", "MAX_NODES", "Node", "Tree", "parse_tree", "text_in"]

MAX_NODES: Final = 4000
MAX_DEPTH: Final = 48
_VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
_TABLE_ENDS: Final[Mapping[str, tuple[str, ...]]] = {
    "tr": ("td", "th", "tr"), "td": ("td", "th"), "th": ("td", "th"), "tbody": ("td", "th", "tr", "thead", "tbody"),
    "tfoot": ("td", "th", "tr", "thead", "tbody"), "thead": (), "li": ("li",), "option": ("option",),
    "dt": ("dt", "dd"), "dd": ("dt", "dd"),
}  # fmt: skip
_IN_HEAD = frozenset("head title style link meta script base noscript template".split())
_SCOPES = frozenset(("table", "ul", "ol", "dl", "select", "html"))
_ENDS_P = frozenset(
    "address article aside blockquote dd details div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li "
    "main nav ol p pre section table ul".split()
)


class Node:
    """An element.

    Attributes:
        tag: Its name.
        attrs: Its attributes.
        children: The elements and texts inside it.
        parent: The element around it; None for the root.
        control: The control of a form that it is; None for others.
    """

    __slots__ = ("attrs", "children", "control", "parent", "tag")

    def __init__(self, tag: str, attrs: Mapping[str, str], parent: Node | None) -> None:
        self.tag, self.attrs, self.parent = tag, attrs, parent
        self.children: list[Node | str] = []
        self.control: Control | None = None

    @property
    def classes(self) -> tuple[str, ...]:
        """Its classes."""
        names = self.attrs.get("class")
        return tuple(names.split()) if names else ()

    def walk(self) -> Iterator[Node]:
        """Yields the element and those inside it, in their order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()


class Tree(NamedTuple):
    """A web page.

    Attributes:
        title: Its title.
        root: Its outermost element.
        base: Its address.
        forms: Its forms.
        controls: The controls of its forms, in their order.
        sheets: The addresses of its style sheets.
        styles: The texts of the style sheets in it.
    """

    title: str
    root: Node
    base: str
    forms: tuple[Form, ...]
    controls: tuple[Control, ...]
    sheets: tuple[str, ...]
    styles: tuple[str, ...]


def text_in(node: Node) -> str:
    """Returns the text in an element, on one line; pictures stand for their descriptions."""
    parts: list[str] = []
    _collect(node, parts)
    return " ".join("".join(parts).split())


def _collect(node: Node, parts: list[str]) -> None:
    for child in node.children:
        if isinstance(child, str):
            parts.append(child)
        elif child.tag in ("select", "textarea", "script", "style"):
            continue
        elif child.tag in ("img", "svg"):
            parts.append(child.attrs.get("alt", "") or child.attrs.get("aria-label", ""))
        elif child.attrs.get("aria-hidden") != "true":
            parts.append(" ")
            _collect(child, parts)
            parts.append(" ")


def parse_tree(text: str, base: str) -> Tree:
    """Parses a page's HTML; `base` is its address, to which its links are relative.

    >>> tree = parse_tree("<title>T</title><p>one<p>two <a href=b>three</a>", "http://wiki.example/a")
    >>> tree.title, [text_in(node) for node in tree.root.walk() if node.tag == "p"]
    ('T', ['one', 'two three'])
    """
    builder = _Builder(base)
    builder.feed(tame(text[:MAX_CHARACTERS]))
    builder.close()
    return builder.tree()


class _Builder(HTMLParser):
    """Builds the tree while the text is read."""

    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self.base = base
        self.root = Node("html", {}, None)
        self.at = self.root
        self.depth = 1
        self.count = 0
        self.forms: list[Form] = []
        self.form = -1
        self.numbers = 0
        self.body: Node | None = None

    def handle_data(self, data: str) -> None:
        """Adds a text to the open element."""
        if self.body is None and self.at.tag in ("html", "head") and data.strip():
            self._begin_body({})
        if self.at.children and isinstance(self.at.children[-1], str):
            self.at.children[-1] += data
        else:
            self.at.children.append(data)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element, and closes it where it is one of SVG."""
        self.handle_starttag(tag, attrs)
        if tag not in _VOID and any(node.tag == "svg" for node in self._open()):
            self.handle_endtag(tag)

    def _open(self) -> Iterator[Node]:
        node: Node | None = self.at
        while node is not None:
            yield node
            node = node.parent

    def _leave(self, tags: tuple[str, ...], scopes: frozenset[str]) -> None:
        """Closes the outermost open element with one of these names inside the innermost scope."""
        found = None
        for node in self._open():
            if node.tag in tags:
                found = node
            if node.tag in scopes or node.parent is None:
                break
        if found is not None and found.parent is not None:
            while self.at is not found:
                self._pop()
            self._pop()

    def _pop(self) -> None:
        if self.at.parent is not None:
            self.at = self.at.parent
            self.depth -= 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        at = {name: value or "" for name, value in reversed(attrs)}
        if tag == "html":
            self.root.attrs = at
            return
        if self.count >= MAX_NODES:
            return
        if tag == "body" or (self.body is None and tag not in _IN_HEAD and self.at.tag in ("html", "head")):
            self._begin_body(at if tag == "body" else {})
        if tag == "body":
            return
        if tag in _TABLE_ENDS:
            self._leave(_TABLE_ENDS[tag], _SCOPES)
        if tag in _ENDS_P:
            self._leave(("p",), _SCOPES | {"div", "td", "th", "li", "section", "body"})
        node = Node(tag, at, self.at)
        self.count += 1
        self.at.children.append(node)
        if tag == "form" and len(self.forms) < 50:
            method = "post" if at.get("method", "").lower() == "post" else "get"
            self.forms.append(Form(web.join(self.base, at.get("action", "")) or self.base, method))
            self.form = len(self.forms) - 1
        elif tag in ("input", "select", "textarea", "button"):
            node.control = self._control(node)
        if tag not in _VOID and self.depth < MAX_DEPTH:
            self.at = node
            self.depth += 1

    def _begin_body(self, attrs: Mapping[str, str]) -> None:
        """Opens the body, of which a page has one, with or without a tag of its own."""
        if self.body is None:
            self.body = self.at = Node("body", attrs, self.root)
            self.root.children.append(self.body)
            self.depth, self.count = 2, self.count + 1

    def handle_endtag(self, tag: str) -> None:
        """Closes the innermost open element with this name, and those inside it."""
        if tag == "form":
            self.form = -1
        if tag in ("body", "html") or not any(node.tag == tag for node in self._open() if node.parent is not None):
            return
        while self.at.tag != tag:
            self._pop()
        self._pop()

    def _control(self, node: Node) -> Control:
        at = node.attrs
        kind = node.tag
        if kind == "input":
            kind = control_kind(at.get("type", ""))
        elif kind == "button":
            kind = {"reset": "reset", "button": "button"}.get(at.get("type", "").lower(), "submit")
        name = at.get("name", "")[:200]
        number = at.get("data-crab", "")  # scripts may move a control, which keeps its number
        key = (
            f"radio:{self.form}:{name}"
            if kind == "radio"
            else f"node:{number}"
            if number
            else f"control:{self.numbers}"
        )
        self.numbers += 1
        value = at.get("value", "on" if kind in ("checkbox", "radio") else "")[:20_000]
        label = value if kind in ("submit", "reset") and node.tag == "input" else ""
        label = at.get("aria-label", "") or label or at.get("title", "") or at.get("placeholder", "")
        return Control(
            kind, self.form, key, name, value, label[:200], at.get("id", "")[:80], "checked" in at, "required" in at,
            (), at.get("min", "")[:20], at.get("max", "")[:20], whole(at.get("minlength", "")),
            whole(at.get("maxlength", "")),
        )  # fmt: skip

    def tree(self) -> Tree:
        """Returns the page that has been read."""
        labels: dict[str, str] = {}
        title, sheets, styles = "", [], []
        nodes = list(self.root.walk())
        for node in nodes:
            if node.tag == "title" and not title:
                title = text_in(node)[:300]
            elif node.tag == "label":
                _read_label(node, labels)
            elif node.tag == "link" and "stylesheet" in node.attrs.get("rel", ""):
                sheets.append(web.join(self.base, node.attrs.get("href", "")))
            elif node.tag == "style":
                styles.append("".join([child for child in node.children if isinstance(child, str)])[:MAX_CHARACTERS])
        controls = []
        for node in nodes:
            if node.control is not None:
                node.control = _finished(node, node.control, labels)
                controls.append(node.control)
        return Tree(title, self.root, self.base, tuple(self.forms), tuple(controls), tuple(sheets[:8]), tuple(styles))


def _read_label(node: Node, labels: dict[str, str]) -> None:
    """Notes a label's text for the control that it names or that is inside it."""
    text = text_in(node)[:300]
    inside = next((child for child in node.walk() if child.control is not None), None)
    if inside is not None and inside.control is not None:
        inside.control = inside.control._replace(label=text or inside.control.label)
    elif node.attrs.get("for"):
        labels[node.attrs["for"]] = text


def _finished(node: Node, control: Control, labels: Mapping[str, str]) -> Control:
    """Returns a control with its label, and with the content of its element."""
    if control.rid in labels and "aria-label" not in node.attrs:
        control = control._replace(label=labels[control.rid])
    raw = "".join([child for child in node.children if isinstance(child, str)])
    if node.tag == "textarea":
        return control._replace(value=raw.removeprefix("\n"))
    if node.tag == "button":
        return control._replace(label=node.attrs.get("aria-label") or text_in(node)[:100])
    if node.tag == "select":
        options = [child for child in node.walk() if child.tag == "option"][:200]
        texts = [" ".join(text_in(option).split())[:200] for option in options]
        values = [option.attrs.get("value", text) for option, text in zip(options, texts, strict=True)]
        chosen = [value for option, value in zip(options, values, strict=True) if "selected" in option.attrs]
        first = chosen[0] if chosen else values[0] if values else ""
        entries = tuple([Option(value, text) for value, text in zip(values, texts, strict=True)])
        return control._replace(options=entries, value=first)
    return control
