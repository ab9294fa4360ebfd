"""A call of a git command: its arguments, its repository, its output, and the paths that it is about.

* `Call` - one of them. `Arguments` - its options and operands. `Paths` - the paths that operands name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from crab_sim.files import normalise
from crab_sim.files.globs import glob_match, has_glob
from crab_sim.shell.context import CommandContext
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.repository import Repository, find_root

__all__ = ["Arguments", "Call", "Paths"]

_STEP: Final = 4.0  # units of work for a step of a repository


class Arguments:
    """Options and operands.

    Attributes:
        options: The given options by their long names, each with its last value, ``""`` for a flag.
        every: All values of each option.
        operands: What is no option, up to ``--``.
        paths: What follows ``--``; None without it.
    """

    __slots__ = ("every", "operands", "options", "paths")

    def __init__(self) -> None:
        self.options: dict[str, str] = {}
        self.every: dict[str, list[str]] = {}
        self.operands: list[str] = []
        self.paths: list[str] | None = None

    def __contains__(self, name: str) -> bool:
        return name in self.options

    def get(self, name: str, default: str = "") -> str:
        """Returns an option's value."""
        return self.options.get(name, default)

    def add(self, name: str, value: str = "") -> None:
        """Takes an option."""
        self.options[name] = value
        self.every.setdefault(name, []).append(value)


class Paths:
    """The paths that operands name: files, folders with all below them, and patterns.

    Args:
        specs: The operands, relative to the work tree.
    """

    __slots__ = ("specs",)

    def __init__(self, specs: Sequence[str]) -> None:
        self.specs = list(specs)

    def match(self, path: str) -> bool:
        """Returns whether a path is named; without operands all are."""
        return not self.specs or any([named(spec, path) for spec in self.specs])

    def unmatched(self, paths: Iterable[str]) -> list[str]:
        """Returns the operands that name none of some paths."""
        paths = list(paths)
        return [spec for spec in self.specs if not any([named(spec, path) for path in paths])]


def named(spec: str, path: str) -> bool:
    """Returns whether an operand names a path."""
    path = path.rstrip("/")
    return spec in ("", path) or path.startswith(spec.rstrip("/") + "/") or (has_glob(spec) and glob_match(spec, path))


@cache
def _kinds(flags: str, valued: str, optional: str) -> Mapping[str, tuple[str, str]]:
    """Returns each option's kind and long name, see `Call.parse`."""
    kinds: dict[str, tuple[str, str]] = {}
    for kind, names in (("flag", flags), ("valued", valued), ("optional", optional)):
        for entry in names.split():
            letter, equals, long = entry.partition("=")
            if equals:
                kinds["-" + letter] = (kind, long)
                kinds["--" + long] = (kind, long)
            else:
                kinds["--" + letter if len(letter) > 1 else "-" + letter] = (kind, letter)
    return kinds


