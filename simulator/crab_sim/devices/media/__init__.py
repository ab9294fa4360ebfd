"""Media files as bytes: photos, sounds and videos, made for devices and read back as far as apps need.

* `photo` - a JPEG of the bundled ones (`PHOTOS`) with EXIF of its own; `read_exif`, `with_exif`.
* `mp3` - a sound with ID3 tags, `with_tags` - others for it, `without_tags` - none; `movie` - an MP4, M4A or 3GP;
  `read_tags` reads either, `other_tags` names what it doesn't read.
* `mime_type`, `kind_of` - a file's type, from its name.

A movie has no frames, only a cover (the picture that it shows) and a running time, so that a device's files cost next
to nothing until somebody looks at a picture.
"""

from __future__ import annotations

from crab_sim.devices.media.bundled_photos import PHOTO_FOLDER, PHOTOS, bundled_photo, photo
from crab_sim.devices.media.exif import Exif, read_exif, with_exif
from crab_sim.devices.media.mime import kind_of, mime_type
from crab_sim.devices.media.movies import Film, movie
from crab_sim.devices.media.sounds import mp3, with_tags, without_tags
from crab_sim.devices.media.tags import Tags, other_tags, read_tags

__all__ = [
    "PHOTOS",
    "PHOTO_FOLDER",
    "Exif",
    "Film",
    "Tags",
    "bundled_photo",
    "kind_of",
    "mime_type",
    "movie",
    "mp3",
    "other_tags",
    "photo",
    "read_exif",
    "read_tags",
    "with_exif",
    "with_tags",
    "without_tags",
]  # fmt: skip
