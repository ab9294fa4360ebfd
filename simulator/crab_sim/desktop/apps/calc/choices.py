"""The messages of Calc's dialogs, and their effects."""

from __future__ import annotations

from typing import Final, assert_never

from crab_sim.desktop.apps.calc import actions, files, formatting
from crab_sim.desktop.apps.calc.commands import carry_out, show_sheet
from crab_sim.desktop.apps.calc.dialogs import (
    ChartChoice,
    ExportChoice,
    FilterChoice,
    FindChoice,
    ImportChoice,
    SortChoice,
)
from crab_sim.desktop.apps.calc.messages import DialogMessage, OptionMessage, SortMessage
from crab_sim.desktop.apps.calc.state import commit, desk_of, put_desk, selection, sheet_of
from crab_sim.desktop.documents import DOCUMENTS, handle_documents
from crab_sim.desktop.documents import choose as choose_file
from crab_sim.desktop.property_dialog import change_property
from crab_sim.engines.sheets import structure
from crab_sim.engines.sheets.edits import SortKey
from crab_sim.engines.sheets.structure import filter_values
from crab_sim.machine.app import Context
from crab_sim.ui import MessageGroup

__all__ = ["choose", "submit"]

_SORTING: Final = MessageGroup(SortMessage)
_OPTIONS: Final = MessageGroup(OptionMessage)


def choose(context: Context, message: DialogMessage) -> None:
    """Handles a message of a dialog."""
    if DOCUMENTS.has(message):
        handle_documents(context, message, files.STEPS)
        return
    if _SORTING.has(message):
        _sorting(context, message)
        return
    if _OPTIONS.has(message):
        _options(context, message)
        return
    match message:
        case ("keep", path):
            context.pop()
            files.keep(context, path)
        case ("use_odf",):
            context.pop()
            files.save_as(context, "ods")
        case ("property" | "property_tab", *_):
            change_property(context, message)
        case ("properties",):
            formatting.accept(context)
        case ("reload_now",):
            context.pop()
            files.reload(context, True)
        case ("ask",):
            put_desk(context, desk_of(context)._replace(ask=not desk_of(context).ask))
        case ("import_now",):
            files.import_now(context)
        case ("export_now",):
            files.export_now(context)
        case ("find_next", way):
            actions.find_next(context, way)
        case ("replace_one",):
            actions.replace_one(context)
        case ("replace_all",):
            actions.replace_all(context)
        case _:
            assert_never(message)


def _sorting(context: Context, message: SortMessage) -> None:
    """Handles the dialogs for sorting, filtering and charts."""
    match message:
        case ("sort_all",):
            actions.sort_all(context)
        case ("filter_now",):
            actions.apply_filter(context)
        case ("filter_sort", descending):
            actions.sort_filtered(context, descending)
        case ("filter_text", text):
            choice: FilterChoice = context.page.arg
            context.set(arg=choice._replace(chosen=choice.chosen ^ {text}))
        case ("filter_all",):
            picked: FilterChoice = context.page.arg
            texts = frozenset(filter_values(sheet_of(desk_of(context)), picked.column))
            context.set(arg=picked._replace(chosen=frozenset() if picked.chosen >= texts else texts))
        case ("sort_option", name):
            _sort_option(context, name)
        case ("sort_column", number):
            _next_column(context, number)
        case ("sort_way", number, descending):
            sort: SortChoice = context.page.arg
            keys = list(sort.keys)
            keys[number] = keys[number]._replace(descending=descending)
            context.set(arg=sort._replace(keys=tuple(keys)))
        case ("chart_kind", kind):
            chart: ChartChoice = context.page.arg
            context.set(arg=chart._replace(kind=kind))
        case ("chart_now",):
            actions.chart_now(context)
        case _:
            assert_never(message)


