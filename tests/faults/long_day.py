"""A day of editing, compressed: what is shown at its end is what a new server shows, and the memory is what it was.

    python -m tests.faults.long_day [--edits N] [--minutes M]

One server process, six campaigns and their brand. Keystrokes come alone and in bursts, in valid and in broken JSON;
hovers, fixes and completions are asked for in between; files are saved the way programs save them, emptied first;
documents are closed and opened again, and the brand changes. After each tenth of the day every document's findings are
compared with those of a server that has just been started. The edits are the same on every run.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO, Self

from reachweaver_lsp.transport import Framing
from tests.lsp.marked import evidence
from tests.lsp.test_many_edits import PIECES
from tests.lsp.wire import frame, position_of, range_of

Message = dict[str, Any]

MOST_GROWTH = 1.1
"""How much larger the server may be in the end than after the first tenth of the day."""
KEYS = "the best 40% of 7 users, now available “quoted” 🦀é\\n"
BRANDS = ('{"banned_phrases": ["best"]}', '{"banned_phrases": ["users"], "max_hashtags": 2}')
CAMPAIGNS = 6


class Session:
    """A server process and a client that waits for its answers."""

    def __init__(self, folder: Path, errors: BinaryIO) -> None:
        command = [sys.executable, "-m", "reachweaver_lsp"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self._framing = Framing()
        self._messages: list[Message] = []
        self._ids = 0
        self.shown: dict[str, Message] = {}
        """The last diagnostics of each document."""
        self.said: list[str] = []
        """What was logged, and message boxes."""
        params = {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}}
        self.request("initialize", params)
        self.notify("initialized", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            self.request("shutdown", None)
            self.notify("exit", None)
            assert self._process.wait() == 0
        self._process.kill()
        self._process.wait()

    @property
    def memory(self) -> float:
        """Megabytes in use now; 0 where the system does not say."""
        status = Path(f"/proc/{self._process.pid}/status")
        found = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmRSS")]
        return int(found[0]) / 1024 if found else 0.0

    def notify(self, method: str, params: object) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: object) -> Any:
        self._ids += 1
        number = self._ids
        self._send({"id": number, "method": method, "params": params})
        answer = self._until(lambda message: message.get("id") == number)
        assert "result" in answer, answer
        return answer["result"]

    def wait_for(self, uri: str, version: int) -> None:
        """Until the diagnostics of this version have come."""
        if self.shown.get(uri, {}).get("version") != version:
            self._until(lambda _: self.shown.get(uri, {}).get("version") == version)

    def _send(self, message: Message) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(frame(json.dumps({"jsonrpc": "2.0", **message}).encode()))
        self._process.stdin.flush()

    def _until(self, is_it: Callable[[Message], bool]) -> Message:
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics":
                self.shown[message["params"]["uri"]] = message["params"]
            elif message.get("method") in ("window/logMessage", "window/showMessage"):
                self.said.append(message["params"]["message"])
            if is_it(message):
                return message

    def _next(self) -> Message:
        assert self._process.stdout is not None
        while not self._messages:
            data = self._process.stdout.read1()  # type: ignore[attr-defined]
            assert data, "the server is gone"
            self._messages = [json.loads(body) for body in self._framing.feed(data)]
        return self._messages.pop(0)


class Writer:
    """One document and the person who types in it."""

    def __init__(self, path: Path, text: str, chance: random.Random) -> None:
        self.path = path
        self.uri = path.as_uri()
        self.text = text
        self.version = 0
        self._good = text
        self._chance = chance
        self._cursor = 0

    def open(self, session: Session) -> None:
        self.version += 1
        item = {"uri": self.uri, "languageId": "json", "version": self.version, "text": self.text}
        session.notify("textDocument/didOpen", {"textDocument": item})
        session.wait_for(self.uri, self.version)

    def close(self, session: Session) -> None:
        session.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})

    def type(self, session: Session) -> None:
        """One keystroke, one paste, or everything taken back; whoever calls waits for what it leads to."""
        self.version += 1
        params = {"textDocument": {"uri": self.uri, "version": self.version}, "contentChanges": [self._change()]}
        session.notify("textDocument/didChange", params)

    def ask(self, session: Session) -> None:
        """What an editor asks while somebody looks at the text."""
        line, character = position_of(self.text, self._cursor)
        place = {"line": line, "character": character}
        document = {"textDocument": {"uri": self.uri}}
        session.request("textDocument/hover", {**document, "position": place})
        session.request("textDocument/completion", {**document, "position": place})
        span = {"range": {"start": {"line": 0, "character": 0}, "end": place}, "context": {"diagnostics": []}}
        session.request("textDocument/codeAction", {**document, **span})
        session.request("textDocument/semanticTokens/full", document)

    def save(self, session: Session) -> None:
        """Empty the file, write one half, then the other, as programs do."""
        content = self.text.encode("utf-8", "replace")
        with self.path.open("wb", buffering=0) as file:
            for half in (content[: len(content) // 2], content[len(content) // 2 :]):
                file.write(half)
                session.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": self.uri, "type": 2}]})
        session.notify("textDocument/didSave", {"textDocument": {"uri": self.uri}})

    def _change(self) -> Message:
        chance = self._chance
        kind = chance.random()
        if kind < 0.01:
            return self._replace(0, len(self.text), self._good)
        if kind < 0.05:
            self._cursor = chance.randrange(len(self.text) + 1)
        if kind < 0.12:
            return self._replace(self._cursor, self._cursor, chance.choice(PIECES))
        if kind < 0.4:
            return self._replace(max(0, self._cursor - chance.choice([1, 1, 1, 9])), self._cursor, "")
        return self._replace(self._cursor, self._cursor, chance.choice(KEYS))

    def _replace(self, start: int, end: int, new_text: str) -> Message:
        end = min(end, len(self.text))
        start = min(start, end)
        # No client has a position inside a line break.
        start, end = (at - (self.text[at - 1 : at + 1] == "\r\n") for at in (start, end))
        change = {"range": range_of(position_of(self.text, start), position_of(self.text, end)), "text": new_text}
        self.text = self.text[:start] + new_text + self.text[end:]
        self._cursor = start + len(new_text)
        return change


def campaign(number: int) -> str:
    """One of the day's campaigns: from 1 to 16 variants."""
    variants = [
        {
            "variant_id": f"v{one}",
            "platform": "x",
            "text": f"It is {one}0% smaller 🦀 #{one}",
            "evidence_ids": ["notes"],
        }
        for one in range(1 + number * 3)
    ]
    content = {"campaign_id": f"c{number}", "evidence": [evidence("notes", "Planner 2.0 is 40% smaller.")]}
    text = json.dumps({**content, "variants": variants}, ensure_ascii=bool(number % 2), indent=number % 3 or None)
    return text.replace("\n", "\r\n") if number == 2 else text


