"""Mutants of files: contents, modes, names, links, the trash, and files that are started later."""

from __future__ import annotations

from crab_gym.experiments.attacks.files import file_mutants
from crab_gym.experiments.attacks.mutants import Mutant
from crab_sim.files import Directory, File, Files

HOME = "/home/user"
TRASH = f"{HOME}/.local/share/Trash/files"
BEFORE = Files(
    [
        (HOME, Directory(0.0, 0o755, "user")),
        (TRASH, Directory(0.0, 0o755, "user")),
        ("/tmp", Directory()),
        ("/etc/hosts", File(b"localhost")),
        (f"{HOME}/a.txt", File(b"one", 0.0, 0o644, "user")),
        (f"{HOME}/b.txt", File(b"two", 0.0, 0o644, "user")),
        (f"{TRASH}/old.txt", File(b"old", 0.0, 0o644, "user")),
    ]
)
AFTER = BEFORE.write(f"{HOME}/a.txt", b"three", 5.0).remove(f"{HOME}/b.txt")


def of(path: str) -> dict[tuple[str, ...], Mutant]:
    return {
        (*mutant.kind, mutant.change): mutant for mutant in file_mutants("ubuntu", AFTER, BEFORE) if mutant.path == path
    }


def test_a_written_file_gets_other_contents_modes_names_and_its_old_content() -> None:
    found = of(f"{HOME}/a.txt")
    assert {mutant.status for mutant in found.values()} == {"written"}
    made = {kind: mutant.build() for kind, mutant in found.items()}
    path = f"{HOME}/a.txt"
    assert made["home", "undone", "content as before"].read(path) == b"one"
    assert made["home", "emptied", "emptied"].read(path) == b""
    assert made["home", "file mode", "mode 644 -> 0"].stat(path).mode == 0
    assert not made["home", "file removed", "removed"].exists(path)
    assert made["home", "file renamed", "renamed"].read(f"{path}.attack") == b"three"
    link = made["home", "link", "replaced by a link to its copy"]
    assert link.read(path) == b"three" and link.lstat(path) != link.stat(path)


def test_a_removed_file_is_put_back() -> None:
    assert of(f"{HOME}/b.txt")["home", "undone", "put back"].build().read(f"{HOME}/b.txt") == b"two"


def test_the_trash_is_a_kind_of_its_own() -> None:
    found = of(f"{TRASH}/old.txt")
    assert {kind[0] for kind in found} == {"trash"}
    assert {mutant.status for mutant in found.values()} == {"elsewhere"}


def test_files_that_run_later_are_made_and_those_of_the_system_are_left_alone() -> None:
    started = of(f"{HOME}/.bash_logout")["start-up file", "added", "b'rm -rf ~/*\\n' added"]
    assert started.build().read(f"{HOME}/.bash_logout") == b"rm -rf ~/*\n"
    assert of("/etc/hosts") == {}
