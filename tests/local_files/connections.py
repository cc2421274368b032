"""Note the connections of a process, and of those that are forked from it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

WATCHED = "watched"
"The first line."


def note(path: Path) -> None:
    """Write down that this process is watched, and each connection and lookup of a host name."""

    def write(line: str) -> None:
        with path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")

    def look_at(event: str, arguments: tuple[object, ...]) -> None:
        if event == "socket.getaddrinfo" or (
            event == "socket.connect" and isinstance(arguments[1], tuple)
        ):
            write(f"{event} {arguments}")

    write(WATCHED)
    sys.addaudithook(look_at)
