"""What analysis, evaluation and reports send to a store is in what DuckDB and Spark share."""

from __future__ import annotations

import json
import shutil
import sys
from typing import TYPE_CHECKING, Any

import pytest
from commanding import only, record
from make_stored_audit import FIXTURES
from spark_subset import faults
from test_sites import audited

from sitemap_audit.evaluation.evaluator import analyse
from sitemap_audit.options import Options
from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

SENDERS = tuple(
    f"sitemap_audit.{name}" for name in ("analysis", "evaluation", "redaction", "reporting")
)
METHODS = {"rows": 1, "stream": 1, "execute": 1, "value": 1, "frame": 1, "write_csv": 1}
METHODS |= {"execute_with": 3, "create_sorted": 2}
"Methods of a store that take SQL, and its place among their arguments."


def recording(method: Callable[..., Any], place: int, sent: set[str]) -> Callable[..., Any]:
    """A method of the store that notes the SQL that others than the store itself send."""

    def called(*arguments: Any, **named: Any) -> Any:
        if sys._getframe(1).f_globals["__name__"].startswith(SENDERS):
            sent.add(arguments[place])
        return method(*arguments, **named)

    return called


@pytest.fixture(scope="module")
def sent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[set[str]]:
    """What is sent for two audits of a site, a day apart, and one with a link crawl."""
    output, statements = tmp_path_factory.mktemp("audits"), set[str]()
    ignores = output / "ignore.toml"
    ignores.write_text('[[ignore]]\ncheck = "status"\nurl = "*"\nreason = "known"\n')
    with pytest.MonkeyPatch.context() as patch:
        for name, place in METHODS.items():
            method = getattr(DuckDBStore, name)
            patch.setattr(DuckDBStore, name, recording(method, place, statements))
        for day, formats in ((1, ("sarif", "junit")), (2, ("jsonl", "markdown"))):
            for number, format_ in enumerate(formats):
                folder = stored(output / format_, day)
                options = Options(
                    output=output / format_,
                    format=format_,
                    output_file=output / f"audit.{format_}",
                    ignore_file=ignores if number else None,
                    redact_parameters=bool(number),
                )
                analyse(folder, record(folder), options)
        linked = output / "linked"
        linked.mkdir()
        audited("linked", {"options": ["--crawl"]}, linked)
        folder = only(linked)
        analyse(folder, record(folder), Options(output=linked))
        yield statements


def stored(output: Path, day: int) -> Path:
    """Copy the stored audits up to a day; return the folder of the last one."""
    for each in range(1, day + 1):
        folder = output / "127.0.0.1_8767" / f"2026-10-0{each}T10-00-00Z"
        if not folder.exists():
            shutil.copytree(FIXTURES / "stored_audit_1", folder)
        started = {"started_at": f"2026-10-0{each}T10:00:00+00:00"}
        (folder / "run.json").write_text(json.dumps(record(folder) | started), "utf-8")
    return folder


def test_each_statement_translates_to_spark(sent: set[str]) -> None:
    assert len(sent) > 400
    assert any("INSERT INTO link_depths" in sql for sql in sent)
    at_fault = {sql: found for sql in sent if (found := sorted(set(faults(sql))))}
    assert at_fault == {}
