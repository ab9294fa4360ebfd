"""Parts of an OpenDocument beside its texts, cells and shapes: whatever isn't known here is said to be there.

Known is what programs write by themselves: widths that leave the words to be seen, languages, meta data, the places of
windows, empty declarations, the fields of a master's placeholders.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from xml.etree.ElementTree import Element

from . import odf
from .looks import LEAST_SIZE, is_symbols, text_look
from .packages import Package, length_in_cm

_MEMBERS = re.compile(
    r"mimetype|(?:content|styles|meta|settings)\.xml|manifest\.rdf|layout-cache|META-INF/manifest\.xml|"
    r"Thumbnails/thumbnail\.png"
)
_ELSEWHERE = re.compile(r"(?!file:)\w[\w+.-]+:|//")
"""The beginnings of addresses that lead away from this machine."""
_EMPTY = re.compile(r".*/|Configurations2/accelerator/current\.xml")
_OF_TABLES = frozenset([
    "table", "table-column", "table-columns", "table-header-columns", "table-column-group", "table-row", "table-rows",
    "table-header-rows", "table-row-group", "table-cell", "covered-table-cell",
])  # fmt: skip
_KNOWN = odf.INLINE | odf.DRAWN | _OF_TABLES | frozenset([
    "image", "text-box", "title", "desc", "forms", "list-header", "page-thumbnail", "section", "glue-point",
])  # fmt: skip
_OF_KIND: Mapping[str, frozenset[str]] = {
    "text": _KNOWN | {"sequence-decls", "sequence-decl", "object", "plugin"},
    "spreadsheet": _KNOWN
    | {"calculation-settings", "null-date", "iteration", "named-expressions", "shapes", "object", "plugin"},
    "presentation": _KNOWN | {"page", "notes", "settings", "enhanced-geometry", "equation", "handle", "layer-set"},
}
"""The elements of the content that are known, by the kind of document."""
_READ = frozenset([
    "annotation", "note", "tracked-changes", "conditional-formats", "par", "animations", "date-time-decl",
    "header-decl", "footer-decl",
])  # fmt: skip
"""Elements that are read elsewhere, with all that is in them."""
_FIELDS = frozenset([
    "date", "time", "date-time", "page-number", "page-count", "sheet-name", "title", "file-name", "header", "footer",
])  # fmt: skip
"""The fields that programs put into a master by themselves."""
_PAGE = (4.0, 200.0)
"""Centimetres of the least and the largest side of a page."""
_LEAST_PRINTED = 2.0
"""Centimetres that margins leave at least."""
_FAR = 8.0
"""Centimetres of a margin or an indent from which words may lie outside of a page."""
_LARGEST_SIZE = 144.0
"""Points of letters of which few fit on a page."""
_LEAST_LINE = 0.8
"""The least height of a line, as a part of the usual one."""
_MOST_PADDING = 2.0
"""Centimetres between words and the edges of what they are in."""
_NARROW = 0.3
"""Centimetres of a column that can't be seen, and of a row."""
_SWITCHES: Mapping[str, tuple[str, ...]] = {
    "LoadReadonly": ("false", ""), "AutoCalculate": ("true", ""), "RedlineProtectionKey": ("",),
    "ProtectForm": ("false", ""), "ModifyPasswordInfo": ("",),
}  # fmt: skip
"""Settings that bind whoever opens the document, with their usual values."""


def beside(package: Package, kind: str) -> list[str]:
    """Returns short descriptions of whatever else is in a document, without those of the same text.

    Args:
        package: The document.
        kind: Its kind: ``"text"``, ``"spreadsheet"`` or ``"presentation"``.
    """
    found = [
        *_members(package),
        *_manifest(package),
        *_content(odf.body(package, kind), _OF_KIND[kind]),
        *_of_body(odf.body(package, kind)),
        *_scripts(package),
        *_settings(package),
    ]
    nodes = {part: list(package.xml(part).iter()) for part in ("styles.xml", "content.xml")}
    bullets = _bullet_styles(list(chain.from_iterable(nodes.values())))
    for part, elements in nodes.items():
        for node in elements:
            if odf.name_of(node) == "style" and odf.attribute(node, "name") in bullets:
                continue
            if odf.name_of(node) in ("style", "default-style", "font-face"):
                found += _style(node, kind, part == "content.xml")
            elif odf.name_of(node) == "page-layout-properties":
                found += _page(odf.attributes(node))
            else:
                found += _numbering(odf.name_of(node), odf.attributes(node))
    found += [*_masters(package.xml("styles.xml"), kind), *package.unseen]
    return list(dict.fromkeys(found))


def _members(package: Package) -> Iterator[str]:
    linked = [
        odf.attribute(node, "href").removeprefix("./")
        for part in ("content.xml", "styles.xml")
        for node in package.xml(part).iter()
        if odf.attribute(node, "href")
    ]
    for name in sorted(package.names):
        usual = _MEMBERS.fullmatch(name) or (_EMPTY.fullmatch(name) and not package.read(name))
        if not usual and not any(name == link or name.startswith(f"{link}/") for link in linked):
            yield f"member {name}"


