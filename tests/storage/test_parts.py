"""Stored data that is lost, cut or replaced: no command calls such an audit complete."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from commanding import audit, command, page, record, run, sitemap
from make_stored_audit import FIXTURES
from mockserver.scripted import ReceivedRequest, answer, scripted
from rows import RUN, make, record_of

from sitemap_audit.analysis.comparison.previous import previous_audit
from sitemap_audit.audit_place import AuditPlace
from sitemap_audit.items import TABLES
from sitemap_audit.storage.duckdb import DuckDBStore
from sitemap_audit.storage.parts import Damage, PartList, describe_damage
from sitemap_audit.storage.run_file import as_json, read_run, stored_run
from sitemap_audit.storage.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Attack = Callable[[Path, Path], object]

STORED = FIXTURES / "stored_audit"
HEADS = (
    "<link rel=canonical href=/a><link rel=alternate hreflang=en href=/a>"
    "<link rel=alternate hreflang=de href=/b><meta name=robots content=index>"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A stored audit."""
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    return folder


def part(folder: Path, table: str) -> Path:
    (found,) = (folder / "data" / table).glob("part-*.parquet")
    return found


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def replace_by_fewer_rows(folder: Path, other: Path) -> None:
    shutil.copy(part(other, "pages"), part(folder, "pages"))


ATTACKS: dict[str, Attack] = {
    "a table is moved away": lambda folder, _: shutil.rmtree(folder / "data" / "pages"),
    "a part is moved away": lambda folder, _: part(folder, "pages").unlink(),
    "a part is renamed": lambda folder, _: part(folder, "pages").rename(folder / "data" / "x"),
    "a part is cut": lambda folder, _: cut(part(folder, "pages")),
    "a part is empty": lambda folder, _: part(folder, "pages").write_bytes(b""),
    "a part of another audit is in its place": replace_by_fewer_rows,
}


@pytest.fixture
def other(tmp_path: Path) -> Path:
    """Another audit, of a page."""
    folder = tmp_path / "other"
    writer = Writer(folder)
    writer.add(make("pages", url="https://example.com/"))
    writer.flush()
    return folder


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_lost_is_noticed(attack: str, folder: Path, other: Path) -> None:
    told = record(folder)
    assert describe_damage(folder, record_of(told)) == ""
    ATTACKS[attack](folder, other)
    assert describe_damage(folder, record_of(told)).startswith("data/pages lacks ")


@pytest.mark.parametrize("attack", [*ATTACKS, "all is moved away"])
def test_what_is_set_aside_is_in_the_way_of_nothing(attack: str, folder: Path, other: Path) -> None:
    if attack in ATTACKS:
        ATTACKS[attack](folder, other)
    else:
        shutil.rmtree(folder / "data")
    parts = PartList(folder)
    parts.set_aside(parts.damages(record_of(record(folder)), TABLES))
    assert describe_damage(folder, record_of({})) == ""
    with DuckDBStore(folder) as store:
        assert store.value("SELECT COUNT(*) FROM pages") == 0


@pytest.mark.parametrize("table", sorted(path.parent.name for path in STORED.glob("data/*/*")))
def test_each_table_is_looked_at(table: str, folder: Path) -> None:
    shutil.rmtree(folder / "data" / table)
    assert describe_damage(folder, record_of(record(folder)), [table])


def test_parts_of_another_audit_are_noticed_whatever_their_size(tmp_path: Path) -> None:
    for number, name in enumerate(("one", "two")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "run.json").write_text(json.dumps(RUN | {"id": f"{number:032x}"}))
        writer = Writer(folder, first=7)
        writer.add(make("pages", url="https://example.com/"))
        writer.flush()
    one, two = tmp_path / "one", tmp_path / "two"
    assert (
        describe_damage(one, record_of(record(one)))
        == describe_damage(two, record_of(record(two)))
        == ""
    )
    shutil.rmtree(one / "data")
    shutil.copytree(two / "data", one / "data")
    assert (
        describe_damage(one, record_of(record(one)))
        == "data/pages lacks 1 of the 1 rows that were stored"
    )
    shutil.copy(part(two, "pages"), one / "data" / "pages" / "part-8.parquet")
    assert "has a part that this audit did not store" in describe_damage(
        one, record_of(record(one))
    )


def test_a_part_without_rows_that_is_cut_is_named() -> None:
    damage = Damage("findings", 0, 0, frozenset({0}), is_known=True, foreign=0)
    assert damage.sentence.endswith("has a part that cannot be read, or is not as it was stored")


def test_a_list_that_was_cut_short_goes_on(other: Path) -> None:
    file = other / "data" / "parts.csv"
    cut_short = file.read_text()[:-5]
    file.write_text(cut_short.replace("\n", "\nhalf a li\n", 1))
    writer = Writer(other)
    writer.add(make("pages", url="https://example.com/2"))
    writer.flush()
    assert len(PartList(other).parts()) == 2
    assert "lacks 1 of the 2 rows" in describe_damage(other, record_of({})), (
        "of the line that was cut"
    )


DAMAGED_LISTS = {
    "random": bytes(range(256)) * 3,
    "a carriage return within a line": b"pages,1\r,2\n",
    "a quote that does not end": b'"pages,1,2,3,00\n',
    "a zero byte": b"\0\n",
    "numbers without end": b"pages,%b,%b,1,00\n" % (b"9" * 5000, b"9" * 5000),
    "another folder": b"../../pages,1,1,1,00\n",
    "not UTF-8": b"\xff\xfe\n",
}


