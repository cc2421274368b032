"""Pages that no sitemap lists are added, and the sitemaps are served again.

``sites/missing`` is the site (see :mod:`sitemap_audit.demo.rules`); two of its pages have an
unlisted variant, two the same text, and others redirect or are noindex: these are not added.
"""

from __future__ import annotations

import csv
import gzip
import json
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import ROOT, only, run

from sitemap_audit import demo
from sitemap_audit.actions.fix import Fixing, fix
from sitemap_audit.actions.sitemap_files import Limits
from sitemap_audit.audit_place import AuditPlace

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

SITE = ROOT / "tests" / "sites" / "missing"
_OPTIONS = ("--crawl", "--workers", 0, "--delay", 0, "--max-wait", 0)
ADDED = {
    ("/guides.txt", "/guides/3", "links/not-in-sitemap"),
    ("/languages.xml", "/de/tee", "hreflang/alternate-without-entry"),
    ("/main.xml", "/cups", "links/canonical-not-in-sitemap"),
    ("/shop.xml", "/shop/tea/5", "links/not-in-sitemap"),
    ("/shop.xml", "/shop/tea/salt-&-pepper", "links/not-in-sitemap"),
}
LEFT = {("links/not-in-sitemap", url) for url in ("/help-1", "/help-2", "/terms", "/terms/")}


class Trip(NamedTuple):
    """A site that was crawled and fixed."""

    audit: Path
    address: str
    fixed: Path
    ended: CompletedProcess[str]


@pytest.fixture(scope="module")
def trip(tmp_path_factory: pytest.TempPathFactory) -> Trip:
    folder = tmp_path_factory.mktemp("missing")
    with demo.serving(SITE) as address:
        run(address, "-o", folder / "reports", *_OPTIONS)
    audit = only(folder / "reports")
    ended = run("fix", audit, "--add-missing", "--force", "--output", folder / "fixed")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return Trip(audit, address, folder / "fixed", ended)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def found(audit: Path, address: str) -> set[tuple[str, str]]:
    """The findings of an audit, by check and URL."""
    return {
        (row["check"], (row["url"] or row["sitemap_url"]).replace(address, ""))
        for row in rows(audit / "findings.csv")
    }


def written(trip: Trip, name: str) -> str:
    (host,) = (path for path in trip.fixed.iterdir() if path.is_dir())
    return (host / name).read_text("utf-8").replace(trip.address, "")


def test_confirmed_pages_are_added_and_no_other(trip: Trip) -> None:
    changes = rows(trip.fixed / "changes.csv")
    left = Counter(each["reason"] for each in changes if each["check"] == "links/not-in-sitemap")
    assert left == {
        "": 3,
        "several unlisted URLs with the same text": 2,
        "several unlisted variants of one URL": 2,
    }
    changes = [each for each in changes if each["done"] != "left"]
    assert {change["done"] for change in changes} == {"entry added"}
    columns = ("sitemap_url", "to", "check")
    made = {tuple(row[name].replace(trip.address, "") for name in columns) for row in changes}
    assert made == ADDED


def test_an_entry_is_laid_out_like_those_of_the_file(trip: Trip) -> None:
    assert written(trip, "shop.xml").endswith(
        "  <s:url>\n    <s:loc>/shop/tea/5</s:loc>\n"
        "    <s:lastmod>2025-02-05T10:00:00+01:00</s:lastmod>\n  </s:url>\n"
        "  <s:url>\n    <s:loc>/shop/tea/salt-&amp;-pepper</s:loc>\n"
        "    <s:lastmod>2025-03-06</s:lastmod>\n  </s:url>\n</s:urlset>\n"
    )
    assert "<url><loc>/</loc></url><url><loc>/cups</loc></url></" in written(trip, "main.xml")
    assert written(trip, "guides.txt") == "/guides/1\n/guides/2\n/guides/3\n"
    (entry,) = [
        each for each in written(trip, "languages.xml").split("<url>") if "<loc>/de/tee<" in each
    ]
    links = [line.split('"')[3:6:2] for line in entry.splitlines() if "xhtml:link" in line]
    assert links == [
        ["de", "/de/tee"],
        ["en", "/en/tea"],
        ["fr", "/fr/the"],
        ["x-default", "/en/tea"],
    ]


