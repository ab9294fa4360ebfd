"""The number formats of OpenDocument: elements for format codes, and the codes of elements."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from crab_sim.documents.formulas.formats import BOOLEAN, CURRENCY, GENERAL, TEXT, is_currency, is_date, is_percent
from crab_sim.engines.open_document import Node

__all__ = ["code_of", "format_style"]

_PIECE = re.compile(r"Y+|M+|D+|N+|H+|S+|AM/PM|\[H+\]|[^YMDNHS\[]+|\[", re.IGNORECASE)


def format_style(code: str, name: str) -> Node:
    """Returns the element of a format code."""
    if code == BOOLEAN:
        style = Node("number:boolean-style", {"style:name": name})
        style.add("number:boolean")
        return style
    if code == TEXT:
        style = Node("number:text-style", {"style:name": name})
        style.add("number:text-content")
        return style
    if is_date(code):
        return _date_style(code, name)
    section = code.split(";")[0]
    places = len(match[1]) if (match := re.search(r"\.([0#]+)", section)) else 0
    digits = str(max(1, section.partition(".")[0].count("0")))
    attributes = {"number:decimal-places": str(places), "number:min-integer-digits": digits}
    if "," in section:
        attributes["number:grouping"] = "true"
    if "E+" in section.upper():
        style = Node("number:number-style", {"style:name": name})
        style.add("number:scientific-number", {"number:min-exponent-digits": "2", **attributes})
    elif is_percent(code):
        style = Node("number:percentage-style", {"style:name": name})
        style.add("number:number", attributes)
        style.add("number:text", text="%")
    elif is_currency(code):
        style = Node("number:currency-style", {"style:name": name})
        style.add("number:currency-symbol", {"number:language": "en", "number:country": "US"}, "$")
        style.add("number:number", attributes)
    else:
        style = Node("number:number-style", {"style:name": name})
        style.add("number:number", attributes)
    return style


def _date_style(code: str, name: str) -> Node:
    times = not any([letter in code.upper() for letter in "YD"])
    style = Node("number:time-style" if times else "number:date-style", {"style:name": name})
    if "[" in code:
        style.attributes["number:truncate-on-overflow"] = "false"
    clock = False
    for piece in _PIECE.findall(code):
        upper = piece.upper().strip("[]")
        long = {"number:style": "long"} if len(upper) == 2 or len(upper) > 3 else {}
        if upper.startswith("Y"):
            style.add("number:year", {"number:style": "long"} if len(upper) > 2 else {})
        elif upper.startswith("M") and not clock:
            style.add("number:month", {**long, **({"number:textual": "true"} if len(upper) > 2 else {})})
        elif upper.startswith("M"):
            style.add("number:minutes", long)
        elif upper.startswith("D") and len(upper) < 3:
            style.add("number:day", long)
        elif upper.startswith(("D", "N")):
            style.add("number:day-of-week", long)
        elif upper.startswith("H"):
            style.add("number:hours", long)
            clock = True
        elif upper.startswith("S"):
            style.add("number:seconds", long)
        elif upper == "AM/PM":
            style.add("number:am-pm")
        else:
            style.add("number:text", text=piece.replace('"', ""))
    return style


def code_of(node: Element) -> str:
    """Returns the format code of an element, `GENERAL` for one that is unknown."""
    kind = node.tag.rpartition("}")[2]
    if kind == "boolean-style":
        return BOOLEAN
    if kind == "text-style":
        return TEXT
    if kind == "currency-style":
        return CURRENCY
    parts = [_piece(child, {key.rpartition("}")[2]: value for key, value in child.items()}) for child in node]
    return "".join(parts) or GENERAL


def _piece(child: Element, found: dict[str, str]) -> str:
    """Returns the part of a code that a child of a format's element stands for."""
    long = found.get("style") == "long"
    name = child.tag.rpartition("}")[2]
    match name:
        case "number" | "scientific-number":
            text = found.get("decimal-places", "")
            if not text.isdecimal():
                return GENERAL
            whole = "0" * max(1, min(20, int(found.get("min-integer-digits", "1") or 1)))
            if found.get("grouping") == "true":
                whole = "#,##" + whole
            places = min(20, int(text))
            ending = "E+00" if name == "scientific-number" else ""
            return whole + ("." + "0" * places if places else "") + ending
        case "year":
            return "YYYY" if long else "YY"
        case "month":
            return ("MMMM" if long else "MMM") if found.get("textual") == "true" else ("MM" if long else "M")
        case "day":
            return "DD" if long else "D"
        case "day-of-week":
            return "DDDD" if long else "DDD"
        case "hours":
            return "HH" if long else "H"
        case "minutes":
            return "MM" if long else "M"
        case "seconds":
            return "SS" if long else "S"
        case "am-pm":
            return "AM/PM"
        case "text":
            return "".join([child.text or "", *[part.tail or "" for part in child]])
    return ""
