"""Figures of a phone's screens: how large, deep and labelled their trees of views are, and what can be tapped.

* `View` - a node of a screen's tree. `Screen` - a tree with the package of its app.
* `FIGURES` - the figures of one screen, by their names. `of_apps` - the same over all screens, app by app.
* `shares` - how often each class occurs among the views that can be tapped.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median
from typing import Final, NamedTuple

__all__ = ["FIGURES", "LEAST", "Screen", "View", "all_views", "of_apps", "shares"]


LEAST: Final = 5
"""Apps with fewer screens are left out."""


class View(NamedTuple):
    """A visible node of a screen's tree.

    Attributes:
        kind: Its class in full, such as ``android.widget.TextView``.
        text: Its text.
        description: Its content description.
        id: Its resource id in full.
        flags: Those that hold: some of ``clickable``, ``focused`` and ``scrollable``.
        bounds: Left, upper, right and lower edge in pixels.
        children: The nodes in it, back to front.
    """

    kind: str
    text: str
    description: str
    id: str
    flags: frozenset[str]
    bounds: tuple[int, int, int, int]
    children: tuple[View, ...]

    @property
    def labelled(self) -> bool:
        """Whether it has a text or description of its own."""
        return bool(self.text or self.description)


class Screen(NamedTuple):
    """A screen: the package of its app, and the root of its tree."""

    package: str
    root: View


def all_views(view: View) -> Iterator[View]:
    """Yields a view and all views in it, in the tree's order."""
    yield view
    for child in view.children:
        yield from all_views(child)


def _clickable(root: View) -> list[View]:
    return [view for view in all_views(root) if "clickable" in view.flags]


def _depth(view: View) -> int:
    return 1 + max(map(_depth, view.children), default=0)


def _share(some: Iterable[bool]) -> float | None:
    """Returns the share of what holds, None of nothing at all."""
    values = list(some)
    return fmean(values) if values else None


def _label_below(view: View) -> bool:
    return not view.labelled and any(below.labelled for below in all_views(view))


def _covered(root: View) -> list[bool]:
    """Returns for each view that can be tapped whether a tap on its middle falls on another one, in or above it."""
    views, covered = _clickable(root), []
    for place, view in enumerate(views):
        x, y = (view.bounds[0] + view.bounds[2]) // 2, (view.bounds[1] + view.bounds[3]) // 2
        later = (other.bounds for other in views[place + 1 :])
        covered.append(any(left <= x < right and top <= y < bottom for left, top, right, bottom in later))
    return covered


FIGURES: Final[Mapping[str, Callable[[View], float | None]]] = {
    "nodes": lambda root: sum(1 for _ in all_views(root)),
    "depth": _depth,
    "unlabelled": lambda root: _share(not view.labelled for view in all_views(root)),
    "described": lambda root: _share(bool(view.description) for view in all_views(root)),
    "with an id": lambda root: _share(bool(view.id) for view in all_views(root)),
    "clickable nodes": lambda root: len(_clickable(root)),
    "label in a child": lambda root: _share(_label_below(view) for view in _clickable(root)),
    "clickable texts": lambda root: _share("clickable" in view.flags for view in all_views(root) if view.text),
    "focus": lambda root: any("focused" in view.flags for view in all_views(root)),
    "scrollable nodes": lambda root: sum("scrollable" in view.flags for view in all_views(root)),
    "covered middles": lambda root: _share(_covered(root)),
}
"""A screen's figures, each None where the screen has nothing that it could be a share of.

``unlabelled``, ``described`` and ``with an id`` are shares of all nodes; ``label in a child`` is the share of clickable
nodes that have no label but something in them that has; ``clickable texts`` the share of nodes with text that can be
tapped themselves; ``focus`` is 1 where a node has the focus; ``covered middles`` the share of clickable nodes of which
the middle belongs to another one, in or above it.
"""


def _by_app(screens: Iterable[Screen]) -> Mapping[str, Sequence[View]]:
    """Returns the screens of each app, without the apps that a crawler only came past."""
    apps: dict[str, list[View]] = defaultdict(list)
    for screen in screens:
        apps[screen.package].append(screen.root)
    return {package: roots for package, roots in apps.items() if len(roots) >= LEAST}


def of_apps(screens: Iterable[Screen]) -> dict[str, tuple[float, float]]:
    """Returns each figure's median and mean over apps, of which each has the mean over its screens."""
    apps = _by_app(screens)
    result = {}
    for name, figure in FIGURES.items():
        means = []
        for roots in apps.values():
            values = [value for value in map(figure, roots) if value is not None]
            if values:
                means.append(fmean(values))
        result[name] = median(means), fmean(means)
    return result


def shares(screens: Iterable[Screen]) -> dict[str, float]:
    """Returns each class's share of the clickable nodes, without its package: the mean over apps, largest first."""
    apps = _by_app(screens)
    total: Counter[str] = Counter()
    for roots in apps.values():
        kinds = Counter(view.kind.rpartition(".")[2] for root in roots for view in _clickable(root))
        for kind, count in kinds.items():
            total[kind] += count / kinds.total() / len(apps)
    return dict(total.most_common())
