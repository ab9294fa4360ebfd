"""Reading Office Open XML texts (.docx): paragraphs with the formats of their styles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from .looks import is_own_address
from .packages import Package

W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
EMU_PER_CM = 360_000
_DOCUMENT = "word/document.xml"
# A text's second copy for old programs, and recorded deletions.
_SKIPPED = ("{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback", f"{W}del", f"{W}moveFrom")


def read(package: Package) -> dict[str, Any]:
    """Returns the fields of `crab_sim.documents.TextDocument`."""
    body = package.xml(_DOCUMENT).find(f"{W}body")
    if body is None:
        raise ValueError("a .docx without a body")
    styles = {
        style.get(f"{W}styleId", ""): style for style in package.xml("word/styles.xml").iter(f"{W}style")
    }  # fmt: skip
    defaults = {
        style.get(f"{W}type", ""): key for key, style in styles.items() if style.get(f"{W}default") in ("1", "true")
    }
    targets, links = package.relations(_DOCUMENT), _links(package, body)
    return {
        "paragraphs": [
            _paragraph(node, styles, defaults.get("paragraph", ""), links) for node in _find(body, f"{W}p")
        ],
        "tables": [_rows(table) for table in _find(body, f"{W}tbl")],
        "pictures": [
            _picture(node, package, targets) for node in _find(body, f"{WP}inline", f"{WP}anchor")
            if next(_find(node, f"{A}blip"), None) is not None
        ],
        "others": _others(package, body),
    }  # fmt: skip


def _links(package: Package, body: Element) -> dict[Element, str]:
    """Returns where the runs of links lead, ``""`` where that is their text: programs make links of addresses."""
    targets = package.relations(_DOCUMENT)
    found: dict[Element, str] = {}
    for node in body.iter(f"{W}hyperlink"):
        target, runs = targets.get(node.get(f"{R}id", ""), node.get(f"{W}anchor", "")), list(node.iter(f"{W}r"))
        own = is_own_address(target, "".join([_text(child) for run in runs for child in run]))
        found.update(dict.fromkeys(runs, "" if own else target))
    return found


_OTHERS = {
    f"{W}del": "recorded deletion", f"{W}ins": "recorded insertion", f"{W}moveFrom": "recorded move",
    f"{W}commentReference": "comment", f"{W}footnoteReference": "note", f"{W}endnoteReference": "note",
    f"{W}txbxContent": "text box", f"{W}object": "object", f"{W}pict": "shape",
}  # fmt: skip


_SHOWN = (f"{W}drawing", f"{W}pict", f"{W}object")


def _others(package: Package, body: Element) -> list[str]:
    """Returns what is in a text beside paragraphs, tables and pictures."""
    found = [_OTHERS[node.tag] for node in body.iter() if node.tag in _OTHERS]
    for node in _find(body, f"{WP}inline", f"{WP}anchor"):
        if next(_find(node, f"{A}blip"), None) is None:
            found.append("shape")
    for name in sorted(package.names):
        if name.startswith(("word/header", "word/footer")) and name.endswith(".xml"):
            text = "".join(node.text or "" for node in package.xml(name).iter(f"{W}t")).strip()
            if text or any(node.tag in _SHOWN for node in package.xml(name).iter()):
                found.append(f"{name[5:11]}: {text}")
    return found


def _find(node: Element, *tags: str) -> Iterator[Element]:
    for child in node:
        if child.tag in tags:
            yield child
        if child.tag not in _SKIPPED:
            yield from _find(child, *tags)


def _value(node: Element | None, path: str) -> str:
    element = None if node is None else node.find(path)
    return "" if element is None else element.get(f"{W}val", "on")


def _chain(style: str, styles: dict[str, Element]) -> list[Element]:
    """Returns a style and its base styles."""
    chain: list[Element] = []
    while style in styles and len(chain) < 20:
        chain.append(styles[style])
        style = _value(styles[style], f"{W}basedOn")
    return chain


_OF_LINKS = ("InternetLink", "VisitedInternetLink", "Hyperlink", "FollowedHyperlink")
_SIDES = ("firstLine", "hanging", "left", "start", "right", "end")
_MEASURES = {
    "ind": (*_SIDES, *[f"{side}Chars" for side in _SIDES]),
    "spacing": ("after", "before", "line", "afterLines", "beforeLines"),
}  # fmt: skip


def _measures(own: list[Element]) -> list[str]:
    """Returns the space in and around a paragraph that its style, whose values programs may repeat, doesn't give it.

    Args:
        own: The paragraph's properties, then those of its style and of the styles that this one derives from.
    """
    found = []
    for key, names in _MEASURES.items():
        nodes = [part.find(f"{W}{key}") for part in own]
        for name in names:
            values = [value for node in nodes if node is not None and (value := node.get(f"{W}{name}"))]
            given = None if nodes[0] is None else nodes[0].get(f"{W}{name}")
            usual = values[1] if len(values) > 1 else "240" if name == "line" else "0"
            if given and given != usual:
                found.append(f"{key} {name} {given}")
    return found


def _paragraph(node: Element, styles: dict[str, Element], default: str, links: dict[Element, str]) -> dict[str, Any]:
    properties = node.find(f"{W}pPr")
    chain = _chain(_value(properties, f"{W}pStyle") or default, styles)
    own = [node for node in (properties, *(style.find(f"{W}pPr") for style in chain)) if node is not None]
    align = next((value for part in own if (value := _value(part, f"{W}jc"))), "left")
    level = next((value for part in own if (value := _value(part, f"{W}outlineLvl"))), "")
    listed = any((value := _value(part.find(f"{W}numPr"), f"{W}numId")) and value != "0" for part in own)
    name = _value(chain[0], f"{W}name") if chain else ""
    heading = int(level) + 1 if level.isdecimal() and int(level) < 9 else 0
    runs: list[list[Any]] = []
    for run in _runs(node):
        text = "".join(_text(child) for child in run)
        led = [f"link {links[run]}"] if links.get(run) else []
        kind = _value(run.find(f"{W}rPr"), f"{W}rStyle")
        named = [] if kind in _OF_LINKS and run in links else _chain(kind, styles)
        style = [*_looks(run, named, chain), [*_other_looks(run, named, chain), *led]]
        if runs and runs[-1][1:] == style:
            runs[-1][0] += text
        elif text:
            runs.append([text, *style])
    return {
        "runs": runs,
        "style": name[:1].upper() + name[1:],
        "level": heading,
        "align": {"start": "left", "end": "right", "both": "justify"}.get(align, align),
        "listed": listed and not heading,
        "other": [
            f"{key} {_value(properties, f'{W}{key}') or 'on'}"
            for key in ("pBdr", "shd", "pageBreakBefore", "framePr")
            if properties is not None and properties.find(f"{W}{key}") is not None
        ]
        + ([] if properties is None else _measures(own)),
    }


def _runs(node: Element) -> Iterator[Element]:
    """Yields the runs of a paragraph, without those of text boxes anchored in it."""
    for child in node:
        if child.tag == f"{W}r":
            yield child
        elif child.tag not in _SKIPPED and child.tag != f"{W}p":
            yield from _runs(child)


def _text(node: Element) -> str:
    if node.tag == f"{W}t":
        return node.text or ""
    return _CHARACTERS.get(node.tag, "")


_CHARACTERS = {
    f"{W}tab": "\t", f"{W}br": "\n", f"{W}cr": "\n", f"{W}noBreakHyphen": "-", f"{W}softHyphen": "\u00ad",
}  # fmt: skip


def _looks(run: Element, named: list[Element], chain: list[Element]) -> list[bool]:
    """Returns whether a run is bold, italic and underlined.

    Args:
        run: The run.
        named: Its style, and those that this one derives from.
        chain: Those of its paragraph.
    """
    own = run.find(f"{W}rPr")
    parts = [own, *(style.find(f"{W}rPr") for style in (*named, *chain))]
    values = [next((v for part in parts if (v := _value(part, f"{W}{name}"))), "off") for name in ("b", "i", "u")]
    return [value not in ("off", "0", "false", "none") for value in values]


_MARKS = (
    "strike", "dstrike", "vanish", "highlight", "color", "caps", "smallCaps", "vertAlign", "shd", "effect", "shadow",
    "outline", "emboss", "imprint", "em", "bdr", "fitText", "rtl", "webHidden", "specVanish",
)  # fmt: skip
_USUAL = ("", "off", "0", "false", "none", "auto", "000000", "clear", "baseline")


def _other_looks(run: Element, named: list[Element], chain: list[Element]) -> list[str]:
    """Returns what else isn't as usual about a run: marks, wherever they come from, and a size of its own."""
    own = run.find(f"{W}rPr")
    parts = [own, *(style.find(f"{W}rPr") for style in (*named, *chain))]
    found = []
    for name in _MARKS:
        value = next((v for part in parts if (v := _value(part, f"{W}{name}"))), "")
        if value.lower() not in _USUAL:
            found.append(f"{name} {value}")
    direct = [own, *(style.find(f"{W}rPr") for style in named)]
    size = next((v for part in direct if (v := _value(part, f"{W}sz"))), "")
    return sorted([*found, f"size {size}"] if size else found)


def _rows(table: Element) -> list[list[str]]:
    return [
        ["\n".join("".join(_text(t) for run in _runs(p) for t in run) for p in _find(cell, f"{W}p"))
         for cell in row.iter(f"{W}tc")]
        for row in table.iterfind(f"{W}tr")
    ]  # fmt: skip


def _picture(node: Element, package: Package, targets: dict[str, str]) -> dict[str, Any]:
    blip = next(_find(node, f"{A}blip"))
    sides = [0.0, 0.0]
    for index, name in enumerate(("positionH", "positionV")):
        offset = node.find(f"{WP}{name}/{WP}posOffset")
        if offset is not None and offset.text:
            sides[index] = int(offset.text) / EMU_PER_CM
    extent = node.find(f"{WP}extent")
    size = [0.0, 0.0] if extent is None else [int(extent.get(name, "0")) / EMU_PER_CM for name in ("cx", "cy")]
    left, top = sides
    return {
        "digest": package.digest(targets.get(blip.get(f"{R}embed", ""), "")),
        "bounds": [round(value, 4) for value in (left, top, left + size[0], top + size[1])],
    }