def test_served_again_they_are_listed_and_nothing_else_is_found(trip: Trip, tmp_path: Path) -> None:
    (host,) = (path for path in trip.fixed.iterdir() if path.is_dir())
    shutil.copytree(SITE, tmp_path / "site")
    shutil.copytree(host, tmp_path / "site", dirs_exist_ok=True)
    port = int(trip.address.rpartition(":")[2])
    with demo.serving(tmp_path / "site", port=port) as address:
        run(address, "-o", tmp_path / "reports", *_OPTIONS)
    audit = only(tmp_path / "reports")
    after = found(audit, address)
    # It was linked before: its canonical is listed now.
    duplicate = ("links/to-canonicalized", "/cups-for-print")
    assert after - found(trip.audit, trip.address) == {duplicate}
    assert {each for each in after if "not-in-sitemap" in each[0]} == LEFT
    others = {check for check, _ in after - {duplicate}}
    assert others == {"links/not-in-sitemap", "links/to-redirect"}
    assert " 0 changed." in run("fix", audit, "--add-missing", "--dry-run").stdout


def test_without_the_option_nothing_is_added(trip: Trip) -> None:
    assert " 0 changed.\n" in run("fix", trip.audit, "--dry-run").stdout
    told = refused(trip.audit, "--only", "links/not-in-sitemap", "--dry-run")
    assert "fix adds pages to a sitemap with --add-missing only. Pass it." in told


def refused(*arguments: object) -> str:
    """The sentence that the command ends with."""
    ended = run("fix", *arguments)
    assert ended.returncode == 2
    assert "Traceback" not in ended.stderr
    return " ".join(ended.stderr.split())


def test_only_some_checks(trip: Trip) -> None:
    ended = run(
        *("fix", trip.audit, "--dry-run", "--add-missing"),
        *("--only", "links/canonical-not-in-sitemap"),
    )
    assert "+<url><loc>/cups</loc></url>\n" in ended.stdout.replace(trip.address, "")
    assert "entry added: 1." in ended.stdout
    told = refused(trip.audit, "--only", "entry/lastmod-invalid", "--add-missing")
    assert "--only leaves out what --add-missing adds. Name one of site/home-not-listed," in told


def test_to_add_many_pages_needs_force(trip: Trip, tmp_path: Path) -> None:
    told = refused(trip.audit, "--add-missing", "-o", tmp_path / "new")
    assert "5 pages would be added to 15 entries: more than 20%. See them with --dry-run" in told
    assert not [*tmp_path.iterdir()]


def test_an_audit_without_link_crawl_and_imports_is_refused(trip: Trip, tmp_path: Path) -> None:
    audit = tmp_path / "reports" / "host" / trip.audit.name
    shutil.copytree(trip.audit, audit)
    record = json.loads((audit / "run.json").read_text("utf-8"))
    record["options"]["crawl"] = False
    (audit / "run.json").write_text(json.dumps(record), "utf-8")
    told = refused(audit, "--add-missing", "--dry-run")
    assert "the audit has no link crawl and no imported lists. Audit again with --crawl" in told


def test_a_full_file_is_split(trip: Trip, tmp_path: Path) -> None:
    said: list[str] = []
    wanted = Fixing(
        AuditPlace(trip.audit), tmp_path / "fixed", None, is_forced=True, adds_missing=True
    )
    fix(wanted._replace(limits=Limits(entries=4)), said.append)
    (host,) = (path for path in (tmp_path / "fixed").iterdir() if path.is_dir())
    parts = [(host / f"shop-{number}.xml").read_text("utf-8") for number in (1, 2)]
    assert [part.count("<s:url>") for part in parts] == [4, 2]
    assert all(part.rstrip().endswith("</s:urlset>") for part in parts)
    index = (host / "sitemap.xml").read_text("utf-8")
    assert "/shop-1.xml</loc>" in index
    assert "/shop-2.xml</loc>" in index
    assert "/shop.xml</loc>" not in index
    assert "split: 4" in " ".join(said)  # languages.xml has five entries now


def test_a_file_that_cannot_be_changed_says_what_is_not_added(trip: Trip, tmp_path: Path) -> None:
    audit = tmp_path / "reports" / "host" / trip.audit.name
    shutil.copytree(trip.audit, audit)
    for kept in (audit / "received").iterdir():
        text = gzip.decompress(kept.read_bytes())
        if b"s:urlset" in text:
            kept.write_bytes(gzip.compress(text.replace(b"?>", b"?><!DOCTYPE urlset>", 1)))
    ended = run("fix", audit, "--add-missing", "--dry-run")
    assert "/shop.xml stays as it is: it has a DOCTYPE.\n" in ended.stdout
    assert re.search("2  its sitemap cannot be changed\n +links/not-in-sitemap 2", ended.stdout)
