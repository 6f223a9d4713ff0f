"""Names of files made from ids: such as every file system takes, and a different one for every id.

Takes an id, gives a file name. An id of lower-case letters, digits, dots, hyphens and underscores is the name;
any other is spelt with such characters and ends in `~` and a part of its hash, so that two ids that look alike to a file
system without upper and lower case (`Spring`, `spring`) never meet.
"""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final

import regex

_LONGEST: Final = 80
_PLAIN: Final = regex.compile(r"[a-z0-9](?:[a-z0-9._-]*[a-z0-9_-])?")
_OTHERS: Final = regex.compile(r"[^a-z0-9._]++")
_DEVICE: Final = regex.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9])(?:\..*)?")
"""Names that Windows keeps for devices, whatever stands behind their first dot."""


def file_name(id_: str, extension: str, what: str) -> str:
    """The file's name without a folder.

    Args:
        id_: Whose file it is.
        extension: Begins without a dot.
        what: A lower-case word that stands in front where the id has no readable name of its own.
    """
    if len(id_) <= _LONGEST and _PLAIN.fullmatch(id_) and not _DEVICE.fullmatch(id_):
        return f"{id_}.{extension}"
    ascii_letters = unicodedata.normalize("NFKD", id_).encode("ascii", "ignore").decode()
    readable = _OTHERS.sub("-", ascii_letters.lower())[:_LONGEST].strip("._-")
    if not readable or _DEVICE.fullmatch(readable):
        readable = f"{what}-{readable}".removesuffix("-")
    digest = hashlib.sha256(id_.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{readable}~{digest[:8]}.{extension}"
