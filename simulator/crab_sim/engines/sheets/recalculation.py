"""Recalculation: after an edit, only the formulas that depend on it are computed, each after those that it needs.

* `recalculated` - a workbook after some of its cells changed. `computed` - one with all its formulas computed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from crab_sim.documents.formulas.evaluator import Evaluator, Surroundings
from crab_sim.documents.formulas.formats import GENERAL
from crab_sim.documents.formulas.functions import VOLATILE
from crab_sim.documents.formulas.tokens import tokens
from crab_sim.documents.formulas.tree import references
from crab_sim.documents.formulas.values import BAD_ARGUMENT, CIRCULAR
from crab_sim.engines.sheets.book import MAX_TEXT, Book, Cell, Formulas, text_size
from crab_sim.engines.sheets.result_formats import result_format

__all__ = ["Place", "computed", "recalculated"]

_WIDE: Final = 64
"""Ranges of more columns are looked through for every changed cell."""
_KEPT: Final = 8
_LONG: Final = 1000
"""Characters of a result beyond which the workbook's room is looked at."""


class Place(NamedTuple):
    """A cell of a workbook: its sheet, row and column, counted from 0."""

    sheet: int
    row: int
    column: int


class _Range(NamedTuple):
    top: int
    bottom: int
    left: int
    right: int
    user: Place


class _Graph:
    """The formulas that read each cell."""

    def __init__(self, book: Book) -> None:
        names = {sheet.name.casefold(): number for number, sheet in enumerate(book.sheets)}
        self.formulas: tuple[Formulas, ...] = tuple([sheet.formulas for sheet in book.sheets])
        self.names = tuple(names)
        self.single: dict[Place, list[Place]] = {}
        self.columns: dict[tuple[int, int], list[_Range]] = {}
        self.wide: list[list[_Range]] = [[] for _ in book.sheets]
        self.volatile: list[Place] = []
        for number, formulas in enumerate(self.formulas):
            for (row, column), formula in formulas.items():
                self._add(Place(number, row, column), formula, names)

    def _add(self, user: Place, formula: str, names: Mapping[str, int]) -> None:
        if any([token.kind == "name" and token.text in VOLATILE for token in tokens(formula)]):
            self.volatile.append(user)
        for ref in references(formula):
            sheet = names.get(ref.sheet.casefold(), -1) if ref.sheet else user.sheet
            if sheet < 0:
                continue
            if ref.row == ref.last_row and ref.column == ref.last_column:
                self.single.setdefault(Place(sheet, ref.row, ref.column), []).append(user)
                continue
            row = _Range(ref.row, ref.last_row, ref.column, ref.last_column, user)
            if ref.last_column - ref.column >= _WIDE:
                self.wide[sheet].append(row)
            else:
                for column in range(ref.column, ref.last_column + 1):
                    self.columns.setdefault((sheet, column), []).append(row)

    def users(self, place: Place) -> Iterator[Place]:
        """Yields the formulas that read a cell, some perhaps twice."""
        yield from self.single.get(place, ())
        row, column = place.row, place.column
        for entry in self.columns.get((place.sheet, column), ()):
            if entry.top <= row <= entry.bottom:
                yield entry.user
        for entry in self.wide[place.sheet]:
            if entry.top <= row <= entry.bottom and entry.left <= column <= entry.right:
                yield entry.user


_graphs: OrderedDict[tuple[int, ...], _Graph] = OrderedDict()
"""The last graphs, by the identities of their formulas, which they keep alive."""


def _graph(book: Book) -> _Graph:
    """Returns a workbook's graph, which stays the same as long as no formula changes."""
    key = tuple([id(sheet.formulas) for sheet in book.sheets])
    graph = _graphs.get(key)
    names = tuple([sheet.name.casefold() for sheet in book.sheets])
    if graph is None or graph.names != names:
        graph = _graphs[key] = _Graph(book)
        while len(_graphs) > _KEPT:
            _graphs.popitem(last=False)
    _graphs.move_to_end(key)
    return graph


def computed(book: Book, around: Surroundings) -> Book:
    """Returns a workbook with all its formulas computed."""
    every = [Place(number, *at) for number, sheet in enumerate(book.sheets) for at in sheet.formulas]
    return recalculated(book, every, around)


