"""The date picker: a month's days, or a list of years."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from crab_sim import ui
from crab_sim.engines.days import civil, day_of, month_length, month_name, month_of, short_day
from crab_sim.phone.widgets.basics import dialog_buttons
from crab_sim.phone.widgets.month_grid import MonthGrid
from crab_sim.phone.widgets.picker_messages import PickerMessage
from crab_sim.ui.node import SELECTED

__all__ = ["DatePick", "changed", "dialog", "scroll_of_years"]

_FIRST_YEAR: Final = 1900  # the years of the list are Android's
_LAST_YEAR: Final = 2100
_YEAR_ROW: Final = 44
_ID: Final = "android:id/"


class DatePick(NamedTuple):
    """The overlay of a page while a date is picked.

    Attributes:
        kind: The overlay's name.
        key: The app's name of the choice.
        day: The day that is chosen so far, in days since 1970.
        month: The month that is shown, counted as ``12 * year + month - 1``.
        years: Whether the list of years is shown instead.
    """

    kind: Literal["pick_date"]
    key: str
    day: int
    month: int
    years: bool = False


def changed(pick: DatePick, change: tuple[object, ...]) -> DatePick:
    """Returns the picker's state after one of its own messages, given without ``"pick"``."""
    match change:
        case ("years",):
            return pick._replace(years=not pick.years)
        case ("day", int(day)):
            return pick._replace(day=day, month=month_of(day), years=False)
        case ("month", int(month)):
            return pick._replace(month=month, years=False)
        case ("year", int(year)):
            month = pick.month % 12 + 12 * year
            number = min(civil(pick.day)[2], month_length(month))
            return pick._replace(day=day_of(year, month % 12 + 1, number), month=month, years=False)
    return pick


def scroll_of_years(pick: DatePick) -> dict[str, int]:
    """Returns the scroll position that shows the picked year in the list of years."""
    return {"pick_years": max(0, (pick.month // 12 - _FIRST_YEAR) // 3 - 2) * _YEAR_ROW}


def dialog(pick: DatePick, today: int, low: bool) -> ui.Dialog[PickerMessage]:
    """Returns the picker's dialog.

    Args:
        pick: The picker's state.
        today: The present day.
        low: Whether the screen is too low for a headline of its own.
    """
    day, month, years = pick.day, pick.month, pick.years
    headline = ui.Label(short_day(day), 28, rid=_ID + "date_picker_header_date")
    rows: list[ui.Widget[PickerMessage]] = [] if low else [headline, ui.Space(6), ui.Divider(), ui.Space(4)]
    name: ui.Widget[PickerMessage] = ui.Box(
        ui.Row(
               [
                ui.Label(month_name(month), tone="accent", font="bold", role=""),
                ui.Icon("chevron_up" if years else "chevron_down", "accent", 18),
            ],
               gap=6,
        ),
        background="", pad=(0, 8), message=("pick", "years"), text=month_name(month),
        description="Switch to days" if years else "Switch to years",
        rid=_ID + "date_picker_header_year", role="button",
    )  # fmt: skip
    bar: list[ui.Widget[PickerMessage]] = [name, ui.Space(flex=1)]
    if not years:
        bar += [
            ui.IconButton("chevron_left", "Previous month", ("pick", "month", month - 1), _ID + "prev", size=36),
            ui.IconButton("chevron_right", "Next month", ("pick", "month", month + 1), _ID + "next", size=36),
        ]
    rows.append(ui.Row(bar, height=40))
    if years:
        rows.append(_Years(month // 12))
    else:
        rows.append(MonthGrid(month, day, today, lambda day: ("pick", "day", day), flex=1))
    return ui.Dialog(
        short_day(day) if low else "Select date", ui.Column(rows), dialog_buttons("OK", ("picked", pick.key, day))
    )


class _Years(ui.Scroll[PickerMessage]):
    """The list of years, three per row, as high as the grid of a month."""

    __slots__ = ()

    def __init__(self, chosen: int) -> None:
        rows = []
        for first in range(_FIRST_YEAR, _LAST_YEAR + 1, 3):
            shown = range(first, min(first + 3, _LAST_YEAR + 1))
            rows.append(_YearRow(shown, chosen))
        super().__init__("pick_years", rows, rid=_ID + "date_picker_year_picker")

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of the grid that the list replaces."""
        return 24 + 6 * 38


class _YearRow(ui.Widget[PickerMessage]):
    """A row of up to three years."""

    __slots__ = ("chosen", "years")

    def __init__(self, years: range, chosen: int) -> None:
        self.flex, self.years, self.chosen = 0, years, chosen

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the row's height."""
        return _YEAR_ROW

    def place(self, scene: ui.Scene[PickerMessage], x: int, y: int, w: int, h: int) -> None:
        """Draws the years."""
        theme, across = scene.theme, w // 3
        for i, year in enumerate(self.years):
            left, chosen = x + i * across, year == self.chosen
            if chosen:
                scene.round(left + 4, y + 4, across - 8, h - 8, theme.accent, (h - 8) // 2)
            ink = theme.on_accent if chosen else theme.text
            scene.text(left, y, across, h, str(year), ink, theme.font, align="center")
            flags = SELECTED if chosen else 0
            scene.node(left, y, across, h, "button", str(year), message=("pick", "year", year), flags=flags)
