"""The phone's Recipes app: recipes with ingredients and directions, favourites, search, an editor.

State: slice ``"recipes"``, a tuple of `RecipeRow` by id. Pages: ``list`` (data: whether only favourites), ``recipe``
(arg: id, data: whether the directions are shown), ``editor`` (arg: id, None for a new recipe).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.machine.rows import get, next_id, update_row
from crab_sim.phone import metrics
from crab_sim.phone.app import PhoneMessage
from crab_sim.phone.apps.recipes import APP as FACTS
from crab_sim.phone.apps.recipes.data import RECIPES, RecipeRow, Rows
from crab_sim.phone.system.share import share
from crab_sim.phone.widgets import row_selection
from crab_sim.phone.widgets.basics import Fab, app_bar, confirm, empty
from crab_sim.phone.widgets.navigation import Chips, Tabs
from crab_sim.ui.node import SELECTED
from crab_sim.ui.theme import AVATAR_COLORS

__all__ = ["APP", "as_text"]

_ID = "com.flauschcode.broccoli:id/"
_MAX = 100  # recipes that are listed


@lru_cache(maxsize=64)
def _matching(rows: Rows, favorites: bool, query: str) -> Rows:
    wanted = query.strip().casefold()
    kept = [
        row
        for row in rows
        if (row.favorite or not favorites)
        and wanted in "\n".join([row.title, row.description, row.ingredients]).casefold()
    ]
    return tuple(sorted(kept, key=lambda row: (row.title.casefold(), row.id)))


def as_text(row: RecipeRow) -> str:
    r"""Returns a recipe as the text that is shared.

    >>> as_text(RecipeRow(1, "Tea", ingredients="water\nleaves", directions="Wait."))
    'Tea\n\nIngredients:\n- water\n- leaves\n\nDirections:\n1. Wait.'
    """
    parts = [row.title, " · ".join([text for text in (row.servings, row.time) if text]), row.description]
    if row.ingredients:
        parts.append("Ingredients:\n" + "\n".join([f"- {line}" for line in _lines(row.ingredients)]))
    if row.directions:
        steps = [f"{i + 1}. {line}" for i, line in enumerate(_lines(row.directions))]
        parts.append("Directions:\n" + "\n".join(steps))
    if row.source:
        parts.append(f"Source: {row.source}")
    return "\n\n".join([part for part in parts if part])


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()][:200]


RecipeMessage: TypeAlias = tuple[Literal["tab"], bool] | tuple[Literal["more", "edit", "share"]]
"""Of the page of a recipe: whether its directions are shown."""
Message: TypeAlias = (
    PhoneMessage
    | RecipeMessage
    | tuple[Literal["favorites"], bool]
    | tuple[Literal["create", "clear", "save"]]
    | tuple[Literal["open", "pick", "favorite"], int]
    | tuple[Literal["ask", "delete"], tuple[int, ...]]
)
"""Numbers are ids of recipes; ``favorites`` says which of two lists is shown."""
_RECIPE = ui.MessageGroup(RecipeMessage)


# Views --------------------------------------------------------------------------------------------------------------


class _Plate(ui.Widget[Message]):
    """The picture that stands for a recipe: a plate on a ground whose colour follows from the title."""

    __slots__ = ("radius", "size", "title")

    def __init__(self, title: str, size: int, radius: int = 12) -> None:
        self.flex, self.title, self.size, self.radius = 0, title, size, radius

    def width(self, theme: ui.Theme) -> int:
        """Returns the picture's width."""
        return self.size

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the picture's height."""
        return self.size

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the plate."""
        y += max(0, h - self.size) // 2
        h = min(h, self.size)
        color = AVATAR_COLORS[sum(map(ord, self.title)) % len(AVATAR_COLORS)]
        soft = (80, 80, 86) if scene.theme.dark else (255, 255, 255)
        ground = tuple([(3 * c + 2 * s) // 5 for c, s in zip(color, soft, strict=True)])
        scene.round(x, y, w, h, (ground[0], ground[1], ground[2]), self.radius)
        plate = min(w, h) * 3 // 4
        left, top = x + (w - plate) // 2, y + (h - plate) // 2
        scene.round(left, top, plate, plate, color, plate // 2)
        glyph = plate // 2
        scene.icon(x + (w - glyph) // 2, y + (h - glyph) // 2, glyph, "food", (255, 255, 255))


class _Card(ui.Widget[Message]):
    """A recipe in the list: picture, title, description, time and servings."""

    __slots__ = ("chosen", "picking", "row")

    def __init__(self, row: RecipeRow, picking: bool, chosen: bool) -> None:
        self.flex, self.row, self.picking, self.chosen = 0, row, picking, chosen

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the card's height."""
        return 96

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws the card; the heart comes after its node."""
        theme, row = scene.theme, self.row
        message: Message = ("pick", row.id) if self.picking else ("open", row.id)
        rid, flags = _ID + "card_text_view_title", SELECTED if self.chosen else 0
        scene.node(x, y, w, h, "list_item", row.title, row.description, rid, message, ("pick", row.id), None, flags)
        scene.round(x, y, w, h, theme.selection if self.chosen else theme.surface, 14)
        _Plate(row.title, 72).place(scene, x + 12, y, 72, h)
        heart: ui.Widget[Message] = ui.IconButton(
            "heart_filled" if row.favorite else "heart",
            f"{'Remove from' if row.favorite else 'Add to'} favorites: {row.title}",
            ("favorite", row.id),
            _ID + "favorite",
            "accent" if row.favorite else "muted",
        )
        heart.place(scene, x + w - 48, y, 40, h)
        facts = " · ".join([text for text in (row.time, row.servings) if text])
        short = len(metrics.wrap(row.title[:200], "bold", 15, w - 152)) <= 2
        texts: list[ui.Widget[Message]] = [ui.Label(row.title, 15, font="bold", wrap=short, role="")]
        if row.description:
            texts.append(ui.Label(" ".join(row.description.split()), "small", "muted", role=""))
        if facts:
            texts.append(ui.Label(facts, "small", "accent", role=""))
        column = ui.Column(texts, gap=3)
        height = column.height(theme, w - 152)
        column.place(scene, x + 98, y + (h - height) // 2, w - 152, height)


def _list(context: Context) -> View[Message]:
    rows: Rows = context.get(RECIPES)
    favorites, query = bool(context.page.data), context.field("search")
    found = _matching(rows, favorites, query)
    picked = row_selection.selected(context.page)
    if picked:
        delete: ui.Widget[Message] = ui.IconButton("delete", "Delete", ("ask", picked), _ID + "action_delete", "text")
        bar: ui.Widget[Message] = row_selection.bar(len(picked), [delete])
    else:
        search: list[ui.Widget[Message]] = [
            ui.Field("search", "Search recipes", _ID + "search_src_text", icon="search", pill=True, flex=1)
        ]
        if query:
            search.append(ui.IconButton("close", "Clear search", ("clear",)))
        bar = ui.Row(search, pad=(16, 8))
    chips: ui.Widget[Message] = Chips(
        [("All recipes", ("favorites", False), not favorites), ("Favorites", ("favorites", True), favorites)]
    )
    if found:
        cards = [_Card(row, bool(picked), row.id in picked) for row in found[:_MAX]]
        body: ui.Widget[Message] = ui.Scroll("list", [*cards, ui.Space(80)], 8, (12, 6), rid=_ID + "recycler_view")
    elif query:
        body = empty("search", "No recipes found", "Try a title or an ingredient")
    elif favorites:
        body = empty("heart", "No favorites yet", "Touch a recipe's heart to find it here")
    else:
        body = empty("cooking", "No recipes yet", "Tap + to write one down")
    fab: ui.Widget[Message] = Fab("add", "Add recipe", ("create",), _ID + "fab_list")
    return View(ui.Column([bar, chips, body]), _overlay(context), None if picked else fab)


def _overlay(context: Context) -> ui.Widget[Message] | None:
    match context.page.overlay:
        case ("more", at):
            return ui.Menu(
                [ui.Item("Edit", ("edit",), "edit"), ui.Item("Delete", ("ask", (context.page.arg,)), "delete")], at
            )
        case ("ask", ids):
            title = "Delete recipe?" if len(ids) == 1 else f"Delete {len(ids)} recipes?"
            return confirm(title, "This can't be undone.", "Delete", ("delete", ids))
    return None


def _recipe(context: Context) -> View[Message]:
    row = get(context.get(RECIPES), context.page.arg)
    if row is None:
        return View(ui.Column([app_bar(""), empty("cooking", "This recipe has been deleted")]))
    heart: ui.Widget[Message] = ui.IconButton(
        "heart_filled" if row.favorite else "heart",
        "Remove from favorites" if row.favorite else "Add to favorites",
        ("favorite", row.id),
        _ID + "action_favorite",
        "accent" if row.favorite else "text",
    )
    actions: list[ui.Widget[Message]] = [
        heart,
        ui.IconButton("share", "Share", ("share",), _ID + "action_share", "text"),
        ui.IconButton("more", "More options", ("more",), _ID + "action_more", "text"),
    ]
    facts: list[ui.Widget[Message]] = []
    if row.time:
        facts += [ui.Icon("clock", size=20), ui.Label(row.time, rid=_ID + "preparation_time"), ui.Space(8)]
    if row.servings:
        facts += [ui.Icon("people", size=20), ui.Label(row.servings, rid=_ID + "servings")]
    directions = bool(context.page.data)
    tabs: ui.Widget[Message] = Tabs(
        [("Ingredients", ("tab", False), not directions), ("Directions", ("tab", True), directions)]
    )
    top: list[ui.Widget[Message]] = [
        _Plate(row.title, 150, 16),
        ui.Space(8),
        ui.Label(row.title, 24, font="bold", wrap=True, rid=_ID + "title"),
    ]
    if row.description:
        top.append(ui.Label(row.description, tone="muted", wrap=True, rid=_ID + "description"))
    if facts:
        top.append(ui.Row(facts, gap=8, height=32))
    if row.source:
        top.append(ui.Label(f"Source: {row.source}", "small", "muted", wrap=True, rid=_ID + "source"))
    lines = _lines(row.directions if directions else row.ingredients)
    content: list[ui.Widget[Message]] = [ui.Column(top, gap=6, pad=(16, 8)), tabs, ui.Space(10)]
    for i, line in enumerate(lines):
        content.append(_Line(f"{i + 1}." if directions else "•", line))
    if not lines:
        content.append(ui.Label("Nothing written yet", tone="muted", pad=(16, 8)))
    bar = app_bar("", actions)
    return View(ui.Column([bar, ui.Scroll("recipe", [*content, ui.Space(24)], rid=_ID + "recipe")]), _overlay(context))


class _Line(ui.Widget[Message]):
    """An ingredient or a step behind its mark."""

    __slots__ = ("label", "mark")

    def __init__(self, mark: str, text: str) -> None:
        self.flex, self.mark, self.label = 0, mark, ui.Label(text, wrap=True)

    def height(self, theme: ui.Theme, w: int) -> int:
        """Returns the height of all lines of the text and a gap."""
        return self.label.height(theme, w - 64) + 12

    def place(self, scene: ui.Scene[Message], x: int, y: int, w: int, h: int) -> None:
        """Draws mark and text."""
        theme = scene.theme
        scene.text(x + 16, y, 24, 20, self.mark, theme.accent, theme.font, "bold")
        self.label.place(scene, x + 48, y, w - 64, h - 12)


_FIELDS = (
    ("title", "Title", 0), ("description", "Description", 3), ("source", "Source", 0), ("servings", "Servings", 0),
    ("time", "Preparation time", 0), ("ingredients", "Ingredients", 6), ("directions", "Directions", 6),
)  # fmt: skip


def _editor(context: Context) -> View[Message]:
    ready = bool(context.field("title").strip())
    save: ui.Widget[Message] = ui.Button("Save", ("save",), rid=_ID + "button_save_recipe", enabled=ready)
    fields: list[ui.Widget[Message]] = [ui.Space(4)]
    for key, hint, lines in _FIELDS:
        rid = f"{_ID}new_{key}"
        fields.append(ui.Field(key, hint, rid, multiline=lines > 0, lines=max(1, lines), label=True))
    bar = app_bar("Add recipe" if context.page.arg is None else "Edit recipe", [save, ui.Space(8)], close=True)
    note = ui.Label("One ingredient or step a line", "small", "muted")
    body = ui.Scroll("editor", [ui.Column([*fields, note, ui.Space(8)], gap=16, pad=(16, 10))])
    return View(ui.Column([bar, ui.Divider(), body]))


def _view(context: Context) -> View[Message]:
    return {"list": _list, "recipe": _recipe, "editor": _editor}[context.page.name](context)


def _title(context: Context) -> str:
    page = context.page
    return "Recipes" if page.name != "editor" else "Add recipe" if page.arg is None else "Edit recipe"


# Events -------------------------------------------------------------------------------------------------------------


def _edit_page(row: RecipeRow | None) -> ui.Page:
    fields = {key: str(getattr(row, key)) if row is not None else "" for key, _, _ in _FIELDS}
    end = len(fields["title"])
    return ui.Page("editor", row.id if row is not None else None, fields, focus="title", selection=(end, end))


def _start(intent: Intent) -> ui.Page:
    return _edit_page(None) if intent[:1] == ("add",) else ui.Page("list")


def _save(context: Context) -> None:
    values: dict[str, Any] = {key: context.field(key).strip() for key, _, _ in _FIELDS}
    if not values["title"]:
        return
    rows: Rows = context.get(RECIPES)
    if get(rows, context.page.arg) is None:
        new = next_id(rows)
        context.put(RECIPES, (*rows, RecipeRow(new, **values)))
        context.replace(ui.Page("recipe", new))
    else:
        context.put(RECIPES, update_row(rows, context.page.arg, **values))
        context.pop()


def _submit(context: Context, key: str) -> None:
    keys = [name for name, _, _ in _FIELDS]
    if key in keys:
        following = keys[min(len(keys) - 1, keys.index(key) + 1)]
        end = len(context.field(following))
        context.set(focus=following, selection=(end, end))


def _favorite(context: Context, recipe_id: int) -> None:
    row = get(context.get(RECIPES), recipe_id)
    if row is not None:
        context.put(RECIPES, update_row(context.get(RECIPES), recipe_id, favorite=not row.favorite))


def _delete(context: Context, ids: tuple[int, ...]) -> None:
    context.put(RECIPES, tuple([row for row in context.get(RECIPES) if row.id not in ids]))
    context.set(overlay=())
    if context.page.name == "recipe":
        context.pop()


def _update_recipe(context: Context, message: RecipeMessage) -> None:
    row = get(context.get(RECIPES), context.page.arg)
    match message:
        case ("tab", directions):
            context.set(data=directions)
        case ("more",):
            context.set(overlay=("more", context.point))
        case ("edit",):
            if row is not None:
                context.push(_edit_page(row))
        case ("share",):
            if row is not None:
                share(context, "text", as_text(row), row.title)
        case _:
            assert_never(message)


def _update(context: Context, message: Message) -> None:
    if _RECIPE.has(message):
        _update_recipe(context, message)
        return
    match message:
        case ("back",):
            context.pop()
        case ("open", recipe_id):
            context.push(ui.Page("recipe", recipe_id))
        case ("create",):
            context.push(_edit_page(None))
        case ("pick", recipe_id):
            row_selection.toggle(context, recipe_id)
        case ("favorites", only):
            context.set(data=only, scroll={})
        case ("favorite", recipe_id):
            _favorite(context, recipe_id)
        case ("clear",):
            context.set_fields(search="")
        case ("save",):
            _save(context)
        case ("submit", key):
            _submit(context, key)
        case ("ask", ids):
            context.set(overlay=("ask", ids))
        case ("delete", ids):
            _delete(context, ids)
        case ("started",):
            pass
        case _:
            assert_never(message)


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=_title,
    **FACTS.spec.facts,
)