def live(session: Session, folder: Path, writers: list[Writer], chance: random.Random) -> Iterator[int]:
    """Edit and do what else belongs to a day; the number of edits so far, after each few."""
    done = bursts = 0
    writer = writers[0]
    while True:
        for _ in range(burst := chance.choice([1, 1, 1, 2, 3, 10])):
            writer.type(session)
        session.wait_for(writer.uri, writer.version)
        done, bursts = done + burst, bursts + 1
        if bursts % 20 == 0:
            writer.ask(session)
            writer = chance.choice(writers)
        if bursts % 500 == 0:
            writer.save(session)
            (folder / "brand.reachweaver.json").write_text(BRANDS[bursts // 500 % 2], encoding="utf-8")
            writer.close(session)
            writer.open(session)
        yield done


def compare(session: Session, folder: Path, writers: list[Writer], errors: BinaryIO) -> None:
    """Every document's findings are those of a server that has just been started."""
    # Whatever has changed on disk has been seen before the answer comes.
    session.notify("workspace/didChangeWatchedFiles", {"changes": []})
    with Session(folder, errors) as fresh:
        for writer in writers:
            writer.version += 1
            params = {"textDocument": {"uri": writer.uri, "version": writer.version}}
            whole = {"range": range_of((0, 0), (0, 0)), "text": ""}
            session.notify("textDocument/didChange", {**params, "contentChanges": [whole]})
            session.wait_for(writer.uri, writer.version)
            version, writer.version = writer.version, writer.version - 1
            writer.open(fresh)
            assert writer.version == version
            assert session.shown[writer.uri] == fresh.shown[writer.uri], writer.text


def day(folder: Path, edits: int, minutes: float, errors: BinaryIO) -> tuple[int, list[float], list[str]]:
    """Live through it; how many edits it had, the memory after each tenth, and what was logged."""
    chance = random.Random(20260301)  # noqa: S311 (the same edits on every run)
    (folder / "brand.reachweaver.json").write_text(BRANDS[0], encoding="utf-8")
    writers = [Writer(folder / f"c{number}.reachweaver.json", campaign(number), chance) for number in range(CAMPAIGNS)]
    memory: list[float] = []
    began = time.monotonic()
    with Session(folder, errors) as session:
        for writer in writers:
            writer.path.write_text(writer.text, encoding="utf-8", newline="")
            writer.open(session)
        for done in live(session, folder, writers, chance):
            passed = time.monotonic() - began
            is_over = done >= edits or passed > minutes * 60
            if is_over or done >= edits * (len(memory) + 1) // 10:
                compare(session, folder, writers, errors)
                memory.append(session.memory)
                _say(f"{done:>10,} edits  {memory[-1]:6.1f} MB  {done / passed:6,.0f} edits a second")
            if is_over:
                return done, memory, session.said
    raise AssertionError


def main() -> int:
    """Print how the day went; 1 when the memory grew or something was logged."""
    parser = argparse.ArgumentParser(description="A day of editing, compressed.")
    parser.add_argument("--edits", type=int, default=1_000_000, help="how many (default: %(default)s)")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after so many minutes")
    options = parser.parse_args()
    with TemporaryDirectory() as name, TemporaryFile() as errors:
        done, memory, said = day(Path(name).resolve(), options.edits, options.minutes, errors)
        errors.seek(0)
        said += errors.read().decode().splitlines()
    for line in said[:10]:
        _say(f"logged: {line}")
    growth = memory[-1] / memory[0]
    _say(f"{done:,} edits, memory {growth:.2f} times that of the first tenth, {len(said)} lines logged")
    return 1 if said or growth > MOST_GROWTH else 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
