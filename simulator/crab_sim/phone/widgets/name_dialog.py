"""A dialog that asks for a name, such as that of a new folder or playlist, above the page that asked.

The dialog is a page of its own, since only a page's fields take text. An app that asks for one name in one place lets
`wrap` draw and handle it::

    name_dialog.ask(context, "New folder", "Create", ("make_folder",))   # in a handler
    case ("make_folder", name): ...                                      # in its handler, which gets the name
    view, update = name_dialog.wrap(_view, _update)                      # for its AppSpec

An app that checks the name while it is typed draws the dialog itself, above the view of the page below::

    context.push(name_dialog.page("folder", parent))
    if page.name == "prompt": View(_list(context, name_dialog.below(context)).body, name_dialog.dialog(context, ...))
    case ("named",): kind, arg = context.page.arg; name = name_dialog.typed_name(context); context.pop(); ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias, cast

from crab_sim.files.names import name_fault
from crab_sim.machine.app import Context, View
from crab_sim.phone.widgets.basics import dialog_buttons
from crab_sim.ui import AnyMessage, Column, Dialog, Field, Label, MessageT, Page, Widget
from crab_sim.ui.page import PlainData

__all__ = ["NameMessage", "ask", "below", "dialog", "file_problem", "page", "typed_name", "wrap"]

_PAGE = "naming"

NameMessage: TypeAlias = tuple[Literal["named"]] | tuple[Literal["back"]]
"""The messages of the dialog; those of an app that draws it itself contain them."""


def file_problem(name: str, taken: bool = False) -> str:
    """Returns why a file or folder can't have a name, ``""`` if it can.

    >>> file_problem("a/b"), file_problem("plan.md")
    ("A name can't contain a slash", '')
    """
    fault = name_fault(name)
    if fault == "slash" or "\0" in name:
        return "A name can't contain a slash"
    if fault == "reserved":
        return "This name is reserved"
    if fault == "long":
        return "This name is too long"
    return "Something with this name is already here" if taken else ""


# Drawn by the app ---------------------------------------------------------------------------------------------------


def page(kind: str, arg: PlainData = None, text: str = "") -> Page:
    """Returns the page that asks for a name; `text` is the present name, selected so that typing replaces it."""
    return Page("prompt", (kind, arg), {"name": text}, focus="name", selection=(0, len(text)))


def below(context: Context) -> Page:
    """Returns the page below the dialog."""
    return context.window.pages[-2]


def typed_name(context: Context) -> str:
    """Returns the name as typed, without space around it."""
    return context.field("name").strip()


def dialog(context: Context, title: str, hint: str, action: str, problem: str = "") -> Dialog[NameMessage]:
    """Returns the dialog, whose button sends ``("named",)``.

    Args:
        context: The app's hold on its machine.
        title: The dialog's title.
        hint: Text of the empty field.
        action: Text of the button.
        problem: Shown below the field; it disables the button.
    """
    rows: list[Widget[NameMessage]] = [Field("name", hint, "android:id/edit")]
    if problem:
        rows.append(Label(problem, "small", "danger", wrap=True))
    ready = bool(typed_name(context)) and not problem
    buttons: list[Widget[NameMessage]] = dialog_buttons(action, ("named",), cancel=("back",), enabled=ready)
    return Dialog(title, Column(rows, gap=8), buttons, dismiss=("back",))


# Drawn by `wrap` ----------------------------------------------------------------------------------------------------


class _Question(NamedTuple):
    """The argument of the dialog's page; see `ask`."""

    title: str
    action: str
    message: AnyMessage
    hint: str


def ask(
    context: Context, title: str, action: str, message: AnyMessage, text: str = "", hint: str = "Name",
    whole: bool = True,
) -> None:  # fmt: skip
    """Shows the dialog; its button sends `message` with the name added.

    Args:
        context: The app's hold on its machine.
        title: The dialog's title.
        action: Text of the button.
        message: Sent by the button.
        text: The name that is offered.
        hint: Text of the empty field.
        whole: Whether the whole name is selected, not only the part before its last dot.
    """
    asking = context.page
    end = len(text) if whole or text.rfind(".") <= 0 else text.rfind(".")
    context.set(overlay=())
    question = _Question(title, action, message, hint)
    context.push(Page(_PAGE, question, {**asking.fields, "name": text}, asking.scroll, "name", (0, end)))


def wrap(
    view: Callable[[Context], View[MessageT]], update: Callable[[Context, MessageT], None]
) -> tuple[Callable[[Context], View[MessageT | NameMessage]], Callable[[Context, MessageT | NameMessage], None]]:
    """Returns an app's view and handler with the dialog above them, while it is open."""

    def view_with_dialog(context: Context) -> View[MessageT | NameMessage]:
        return _with_dialog(context, view) if context.page.name == _PAGE else view(context)

    def update_with_dialog(context: Context, message: MessageT | NameMessage) -> None:
        if context.page.name != _PAGE:
            update(context, cast(MessageT, message))
            return
        match message:
            case ("named" | "submit", *_):
                name, question = typed_name(context), context.page.arg
                if name:
                    context.pop()
                    update(context, cast(MessageT, (*question.message, name)))
            case ("back",):
                context.pop()

    return view_with_dialog, update_with_dialog


class _PageBelow(Context):
    """A view's hold on the page below the dialog."""

    __slots__ = ()

    @property
    def page(self) -> Page:
        """The page below."""
        return below(self)


def _with_dialog(context: Context, view: Callable[[Context], View[MessageT]]) -> View[MessageT | NameMessage]:
    hold = _PageBelow(context.machine, context.window_id)
    hold.reads = context.reads
    shown = view(hold)
    question: _Question = context.page.arg
    return View(shown.body, dialog(context, question.title, question.hint, question.action), shown.floating)