def _manifest(package: Package) -> Iterator[str]:
    """Yields where a document isn't what its manifest says: a member that is missing, another kind."""
    rows = map(odf.attributes, package.xml("META-INF/manifest.xml"))
    types = {own.get("full-path", ""): own.get("media-type", "") for own in rows}
    if "content.xml" not in types:
        yield "no manifest"
    yield from (f"no member {name}" for name in types if not name.endswith("/") and name not in package.names)
    kind = package.read("mimetype").decode("ascii", "replace").strip()
    if types.get("/", kind) != kind:
        yield f"manifest of {types['/']}"


def _content(node: Element, known: frozenset[str]) -> Iterator[str]:
    for child in node:
        name = odf.name_of(child)
        if name in _READ:
            continue
        if name not in known:
            yield f"element {name}"
        elif name == "a" and odf.name_of(node) not in odf.INLINE:
            yield f"link {odf.attribute(child, 'href')}"
        elif name in ("title", "desc") and odf.name_of(node) in odf.DRAWN and child.text:
            yield f"{name}: {child.text}"
        for key, value in odf.attributes(child).items():
            if key == "display" and name in odf.DRAWN and value != "always":
                yield f"display {value}"
            elif key in ("protected", "structure-protected") and value == "true":
                yield "protected"
            elif key == "cond-style-name":
                yield "conditional style"
        yield from _content(child, known)


def _of_body(body: Element) -> Iterator[str]:
    """Yields what is unusual about how a sheet is computed, and how slides are shown."""
    if odf.attribute(body, "structure-protected") == "true":
        yield "protected"
    if odf.attribute(body, "global") == "true":
        yield "master document"
    for node in body:
        name, own = odf.name_of(node), odf.attributes(node)
        if name == "calculation-settings":
            if own.get("precision-as-shown", "false") != "false":
                yield "precision as shown"
            for part in node:
                date, status = odf.attribute(part, "date-value"), odf.attribute(part, "status")
                if date not in ("", "1899-12-30") or status == "enable":
                    yield f"{odf.name_of(part)} {date or status}"
        elif name == "settings":
            own.pop("mouse-visible", None)
            yield from (f"show {key} {value}" for key, value in own.items())
        elif name.endswith("-decl") and name in _READ and "".join(node.itertext()).strip():
            yield f"{name.removesuffix('-decl')}: {''.join(node.itertext()).strip()}"


def _scripts(package: Package) -> Iterator[str]:
    for part in ("content.xml", "styles.xml"):
        for node in package.xml(part):
            if odf.name_of(node) == "scripts" and len(node):
                yield "script"
    if any(odf.name_of(node) == "event-listeners" for node in package.xml("styles.xml").iter()):
        yield "script"
    for node in package.xml("meta.xml").iter():
        if odf.name_of(node) == "auto-reload":
            yield "reload"
        elif odf.name_of(node) == "template" and _ELSEWHERE.match(odf.attribute(node, "href")):
            yield f"template {odf.attribute(node, 'href')}"


def _settings(package: Package) -> Iterator[str]:
    for node in package.xml("settings.xml").iter():
        name = odf.attribute(node, "name")
        if name in _SWITCHES and ((node.text or "").strip() not in _SWITCHES[name] or len(node)):
            yield f"setting {name}"


def _length(text: str) -> float:
    """Returns a length in centimetres.

    Raises:
        ValueError: It is no length, or an endless one, with which nothing can be compared.
    """
    length = length_in_cm(text)
    if not math.isfinite(length):
        raise ValueError(f"a length of {text!r}")
    return length


def _bullet_styles(nodes: Sequence[Element]) -> set[str]:
    """Returns the styles that only the bullets of lists have, whose letters are symbols."""
    levels = {odf.attribute(node, "style-name") for node in nodes if odf.name_of(node).startswith("list-level-style-")}
    return levels - {odf.attribute(node, "style-name") for node in nodes if odf.name_of(node) in ("span", "a")}


def _style(node: Element, kind: str, own: bool) -> Iterator[str]:
    """Yields what is unusual about a style, whatever uses it."""
    if odf.name_of(node) == "font-face":
        family, name = odf.attribute(node, "font-family"), odf.attribute(node, "name")
        if is_symbols(family) and not is_symbols(name):
            yield f"font {name} {family}"
        if len(node):
            yield f"font {name} embedded"
        return
    for part in node:
        name, values = odf.name_of(part), odf.attributes(part)
        for key, value in values.items():
            if key.startswith("padding") and abs(_length(value)) > _MOST_PADDING:
                yield f"{key} {value}"
        if name == "map":
            yield "conditional style"
        elif name == "text-properties":
            yield from _letters(values)
            if odf.name_of(node) == "default-style":
                yield from text_look({f"text:{key}": value for key, value in values.items()}, {})
        elif name == "paragraph-properties":
            yield from _lines(values, named=not own and kind == "text")
        else:
            yield from _others(name, values, own)