def recalculated(book: Book, changed: Iterable[Place], around: Surroundings) -> Book:
    """Returns a workbook after some of its cells changed, with the formulas that depend on them computed.

    Args:
        book: The workbook; its formulas are as they shall be, their values may be old.
        changed: The cells that changed, those with new formulas among them.
        around: The clock, and the seed of random numbers.
    """
    graph = _graph(book)
    order = _order(graph, changed)
    if not order.first and not order.circular:
        return book
    rows: list[dict[int, Mapping[int, Cell]]] = [dict(sheet.rows) for sheet in book.sheets]
    own: list[dict[int, dict[int, Cell]]] = [{} for _ in rows]  # the rows that are already copies
    names = {sheet.name.casefold(): number for number, sheet in enumerate(book.sheets)}
    around = Surroundings(around.now, f"{around.seed}:{book.round}")
    evaluator = Evaluator(names, rows, [sheet.hidden for sheet in book.sheets], around)
    touched: set[int] = set()
    circular = frozenset(order.circular)
    room = -1  # characters that the workbook can still take; unknown as long as no result is long
    for place in (*order.first, *order.circular, *order.last):
        sheet, row, column = place
        cell = rows[sheet][row][column]
        if place in circular:
            new = cell._replace(value=CIRCULAR, shown=GENERAL)
        else:
            value = evaluator.value(cell.formula, sheet, row, column)
            if isinstance(value, str) and len(value) > _LONG:
                room = max(0, MAX_TEXT - text_size(book)) if room < 0 else room
                if len(value) > room and value != cell.value:
                    value = BAD_ARGUMENT
                else:
                    room -= len(value) if value != cell.value else 0
            new = cell._replace(value=value, shown=result_format(cell.formula, sheet, names, rows))
        if new != cell or type(new.value) is not type(cell.value):
            line = own[sheet].get(row)
            if line is None:
                line = own[sheet][row] = dict(rows[sheet][row])
                rows[sheet][row] = line
            line[column] = new
            touched.add(sheet)
    sheets = tuple([sheet._replace(rows=rows[i]) if i in touched else sheet for i, sheet in enumerate(book.sheets)])
    return Book(sheets, book.round + (1 if graph.volatile else 0))


class _Order(NamedTuple):
    """The formulas to compute, each behind those that it reads.

    Attributes:
        first: Those that read nothing from a circle.
        circular: Those in circles.
        last: Those behind circles.
    """

    first: list[Place]
    circular: list[Place]
    last: list[Place]


def _order(graph: _Graph, changed: Iterable[Place]) -> _Order:
    formulas = graph.formulas
    seen: set[Place] = {*changed, *graph.volatile}
    dirty = {place for place in seen if (place.row, place.column) in formulas[place.sheet]}
    users: dict[Place, list[Place]] = {}
    stack = list(seen)
    while stack:
        place = stack.pop()
        users[place] = list(dict.fromkeys(graph.users(place)))
        for user in users[place]:
            dirty.add(user)
            if user not in seen:
                seen.add(user)
                stack.append(user)
    first = _sorted(dirty, users)
    rest = dirty.difference(first)
    circular = _circles(rest, users) if rest else []
    return _Order(first, circular, _sorted(rest.difference(circular), users))


def _sorted(places: set[Place], users: Mapping[Place, list[Place]]) -> list[Place]:
    """Returns formulas, each behind those among them that it reads, without those in circles or behind them."""
    missing = dict.fromkeys(places, 0)
    for place in places:
        for user in users[place]:
            if user in missing:
                missing[user] += 1
    ready = sorted([place for place, count in missing.items() if count == 0], reverse=True)
    order: list[Place] = []
    while ready:
        place = ready.pop()
        order.append(place)
        for user in users[place]:
            if user in missing:
                missing[user] -= 1
                if missing[user] == 0:
                    ready.append(user)
    return order


def _circles(places: set[Place], users: Mapping[Place, list[Place]]) -> list[Place]:
    """Returns the formulas that depend on themselves: Tarjan's strongly connected components, without recursion."""
    index: dict[Place, int] = {}
    low: dict[Place, int] = {}
    path: list[Place] = []
    on_path: set[Place] = set()
    found: list[Place] = []
    for root in sorted(places):
        if root in index:
            continue
        work = [(root, iter(users[root]))]
        index[root] = low[root] = len(index)
        path.append(root)
        on_path.add(root)
        while work:
            place, children = work[-1]
            child = next((user for user in children if user in places and (user not in index or user in on_path)), None)
            if child is None:
                work.pop()
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[place])
                if low[place] == index[place]:
                    group: list[Place] = []
                    while not group or group[-1] != place:
                        group.append(path.pop())
                        on_path.discard(group[-1])
                    if len(group) > 1 or place in users[place]:
                        found += group
            elif child not in index:
                index[child] = low[child] = len(index)
                path.append(child)
                on_path.add(child)
                work.append((child, iter(users[child])))
            else:
                low[place] = min(low[place], index[child])
    return sorted(found)
