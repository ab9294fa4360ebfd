"""Messages: what widgets send to their app, as plain data.

A message is a tuple: its name, then plain data. An app declares its messages as a union, and its widgets and views are
generic in it, as Elm's ``Html msg``: mypy refuses a widget whose message the app's handler doesn't take.

* `AnyMessage` - a message of any app; `ToolkitMessage` - what any widget may send, since the toolkit handles it.
* `MessageT`, `Message_co`, `Message_contra` - type variables for an app's messages: for functions and tuples, for
  widgets (which send messages), and for scenes (which take them).
* `MessageGroup` - tells the messages of a part of an app from its others.
"""

from __future__ import annotations

import sys
from types import UnionType
from typing import TYPE_CHECKING, Generic, Literal, Never, TypeAlias, Union, get_args, get_origin

if TYPE_CHECKING:
    from typing_extensions import TypeForm, TypeIs, TypeVar
elif sys.version_info >= (3, 13):
    from typing import TypeVar
else:  # Python's own has no defaults
    from typing_extensions import TypeVar

__all__ = ["TOOLKIT", "AnyMessage", "MessageGroup", "MessageT", "Message_co", "Message_contra", "ToolkitMessage"]

AnyMessage: TypeAlias = tuple[object, ...]
"""A message of any app: its name, then plain data. An app narrows it to its own union, see `AppSpec`."""
ToolkitMessage: TypeAlias = (
    tuple[Literal["dismiss", "nothing", "field_cut", "field_copy", "field_paste", "field_select"]]
    | tuple[Literal["focus"], str]
)
"""The messages that never reach an app: ``dismiss`` closes the overlay, ``nothing`` keeps touches from what lies below
a widget, and the others are those of fields."""

MessageT = TypeVar("MessageT", bound=AnyMessage, default=Never)
Message_co = TypeVar("Message_co", bound=AnyMessage, covariant=True, default=Never)
Message_contra = TypeVar("Message_contra", bound=AnyMessage, contravariant=True, default=Never)


class MessageGroup(Generic[MessageT]):
    """The messages of a union, told from an app's others by their names and numbers of parts.

    An app with many messages declares a union for each of its parts, and lets the part's own handler take them::

        TIMER = MessageGroup(TimerMessage)

        def _update(context: Context, message: Message) -> None:
            if TIMER.has(message):
                update_timer(context, message)  # mypy knows that it is a TimerMessage
            ...

    Args:
        union: The union.
    """

    def __init__(self, union: TypeForm[MessageT]) -> None:
        self._shapes = _shapes(union)

    def has(self, message: AnyMessage) -> TypeIs[MessageT]:
        """Returns whether a message is one of the union's."""
        return (message[0], len(message)) in self._shapes


def _shapes(union: object) -> frozenset[tuple[object, int]]:
    """Returns the names of a union's messages, which are the first parts of its tuples, with their numbers of parts."""
    tuples = get_args(union) if get_origin(union) in (Union, UnionType) else (union,)
    parts = [get_args(row) for row in tuples]
    return frozenset([(name, len(row)) for row in parts for name in get_args(row[0])])


TOOLKIT = MessageGroup(ToolkitMessage)