@pytest.mark.parametrize("damage", DAMAGED_LISTS.values(), ids=DAMAGED_LISTS)
def test_a_damaged_line_of_the_list_harms_no_other(damage: bytes, tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    listed, parts = folder / "data" / "parts.csv", PartList(folder).parts()
    head, *lines = listed.read_bytes().splitlines(keepends=True)
    listed.write_bytes(b"".join([head, damage, b"\n", *lines]))
    assert PartList(folder).parts() == parts
    assert describe_damage(folder, record_of({})) == ""
    listed.write_bytes(damage)
    damages = PartList(folder).damages(record_of({}), TABLES)
    assert {each.table for each in damages} >= {"pages", "sitemaps", "robots"}
    assert describe_damage(folder, record_of({}), ["pages"]) == (
        "data/parts.csv has damaged lines: data/pages has a part that this audit did not store"
    )
    assert all(part(folder, table).exists() for table in ("pages", "sitemaps", "robots"))


def test_a_damaged_list_is_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    (folder / "data" / "parts.csv").write_bytes(DAMAGED_LISTS["random"])
    before = {path: path.read_bytes() for path in folder.glob("data/**/*.parquet")}
    for name in ("check", "report"):
        done = run(name, folder)
        assert done.returncode == 3
        said = " ".join(done.stdout.split())
        assert "The checks did not run: data/parts.csv has damaged lines: data/" in said
        assert re.search(r"did not store; \d+ more tables are damaged\. Restore it", said)
        assert "nternal error" not in done.stdout + done.stderr
    assert {path: path.read_bytes() for path in folder.glob("data/**/*.parquet")} == before


def test_check_and_report_say_what_is_lost_and_keep_what_they_have(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    whole = stored_run(folder)
    pages = folder / "data" / "pages"
    pages.rename(tmp_path / "pages")
    for arguments in (["check"], ["check", "--select", "status"], ["report", "--publish", "{}"]):
        publish = f"file://{tmp_path}/published"
        done = run(arguments[0], folder, *(text.format(publish) for text in arguments[1:]))
        assert done.returncode == 3, done.stderr
        assert "NOT COMPLETE  The checks did not run: data/pages lacks 7 of the 7" in done.stdout
        told = read_run(folder)
        assert not told.complete
        assert len(told.incomplete_because) == 1
        judged = replace(told, complete=True, incomplete_because=[], not_judged=None)
        assert as_json(judged) == as_json(whole)
    left = {path.name for path in (*folder.iterdir(), *tmp_path.iterdir())} - {".lock"}
    assert left == {"data", "run.json", "audit", "pages"}
    (tmp_path / "pages").rename(pages)
    assert run("check", folder).returncode == 0
    assert record(folder)["complete"] is True
    (folder / "data" / "findings" / "part-0.parquet").write_bytes(b"")
    done = run("report", folder)
    assert (done.returncode, "Traceback" in done.stderr) == (3, False)
    assert "NOT COMPLETE  The findings of the checks are lost: data/findings lacks" in done.stdout


def test_an_audit_that_has_lost_data_is_not_compared_with(tmp_path: Path) -> None:
    folder = tmp_path / "audit"
    shutil.copytree(STORED, folder)
    later: dict[str, Any] = record(folder) | {"started_at": "2099-01-31T12:00:00+00:00"}
    previous = previous_audit(AuditPlace(tmp_path / "later"), record_of(later))
    assert previous is not None
    assert previous.folder == folder
    part(folder, "entries").unlink()
    assert previous_audit(AuditPlace(tmp_path / "later"), record_of(later)) is None


class Site:
    """Two pages with all that is stored of a page."""

    address = ""

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            lines = f"User-agent: *\nDisallow: /none\nSitemap: {self.address}/map.xml"
            return answer(lines, kind="text/plain")
        if asked.target == "/map.xml":
            return answer(sitemap(f"{self.address}/a", f"{self.address}/b"), kind="text/xml")
        missing = asked.target not in ("/a", "/b", "/")
        return answer(page("a", HEADS), status="404 Not Found" if missing else "200 OK")


LOST = (["pages", "sitemaps", "robots"], ["page_alternates", "entries", "robots_lines"])
"Tables of fetches, and of what was in them."


@pytest.mark.thorough
def test_resume_fetches_again_what_is_lost(tmp_path: Path) -> None:
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        done = audit(server.address, output=tmp_path)
        assert (done.status, done.folder is None) == (0, False), done.output
        assert done.folder is not None
        whole = {name: done.table(name).shape for name in TOLD}
        for tables in LOST:
            for table in tables:
                shutil.rmtree(done.folder / "data" / table)
            resumed = command("resume", done.folder, output=tmp_path)
            assert resumed.status == 0, resumed.output
            assert {name: resumed.table(name).shape for name in TOLD} == whole
            told = "".join(resumed.run["told"])
            assert [table for table in tables if f"data/{table} lacks" not in told] == []
            assert describe_damage(done.folder, record_of(resumed.run)) == ""


TOLD = ("pages", "entries", "sitemaps", "alternates", "canonicals", "robots", "robots_lines")
