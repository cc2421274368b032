"""Where an audit lives: in a folder, or on a store with a copy of it in a folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class AuditPlace:
    """The folder of an audit, of a part of it, or of several audits.

    As text it is what people are shown: the URL of what is on a store.
    """

    folder: Path
    "Where it is worked on."
    url: str | None = None
    "Where it is stored, if the folder is a working copy."

    def __str__(self) -> str:
        return self.url or str(self.folder)

    def __truediv__(self, name: str) -> AuditPlace:
        return self.at(self.folder / name)

    def at(self, path: Path) -> AuditPlace:
        """Return the place of a path; one in another folder is local."""
        if self.url is None or not path.is_relative_to(self.folder):
            return AuditPlace(path)
        below = path.relative_to(self.folder).as_posix()
        return AuditPlace(path, self.url if below == "." else f"{self.url}/{below}")

    @property
    def parent(self) -> AuditPlace:
        """The folder above."""
        url = self.url and self.url.rpartition("/")[0]
        return AuditPlace(self.folder.absolute().parent, url)

    @property
    def shared(self) -> str:
        """Where other machines find it: its URL, or its absolute path."""
        return self.url or str(self.folder.absolute())
