"""Stored audits of a site, made of one that is kept, and submissions of them."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from urllib.parse import urlsplit

import duckdb
from make_stored_audit import FIXTURES
from rows import list_parts, record_of

from sitemap_audit.analysis.comparison.compared_tables import STATES
from sitemap_audit.analysis.runner import prepare
from sitemap_audit.parsing.urls import key
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.submission import records
from submission.server import KEY, SITE

_KEPT = FIXTURES / "stored_audit"
_KEPT_SITE = "http://127.0.0.1:8767"
_TABLES = ("check_runs", "entries", "pages", "robots", "robots_lines", "sitemaps")
"Tables that are compared; the others are empty."
_FOLDER = TemporaryDirectory()
"Audits that were made, each of which several tests store."


def stored(
    output: Path,
    day: int,
    pages: dict[str, str | int],
    *,
    site: str = SITE,
    is_named: bool = True,
    **values: Any,
) -> Path:
    """Store an audit of a site.

    Args:
        day: of October 2026.
        pages: listed pages by path or URL: the title, or the status of a page that is not
            indexable, 0 for one that was not fetched.
        is_named: whether robots.txt lists the sitemap.
        values: of its run record.
    """
    given = json.dumps({"pages": pages, "site": site, "is_named": is_named, "values": values})
    folder = output / urlsplit(site).netloc / f"2026-10-{day:02}T10-00-00Z"
    shutil.copytree(_data(given), folder / "data")
    _write_record(folder, site, day, **values)
    return folder


@cache
def _data(given: str) -> Path:
    """Make the tables of an audit, once for all tests that store the same."""
    return _make_data(Path(mkdtemp(dir=_FOLDER.name)), **json.loads(given))


def _make_data(
    folder: Path, pages: dict[str, str | int], site: str, is_named: bool, values: dict[str, Any]
) -> Path:
    with duckdb.connect() as db:
        for table in _TABLES:
            made = folder / "data" / table
            made.mkdir(parents=True)
            db.execute(f"CREATE TABLE made AS FROM '{_KEPT}/data/{table}/*.parquet'")
            for name, kind, *_ in db.execute("DESCRIBE made").fetchall():
                if kind == "VARCHAR":
                    changed = f"REPLACE(\"{name}\", '{_KEPT_SITE}', '{site}')"
                    db.execute(f'UPDATE made SET "{name}" = {changed}')
            if table in ("entries", "pages"):
                db.execute(f"CREATE TABLE model AS FROM made WHERE url = '{site}/index.html'")
                db.execute("DELETE FROM made")
                for number, (path, value) in enumerate(pages.items(), 1):
                    _add(db, table, number, path if "//" in path else f"{site}{path}", value)
                db.execute("DROP TABLE model")
            if table == "robots_lines" and not is_named:
                db.execute("DELETE FROM made WHERE field = 'sitemap'")
            db.execute(f"COPY made TO '{made}/part-0.parquet' (FORMAT parquet)")
            db.execute("DROP TABLE made")
    _write_record(folder, site, 1, **values)
    list_parts(folder)
    with DuckDBStore(folder, has_few_rows=True) as store:
        prepare(store, (), also=(STATES,))
        store.save(STATES)
    return folder / "data"


def _add(
    db: duckdb.DuckDBPyConnection, table: str, number: int, url: str, value: str | int
) -> None:
    if table == "entries":
        new = f"'{url}' AS loc, '{url}' AS url, {key(url)} AS url_key, {number} AS position"
    elif value == 0:
        return
    else:
        title, status = (value, 200) if isinstance(value, str) else ("Error", value)
        new = (
            f"'{url}' AS url, {key(url)} AS url_key, '{title}' AS title,"
            f" {number} AS id, {status} AS status"
        )
    db.execute(f"INSERT INTO made BY NAME SELECT * REPLACE ({new}) FROM model")


def _write_record(folder: Path, site: str, day: int, **values: Any) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((_KEPT / "run.json").read_text("utf-8"))
    moment = f"2026-10-{day:02}T10:00:00+00:00"
    record |= {"sites": [f"{site}/"], "started_at": moment, "finished_at": moment, **values}
    del record["counts"]
    (folder / "run.json").write_text(json.dumps(record), "utf-8")
    return record


def planned(output: Path) -> Path:
    """Store a submission with requests of two URLs and of one, which are not sent yet.

    Returns:
        The folder of its audit.
    """
    folder = output / "www.example.com" / "2026-10-02T10-00-00Z"
    (folder / "data").mkdir(parents=True)
    record = _write_record(folder, SITE, 2)
    place = folder.parent / records.FOLDER
    requests = [
        records.Planned(SITE, [f"{SITE}/{name}" for name in names]) for names in ("ab", "c")
    ]
    records.write_submission(
        place / "indexnow",
        record_of(record),
        folder.name,
        requests,
        lambda made: (made / "data").mkdir(),
    )
    records.store_key(place, KEY, None)
    return folder


def last_record(output: Path, engine: str = "indexnow") -> dict[str, Any]:
    """Read the record of the last submission to an engine."""
    *_, path = sorted(output.glob(f"*/submissions/{engine}/2*/submission.json"))
    made: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return made
