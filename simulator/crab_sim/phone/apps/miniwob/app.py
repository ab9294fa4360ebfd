"""The phone's MiniWoB app: an instruction on a yellow ground, and below it a page that is data.

State: slice ``"miniwob"``, see `crab_sim.phone.apps.miniwob.data`. The texts of fields are the window's, as
everywhere, and values too. Page: ``main``.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from crab_sim import ui
from crab_sim.engines.days import day_of
from crab_sim.machine.app import AppSpec, Context, Intent, View
from crab_sim.phone.apps.miniwob import APP as FACTS
from crab_sim.phone.apps.miniwob import items as kinds
from crab_sim.phone.apps.miniwob.actions import Done, run
from crab_sim.phone.apps.miniwob.canvas import dragged, moved_to, spot_in
from crab_sim.phone.apps.miniwob.data import PLAY, Board, Item, Play, board_of, holds
from crab_sim.phone.apps.miniwob.dragging import resized, sorted_after
from crab_sim.phone.apps.miniwob.items import ID, Shown
from crab_sim.phone.apps.miniwob.messages import DragMessage, Message
from crab_sim.phone.widgets import pickers
from crab_sim.phone.widgets.basics import empty
from crab_sim.phone.widgets.pickers import PickerOverlay
from crab_sim.ui.node import FieldData, ScrollData
from crab_sim.ui.theme import Color

__all__ = ["APP", "begin", "typed"]

_YELLOW: Color = (255, 236, 120)
_BLACK: Color = (28, 26, 10)

Overlay: TypeAlias = ui.ToolkitOverlay | PickerOverlay | tuple[Literal["choose"], int]

_DRAG = ui.MessageGroup(DragMessage)


# View ---------------------------------------------------------------------------------------------------------------


def _view(context: Context) -> View[Message]:
    play: Play = context.get(PLAY)
    if not play.content:
        return View(ui.Column([empty("grid", "No page", "A task opens its page here")]))
    board = board_of(play.content)
    says = ui.Label(board.says, 16, _BLACK, "bold", wrap=True, rid=ID + "utterance", verbatim=True)
    band = ui.Column([says], pad=(16, 10), background=_YELLOW)
    if play.ended:
        return View(ui.Column([band, empty("info", "This page is over")]))
    shown = Shown(play.values, int(context.seconds) if _moves(board) else 0)
    body = ui.Scroll("page", kinds.widgets(shown, board.items), 12, (16, 14), rid=ID + "page")
    return View(ui.Column([band, body]), _overlay(context, board, shown))


def _moves(board: Board) -> bool:
    return any([item["k"] == "canvas" and "moves" in item for item in board.by_id])


def _overlay(context: Context, board: Board, shown: Shown) -> ui.Widget[Message] | None:
    overlay: Overlay = context.page.overlay
    picker = pickers.overlay(context)
    if picker is not None:
        return picker
    match overlay:
        case ("choose", int(number)):
            item = board.by_id[number]
            rows: list[ui.Widget[Message]] = [
                ui.Tile(text, ("chosen", number, i), verbatim="text",
                        leading=ui.Toggle("radio", shown.values.get(item["name"]) == text))
                for i, text in enumerate(item["options"])
            ]  # fmt: skip
            return ui.Dialog(item["text"], ui.Scroll("options", rows), [ui.Button("Cancel", ("dismiss",), "text")])
    for item in board.by_id:
        if item["k"] == "dialog" and holds(shown.values, item.get("when")):
            return kinds.dialog(shown, item)
    return None


# Events -------------------------------------------------------------------------------------------------------------


def begin(context: Context) -> None:
    """Fills the fields of a new window with their first texts, and scrolls its lists to where they begin."""
    play: Play = context.get(PLAY)
    items = board_of(play.content).by_id
    names = [item["name"] for item in items if item["k"] == "field"]
    context.set(
        fields={name: str(play.values[name]) for name in names if play.values.get(name)},
        scroll={item["name"]: item["start"] for item in items if item["k"] == "scroll" and "start" in item},
    )


def typed(context: Context) -> None:
    """Makes the text of the focused field a value, and carries out the actions that follow from typing."""
    play: Play = context.get(PLAY)
    key = context.page.focus
    if play.content and not play.ended:
        context.put(PLAY, play._replace(values={**play.values, key: context.field(key)}))
        _act(context, _field(board_of(play.content), key).get("typed", ()))


def _field(board: Board, name: str) -> Item:
    return next((item for item in board.by_id if item["k"] == "field" and item["name"] == name), {})


def _set(context: Context, name: str, value: ui.PlainData) -> None:
    play: Play = context.get(PLAY)
    if not play.ended:
        context.put(PLAY, play._replace(values={**play.values, name: value}))


def _act(context: Context, actions: list[ui.PlainData]) -> None:
    """Carries out actions."""
    play: Play = context.get(PLAY)
    if not actions or play.ended:
        return
    page = context.page
    low, high = sorted(page.selection)
    done = run(actions, Done(play.values, page.fields, selected=page.fields.get(page.focus, "")[low:high]))
    values = {**done.values, **_seen(context)} if done.ended else done.values
    context.put(PLAY, Play(play.content, values, done.ended))
    if done.fields is not page.fields:
        text = done.fields.get(page.focus, "")
        context.set(fields=done.fields, selection=(len(text), len(text)))
    if done.ended:
        context.set(focus="", overlay=())
    elif any([item["k"] == "dialog" and holds(values, item.get("when")) for item in board_of(play.content).by_id]):
        context.set(focus="")


def _seen(context: Context) -> dict[str, ui.PlainData]:
    """Returns what is selected and how far lists and fields are scrolled, as a page that ends has it."""
    page, seen = context.page, dict[str, ui.PlainData]()
    if page.focus:
        low, high = sorted(page.selection)
        seen["selected"], seen["selected_in"] = page.fields.get(page.focus, "")[low:high], page.focus
    for node in context.machine.scene.nodes:
        if isinstance(node.data, ScrollData) and node.data.limit:
            seen[f"scroll_{node.data.key}"] = _part(node.data.offset, node.data.limit)
        elif isinstance(node.data, FieldData) and node.data.key in page.scroll:
            seen[f"scroll_{node.data.key}"] = "top" if not node.data.first_row else "below"
    return seen


def _part(offset: int, limit: int) -> str:
    return "top" if not offset else "bottom" if offset >= limit else "middle"


def _update(context: Context, message: Message) -> None:  # noqa: C901 - one case per message
    play: Play = context.get(PLAY)
    board = board_of(play.content)
    if _DRAG.has(message):
        _drag(context, board, play, message)
        return
    match message:
        case ("do", number):
            _act(context, board.by_id[number].get("do", []))
        case ("hold", number):
            _act(context, board.by_id[number]["hold"])
        case ("submit", key):
            _act(context, _field(board, key).get("do", []))
        case ("shape", number, shape):
            _act(context, board.by_id[number]["shapes"][shape]["do"])
        case ("tab", number, i):
            _set(context, board.by_id[number]["name"], i)
            _act(context, board.by_id[number].get("do", []))
        case ("touched", number):
            name = board.by_id[number]["name"]
            end = len(context.field(name))
            context.set(focus=name, selection=(end, end))
            _act(context, board.by_id[number]["focus"])
        case ("suggested", number, i):
            item = board.by_id[number]
            _act(context, [["type", item["field"], item["options"][i]]])
        case ("slide", number, share):
            item = board.by_id[number]
            steps = round(share * (item["most"] - item["least"]) / item["step"])
            _set(context, item["name"], item["least"] + steps * item["step"])
            _act(context, item.get("do", []))
        case ("open", number):
            _open(context, board.by_id[number], play)
        case ("chosen", number, i):
            _set(context, board.by_id[number]["name"], board.by_id[number]["options"][i])
            context.set(overlay=())
        case ("pick", *_):
            pickers.update(context, message)
        case ("picked", key, value):
            item = next(item for item in board.by_id if item.get("name") == key)
            text = kinds.iso_day(value) if item["k"] == "date" else f"{value // 60:02}:{value % 60:02}"
            _set(context, key, text)
            context.set(overlay=())
        case ("point", number, left, top, scale):
            _set(context, board.by_id[number]["point"], list(spot_in(left, top, scale, *context.point)))
        case ("back",) | ("started",):
            pass
        case _:
            assert_never(message)


def _drag(context: Context, board: Board, play: Play, message: DragMessage) -> None:
    match message:
        case ("drag", number, left, top, scale, x1, y1, x2, y2):
            item = board.by_id[number]
            start, end = spot_in(left, top, scale, x1, y1), spot_in(left, top, scale, x2, y2)
            shape = dragged(item, play.values, start)
            if shape is not None:
                _set(context, shape["drag"], moved_to(item, shape, play.values, start, end))
            elif "swipe" in item:
                across = abs(end.x - start.x) > abs(end.y - start.y)
                way = ("left", "right")[end.x > start.x] if across else ("up", "down")[end.y > start.y]
                _act(context, item["swipe"].get(way, []))
        case ("sort", number, top, _, y1, _, y2):
            item = board.by_id[number]
            texts = play.values.get(item["name"]) or item["options"]
            _set(context, item["name"], sorted_after(texts, y1 - top, y2 - top))
        case ("resize", number, x1, y1, x2, y2):
            item = board.by_id[number]
            size = play.values.get(item["name"]) or item["size"]
            _set(context, item["name"], resized(size, item["most"], x2 - x1, y2 - y1))
        case _:
            assert_never(message)


def _open(context: Context, item: Item, play: Play) -> None:
    """Opens the native widget of a choice, a date or a time."""
    value = play.values.get(item["name"])
    if item["k"] == "choice":
        context.set(overlay=("choose", item["id"]), focus="")
    elif item["k"] == "date":
        year, month, day = map(int, (value or item["from"]).split("-"))
        context.set(overlay=pickers.date_overlay(item["name"], day_of(year, month, day)), focus="")
    else:
        hour, minute = map(int, (value or item["from"]).split(":"))
        context.set(overlay=pickers.time_overlay(item["name"], 60 * hour + minute), focus="")


def _start(intent: Intent) -> ui.Page:
    return ui.Page("main")


APP = AppSpec(
    view=_view,
    update=_update,
    start=_start,
    title=lambda context: "MiniWoB",
    key=pickers.key,
    text=pickers.text,
    begin=begin,
    typed=typed,
    **FACTS.spec.facts,
)
