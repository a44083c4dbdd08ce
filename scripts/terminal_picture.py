"""Pictures of the terminal: the real chat against a real service, drawn from what it wrote.

    .venv/bin/python scripts/terminal_picture.py [folder]

Needs tmux. Starts services of its own on free ports with data folders of their own, and removes both.
Writes docs/images/terminal-en.svg and terminal-ko.svg: four turns, searched, reused, searched for another district, and
the person asked. The English one is printed as text, too: the README's transcript is cut from it.
"""

from __future__ import annotations

import html
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from rich.cells import cell_len
from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from foundation.storage.database.embedded import EmbeddedPostgres

ROOT = Path(__file__).resolve().parent.parent
SUFFICE = ROOT / ".venv" / "bin" / "suffice"
WIDTH = 100
HEIGHT = 200
"""Higher than the conversation: nothing scrolls away."""
PATIENCE_S = 180.0

CONVERSATIONS = {
    "en": (
        "What do flats up to 60 m² in Dalseo-gu cost?",
        "Sum up the prices there again",
        "And in Seocho-gu?",
        "What is the average?",
    ),
    "ko": (
        "대구 달서구 60㎡ 이하 아파트 매매 시세 알려줘",
        "그 지역 시세를 다시 요약해줘",
        "서초구는?",
        "평균은 얼마야?",
    ),
}
"""The last question names no region: whether the data in hand is meant is likely, not certain."""
PROMPT = {"en": "Ask ❯", "ko": "질문 ❯"}

THEME = TerminalTheme(
    (24, 26, 31),
    (214, 217, 222),
    [(60, 64, 72), (224, 108, 117), (126, 192, 121), (222, 184, 98), (97, 160, 226), (198, 120, 221), (86, 182, 194)]
    + [(200, 204, 212)],
    [(112, 118, 128), (240, 128, 136), (152, 214, 142), (238, 204, 122), (124, 182, 244), (216, 146, 236)]
    + [(110, 204, 214), (255, 255, 255)],
)
FONTS = 'Menlo, Consolas, "DejaVu Sans Mono", "D2Coding", "Noto Sans Mono CJK KR", "Nanum Gothic Coding", monospace'
"""Latin letters first: a Korean font's are narrower than their cells, and were drawn apart."""
DRAWN_TEXT = re.compile(r'textLength="([\d.]+)"([^>]*)>([^<]+)</text>')
DOWNLOADED_FONTS = re.compile(r"@font-face\s*\{.*?\}\s*", re.DOTALL)


@dataclass(frozen=True)
class Terminal:
    """One tmux pane with a server of its own."""

    name: str

    def run(self, *arguments: str) -> str:
        """A tmux command; what it wrote."""
        done = subprocess.run(["tmux", "-L", self.name, *arguments], capture_output=True, text=True, check=True)
        return done.stdout

    def screen(self) -> str:
        """What is on screen, with its colours."""
        return self.run("capture-pane", "-p", "-e", "-t", "chat").rstrip()

    def wait_for(self, pattern: str, times: int = 1) -> None:
        """Until this stands on screen so often."""
        deadline = time.monotonic() + PATIENCE_S
        while len(re.findall(pattern, self.run("capture-pane", "-p", "-t", "chat"))) < times:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{pattern!r} did not appear:\n{self.run('capture-pane', '-p', '-t', 'chat')}")
            time.sleep(0.2)

    def say(self, line: str) -> None:
        """Type a line."""
        self.run("send-keys", "-t", "chat", line, "Enter")


@dataclass(frozen=True)
class Running:
    """A service of one's own."""

    address: str
    environment: tuple[str, ...]
    """Settings as `env` takes them: with these a command works on the same database."""


@contextmanager
def service(*settings: str) -> Generator[Running]:
    """A service with these settings and an empty database."""
    data_dir = Path(tempfile.mkdtemp(prefix="suffice-picture-"))
    port = free_port()
    held = ("SUFFICE_HOLD_OUT=0", "SUFFICE_EXAMPLE_LATENCY_S=0")  # every picture shows the same
    environment = (f"SUFFICE_DATA_DIR={data_dir}", f"SUFFICE_PORT={port}", *held, *settings)
    process = subprocess.Popen(["env", *environment, str(SUFFICE), "serve"], stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_ready(address)
        yield Running(address, environment)
    finally:
        process.terminate()
        process.wait()
        EmbeddedPostgres(data_dir).remove()
        shutil.rmtree(data_dir, ignore_errors=True)


@contextmanager
def chat(address: str, language: str) -> Generator[Terminal]:
    """A chat with the service in a terminal of its own."""
    terminal = Terminal(f"suffice-picture-{free_port()}")
    command = f"env LC_ALL=C.UTF-8 COLORTERM=truecolor '{SUFFICE}' chat --language {language} --url {address}"
    terminal.run("-f", "/dev/null", "new-session", "-d", "-s", "chat", "-x", str(WIDTH), "-y", str(HEIGHT), command)
    try:
        terminal.wait_for(PROMPT[language])
        yield terminal
    finally:
        terminal.run("kill-server")


def free_port() -> int:
    """A port nobody listens on at this moment."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def wait_until_ready(address: str) -> None:
    """Until the service takes questions."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/readyz", trust_env=False).is_success:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.3)
    raise TimeoutError(f"no service came up at {address}")


def draw(screen: str, file: Path) -> None:
    """The screen as an SVG that loads nothing from anywhere."""
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=WIDTH, file=nowhere, force_terminal=True, color_system="truecolor")
        console.print(Text.from_ansi(screen), soft_wrap=True)
        drawn = console.export_svg(title="suffice chat", theme=THEME)
    drawn = DRAWN_TEXT.sub(in_cells, DOWNLOADED_FONTS.sub("", drawn)).replace(
        "font-family: Fira Code, monospace", f"font-family: {FONTS}; font-variant-ligatures: none"
    )
    assert "url(http" not in drawn
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(drawn, encoding="utf-8")
    sys.stdout.write(f"{file}: {screen.count(chr(10)) + 1} lines\n")


def in_cells(drawn: re.Match[str]) -> str:
    """A text as wide as its cells: rich counts characters, and a Korean one takes two cells."""
    length, more, text = drawn.groups()
    shown = html.unescape(text)
    return f'textLength="{float(length) / len(shown) * cell_len(shown):.1f}"{more}>{text}</text>'


def conversation(language: str) -> str:
    """What the terminal shows of the four turns; the last one waits for the person."""
    *answered, doubtful = CONVERSATIONS[language]
    # A search of local tables takes milliseconds: without this nobody would be asked to save it.
    with service("SUFFICE_ASK_WORTH_S=0") as running, chat(running.address, language) as terminal:
        for number, question in enumerate(answered, start=1):
            terminal.say(question)
            terminal.wait_for(PROMPT[language], number + 1)
        terminal.say(doubtful)
        terminal.wait_for(r"\[k\]")
        time.sleep(3)
        return terminal.screen()


def main(folder: Path) -> None:
    """Both languages' pictures, and the English text."""
    for language in CONVERSATIONS:
        screen = conversation(language)
        draw(screen, folder / f"terminal-{language}.svg")
        if language == "en":
            sys.stdout.write(f"\n{Text.from_ansi(screen).plain}\n\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
