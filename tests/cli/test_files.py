from __future__ import annotations

import errno
import io
import os
import socket
from pathlib import Path

import pytest

from reachweaver import files
from reachweaver.errors import CommandError


def refusal(path: Path) -> str:
    with pytest.raises(CommandError) as caught:
        files.read_text(path, "f.json")
    return str(caught.value)


def test_a_byte_order_mark_is_not_part_of_the_text(tmp_path: Path) -> None:
    """A UTF-8 byte order mark is dropped, so that columns are those that an editor shows."""
    path = tmp_path / "f.json"
    path.write_bytes(b"\xef\xbb\xbf{}")
    assert files.read_text(path) == "{}"


def test_line_breaks_are_kept_as_they_are(tmp_path: Path) -> None:
    """Text comes back with its own line breaks, because offsets count them."""
    path = tmp_path / "f.json"
    path.write_bytes(b"{\r\n\r}\n")
    assert files.read_text(path) == "{\r\n\r}\n"


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b'{"a": "caf\xe9"}', "f.json:1:11: not UTF-8 text: byte 0xe9 at offset 10; save the file as UTF-8"),
        (b'{\n"a":\r\n"\xc3\xa9\xff"}', "f.json:3:3: not UTF-8 text: byte 0xff at offset 11; save the file as UTF-8"),
        (b'\xef\xbb\xbf{"\x80', "f.json:1:3: not UTF-8 text: byte 0x80 at offset 5; save the file as UTF-8"),
        (b'"\xed\xa0\xbd"', "f.json:1:2: not UTF-8 text: byte 0xed at offset 1; save the file as UTF-8"),
        (b'{"\xf0\x9f\x9a', "f.json:1:3: not UTF-8 text: byte 0xf0 at offset 2; save the file as UTF-8"),
        ("{}".encode("utf-16"), "f.json: the file is UTF-16 text; save it as UTF-8"),
        ("{}".encode("utf-16-le"), "f.json: the file is UTF-16 text; save it as UTF-8"),
        ("{}".encode("utf-16-be"), "f.json: the file is UTF-16 text; save it as UTF-8"),
        ("{}".encode("utf-32"), "f.json: the file is UTF-32 text; save it as UTF-8"),
    ],
)
def test_another_encoding_is_refused_by_place(tmp_path: Path, content: bytes, expected: str) -> None:
    """Bytes that are not UTF-8 are refused with the line, the column and the offset of the first one."""
    path = tmp_path / "f.json"
    path.write_bytes(content)
    assert refusal(path) == expected


def test_what_is_no_ordinary_file_is_refused_before_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a pipe nobody writes to, a device and a socket are refused at once, never waited for."""
    # A socket's path may not be long.
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    with socket.socket(socket.AF_UNIX) as server:
        os.chdir(tmp_path)
        server.bind("socket")
        assert refusal(Path("socket")) == "f.json: expected a file, but this is a socket"
    assert refusal(tmp_path) == "f.json: expected a file, but this is a folder"
    assert refusal(Path("pipe")) == "f.json: expected a file, but this is a pipe"
    assert refusal(Path("/dev/zero")) == "f.json: expected a file, but this is a device"


def test_a_file_that_cannot_be_reached_is_named_with_the_reason(tmp_path: Path) -> None:
    """A missing file, one below a file, a link to itself and an impossible name each get one clear line."""
    (tmp_path / "plain").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    assert refusal(tmp_path / "absent") == "f.json: cannot read the file: No such file or directory"
    assert refusal(tmp_path / "plain" / "below") == "f.json: cannot read the file: Not a directory"
    assert refusal(tmp_path / "loop") == "f.json: cannot read the file: Too many levels of symbolic links"
    assert refusal(Path("a\0b")) == "f.json: this is not a file name"
    assert refusal(tmp_path / ("n" * 300)) == "f.json: cannot read the file: File name too long"


def test_a_file_without_permission_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that the person may not read is named with the reason."""

    def refuse(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    (tmp_path / "f.json").touch()
    monkeypatch.setattr(os, "open", refuse)
    assert refusal(tmp_path / "f.json") == "f.json: cannot read the file: Permission denied"


def test_a_file_over_the_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file, or a stream, larger than the limit is refused; one exactly as large is read."""
    monkeypatch.setattr(files, "MAX_BYTES", 1024 * 1024)
    path = tmp_path / "f.json"
    path.write_bytes(b" " * files.MAX_BYTES)
    assert len(files.read_text(path)) == files.MAX_BYTES
    path.write_bytes(b" " * (files.MAX_BYTES + 1))
    assert refusal(path) == "f.json: too large: more than 1 MB"
    with pytest.raises(CommandError, match="too large"):
        files.read_stream(io.BytesIO(path.read_bytes()), "<stdin>")
