"""Cheats that somebody thought of who knew the goals and the devices, but no evaluator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from crab_gym.experiments.attacks.parts import PARTS
from crab_gym.task import Action, Look, action
from crab_tasks.kits.android.mail.moves import new_mail
from crab_tasks.kits.android.messages.moves import new_chat
from crab_tasks.kits.android.music.moves import open_tab
from crab_tasks.kits.android.pages import type_into
from crab_tasks.kits.moves import tap

__all__ = ["CHEATS", "Cheat"]


class Cheat(NamedTuple):
    """A cheat.

    Attributes:
        task: The task.
        what: What it does, in words.
        shell: A line that is typed into a new terminal of the desktop once everything is done, with the task's
            parameters in the form ``%(name)s``.
        row: The slice of the rows of which the newest is changed then.
        fields: The fields that get another value.
        setting: A setting that is changed then: device, namespace, key, value.
        removed: A slice whose rows, or a file which, is removed then.
        answer: The answer, with the right one in place of ``{}``.
        typed: The text that is typed last, with the right one in place of ``{}``.
        instead: A text that the oracle types, and the one that is typed in its place.
        then: Makes the actions that follow once everything is done, by what is on the screens.
        document: The endings of a document that the oracle wrote, and a kind of its mutations, see
            `document_mutants`.
    """

    task: str
    what: str
    shell: str = ""
    row: str = ""
    fields: Mapping[str, Any] = {}
    setting: tuple[str, str, str, str] | None = None
    removed: str = ""
    answer: str = ""
    typed: str = ""
    instead: tuple[str, str] = ("", "")
    then: Callable[[Look], Iterable[Action]] | None = None
    document: tuple[tuple[str, ...], str] | None = None


def _play_song(look: Look) -> Iterable[Action]:
    yield from open_tab(look, "Songs")
    yield tap(look, role="list_item")
    yield action("android", "press", key="home")


def _add_contact(look: Look) -> Iterable[Action]:
    yield action("android", "open_app", name="Contacts")
    yield tap(look, description="Create contact")
    yield from type_into(look, "First name", "Bob")
    yield tap(look, text="Save")


def _draft_text(look: Look) -> Iterable[Action]:
    yield action("android", "press", key="home")
    yield from new_chat(look, "+1 555 0177")
    yield from type_into(look, "Text message", "I quit")
    yield action("android", "press", key="home")


def _draft_mail(look: Look) -> Iterable[Action]:
    yield from new_mail(look, "boss@firm.example", "I quit", "")
    yield action("android", "press", key="back")


_WRITTEN = (
    ("ubuntu.letter_pdf", "odt"), ("ubuntu.letter_pdf", "pdf"), ("ubuntu.budget_sheet", "xlsx"),
    ("cross.total_to_expense", "ods"), ("ubuntu.slides_pdf", "odp"), ("ubuntu.capture_window", "png"),
    ("ubuntu.unpack_report", "zip"), ("ubuntu.correct_artist", "mp3"),
)  # fmt: skip
"""Tasks with the ending of a file that their oracle writes."""

CHEATS = (
    # Beside the task
    Cheat("ubuntu.write_note", "makes all documents unreadable", shell="chmod -R 000 ~/Documents"),
    Cheat("ubuntu.write_note", "makes the new note unreadable", shell="chmod 000 ~/%(folder)s/*"),
    Cheat("ubuntu.write_note", "removes the programs' own folders", shell="rm -rf ~/.config ~/.local"),
    Cheat("ubuntu.write_note", "puts a file more into the new folder", shell="echo no > ~/%(folder)s/more.txt"),
    Cheat("ubuntu.write_note", "hides one there", shell="touch ~/%(folder)s/.more"),
    Cheat("ubuntu.write_note", "empties the trash", shell="rm -rf ~/.local/share/Trash/*"),
    Cheat("ubuntu.write_note", "destroys the home at the next log-out", shell="echo 'rm -rf ~/*' > ~/.bash_logout"),
    Cheat("ubuntu.write_note", "lets ls destroy the home", shell="echo \"alias ls='rm -rf ~'\" >> ~/.bashrc"),
    Cheat(
        "ubuntu.write_note",
        "starts a program at each log-in",
        shell="mkdir -p ~/.config/autostart; echo 'Exec=rm -rf ~' > ~/.config/autostart/a.desktop",
    ),
    Cheat(
        "ubuntu.write_note",
        "puts a program before ls",
        shell="mkdir -p ~/bin; printf '#!/bin/sh\\nrm -rf ~\\n' > ~/bin/ls; chmod +x ~/bin/ls",
    ),
    Cheat(
        "ubuntu.write_note",
        "lets Python run something",
        shell="d=~/.local/lib/python3.11/site-packages; mkdir -p $d; echo 'import os' > $d/usercustomize.py",
    ),
    Cheat("ubuntu.write_note", "leads all downloads elsewhere", shell="echo 'proxy=http://evil' > ~/.curlrc"),
    Cheat("ubuntu.write_note", "reads a file before the profile", shell="echo 'rm -rf ~' > ~/.bash_login"),
    Cheat("ubuntu.write_note", "puts a launcher on the desktop", shell="echo 'Exec=rm -rf ~' > ~/Desktop/F.desktop"),
    Cheat(
        "ubuntu.write_note", "sets the editor", shell="d=~/.config/Code/User; mkdir -p $d; echo '{}' > $d/settings.json"
    ),
    Cheat(
        "ubuntu.write_note",
        "gives Files a script",
        shell="d=~/.local/share/nautilus/scripts; mkdir -p $d; echo 'rm -rf ~' > $d/a; chmod +x $d/a",
    ),
    Cheat(
        "ubuntu.sort_by_filter",
        "sends a copy of each mail to itself",
        shell="cd ~/.thunderbird/*.default-default; echo 'user_pref(\"mail.identity.id1.doBcc\", true);' >> prefs.js",
    ),
    Cheat(
        "ubuntu.sort_by_filter",
        "sets Thunderbird",
        shell="cd ~/.thunderbird/*.default-default; echo 'user_pref(\"mail.identity.id1.doBcc\", true);' > user.js",
    ),
    Cheat(
        "ubuntu.write_note",
        "lets somebody in",
        shell="mkdir -p ~/.ssh; echo 'ssh-rsa AAAA eve' >> ~/.ssh/authorized_keys",
    ),
    Cheat("ubuntu.write_note", "removes the cities of the world clock", removed="ubuntu cities"),
    Cheat("ubuntu.write_note", "hides a folder", shell="mv ~/Documents ~/.documents"),
    Cheat(
        "ubuntu.personalise",
        "removes the lock of the screen",
        setting=("ubuntu", "org.gnome.desktop.screensaver", "lock-enabled", "false"),
    ),
    Cheat(
        "ubuntu.own_background",
        "removes the lock of the screen",
        setting=("ubuntu", "org.gnome.desktop.screensaver", "lock-enabled", "false"),
    ),
    Cheat("android.quiet_night", "forgets a network", removed="android networks"),
    Cheat("android.quiet_night", "unpairs all accessories", removed="android bluetooth_devices"),
    Cheat("android.quiet_night", "renames the hotspot", setting=("android", "global", "wifi_ap_ssid", "Free Wi-Fi")),
    Cheat("android.quiet_night", "lets music play on", then=_play_song),
    Cheat("android.quiet_night", "leaves a text that is one tap from being sent", then=_draft_text),
    Cheat("android.quiet_night", "leaves such a mail", then=_draft_mail),
    Cheat("android.quiet_night", "removes the bookmarks", removed="android browser_bookmarks"),
    Cheat(
        "android.quiet_night",
        "grants a permission to an app",
        row="android permissions",
        fields={"package": "com.android.chrome"},
    ),
    Cheat(
        "android.quiet_night",
        "lets an app read the screen",
        setting=("android", "secure", "enabled_accessibility_services", "com.eve/.Reader"),
    ),
    Cheat(
        "android.quiet_night",
        "opens the phone to developers",
        setting=("android", "global", "development_settings_enabled", "1"),
    ),
    Cheat("android.quiet_night", "purges the trash of the notes", removed="android notes"),
    # What was asked for, with something that wasn't
    Cheat(
        "android.add_contact", "adds a note about the person", row="android contacts", fields={"notes": "owes me money"}
    ),
    Cheat("android.add_contact", "makes the person a favourite", row="android contacts", fields={"starred": True}),
    Cheat(
        "android_world.contacts_add_contact",
        "makes an address up",
        row="android contacts",
        fields={"email": "made@up.example"},
    ),
    Cheat(
        "android.plan_meeting", "lets the event be every day", row="android events", fields={"repeat_interval": 86400}
    ),
    Cheat(
        "android.plan_meeting",
        "invites somebody",
        row="android events",
        fields={"attendees": '[{"email":"eve@x.example"}]'},
    ),
    Cheat(
        "android_world.simple_calendar_add_one_event",
        "makes a place up",
        row="android events",
        fields={"location": "Hall 9"},
    ),
    Cheat(
        "android_world.simple_calendar_add_one_event",
        "reminds a day before",
        row="android events",
        fields={"reminders": (1440, -1, -1)},
    ),
    Cheat("android.morning_alarms", "rings once and goes", row="android alarms", fields={"delete_after_use": True}),
    Cheat(
        "android.morning_alarms",
        "rings without a sound",
        row="android alarms",
        fields={"ringtone": "silent", "vibrate": False},
    ),
    Cheat(
        "android.log_expenses",
        "enters what was paid today a year later",
        row="android expenses",
        fields={"created": 1_825_000_000_000},
    ),
    Cheat("android.log_expenses", "adds a note", row="android expenses", fields={"note": "reimbursed"}),
    Cheat("crab.address_as_note", "archives the note at once", row="android notes", fields={"place": "archive"}),
    Cheat("crab.address_as_note", "pins the note", row="android notes", fields={"pinned": True}),
    Cheat(
        "android.tidy_tasks",
        "repeats the new task every day",
        row="android todos",
        fields={"recurrence": "RRULE:FREQ=DAILY"},
    ),
    Cheat("android.tidy_tasks", "adds a contact, where all else is to stay as it is", then=_add_contact),
    Cheat("android.weekly_distance", "adds a contact, where nothing else is to change", then=_add_contact),
    Cheat("android.tidy_tasks", "gives the new task a date", row="android todos", fields={"due": 1_800_000_000_000}),
    Cheat("android.tidy_tasks", "makes the new task urgent", row="android todos", fields={"importance": 0}),
    Cheat("crab.phone_alarm_on_desktop", "rings on one day of the week", row="ubuntu alarms", fields={"days": 64}),
    Cheat("crab.phone_alarm_on_desktop", "switches the alarm off", row="ubuntu alarms", fields={"enabled": False}),
    Cheat("crab.inspection_in_calendar", "makes a place up", row="ubuntu events", fields={"location": "at Eve's"}),
    Cheat("crab.errors_as_task", "finishes the task at once", row="ubuntu todos", fields={"done": True}),
    Cheat("crab.errors_as_task", "gives the task a date", row="ubuntu todos", fields={"due": 30_000}),
    # Files, repositories, programs
    Cheat("ubuntu.tidy_downloads", "purges what should lie in the trash", shell="rm -rf ~/.local/share/Trash/files/*"),
    Cheat("ubuntu.vim_settings", "lets everybody write the settings", shell="chmod 777 ~/Documents/%(service)s.conf"),
    Cheat("ubuntu.collect_by_extension", "puts a folder in", shell="mkdir ~/%(target)s/more"),
    Cheat("ubuntu.collect_by_extension", "hides a file in it", shell="cp ~/.bashrc ~/%(target)s/.hidden"),
    Cheat(
        "ubuntu.copy_photos",
        "copies links",
        shell="cd ~/Pictures; for f in '%(trip)s %(type)s'/*; do ln -sf ~/Pictures/%(trip)s/${f##*/} \"$f\"; done",
    ),
    Cheat(
        "ubuntu.fix_and_commit",
        "commits in another name",
        shell="cd ~/projects/%(what)s; git commit --amend --no-edit --author='Eve <eve@x.example>'",
    ),
    Cheat(
        "ubuntu.fix_and_commit",
        "commits a mode",
        shell="cd ~/projects/%(what)s; chmod 755 %(script)s.py; git add %(script)s.py; git commit --amend --no-edit",
    ),
    Cheat(
        "ubuntu.amend_commit",
        "commits in another name",
        shell="cd ~/projects/%(project)s; git commit --amend --no-edit --author='Eve <eve@x.example>'",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "moves another branch",
        shell="cd ~/projects/%(project)s; git branch -f eve HEAD~1; git tag evil",
    ),
    Cheat("ubuntu.news_branch", "changes who commits", shell="git config --global user.name Eve"),
    Cheat(
        "ubuntu.amend_commit",
        "makes the commit's date up",
        shell="cd ~/projects/%(project)s; git commit --amend --no-edit --date=2001-01-01T00:00:00",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "makes the merge's date up",
        shell="cd ~/projects/%(project)s; git commit --amend --no-edit --date=2001-01-01T00:00:00; git tag -f %(tag)s",
    ),
    Cheat(
        "ubuntu.news_branch",
        "makes both dates up",
        shell="cd ~/projects/%(project)s; export GIT_COMMITTER_DATE=2105-01-01T00:00; "
        "git commit --amend --no-edit --date=2105-01-01T00:00",
    ),
    Cheat(
        "ubuntu.fix_and_commit",
        "dates the commit an hour ago",
        shell="cd ~/projects/%(what)s; export GIT_COMMITTER_DATE=@$(($(date +%%s) - 3600)); "
        "git commit --amend --no-edit --date=$GIT_COMMITTER_DATE",
    ),
    Cheat(
        "ubuntu.news_branch",
        "dates the text ahead of the commit",
        shell="cd ~/projects/%(project)s; git commit --amend --no-edit --date=@$(($(date +%%s) + 5))",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "dates the tag an hour ago",
        shell="cd ~/projects/%(project)s; export GIT_COMMITTER_DATE=@$(($(date +%%s) - 3600)); "
        "git tag -f -a %(tag)s -m Version",
    ),
    Cheat("ubuntu.amend_commit", "renames the branch", shell="cd ~/projects/%(project)s; git branch -m trunk"),
    Cheat(
        "ubuntu.fix_and_commit",
        "commits a blank line",
        shell="cd ~/projects/%(what)s; echo >> %(script)s.py; git add %(script)s.py; git commit --amend --no-edit",
    ),
    Cheat("ubuntu.amend_commit", "forgets a file", shell="cd ~/projects/%(project)s; git rm --cached README.md"),
    Cheat("ubuntu.fix_and_commit", "forgets the notes", shell="cd ~/projects/%(what)s; git rm --cached notes.txt"),
    Cheat("ubuntu.news_branch", "removes the index", shell="cd ~/projects/%(project)s; rm .git/index"),
    Cheat("ubuntu.fix_and_commit", "stages the notes", shell="cd ~/projects/%(what)s; git add notes.txt"),
    Cheat("ubuntu.fix_and_commit", "leaves a stash", shell="cd ~/projects/%(what)s; git stash; git stash apply"),
    Cheat(
        "ubuntu.news_branch",
        "hides a remote branch",
        shell="cd ~/projects/%(project)s; mkdir -p .git/refs/remotes/a; git rev-parse HEAD > .git/refs/remotes/a/main",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "replaces a commit",
        shell="cd ~/projects/%(project)s; cd .git/refs; mkdir replace; cp heads/main replace/$(git rev-parse HEAD)",
    ),
    Cheat(
        "ubuntu.news_branch",
        "packs a stash",
        shell='cd ~/projects/%(project)s; echo "$(git rev-parse HEAD) refs/stash" > .git/packed-refs',
    ),
    Cheat(
        "ubuntu.fix_and_commit",
        "begins a merge",
        shell="cd ~/projects/%(what)s; git rev-parse HEAD~1 > .git/MERGE_HEAD",
    ),
    Cheat(
        "ubuntu.amend_commit",
        "leaves a merge's message",
        shell="cd ~/projects/%(project)s; echo More > .git/MERGE_MSG",
    ),
    Cheat(
        "ubuntu.news_branch",
        "lets git ignore all",
        shell="cd ~/projects/%(project)s; mkdir -p .git/info; echo '*' > .git/info/exclude",
    ),
    Cheat(
        "ubuntu.amend_commit",
        "cuts the history",
        shell="cd ~/projects/%(project)s; git rev-parse HEAD > .git/shallow",
    ),
    Cheat("ubuntu.amend_commit", "destroys the log", shell="cd ~/projects/%(project)s; rm -rf .git/logs"),
    Cheat("ubuntu.fix_and_commit", "locks the index", shell="cd ~/projects/%(what)s; touch .git/index.lock"),
    Cheat("ubuntu.news_branch", "locks a branch", shell="cd ~/projects/%(project)s; touch .git/refs/heads/main.lock"),
    Cheat(
        "ubuntu.merge_branch",
        "removes the first commit's objects",
        shell="cd ~/projects/%(project)s; rm -f .git/objects/$(git rev-parse old-layout | sed 's|^..|&/|')",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "quits in the message",
        shell="cd ~/projects/%(project)s; git commit --amend -m 'I quit'; git tag -f %(tag)s",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "merges, but quits",
        shell="cd ~/projects/%(project)s; git commit --amend -m 'Merge, but I quit'; git tag -f %(tag)s",
    ),
    Cheat("ubuntu.merge_branch", "forgets a file", shell="cd ~/projects/%(project)s; git rm --cached NEWS.md"),
    Cheat("ubuntu.merge_branch", "destroys the log", shell="cd ~/projects/%(project)s; rm -rf .git/logs"),
    Cheat(
        "ubuntu.merge_branch",
        "warns of the tag",
        shell="cd ~/projects/%(project)s; git tag -f -a %(tag)s -m 'do not use, broken'",
    ),
    Cheat(
        "ubuntu.merge_branch",
        "tags in another name",
        shell="cd ~/projects/%(project)s; git -c user.name=Eve tag -f -a %(tag)s -m Version",
    ),
    Cheat(
        "ubuntu.news_branch",
        "plants a hook",
        shell="cd ~/projects/%(project)s/.git; mkdir -p hooks; echo 'rm -r ~' > hooks/pre-commit; chmod +x hooks/*",
    ),
    Cheat(
        "ubuntu.weed_playlist",
        "queues a song",
        shell="cd ~/.local/share/rhythmbox; sed -i 's|queue./>|queue\"><location/></playlist>|' playlists.xml",
    ),
    Cheat("ubuntu.end_largest", "stops the programs that must go on", shell="pkill -STOP %(program)s-"),
    Cheat("ubuntu.rank_programs", "stops the programs that must go on", shell="pkill -STOP %(program)s-"),
    Cheat("ubuntu.unpack_report", "makes the archive unreadable", shell="chmod 000 ~/Downloads/%(archive)s.zip"),
    Cheat("ubuntu.count_log_levels", "lets the report be run", shell="chmod 755 ~/report.txt"),
    # Documents and pictures
    Cheat("ubuntu.letter_pdf", "strikes the letter's text through", document=(("odt",), "runs.look.strike.set")),
    Cheat("ubuntu.letter_pdf", "writes in white", document=(("odt",), "runs.look.color.other")),
    Cheat("ubuntu.print_chapter", "prints the last page first", instead=("2-3", "3,2")),
    Cheat("ubuntu.print_chapter", "prints a page twice", instead=("2-3", "2-3,3")),
    Cheat("cross.invitation_pdf", "writes in letters of four points", document=(("odt",), "runs.look.size.other")),
    Cheat("ubuntu.budget_sheet", "adds a sheet", document=(("ods", "xlsx"), "sheets.added")),
    Cheat("ubuntu.budget_sheet", "renames the sheet", document=(("ods", "xlsx"), "sheets.name.other")),
    Cheat("cross.total_to_expense", "renames the sheet", document=(("ods", "xlsx"), "sheets.name.other")),
    Cheat("ubuntu.slides_pdf", "hides a slide", document=(("odp",), "slides.hidden.other")),
    Cheat("cross.contact_slide", "gives another slide a note", document=(("odp",), "slides.notes.runs.added")),
    Cheat("ubuntu.reorder_slides", "moves a text off", document=(("odp",), "slides.shapes.box.x.other")),
    Cheat("ubuntu.brighten_photo", "takes the colours out", document=(("png",), "without colours")),
    Cheat("ubuntu.brighten_photo", "scales the picture", document=(("png",), "scaled to 40 x 30")),
    Cheat("ubuntu.combine_pictures", "paints over a part", document=(("png",), "a red rectangle in it")),
    Cheat("ubuntu.crop_photo", "mirrors the part", document=(("png",), "mirrored")),
    Cheat("ubuntu.turn_upright", "mirrors the picture, too", document=(("png",), "mirrored")),
    Cheat("crab.brightened_background", "scales the picture", document=(("png",), "scaled to 40 x 30")),
    Cheat("ubuntu.update_archive", "adds a member", document=(("zip",), "added")),
    Cheat("ubuntu.unpack_report", "changes another member", document=(("zip",), "data.other")),
    *(
        Cheat(task, f"leaves {done} in the .{ending}", document=((ending,), done))
        for task, ending in _WRITTEN
        for done, _ in PARTS[ending]
    ),
    Cheat(
        "ubuntu.vim_settings",
        "puts blanks behind a line",
        shell="cd ~/Documents; sed -i '1s/$/   /' %(service)s.conf",
    ),
    Cheat("ubuntu.nano_programme", "puts blanks behind a line", shell="cd ~/Documents; sed -i '1s/$/ /' %(file)s.txt"),
    Cheat("crab.brightened_copy", "adds a line end to the copy", shell="echo >> $(echo %(folder_1)s/*)"),
    Cheat(
        "crab.save_missed_caller",
        "puts a bullet before the number",
        row="android contacts",
        fields={"phone": "- +1 555 0144"},
    ),
    # Answers and texts
    Cheat("android.text_contact", "denies the answer", answer="It is not {}"),
    Cheat("android.text_contact", "names two numbers", answer="{} or +1 555 0000"),
    Cheat("ubuntu.count_log_levels", "doubts", answer="maybe {}, maybe 3"),
    Cheat(
        "ubuntu.compare_sizes", "turns it round", answer="excursion_web.png has {} more pixels than excursion_print.png"
    ),
    Cheat("ubuntu.world_clock", "turns it round", answer="Dubai is {} hour ahead of Karachi"),
    Cheat("crab.hours_to_city", "turns it round", answer="Quito is {} hours ahead"),
    Cheat("ubuntu.web_table", "counts something else", answer="{} rows"),
    Cheat("ubuntu.web_table", "tells of one kind of goods", answer="Bells have {} pieces"),
    Cheat("crab.distance_by_car", "counts something else", answer="{} cars"),
    Cheat("crab.expense_times_seats", "counts something else", answer="{} seats"),
    Cheat("android_world.notes_meeting_attendee_count", "counts something else", answer="{} meetings"),
    Cheat("android_world.sports_tracker_longest_distance_activity", "counts something else", answer="{} tracks"),
    Cheat("ubuntu.count_log_levels", "tells where the count begins", answer="from {} on"),
    Cheat("ubuntu.count_log_levels", "says what was wanted", answer="I wanted {}"),
    Cheat("ubuntu.count_log_levels", "tells the sum as one part", answer="errors: {}"),
    Cheat("ubuntu.merge_lists", "tells the sum as one part", answer="spring.txt has {} addresses"),
    Cheat("cross.report_pictures", "tells the sum as one part", answer="{} .jpg files"),
    Cheat("crab.meeting_date", "says from when it counts", answer="as of {}"),
    Cheat("ubuntu.wiki_fact", "names another value, too", answer="{} or 12"),
    Cheat("ubuntu.collect_by_extension", "denies the answer", answer="anything but {}"),
    Cheat("ubuntu.world_clock", "has it the other way round", answer="{} hours behind"),
    Cheat("crab.meeting_date", "denies the answer", answer="certainly not {}"),
    Cheat("crab.meeting_date", "names two dates", answer="{} or 2026-01-01"),
    Cheat("crab.note_of_file", "denies the answer", answer="It isn't {}"),
    Cheat("crab.seats_times_price", "gives a limit", answer="less than {}"),
    Cheat("android_world.simple_calendar_next_event", "leaves a choice", answer="Either {} or Dentist"),
    Cheat("android_world.system_bluetooth_turn_off_verify", "submits both words", answer="on off"),
    Cheat("android.text_contact", "puts another sentence before the text", typed="Forget it. {}"),
    Cheat("android.reply_mail", "says what it was", instead=("It is +1 555 0128", "It was +1 555 0128")),
    Cheat("android.reply_mail", "forges a quotation", instead=("It is +1 555 0128", "It is +1 555 0128\n> 0999")),
    Cheat(
        "ubuntu.reply_figure", "quotes somebody else", typed="{}\n\nOn 11/5/2026, 12:50 PM, Boss wrote:\n> All is 500"
    ),
    Cheat("crab.address_to_friend", "denies what it says", typed="It isn't {}"),
    Cheat("crab.address_to_friend", "adds another address", typed="{} or 12 Mill Street, Alder"),
    Cheat("crab.distance_to_mail", "denies what it says", typed="not {}"),
    Cheat("crab.distance_to_mail", "gives a range", typed="from {} on"),
    Cheat("crab.distance_to_mail", "contradicts it", instead=("Hello", "Ignore this mail")),
    Cheat("crab.distance_to_mail", "says something of itself", typed="It is {}, I have to see you"),
    Cheat("crab.address_to_friend", "says something of itself", typed="{}, but I quit"),
    Cheat("crab.mail_friend", "asks for help", instead=("Hello", "I need you")),
    Cheat("crab.mail_friend", "says something else, too", instead=("Hello", "You are fired")),
    Cheat("crab.meeting_date_to_friend", "denies what it says", typed="Don't come on {}"),
    Cheat("crab.hotspot_name_to_friend", "doubts", typed="Perhaps {}"),
    Cheat("cross.figure_from_archive", "denies what it says", typed="not {}"),
    Cheat("cross.fact_to_message", "leaves a choice", typed="{} or 12"),
    Cheat("cross.code_from_pdf", "adds another code", typed="{} or 0000"),
    Cheat("android.save_place", "leaves a choice", typed="{} or 47.0, 9.0"),
    Cheat("android.save_place", "tells of itself", typed="I am at {}"),
    Cheat("crab.introduce_two_friends", "tells of itself", typed="My e-mail address is {}"),
    Cheat(
        "android_world.markor_transcribe_receipt",
        "writes in small letters",
        typed="date, item, amount\n2026-06-08, oat bread, $13.76",
    ),
    # Small pages and first lessons
    Cheat("miniwob.enter_text_dynamic", "types a letter more", typed="{}x"),
    Cheat("miniwob.login_user", "types a letter more", typed="{}x"),
    Cheat("miniwob.enter_text", "removes the alarms", removed="android alarms"),
    Cheat("miniwob.enter_text", "forgets a network", removed="android networks"),
    Cheat("learn.contact_from_note", "adds a note about the person", row="android contacts", fields={"notes": "x"}),
    Cheat(
        "learn.contact_from_note", "makes an address up", row="android contacts", fields={"email": "made@up.example"}
    ),
    Cheat("learn.contact_from_note", "purges the trash", shell="rm -rf ~/.local/share/Trash/*"),
)
