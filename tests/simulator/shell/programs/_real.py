"""The real vim, fed with keys, to compare the simulated one with."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from crab_sim.files import Directory, Files
from crab_sim.shell.programs.vim.loop import feed
from crab_sim.shell.programs.vim.state import VimState
from crab_sim.shell.programs.world import World

_SCRIPT = r"""
set nocompatible nrformats=bin,hex scrolloff=5 backspace=indent,eol,start whichwrap=b,s noswapfile lines=24 columns=80
{options}
call feedkeys(join(readfile('{folder}/keys', 'b'), "\n"), 'tx')
let result = {{'lines': getline(1, '$'), 'cursor': [line('.'), charcol('.')], 'registers': {{}}}}
for name in ['"', '0', '1', '2', '-', 'a', 'b']
  let result.registers[name] = [getreg(name), getregtype(name)]
endfor
call writefile([json_encode(result)], '{folder}/result')
silent write! {folder}/saved
qall!
"""
_REGISTERS = ('"', "0", "1", "2", "-", "a", "b")


@dataclass(frozen=True)
class Outcome:
    """What a sequence of keys leads to: the buffer, the cursor (from 1), registers, and the bytes of the file."""

    lines: tuple[str, ...]
    cursor: tuple[int, int]
    registers: tuple[tuple[str, str], ...]
    saved: bytes


@cache
def missing() -> str:
    """Returns why the real one can't be asked, empty if it can."""
    program = shutil.which("vim")
    if program is None:
        return "no vim on this machine"
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
    return "" if "+eval" in version and "+textobjects" in version else "this vim has no expressions (vim-tiny)"


def real(text: str, keys: str, folder: Path, options: str = "") -> Outcome:
    """Returns the outcome of keys in the real vim."""
    (folder / "text").write_text(text, encoding="utf-8", newline="")
    (folder / "keys").write_text(keys, encoding="utf-8", newline="")
    (folder / "script").write_text(_SCRIPT.format(folder=folder, options=options), encoding="utf-8")
    (folder / "result").unlink(missing_ok=True)
    argv = ["vim", "-u", "NONE", "-N", "-n", "-i", "NONE", "--not-a-term", "-T", "dumb", "-S", str(folder / "script")]
    environment = {"LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    subprocess.run(
        [*argv, str(folder / "text")], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
        timeout=30, check=False,
    )  # fmt: skip
    result = json.loads((folder / "result").read_text(encoding="utf-8"))
    registers = [(name, result["registers"][name][0]) for name in _REGISTERS]
    line, column = result["cursor"]
    return Outcome(tuple(result["lines"]), (line, column), tuple(registers), (folder / "saved").read_bytes())


def simulated(text: str, keys: str, options: str = "") -> Outcome:
    """Returns the outcome of keys in the simulated one, fed one by one."""
    from crab_sim.shell.programs.vim.editor import Editor
    from crab_sim.shell.programs.vim.loop import run_commands
    from crab_sim.shell.programs.vim.registers import read_register

    files = Files([("/home/user", Directory(0.0, 0o755, "user"))]).write(
        "/home/user/text", text.encode(), 0.0, owner="user"
    )
    world = World(files)
    state = run_commands(VimState(), ["edit text"] + ([options] if options else []), world)
    for key in keys:
        state = feed(state, key, world)
    registers = []
    editor = Editor(state, world, lambda editor: None)
    for name in _REGISTERS:
        register = read_register(editor, name)
        value = "" if register is None else "\n".join(register.lines) + ("\n" if register.whole else "")
        registers.append((name, value))
    after = run_commands(state, ["write! saved"], world)
    del after
    return Outcome(state.lines, (state.cursor.line + 1, state.cursor.col + 1), tuple(registers), world.read("saved"))