class Call:
    """A call of a git command.

    Args:
        context: The shell's side of it.
        name: The command's name, such as ``commit``.
        args: The arguments behind it.
        cwd: The folder that it works in.
        extra: Settings given for this call only.

    Attributes:
        written: The output so far, which may go through a pager.
    """

    __slots__ = ("_repository", "args", "context", "cwd", "extra", "name", "written")

    def __init__(
        self, context: CommandContext, name: str, args: Sequence[str], cwd: str, extra: Mapping[str, str]
    ) -> None:
        self.context, self.name, self.args, self.cwd, self.extra = context, name, list(args), cwd, extra
        self.written: list[str] = []
        self._repository: Repository | None = None

    def out(self, text: str) -> None:
        """Writes to standard output once the command has ended."""
        self.written.append(text)

    def line(self, text: str) -> None:
        """Writes a line to standard output."""
        self.written.append(text + "\n")

    def note(self, text: str) -> None:
        """Writes a line to standard error."""
        self.flush()
        self.context.err(text + "\n")

    def flush(self) -> None:
        """Writes the output so far."""
        self.context.out("".join(self.written))
        self.written = []

    @property
    def on_screen(self) -> bool:
        """Whether the output is read on a terminal."""
        shell = self.context.shell
        return shell.screen is not None and shell.stdout is shell.transcript.stdout

    # Repository -----------------------------------------------------------------------------------------------------

    def open(self, root: str, folder: str = "") -> Repository:
        """Returns the repository of a work tree."""
        context = self.context
        return Repository(
            context.files, root, context.time, context.host.user, context.host.home, context.env,
            lambda steps: context.charge(_STEP * steps), folder, self.extra,
        )  # fmt: skip

    @property
    def repository(self) -> Repository:
        """The repository that the folder belongs to.

        Raises:
            GitError: It belongs to none.
        """
        if self._repository is None:
            root = find_root(self.context.files, self.cwd)
            if root is None:
                raise GitError("fatal: not a git repository (or any of the parent directories): .git")
            self._repository = self.open(root)
        return self._repository

    @property
    def opened(self) -> Repository | None:
        """The repository if the command has used it."""
        return self._repository

    @opened.setter
    def opened(self, repository: Repository) -> None:
        self._repository = repository

    # Arguments ------------------------------------------------------------------------------------------------------

    def parse(self, flags: str, valued: str = "", optional: str = "") -> Arguments:
        """Parses the arguments.

        Args:
            flags: Options without a value, between blanks; ``q=quiet`` names a letter's long form.
            valued: Options with a value.
            optional: Options whose value follows an equals sign, or in a letter's own word, or is left out.

        Raises:
            GitError: An option is unknown or lacks its value.
        """
        kinds = _kinds(flags, valued, optional)
        found = Arguments()
        rest = list(self.args)
        while rest:
            word = rest.pop(0)
            if word == "--":
                found.paths = rest
                break
            if word.startswith("--"):
                self._long(found, kinds, word, rest)
            elif word.startswith("-") and len(word) > 1:
                self._letters(found, kinds, word, rest)
            else:
                found.operands.append(word)
        return found

    def _long(self, found: Arguments, kinds: Mapping[str, tuple[str, str]], word: str, rest: list[str]) -> None:
        name, equals, value = word.partition("=")
        if name not in kinds:
            longer = [known for known in kinds if known.startswith(name) and known.startswith("--")]
            if len(longer) != 1:
                raise GitError(f"error: unknown option `{name[2:]}'\nusage: git {self.name} [<options>]", 129)
            name = longer[0]
        kind, long = kinds[name]
        if kind == "valued" and not equals:
            if not rest:
                raise GitError(f"error: option `{name[2:]}' requires a value", 129)
            value = rest.pop(0)
        elif kind == "flag" and equals:
            raise GitError(f"error: option `{name[2:]}' takes no value", 129)
        found.add(long, value)

    def _letters(self, found: Arguments, kinds: Mapping[str, tuple[str, str]], word: str, rest: list[str]) -> None:
        if word[1:].isdigit() and "-n" in kinds:
            found.add(kinds["-n"][1], word[1:])
            return
        for at in range(1, len(word)):
            name = "-" + word[at]
            if name not in kinds:
                raise GitError(f"error: unknown switch `{word[at]}'\nusage: git {self.name} [<options>]", 129)
            kind, long = kinds[name]
            if kind == "flag":
                found.add(long)
                continue
            value = word[at + 1 :]
            if not value and kind == "valued":
                if not rest:
                    raise GitError(f"error: switch `{word[at]}' requires a value", 129)
                value = rest.pop(0)
            found.add(long, value)
            return

    def inside(self, operand: str) -> str:
        """Returns a path operand relative to the work tree.

        Raises:
            GitError: It lies outside.
        """
        root = self.repository.root
        if operand.startswith(":/"):
            return operand[2:].strip("/")
        path = normalise(operand, self.cwd)
        if path == root:
            return ""
        top = root.rstrip("/") + "/"
        if not path.startswith(top):
            raise GitError(f"fatal: {operand}: '{operand}' is outside repository at '{root}'")
        return path[len(top) :]

    def paths(self, operands: Iterable[str]) -> Paths:
        """Returns the paths that operands name."""
        return Paths([self.inside(operand) for operand in operands])

    def shown(self, path: str) -> str:
        """Returns a path of the work tree as it is seen from the folder that the command works in."""
        here = self.inside(".").split("/") if self.inside(".") else []
        parts = path.split("/")
        same = 0
        while same < len(here) and same < len(parts) - 1 and here[same] == parts[same]:
            same += 1
        return "../" * (len(here) - same) + "/".join(parts[same:]) or "./"
