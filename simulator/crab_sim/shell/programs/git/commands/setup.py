"""The commands ``init``, ``clone``, ``config`` and ``remote``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crab_sim.files import Files, normalise
from crab_sim.shell.programs.git.call import Call
from crab_sim.shell.programs.git.config import Setting, normal_key, read_config, with_value, without
from crab_sim.shell.programs.git.errors import GitError
from crab_sim.shell.programs.git.refs import (
    check_ref_name,
    head_branch,
    head_id,
    list_refs,
    read_ref,
    set_head,
    set_ref,
)
from crab_sim.shell.programs.git.repository import Repository, find_root
from crab_sim.shell.programs.git.worktree import switch_files
from crab_sim.shell.text import decode, encode

__all__ = ["clone", "config", "init", "make_repository", "remote", "setting_anywhere"]

_CONFIG: Final = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = {}\n"
_LOGS: Final = "\tlogallrefupdates = true\n"
_DESCRIPTION: Final = "Unnamed repository; edit this file 'description' to name the repository.\n"
_EXCLUDE: Final = (
    "# git ls-files --others --exclude-from=.git/info/exclude\n"
    "# Lines that start with '#' are comments.\n"
    "# For a project mostly in C, the following would be a good set of\n"
    "# exclude patterns (uncomment them if you want to use them):\n"
    "# *.[oa]\n"
    "# *~\n"
)
_HINT: Final = """\
hint: Using 'master' as the name for the initial branch. This default branch name
hint: is subject to change. To configure the initial branch name to use in all
hint: of your new repositories, which will suppress this warning, call:
hint: 
hint: 	git config --global init.defaultBranch <name>
hint: 
hint: Names commonly chosen instead of 'master' are 'main', 'trunk' and
hint: 'development'. The just-created branch can be renamed via this command:
hint: 
hint: 	git branch -m <name>"""  # fmt: skip


def make_repository(repository: Repository, branch: str, bare: bool = False) -> None:
    """Makes the folder of an empty repository."""
    for name in ("branches", "hooks", "info", "objects/info", "objects/pack", "refs/heads", "refs/tags"):
        path = f"{repository.folder}/{name}"
        if not repository.files.is_dir(path):
            repository.put(f"{path}/.new", b"")
            repository.files = repository.files.remove(f"{path}/.new")
    if repository.read("HEAD") is None:
        repository.write("HEAD", f"ref: refs/heads/{branch}\n")
        repository.write("config", _CONFIG.format("true" if bare else "false") + ("" if bare else _LOGS))
        repository.write("description", _DESCRIPTION)
        repository.write("info/exclude", _EXCLUDE)


def setting_anywhere(call: Call, key: str, default: str = "") -> str:
    """Returns a setting of this call, of the repository if there is one, or of the user."""
    root = find_root(call.context.files, call.cwd)
    repository = call.repository if root is not None else call.open(call.cwd, "/nowhere")
    return repository.setting(key, default)


def init(call: Call) -> int:
    """Makes a repository: ``init [-q] [-b BRANCH] [--bare] [FOLDER]``."""
    arguments = call.parse("q=quiet bare", "b=initial-branch")
    target = normalise(arguments.operands[0], call.cwd) if arguments.operands else call.cwd
    bare = "bare" in arguments
    repository = call.open(target, target if bare else "")
    known = repository.read("HEAD") is not None
    chosen = arguments.get("initial-branch")
    branch = chosen or repository.setting("init.defaultBranch") or "master"
    if not check_ref_name(branch):
        raise GitError(f"fatal: invalid initial branch name: '{branch}'")
    if not known and not chosen and branch == "master" and not repository.setting("init.defaultBranch"):
        if "quiet" not in arguments:
            call.note(_HINT)
    make_repository(repository, branch, bare)
    call.opened = repository
    if "quiet" not in arguments:
        what = "Reinitialized existing" if known else "Initialized empty"
        call.line(f"{what} Git repository in {repository.folder}/")
    return 0


def clone(call: Call) -> int:
    """Copies a repository of this machine: ``clone [-q] [-b BRANCH] PATH [FOLDER]``."""
    arguments = call.parse("q=quiet bare l=local no-hardlinks", "b=branch o=origin depth")
    if not arguments.operands:
        raise GitError(
            "fatal: You must specify a repository to clone.\n\nusage: git clone [<options>] [--] <repo> [<dir>]", 129
        )
    source = arguments.operands[0]
    if source.startswith(("http://", "https://", "git://", "ssh://")) or "@" in source.partition("/")[0]:
        host = source.split("://")[-1].split("/")[0].split("@")[-1].split(":")[0]
        raise GitError(f"fatal: unable to access '{source}': Could not resolve host: {host}")
    origin = normalise(source.removeprefix("file://"), call.cwd)
    folder = next(
        (path for path in (f"{origin}/.git", f"{origin}.git", origin) if _is_folder(call.context.files, path)), ""
    )
    if not folder:
        raise GitError(f"fatal: repository '{source}' does not exist")
    name = source.rstrip("/").removesuffix("/.git").rpartition("/")[2].removesuffix(".git")
    shown = arguments.operands[1] if len(arguments.operands) > 1 else name
    target = normalise(shown, call.cwd)
    files = call.context.files
    if files.exists(target) and (not files.is_dir(target) or files.list(target)):
        raise GitError(f"fatal: destination path '{shown}' already exists and is not an empty directory.")
    if "quiet" not in arguments:
        call.note(f"Cloning into '{shown}'...")
    old = call.open(origin, folder)
    url = source if source.startswith(("/", "file://")) else f"{call.cwd.rstrip('/')}/{source}"
    new = call.open(target)
    call.opened = new
    _copy(old, new, url, arguments.get("origin", "origin"), arguments.get("branch"))
    if "quiet" not in arguments:
        call.note("done." if head_id(old) else "warning: You appear to have cloned an empty repository.\ndone.")
    return 0


def _is_folder(files: Files, path: str) -> bool:
    return files.is_file(f"{path}/HEAD") and files.is_dir(f"{path}/objects")


def _copy(old: Repository, new: Repository, source: str, origin: str, wanted: str) -> None:
    branch = wanted or head_branch(old) or "master"
    make_repository(new, branch)
    for path, _ in list(old.files.walk(f"{old.folder}/objects")):
        if old.files.is_file(path):
            inner = path[len(old.folder) :]
            new.put(new.folder + inner, old.files.read(path), 0o444)
    head = read_ref(old, f"refs/heads/{branch}")
    if wanted and not head:
        raise GitError(f"fatal: Remote branch {wanted} not found in upstream {origin}")
    packed = ["# pack-refs with: peeled fully-peeled sorted "]
    for name in list_refs(old, "refs/heads"):
        packed.append(f"{read_ref(old, name)} refs/remotes/{origin}/{name.removeprefix('refs/heads/')}")
    for name in list_refs(old, "refs/tags"):
        packed.append(f"{read_ref(old, name)} {name}")
    text = with_value(new.read("config") or "", f"remote.{origin}.url", source)
    new.write("config", with_value(text, f"remote.{origin}.fetch", f"+refs/heads/*:refs/remotes/{origin}/*"))
    if not head:
        return
    new.write("packed-refs", "\n".join(packed) + "\n")
    if head_branch(old):
        new.write(f"refs/remotes/{origin}/HEAD", f"ref: refs/remotes/{origin}/{head_branch(old)}\n")
    if wanted or head_branch(old):
        text = with_value(new.read("config") or "", f"branch.{branch}.remote", origin)
        new.write("config", with_value(text, f"branch.{branch}.merge", f"refs/heads/{branch}"))
        set_ref(new, f"refs/heads/{branch}", head, f"clone: from {source}")
    else:
        set_head(new, "", head_id(old), f"clone: from {source}")
    switch_files(new, {}, new.tree(head or head_id(old)), force=True)


# Settings -------------------------------------------------------------------------------------------------------------


def config(call: Call) -> int:
    """Reads or changes settings: ``config [--global] [--unset|--list|--get] NAME [VALUE]``."""
    arguments = call.parse("global local system l=list get unset get-all add unset-all", "default")
    root = find_root(call.context.files, call.cwd)
    writes = len(arguments.operands) > 1 or "unset" in arguments or "add" in arguments
    if root is None and (("local" in arguments) or (writes and "global" not in arguments)):
        raise GitError(
            "fatal: --local can only be used inside a git repository"
            if "local" in arguments
            else "fatal: not in a git directory"
        )
    repository = call.repository if root is not None else call.open(call.cwd, "/nowhere")
    call.opened = repository
    path = f"{repository.home}/.gitconfig" if "global" in arguments else f"{repository.folder}/config"
    text = decode(repository.files.read(path)) if repository.files.is_file(path) else ""
    rows: Sequence[Setting] = (
        read_config(text) if "global" in arguments or "local" in arguments else repository.settings()
    )
    if "list" in arguments:
        for row in rows:
            call.line(f"{row.key}={row.value}")
        return 0
    if not arguments.operands:
        raise GitError("usage: git config [<options>]", 129)
    key = arguments.operands[0]
    section, dot, name = key.rpartition(".")
    if not dot or not name or not section:
        raise GitError(f"error: key does not contain a section: {key}", 1)
    if not name.replace("-", "").isalnum() or not name[0].isalpha():
        raise GitError(f"error: invalid key: {key}", 1)
    found = [row.value for row in rows if row.key == normal_key(key)]
    if "unset" in arguments or "unset-all" in arguments:
        if not [row for row in read_config(text) if row.key == normal_key(key)]:
            return 5
        repository.put(path, encode(without(text, key)))
    elif len(arguments.operands) > 1 and "get" not in arguments:
        repository.put(path, encode(with_value(text, key, arguments.operands[1])))
    elif found:
        for value in found if "get-all" in arguments else found[-1:]:
            call.line(value)
    elif "default" in arguments:
        call.line(arguments.get("default"))
    else:
        return 1
    return 0


def remote(call: Call) -> int:
    """Lists or changes the repositories that this one knows.

    ``remote [-v] [add NAME PATH | rename NAME NEW | remove NAME]``
    """
    arguments = call.parse("v=verbose")
    repository, words = call.repository, arguments.operands
    urls = {
        row.key.removeprefix("remote.").removesuffix(".url"): row.value
        for row in repository.settings()
        if row.key.startswith("remote.") and row.key.endswith(".url")
    }
    text = repository.read("config") or ""
    match words:
        case []:
            for name in sorted(urls):
                lines = [f"{name}\t{urls[name]} ({use})" for use in ("fetch", "push")]
                call.line("\n".join(lines) if "verbose" in arguments else name)
        case ["add", name, url]:
            if name in urls:
                raise GitError(f"error: remote {name} already exists.", 3)
            text = with_value(text, f"remote.{name}.url", url)
            repository.write("config", with_value(text, f"remote.{name}.fetch", f"+refs/heads/*:refs/remotes/{name}/*"))
        case ["remove" | "rm", name]:
            if name not in urls:
                raise GitError(f"error: No such remote: '{name}'", 2)
            repository.write("config", without(without(text, f"remote.{name}.url"), f"remote.{name}.fetch"))
        case ["rename", name, new]:
            if name not in urls:
                raise GitError(f"error: No such remote: '{name}'", 2)
            text = without(without(text, f"remote.{name}.url"), f"remote.{name}.fetch")
            text = with_value(text, f"remote.{new}.url", urls[name])
            repository.write("config", with_value(text, f"remote.{new}.fetch", f"+refs/heads/*:refs/remotes/{new}/*"))
        case ["get-url", name]:
            if name not in urls:
                raise GitError(f"error: No such remote '{name}'", 2)
            call.line(urls[name])
        case _:
            raise GitError(f"error: Unknown subcommand: {words[0]}", 129)
    return 0
