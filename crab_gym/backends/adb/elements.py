"""Elements from the XML of ``uiautomator dump``, on the simulated phone and on real ones.

* `parse_dump` - parses the XML; roles are those of `crab_gym.backends.base.ROLES`.
* `parse_list` - parses the simulated phone's own list, which is faster to make.
* `app_of_package` - the app behind a package.
"""

from __future__ import annotations

import json
from xml.etree import ElementTree

from crab_gym.backends.adb.folding import Place, app_of_package, folded, unfolded
from crab_gym.backends.base import Element

__all__ = ["app_of_package", "parse_dump", "parse_list"]

_MAX_BYTES = 32 * 1024 * 1024


def parse_dump(xml: bytes, place: Place = lambda bounds: bounds, raw: bool = False) -> tuple[Element, ...]:
    """Returns the elements of a dump, back to front.

    Args:
        xml: Output of ``uiautomator dump``.
        place: Converts bounds from the device's pixels to those of the configured screen.
        raw: Whether each node is an element, as it is; otherwise they are folded to those that say or do something.

    Raises:
        ValueError: It is no such XML.

    >>> xml = b'<hierarchy><node class="android.widget.Button" text="OK" bounds="[0,0][9,9]"/></hierarchy>'
    >>> [(e.role, e.text, e.bounds) for e in parse_dump(xml)]
    [('button', 'OK', (0, 0, 9, 9))]
    """
    start, end = xml.find(b"<?xml"), xml.rfind(b"</hierarchy>")
    if start < 0:
        start = xml.find(b"<hierarchy")
    if start < 0 or end < start or len(xml) > _MAX_BYTES:
        raise ValueError(f"no hierarchy in {xml[:200].decode('utf-8', 'replace')!r}")
    text = xml[start : end + len(b"</hierarchy>")]
    if b"<!" in text:  # a dump has no document type; one could define entities that expand without end
        raise ValueError("the hierarchy declares a document type")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise ValueError(f"the hierarchy is broken: {error}") from None
    try:
        read = unfolded if raw else folded
        return tuple(element for child in root for element in read(child, place))
    except RecursionError:
        raise ValueError("the hierarchy is nested too deeply") from None


def parse_list(data: bytes) -> tuple[Element, ...]:
    """Returns the elements that the simulated phone lists as JSON, one array per element.

    Raises:
        ValueError: It is no such list.
    """
    try:
        rows = json.loads(data)
        return tuple(
            Element(**dict(zip(Element._fields, [*row[:5], tuple(row[5]), *row[6:]], strict=True))) for row in rows
        )
    except (TypeError, IndexError) as error:
        raise ValueError(f"no list of elements: {error}") from None
