"""The number formats of OpenDocument: elements for format codes, and the codes of elements."""

from __future__ import annotations

import re
from typing import Any

from crab_gym.sim.engines.sheets.book import GENERAL
from crab_gym.sim.engines.sheets.formats import BOOLEAN, CURRENCY, TEXT, is_currency, is_date, is_percent

__all__ = ["code_of", "format_style"]

_PIECE = re.compile(r"Y+|M+|D+|N+|H+|S+|AM/PM|\[H+\]|[^YMDNHS\[]+|\[", re.IGNORECASE)


def format_style(code: str, name: str) -> Any:
    """Returns the element of a format code."""
    from odf import number

    if code == BOOLEAN:
        style = number.BooleanStyle(name=name)
        style.addElement(number.Boolean())
        return style
    if code == TEXT:
        style = number.TextStyle(name=name)
        style.addElement(number.TextContent())
        return style
    if is_date(code):
        return _date_style(code, name)
    section = code.split(";")[0]
    places = len(match[1]) if (match := re.search(r"\.([0#]+)", section)) else 0
    attributes = {"decimalplaces": str(places), "minintegerdigits": str(max(1, section.partition(".")[0].count("0")))}
    if "," in section:
        attributes["grouping"] = "true"
    if "E+" in section.upper():
        style = number.NumberStyle(name=name)
        style.addElement(number.ScientificNumber(minexponentdigits="2", **attributes))
    elif is_percent(code):
        style = number.PercentageStyle(name=name)
        style.addElement(number.Number(**attributes))
        style.addElement(number.Text(text="%"))
    elif is_currency(code):
        style = number.CurrencyStyle(name=name)
        style.addElement(number.CurrencySymbol(text="$", language="en", country="US"))
        style.addElement(number.Number(**attributes))
    else:
        style = number.NumberStyle(name=name)
        style.addElement(number.Number(**attributes))
    return style


def _date_style(code: str, name: str) -> Any:
    from odf import number

    times = not any([letter in code.upper() for letter in "YD"])
    style = (number.TimeStyle if times else number.DateStyle)(name=name)
    if "[" in code:
        style.setAttribute("truncateonoverflow", "false")
    clock = False
    for piece in _PIECE.findall(code):
        upper = piece.upper().strip("[]")
        long = {"style": "long"} if len(upper) == 2 or len(upper) > 3 else {}
        if upper.startswith("Y"):
            style.addElement(number.Year(**({"style": "long"} if len(upper) > 2 else {})))
        elif upper.startswith("M") and not clock:
            style.addElement(number.Month(**long, **({"textual": "true"} if len(upper) > 2 else {})))
        elif upper.startswith("M"):
            style.addElement(number.Minutes(**long))
        elif upper.startswith("D") and len(upper) < 3:
            style.addElement(number.Day(**long))
        elif upper.startswith(("D", "N")):
            style.addElement(number.DayOfWeek(**long))
        elif upper.startswith("H"):
            style.addElement(number.Hours(**long))
            clock = True
        elif upper.startswith("S"):
            style.addElement(number.Seconds(**long))
        elif upper == "AM/PM":
            style.addElement(number.AmPm())
        else:
            style.addElement(number.Text(text=piece.replace('"', "")))
    return style


def code_of(node: Any) -> str:
    """Returns the format code of an element, `GENERAL` for one that is unknown."""
    kind = node.qname[1]
    if kind == "boolean-style":
        return BOOLEAN
    if kind == "text-style":
        return TEXT
    if kind == "currency-style":
        return CURRENCY
    parts: list[str] = []
    for child in node.childNodes:
        if child.nodeType == 1:
            parts.append(_piece(child, {key[1]: str(value) for key, value in child.attributes.items()}))
    return "".join(parts) or GENERAL


def _piece(child: Any, found: dict[str, str]) -> str:
    """Returns the part of a code that a child of a format's element stands for."""
    long = found.get("style") == "long"
    match child.qname[1]:
        case "number" | "scientific-number":
            text = found.get("decimal-places", "")
            if not text.isdecimal():
                return GENERAL
            whole = "0" * max(1, min(20, int(found.get("min-integer-digits", "1") or 1)))
            if found.get("grouping") == "true":
                whole = "#,##" + whole
            places = min(20, int(text))
            ending = "E+00" if child.qname[1] == "scientific-number" else ""
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
            return "".join([str(part.data) for part in child.childNodes if part.nodeType == 3])
    return ""
