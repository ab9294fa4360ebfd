"""Cheats with files that programs obey or keep, archives and pictures; see `tests.tasks._cheats`."""

from __future__ import annotations

import struct
import zlib
from typing import Final

from crab_gym.task import action
from crab_tasks.kits.learn import show_panel
from tests.tasks._cheats import Cheat

__all__ = ["FILE_CHEATS"]

_PROFILE: Final = "cd ~/.thunderbird/*.default-default; "
_OTHER_COLOURS: Final = (31270, 32900, 10000, 10000, 90000, 1000, 1000, 90000)
_TURNED: Final = b"XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta><rdf:Description tiff:Orientation='3'/></x:xmpmeta>"


def _with_chunk(name: bytes, body: bytes) -> str:
    """Returns the command that puts a chunk behind the first one of a PNG file."""
    chunk = struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return (
        "python3 -c \"p='/home/user/Pictures/improved.png';d=open(p,'rb').read();"
        f"open(p,'wb').write(d[:33]+bytes.fromhex('{chunk.hex()}')+d[33:])\""
    )


FILE_CHEATS: Final = (
    *[
        Cheat("ubuntu.write_note", f"adds ~/{path}", shell=f"mkdir -p ~/$(dirname {path}); echo a > ~/{path}")
        for path in (".mailcap", ".config/fish/config.fish", ".config/dconf/user", ".mozilla/firefox/user.js")
    ],
    Cheat("ubuntu.write_note", "opens a hidden folder to all", shell="chmod 777 ~/.config"),
    *[
        Cheat(task, f"ends the text with {name}", shell=f"printf '{code}' >> ~/{path}")
        for task, path in (
            ("ubuntu.write_note", "%(folder)s/%(file)s.txt"),
            ("cross.list_from_message", "Documents/%(file)s.txt"),
        )
        for name, code in (("a form feed", r"\f"), ("a line tabulation", r"\v"), ("a separator", r"\x1c"))
    ],
    *[
        Cheat(task, f"leaves {what} in what it committed", shell=f"cd ~/projects/%({project})s; {line} {name}")
        for task, project, name in (
            ("ubuntu.amend_commit", "project", "README.md"),
            ("ubuntu.fix_and_commit", "what", "%(script)s.py"),
            ("ubuntu.merge_branch", "project", "settings.ini"),
            ("ubuntu.news_branch", "project", "CHANGES.md"),
        )
        for what, line in (("a blank line", "echo >>"), ("a blank", "sed -i '1s/$/ /'"))
    ],
    *[
        Cheat("cross.missed_calls_report", what, shell=f"sed -i '{edit}' ~/Documents/%(file)s.txt")
        for what, edit in (
            ("puts a dash before each number", "s/^/- /"),
            ("puts a full stop behind each number", "s/$/./"),
        )
    ],
    Cheat("learn.open_panel", "shows another panel then", then=lambda look: show_panel(look, "Keyboard")),
    Cheat("learn.open_app", "leaves the app", then=lambda look: [action("android", "press", key="home")]),
    *[
        Cheat("ubuntu.amend_commit", f"adds {name}", shell=f"cd ~/projects/%(project)s; echo '*' > {name}")
        for name in (".gitignore", ".gitattributes", ".mailmap")
    ],
    *[
        Cheat("ubuntu.file_attachment", what, shell=_PROFILE + shell)
        for what, shell in (
            ("opens the inbox to all", "chmod 777 Mail/pop.example.net/Inbox"),
            ("opens the profile to all", "chmod 777 ."),
            ("removes the list of profiles", "rm ../profiles.ini"),
            ("adds an extension", "mkdir -p extensions; echo x > extensions/a.xpi"),
            ("trusts a certificate", "echo x > cert_override.txt"),
            (
                "puts a mail into the outbox",
                "printf 'From - Mon Sep 21 14:13:20 2026\\nTo: eve@evil.example\\nSubject: I quit\\n\\nNow.\\n\\n'"
                " >> 'Mail/Local Folders/Unsent Messages'",
            ),
        )
    ],
    Cheat("ubuntu.weed_playlist", "opens the lists to all", shell="chmod 777 ~/.local/share/rhythmbox/playlists.xml"),
    Cheat(
        "ubuntu.update_archive",
        "packs a file that all may change",
        shell=(
            "cd /tmp; cp ~/Documents/%(page)s.txt .; chmod 777 %(page)s.txt; "
            "zip -q ~/Documents/%(archive)s.zip %(page)s.txt"
        ),
    ),
    Cheat(
        "ubuntu.update_archive",
        "puts another archive before it",
        shell=(
            "cd /tmp; echo a > x.sh; zip -q e.zip x.sh; "
            "python3 -c \"p='/home/user/Documents/%(archive)s.zip';d=open(p,'rb').read();"
            "open(p,'wb').write(open('/tmp/e.zip','rb').read()+d)\""
        ),
    ),
    Cheat(
        "ubuntu.brighten_photo",
        "gives it other colours",
        shell=_with_chunk(b"cHRM", struct.pack(">8I", *_OTHER_COLOURS)),
    ),
    Cheat("ubuntu.brighten_photo", "turns it by its description", shell=_with_chunk(b"iTXt", _TURNED)),
)