def _sort_option(context: Context, name: str) -> None:
    choice: SortChoice = context.page.arg
    keys = choice.keys
    if name == "heading":
        choice = choice._replace(heading=not choice.heading)
    elif name == "add" and len(keys) < 3:
        used = [key.column for key in keys]
        columns = range(choice.box.left, choice.box.right + 1)
        free = next((column for column in columns if column not in used), choice.box.left)
        choice = choice._replace(keys=(*keys, SortKey(free)))
    elif name == "remove" and len(keys) > 1:
        choice = choice._replace(keys=keys[:-1])
    context.set(arg=choice)


def _next_column(context: Context, number: int) -> None:
    """Goes on to the next column for a key of sorting."""
    choice: SortChoice = context.page.arg
    keys = list(choice.keys)
    column = keys[number].column + 1
    keys[number] = keys[number]._replace(column=choice.box.left if column > choice.box.right else column)
    context.set(arg=choice._replace(keys=tuple(keys)))


def _options(context: Context, message: OptionMessage) -> None:
    """Handles the check boxes and radio buttons of the dialogs for text files and for finding."""
    page = context.page
    match message:
        case ("separator", char):
            choice: ImportChoice = page.arg
            present = choice.options.separators
            new = present.replace(char, "") if char in present else present + char
            context.set(arg=choice._replace(options=choice.options._replace(separators=new)))
        case ("import", name):
            other: ImportChoice = page.arg
            options = other.options
            if name == "merge":
                options = options._replace(merge=not options.merge)
            elif name == "quoted_is_text":
                options = options._replace(quoted_is_text=not options.quoted_is_text)
            else:
                options = options._replace(special=not options.special)
            context.set(arg=other._replace(options=options))
        case ("export", name):
            export: ExportChoice = page.arg
            if name == "as_shown":
                export = export._replace(as_shown=not export.as_shown)
            elif name == "quote_all":
                export = export._replace(quote_all=not export.quote_all)
            else:
                export = export._replace(separator=name)
            context.set(arg=export)
        case ("find_option", name):
            find: FindChoice = page.arg
            if name == "match_case":
                context.set(arg=find._replace(match_case=not find.match_case))
            else:
                context.set(arg=find._replace(entire=not find.entire))
        case _:
            assert_never(message)


def submit(context: Context) -> None:
    """Handles Enter in a dialog: it presses the main button."""
    match context.page.name:
        case "open" | "save_as" | "save_copy":
            choose_file(context, files.STEPS)
        case "text_import":
            files.import_now(context)
        case "text_export":
            files.export_now(context)
        case "find":
            actions.find_next(context, 1)
        case "sort":
            actions.sort_all(context)
        case "filter":
            actions.apply_filter(context)
        case "chart":
            actions.chart_now(context)
        case "width":
            _set_width(context)
        case "insert_sheet" | "rename_sheet":
            _name_sheet(context)
        case name if name in formatting.PROPERTIES:
            formatting.accept(context)
        case _:
            _press_main(context)


def _press_main(context: Context) -> None:
    page = context.page
    match page.name:
        case "ask_save":
            choose(context, ("save_and_close",))
        case "ask_replace":
            choose(context, ("replace_file", page.arg))
        case "reload":
            choose(context, ("reload_now",))
        case "keep_format":
            choose(context, ("keep", page.arg))
        case "error" | "about":
            context.pop()
        case "delete_sheet":
            carry_out(context, ("delete_sheet_now",))


def _set_width(context: Context) -> None:
    width = actions.parsed_width(context.field("entry"))
    if width is None:
        context.set(arg='Enter a length, such as 0.89" or 2.26 cm.')
        return
    context.pop()
    box = selection(desk_of(context))
    actions.set_width(context, box.left, box.right, width)


def _name_sheet(context: Context) -> None:
    page, desk = context.page, desk_of(context)
    name = context.field("entry")
    problem = structure.name_problem(desk.book, name, desk.sheet if page.name == "rename_sheet" else -1)
    if problem:
        context.set(arg=problem)
        return
    context.pop()
    if page.name == "rename_sheet":
        commit(context, "Rename Sheet", structure.rename_sheet(desk.book, desk.sheet, name))
    else:
        commit(context, "Insert Sheet", structure.add_sheet(desk.book, desk.sheet, name))
        show_sheet(context, desk.sheet)
