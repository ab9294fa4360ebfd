"""The messages of Calc.

* `GridMessage`, `DialogMessage`, `MenuChoice` - those of its parts, of which the latter two have parts of their own.
* `Message` - all of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from crab_sim.desktop.chrome.menus import MenuMessage
from crab_sim.desktop.documents import DocumentMessage
from crab_sim.desktop.messages import DesktopMessage
from crab_sim.desktop.office import KeepMessage, ReloadMessage
from crab_sim.desktop.office_formats import TextMessage
from crab_sim.desktop.office_menus import FileMessage
from crab_sim.desktop.property_dialog import PropertyMessage

__all__ = [
    "Axis", "DialogMessage", "EditMessage", "GridMessage", "InsertMessage", "LookMessage", "MenuChoice", "Message",
    "OptionMessage", "SheetMessage", "SortMessage", "TabMessage", "ToolMessage",
]  # fmt: skip

Axis: TypeAlias = Literal["row", "column"]
GridMessage: TypeAlias = (
    tuple[Literal["cell", "cell_edit", "cell_menu"], int, int]
    | tuple[Literal["row", "column", "tab_menu", "tab_rename", "chart_at"], int]
    | tuple[Literal["header_menu"], str, int]
    | tuple[Literal["drag"], int, int, int, int, int, int, int, int]
    | tuple[Literal["palette"], str]
)
"""The messages of the grid, of the tabs below it, and of the buttons that open colours."""
SortMessage: TypeAlias = (
    tuple[Literal["sort_all", "filter_now", "filter_all", "chart_now"]]
    | tuple[Literal["filter_sort"], bool]
    | tuple[Literal["filter_text", "sort_option", "chart_kind"], str]
    | tuple[Literal["sort_column"], int]
    | tuple[Literal["sort_way"], int, bool]
)
"""The messages of the dialogs for sorting, filtering and charts."""
OptionMessage: TypeAlias = tuple[Literal["separator", "import", "export", "find_option"], str]
"""The check boxes and radio buttons of the dialogs for text files and for finding."""
DialogMessage: TypeAlias = (
    DocumentMessage
    | KeepMessage
    | ReloadMessage
    | PropertyMessage
    | SortMessage
    | OptionMessage
    | tuple[Literal["import_now", "export_now", "replace_one", "replace_all"]]
    | tuple[Literal["find_next"], int]
)
EditMessage: TypeAlias = (
    tuple[Literal["undo", "redo", "cut", "copy", "all", "find", "edit", "formulas"]]
    | tuple[Literal["paste", "bar"], str]
)
"""The messages of the menus Edit and View."""
InsertMessage: TypeAlias = (
    tuple[Literal["chart", "functions", "sum", "equals", "recalculate"]] | tuple[Literal["function", "now"], str]
)
"""The messages of the menu Insert, and of the input line."""
LookMessage: TypeAlias = (
    tuple[Literal["plain", "width", "optimal"]]
    | tuple[Literal["look", "align", "format", "fill", "ink"], str]
    | tuple[Literal["decimals", "optimal_column"], int]
)
"""The messages of the menu Format and its tool bar."""
SheetMessage: TypeAlias = (
    tuple[Literal["clear", "sort", "filter"]]
    | tuple[Literal["insert"], Axis, int]
    | tuple[Literal["delete_lines"], Axis]
    | tuple[Literal["fill_cells"], Literal["down", "right", "up", "left"]]
    | tuple[Literal["sort_now"], bool]
    | tuple[Literal["filter_column"], int, int, int]
)
"""The messages of the menus Sheet and Data, but for those about whole sheets."""
TabMessage: TypeAlias = (
    tuple[Literal["add_sheet", "insert_sheet", "rename_sheet", "copy_sheet", "delete_sheet", "delete_sheet_now"]]
    | tuple[Literal["sheet", "move_sheet"], int]
)
"""The messages about whole sheets."""
ToolMessage: TypeAlias = (
    TextMessage
    | tuple[Literal["dialog", "cell_style"], str]
    | tuple[Literal["clone", "highlight", "hide_sheet", "select_data", "to_values"]]
    | tuple[Literal["freeze"], Literal["cursor", "row", "column"]]
    | tuple[Literal["hide_lines", "show_lines"], Axis]
    | tuple[Literal["select_lines"], Literal["rows", "columns"]]
    | tuple[Literal["step_sheet"], int]
)
"""The other commands on cells, rows, columns and the view."""
MenuChoice: TypeAlias = (
    ToolMessage | FileMessage | EditMessage | InsertMessage | LookMessage | SheetMessage | TabMessage
)
"""The commands, which menus, tool bars and keys share."""
Message: TypeAlias = (
    DesktopMessage
    | MenuMessage[MenuChoice]
    | GridMessage
    | DialogMessage
    | MenuChoice
    | tuple[Literal["accept", "cancel_edit"]]
)
