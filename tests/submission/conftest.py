"""A server that speaks IndexNow, and the command in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import pytest

from sitemap_audit import cli
from sitemap_audit.commands import acting
from sitemap_audit.errors import AuditError, UsageError
from sitemap_audit.storage.run_file import read_run
from sitemap_audit.web_apis.json_api import Api
from submission.server import IndexNow, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Done(NamedTuple):
    """What a run of the command did."""

    output: str
    returncode: int


class Submit(Protocol):
    """Runs ``sitemap-audit submit``."""

    def __call__(self, folder: Path, *words: object) -> Done:
        """Submit the audit in a folder to the server."""


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "audits"


@pytest.fixture
def indexnow(monkeypatch: pytest.MonkeyPatch) -> Iterator[IndexNow]:
    """The server, which is the proxy, too."""
    with serving() as state:
        for name, value in (("http_proxy", state.url), ("no_proxy", "127.0.0.1")):
            monkeypatch.setenv(name, value)
        yield state


@pytest.fixture
def submit(indexnow: IndexNow, monkeypatch: pytest.MonkeyPatch) -> Submit:
    """The command in this process, without locks, which would last until the tests end.

    It does not wait between two tries.
    """
    lines: list[str] = []
    defaults: Any = Api.__init__.__kwdefaults__
    monkeypatch.setitem(defaults, "wait", 0)
    monkeypatch.setattr("sitemap_audit.submission.submit.take_lock", lambda _: 0)
    monkeypatch.setattr("sitemap_audit.evaluation.opening.open_audit", read_run)
    monkeypatch.setattr(acting, "show_plainly", lines.append)

    def run(folder: Path, *words: object) -> Done:
        lines.clear()
        given = ["submit", str(folder), "--endpoint", f"{indexnow.url}/indexnow"]
        try:
            status = cli.command_line.main([*given, *map(str, words)], standalone_mode=False)
        except AuditError as error:
            lines.append(str(error))
            status = 2 if isinstance(error, UsageError) else 3
        return Done("\n".join(lines), status)

    return run
