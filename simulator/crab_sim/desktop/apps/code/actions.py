"""Messages of the tree, of source control and of settings.

* `tree_message`, `scm_message`, `settings_message` - the handlers. `end_naming` - the end of naming a file.
"""

from __future__ import annotations

from typing import assert_never

from crab_sim.desktop.apps.code import documents, scm, settings
from crab_sim.desktop.apps.code.messages import ScmMessage, SettingsMessage, TreeMessage
from crab_sim.desktop.apps.code.settings import read_settings, settings_text, with_setting
from crab_sim.desktop.apps.code.state import USER, code_of, document_of, put
from crab_sim.desktop.chrome.menus import open_popup
from crab_sim.desktop.widgets import dialog_page
from crab_sim.files import FileError, Files
from crab_sim.machine.app import Context
from crab_sim.machine.slices import CLIPBOARD, FILES

__all__ = ["end_naming", "scm_message", "settings_message", "tree_message"]


# Tree -----------------------------------------------------------------------------------------------------------------


def tree_message(context: Context, message: TreeMessage) -> None:
    """Handles the messages of the tree."""
    code = code_of(context)
    files: Files = context.get(FILES)
    match message:
        case ("tree_click", path):
            code = code._replace(chosen=path, naming="", target="")
            if files.is_dir(path):
                opened = {*code.expanded} ^ {path}
                put(context, code._replace(expanded=tuple(sorted(opened))), focus="")
            else:
                put(context, code)
                documents.open_file(context, path, preview=True)
        case ("tree_double", path):
            put(context, code._replace(chosen=path, naming="", target=""), focus="")
            if files.is_dir(path):
                put(context, code_of(context)._replace(expanded=tuple(sorted({*code.expanded} ^ {path}))))
            elif documents.open_file(context, path, preview=True):
                documents.keep_open(context, code_of(context).current)
        case ("tree_menu", path):
            put(context, code._replace(chosen=path, target=path))
            open_popup(context)
        case ("tree_new", kind):
            where = code.target if code.target.startswith("/") else code.chosen
            folder = where if files.is_dir(where) else where.rpartition("/")[0]
            opened = {*code.expanded, folder} if folder and folder != code.folder else {*code.expanded}
            fresh = code._replace(side="explorer", naming=kind, target=where, expanded=tuple(sorted(opened)))
            put(context, fresh, focus="name", name="")
        case ("tree_rename",):
            if code.chosen:
                name = code.chosen.rpartition("/")[2]
                put(context, code._replace(naming="rename", target=code.chosen), name=name)
                put(context, code_of(context), focus="name")
        case ("tree_delete",):
            if code.chosen and files.exists(code.chosen):
                context.push(dialog_page(context, "ask_delete", code.chosen))
        case ("delete_now",):
            path = str(context.page.arg)
            context.pop()
            documents.delete(context, path)
        case ("copy_path",):
            context.put(CLIPBOARD, code.chosen)
        case ("collapse",):
            put(context, code._replace(expanded=()))
        case _:
            assert_never(message)


def end_naming(context: Context) -> None:
    """Makes or renames what a name was typed for; an empty name gives up."""
    code, name = code_of(context), context.base.fields["name"]
    if not name.strip():
        put(context, code._replace(naming="", target=""), focus="")
        return
    files: Files = context.get(FILES)
    if code.naming == "rename":
        problem = documents.rename(context, code.target, name)
    else:
        where = code.target if code.target and files.exists(code.target) else code.folder
        folder = where if files.is_dir(where) else where.rpartition("/")[0]
        problem = documents.create(context, folder, name, code.naming)
    code = code_of(context)
    if problem:
        put(context, code._replace(notice=problem))
    else:
        put(context, code._replace(naming="", target=""), focus="")


# Source control -------------------------------------------------------------------------------------------------------


def scm_message(context: Context, message: ScmMessage) -> None:
    """Handles the messages of source control; what can't be done is told in a notice."""
    try:
        _scm(context, message)
    except scm.Failure as failure:
        documents.fail(context, str(failure))


def _scm(context: Context, message: ScmMessage) -> None:  # noqa: C901 - one case for each
    code = code_of(context)
    files: Files = context.get(FILES)
    repo = scm.repo_of(files, code.folder)
    if repo is None:
        if message[0] == "scm_init" and code.folder:
            scm.init(context, code.folder)
        return
    found, root = repo.status, repo.root
    changed = [change.path for change in found.unstaged] + [path for path in found.untracked if not path.endswith("/")]
    match message:
        case ("scm_stage", path):
            scm.stage_paths(context, root, [path])
        case ("scm_unstage", path):
            scm.unstage_paths(context, root, [path])
        case ("scm_stage_all",):
            scm.stage_paths(context, root, changed)
        case ("scm_stage_conflicts",):
            scm.stage_paths(context, root, [path for _, path in found.conflicts])
        case ("scm_unstage_all",):
            scm.unstage_paths(context, root, [change.path for change in found.staged])
        case ("scm_discard", path):
            context.push(dialog_page(context, "ask_discard", (path,)))
        case ("scm_discard_all",):
            if changed:
                context.push(dialog_page(context, "ask_discard", tuple(changed)))
        case ("discard_now",):
            paths = context.page.arg
            context.pop()
            scm.discard_paths(context, root, paths)
        case ("scm_diff", path, in_index):
            documents.show(context, scm.comparison(files, root, path, in_index)._replace(preview=True))
        case ("scm_file", path):
            documents.open_file(context, f"{root.rstrip('/')}/{path}", preview=True)
        case ("scm_commit",):
            _commit(context, repo, False)
        case ("stage_and_commit",):
            context.pop()
            _commit(context, repo, True)
        case ("checkout", name):
            scm.switch_branch(context, root, name)
        case ("create_branch", name):
            scm.create_branch(context, root, name)
        case ("scm_init" | "scm_refresh",):
            pass
        case _:
            assert_never(message)


def _commit(context: Context, repo: scm.Repo, everything: bool) -> None:
    text = context.base.fields["message"]
    found = repo.status
    put(context, code_of(context)._replace(side="scm"))
    if not repo.pending and not repo.merging:
        raise scm.Failure("There are no changes to commit.")
    if not text.strip():
        put(context, code_of(context), focus="message")
        raise scm.Failure("Please provide a commit message.")
    if not everything and not found.staged and not repo.merging:
        context.push(dialog_page(context, "ask_stage"))
        return
    scm.commit(context, repo.root, text, everything)
    put(context, code_of(context), message="")


# Settings -------------------------------------------------------------------------------------------------------------


def settings_message(context: Context, message: SettingsMessage) -> None:
    """Handles the messages that change settings; they go to the file."""
    now = read_settings(context.get(FILES))
    match message:
        case ("settings",):
            documents.open_settings(context)
        case ("toggle_wrap",):
            _set(context, "editor.wordWrap", "off" if now.wrap else "on")
        case ("auto_save",):
            _set(context, "files.autoSave", "off" if now.auto_save else "afterDelay")
        case ("theme", name):
            _set(context, "workbench.colorTheme", name)
        case _:
            assert_never(message)


def _set(context: Context, key: str, value: str) -> None:
    files: Files = context.get(FILES)
    path = settings.PATH
    text = with_setting(settings_text(files), key, value)
    try:
        files = files.mkdir(path.rpartition("/")[0], context.machine.now, parents=True, owner=USER)
        context.put(FILES, files.write(path, text.encode(), context.machine.now, owner=USER))
    except FileError as error:
        documents.fail(context, f"Unable to write into user settings: {error.reason}.")
    code = code_of(context)
    if document_of(code) is not None:
        put(context, code)