def _others(name: str, values: Mapping[str, str], own: bool) -> Iterator[str]:
    """Yields what is unusual about the properties of slides, tables, columns and rows."""
    if name == "drawing-page-properties":
        if values.get("transition-type", "manual") != "manual":
            yield f"transition {values['transition-type']}"
        fill = values.get("fill", "none")
        if not own and fill != "none" and (fill, values.get("fill-color")) != ("solid", "#ffffff"):
            yield f"ground {fill} {values.get('fill-color', '')}".strip()
    elif name == "table-properties" and values.get("writing-mode", "lr-tb") not in ("lr-tb", "lr", "page"):
        yield f"writing {values['writing-mode']}"
    elif name in ("table-column-properties", "table-row-properties"):
        for key in ("column-width", "row-height"):
            if key in values and _length(values[key]) < _NARROW:
                yield f"{key} {values[key]}"


def _letters(values: Mapping[str, str]) -> Iterator[str]:
    size = values.get("font-size", "")
    if size.endswith("%"):
        is_odd = not 50 <= float(size[:-1]) <= 200
    else:
        is_odd = size != "" and not LEAST_SIZE <= _length(size) / _length("1pt") <= _LARGEST_SIZE
    if is_odd:
        yield f"font-size {size}"
    for key in ("font-name", "font-family"):
        if is_symbols(values.get(key, "")):
            yield f"{key} {values[key]}"


def _lines(values: Mapping[str, str], named: bool) -> Iterator[str]:
    height = values.get("line-height", "")
    part = float(height[:-1]) / 100 if height.endswith("%") else _length(height) / _length("12pt")
    if part < _LEAST_LINE and height not in ("", "normal"):
        yield f"line-height {height}"
    for key, value in values.items():
        if key == "text-indent" or key.startswith("margin"):
            away = _length(value)
            if away > _FAR or away < -_FAR / 4:
                yield f"{key} {value}"
        elif named and key in ("break-before", "break-after") and value != "auto":
            yield f"{key} {value}"


def _numbering(name: str, values: Mapping[str, str]) -> Iterator[str]:
    """Yields what stands beside paragraphs though none of them has it, and how many columns they run in."""
    if name == "outline-level-style" and (values.get("num-format") or values.get("num-prefix")):
        yield f"numbered headings {values.get('num-prefix', '')}".strip()
    elif name == "linenumbering-configuration" and values.get("number-lines", "true") != "false":
        yield "numbered lines"
    elif name == "columns" and values.get("column-count", "1") not in ("0", "1"):
        yield f"columns {values['column-count']}"


def _page(values: Mapping[str, str]) -> Iterator[str]:
    for side, margins in (("width", ("left", "right")), ("height", ("top", "bottom"))):
        if f"page-{side}" not in values:
            continue
        length = _length(values[f"page-{side}"])
        whole = values.get("margin", "")
        around = [values.get(f"margin-{name}", whole) for name in margins]
        around += [values.get(f"padding-{name}", values.get("padding", "")) for name in margins]
        left = length - sum(map(_length, around))
        if not _PAGE[0] <= length <= _PAGE[1] or left < _LEAST_PRINTED:
            yield f"page {side} {values[f'page-{side}']}"
    if values.get("writing-mode", "lr-tb") not in ("lr-tb", "lr", "page"):
        yield f"writing {values['writing-mode']}"
    scale = values.get("scale-to", "")
    if scale.endswith("%") and float(scale[:-1]) < 50:
        yield f"scale {scale}"


def _masters(styles: Element, kind: str) -> Iterator[str]:
    """Yields what masters have that no program puts there by itself."""
    for master in styles.iter():
        if odf.name_of(master) == "layer" and odf.attribute(master, "display") not in ("", "always"):
            yield f"layer {odf.attribute(master, 'name')} {odf.attribute(master, 'display')}"
        if odf.name_of(master) not in ("master-page", "handout-master"):
            continue
        for node in master.iter():
            name = odf.name_of(node)
            if name in odf.DRAWN and not odf.attribute(node, "class"):
                yield f"master {name}"
            elif name in ("p", "h") and kind != "text":  # of texts, headers and footers are read
                text = _bare(node)
                if re.sub(r"[^\w]", "", text) not in ("", "Page"):
                    yield f"master: {text}"


def _bare(node: Element) -> str:
    """Returns the text of an element, without that of its fields."""
    inside = ["" if odf.name_of(child) in _FIELDS else _bare(child) for child in node]
    return (node.text or "") + "".join([text + (child.tail or "") for text, child in zip(inside, node, strict=True)])
