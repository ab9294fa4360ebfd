"""``:set``."""

from __future__ import annotations

import re

from crab_sim.shell.programs.vim.editor import DEFAULTS, Editor, Refused
from crab_sim.shell.programs.vim.ex.call import Call

_SHORT = {
    "ai": "autoindent", "bg": "background", "bs": "backspace", "cb": "clipboard", "cul": "cursorline",
    "enc": "encoding", "et": "expandtab", "ff": "fileformat", "fixeol": "fixendofline", "ft": "filetype",
    "gd": "gdefault", "hls": "hlsearch", "ic": "ignorecase", "is": "incsearch", "js": "joinspaces", "ls": "laststatus",
    "ma": "modifiable", "nf": "nrformats", "nu": "number", "rnu": "relativenumber", "ro": "readonly", "ru": "ruler",
    "sb": "splitbelow", "sc": "showcmd", "scr": "scroll", "scs": "smartcase", "si": "smartindent", "smd": "showmode",
    "so": "scrolloff", "sol": "startofline", "sr": "shiftround", "sts": "softtabstop", "sw": "shiftwidth",
    "syn": "syntax", "tw": "textwidth", "top": "tildeop", "ts": "tabstop", "ul": "undolevels", "ws": "wrapscan",
    "ww": "whichwrap",
}  # fmt: skip
_SWITCHES = frozenset(
    "autoindent cursorline expandtab fixendofline gdefault hlsearch ignorecase incsearch joinspaces list magic"
    " modifiable"
    " number readonly relativenumber ruler shiftround showcmd showmode smartcase smartindent splitbelow startofline"
    " tildeop wrap wrapscan".split()
)
_IGNORED = frozenset(
    "compatible cp nocompatible hidden hid backup bk swapfile swf writebackup wb undofile udf visualbell vb"
    " errorbells eb"
    " lazyredraw lz ttyfast tf autoread ar showmatch sm title wildmenu wmnu termguicolors tgc autowrite aw modeline ml"
    " secure exrc cindent cin smarttab sta linebreak lbr spell cursorcolumn cuc foldenable fen paste".split()
)
_IGNORED_VALUES = frozenset(
    "history hi colorcolumn cc listchars lcs fileencoding fenc fileencodings fencs wildmode wim completeopt cot"
    " foldmethod"
    " fdm foldlevel fdl timeoutlen tm ttimeoutlen ttm updatetime ut statusline stl formatoptions fo matchpairs mps"
    " guifont gfn runtimepath rtp directory dir backupdir bdir spelllang spl matchtime mat cmdheight ch viminfo vi"
    " signcolumn scl path pa tags tag selection sel virtualedit ve undodir udir sidescrolloff siso sidescroll ss t_Co"
    " diffopt dip shortmess shm complete cpt iskeyword isk cpoptions cpo verbose vbs report".split()
)


def set_command(editor: Editor, call: Call) -> None:
    """Sets options, or shows them.

    Raises:
        Refused: One of them is unknown, or the value isn't one of it.
    """
    words = re.findall(r"(?:\\.|[^\\\s])+", call.rest)
    if not words or words == ["all"]:
        changed = [_shown(editor, name) for name in sorted(editor.state.options)]
        editor.show(["--- Options ---", *[f"  {text}" for text in changed]])
        return
    for word in words:
        if word.startswith('"'):
            return
        _set(editor, word)


def _full(name: str) -> str:
    return _SHORT.get(name, name)


def _shown(editor: Editor, name: str) -> str:
    if name in _SWITCHES:
        return f"  {name}" if editor.number(name) else f"no{name}"
    return f"  {name}={editor.word(name)}"


def _set(editor: Editor, word: str) -> None:
    match = re.match(r"(no|inv)?([a-z_A-Z]+)(.*)", word, re.DOTALL)
    if match is None:
        raise Refused(f"E518: Unknown option: {word}")
    prefix, name, rest = match[1] or "", match[2], match[3]
    if _full(prefix + name) in DEFAULTS or prefix + name in _IGNORED | _IGNORED_VALUES:
        prefix, name = "", prefix + name
    full = _full(name)
    if full not in DEFAULTS:
        if name in _IGNORED or name in _IGNORED_VALUES:
            return
        raise Refused(f"E518: Unknown option: {word}")
    if full in _SWITCHES:
        _switch(editor, full, prefix, rest, word)
        return
    if prefix:
        raise Refused(f"E474: Invalid argument: {word}")
    if rest in ("", "?"):
        editor.say(_shown(editor, full))
    elif rest in ("&", "&vim"):
        _store(editor, full, DEFAULTS[full])
    else:
        _value(editor, full, rest, word)


def _switch(editor: Editor, name: str, prefix: str, rest: str, word: str) -> None:
    if rest == "?":
        editor.say(_shown(editor, name))
    elif rest == "!" or prefix == "inv":
        _store(editor, name, 0 if editor.number(name) else 1)
    elif rest == "&":
        _store(editor, name, DEFAULTS[name])
    elif rest:
        raise Refused(f"E474: Invalid argument: {word}")
    else:
        _store(editor, name, 0 if prefix == "no" else 1)


def _value(editor: Editor, name: str, rest: str, word: str) -> None:
    match = re.fullmatch(r"([-+^]?)[=:](.*)", rest, re.DOTALL)
    if match is None:
        raise Refused(f"E488: Trailing characters: {word}" if rest[0] in "!&?" else f"E518: Unknown option: {word}")
    sign, text = match[1], match[2].replace("\\ ", " ")
    if isinstance(DEFAULTS[name], str):
        old = editor.word(name)
        if sign == "+":
            text = f"{old},{text}" if old else text
        elif sign == "-":
            text = ",".join([part for part in old.split(",") if part != text])
        if name == "fileformat" and text not in ("unix", "dos", "mac"):
            raise Refused(f"E474: Invalid argument: {word}")
        _store(editor, name, text)
        return
    if re.fullmatch(r"-?\d{1,7}", text) is None:
        raise Refused(f"E521: Number required after =: {word}")
    number = int(text)
    if sign:
        number = editor.number(name) + (number if sign == "+" else -number)
    if number < (1 if name == "tabstop" else 0) and name not in ("softtabstop", "undolevels"):
        raise Refused(f"E487: Argument must be positive: {word}")
    _store(editor, name, min(number, 9999) if name != "softtabstop" or number >= 0 else editor.shift)


def _store(editor: Editor, name: str, value: int | str) -> None:
    options = dict(editor.state.options)
    if value == DEFAULTS[name]:
        options.pop(name, None)
    else:
        options[name] = value
    if name == "hlsearch" and value:
        editor.state = editor.state._replace(highlight=True)
    editor.state = editor.state._replace(options=options)
