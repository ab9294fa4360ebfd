"""``:set``."""

from __future__ import annotations

import re
from typing import Final

from crab_sim.shell.programs.vim.editor import DEFAULTS, Editor, Refused

__all__ = ["set_options"]

_SHORT: Final = {
    "ai": "autoindent", "et": "expandtab", "ic": "ignorecase", "nu": "number",
    "ro": "readonly", "ru": "ruler", "scs": "smartcase", "smd": "showmode",
    "so": "scrolloff", "sts": "softtabstop", "sw": "shiftwidth", "ts": "tabstop", "ws": "wrapscan",
    "ff": "fileformat",
}  # fmt: skip
_NUMBERS: Final = ("scrolloff", "shiftwidth", "softtabstop", "tabstop")
_IGNORED: Final = frozenset(
    "autoread ar background bg backspace bs backup bk cindent cin clipboard cb colorcolumn cc compatible cp "
    "cursorline  cul encoding enc errorbells eb fileencoding fenc fileencodings fencs filetype ft foldmethod "
    "fdm hidden hid  history hi hlsearch hls incsearch is laststatus ls lazyredraw lz linebreak lbr list "
    "listchars lcs mouse nocompatible paste relativenumber rnu  showcmd sc showmatch sm smartindent si smarttab "
    "sta spell splitbelow sb splitright spr swapfile swf syntax syn  termguicolors tgc textwidth tw title "
    "undofile udf undolevels ul updatetime ut visualbell vb wildmenu wmnu  wildmode wim wrap writebackup wb".split()
)
"""Options that settings' files often have and that change nothing here."""


def set_options(editor: Editor, text: str) -> None:
    """Sets options, or shows them.

    Raises:
        Refused: One of them is unknown, or the value isn't one of it.
    """
    words = text.partition('"')[0].split()
    if not words or words == ["all"]:
        changed = [f"    {_shown(editor, name)}" for name in sorted(editor.state.options)]
        editor.show(["--- Options ---", *changed])
    for word in words if words != ["all"] else ():
        _set(editor, word)


def _shown(editor: Editor, name: str) -> str:
    if name == "fileformat":
        return f"  fileformat={'dos' if editor.state.dos else 'unix'}"
    if name in _NUMBERS:
        return f"  {name}={editor.number(name)}"
    return f"  {name}" if editor.number(name) else f"no{name}"


def _set(editor: Editor, word: str) -> None:
    match = re.fullmatch(r"(no|inv)?([a-z_]+?)([?!&]?|[-+^]?[=:].*)", word)
    names = [match[2], (match[1] or "") + match[2]] if match is not None else []
    full = next((_SHORT.get(name, name) for name in names if _SHORT.get(name, name) in (*DEFAULTS, "fileformat")), "")
    if match is None or not full:
        if not _IGNORED.isdisjoint(names):
            return
        raise Refused(f"E518: Unknown option: {word}")
    prefix, rest = match[1], match[3]
    if rest == "?" or (not rest and not prefix and full in (*_NUMBERS, "fileformat")):
        editor.say(_shown(editor, full))
    elif full == "fileformat" and rest in ("=unix", "=dos"):
        editor.state = editor.state._replace(dos=rest == "=dos", saved=-1)
    elif rest == "&":
        _store(editor, full, DEFAULTS[full])
    elif full in _NUMBERS and rest[:1] == "=" and not prefix:
        if not rest[1:].isdigit():
            raise Refused(f"E521: Number required after =: {word}")
        if rest == "=0" and full == "tabstop":
            raise Refused(f"E487: Argument must be positive: {word}")
        _store(editor, full, min(int(rest[1:8]), 9999))
    elif full in DEFAULTS and full not in _NUMBERS and rest in ("", "!"):
        flip = rest or prefix == "inv"
        _store(editor, full, 1 - editor.number(full) if flip else int(prefix is None))
    else:
        raise Refused(f"E474: Invalid argument: {word}")


def _store(editor: Editor, name: str, value: int) -> None:
    options = {**editor.state.options, name: value}
    if value == DEFAULTS[name]:
        del options[name]
    editor.state = editor.state._replace(options=options)
