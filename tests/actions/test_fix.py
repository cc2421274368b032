"""Corrected sitemaps of a faulty site, served again: what is promised is corrected, nothing else.

``sites/corrected`` is the site (see :mod:`sitemap_audit.demo.rules`), ``changes.csv`` in it every
change that is expected of its sitemaps.
"""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import ROOT, only, run, sitemap
from mockserver import served

from sitemap_audit import demo
from sitemap_audit.analysis.catalogue.catalogue import load_checks
from sitemap_audit.analysis.catalogue.checkfile import Fix
from sitemap_audit.parsing.urls import read_link

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

SITE = ROOT / "tests" / "sites" / "corrected"
_COLUMNS = ("sitemap_url", "entry", "done", "to", "check")
_OPTIONS = ("--workers", 0, "--delay", 0, "--max-wait", 0)
_ACTIONS = {"added": "add", "removed": "remove", "replaced": "replace"}
LEFT = {
    ("redirect/broken", "/moved-to-busy"),  # returns 503
    ("redirect/listed-url-redirects", "/moved-to-hidden"),  # the target may be made indexable
    ("redirect/listed-url-redirects", "/moved-to-noindex"),
    ("hreflang/no-annotations-on-target", "/en/mixed"),  # its alternate is in another language
    ("hreflang/missing-self", "/de/mixed"),  # the same
}


class Trip(NamedTuple):
    """A site that was audited twice and fixed."""

    audit: Path
    address: str
    fixed: Path
    ended: CompletedProcess[str]


@pytest.fixture(scope="module")
def trip(tmp_path_factory: pytest.TempPathFactory) -> Trip:
    folder = tmp_path_factory.mktemp("corrected")
    with demo.serving(SITE) as address:
        run(address, "-o", folder / "reports", *_OPTIONS)
    (audit,) = (folder / "reports").glob("*/*Z")
    earlier = audit.with_name("2020-01-01T00-00-00Z")  # saw 404 for the first time
    shutil.copytree(audit, earlier)
    record = json.loads((earlier / "run.json").read_text("utf-8"))
    record["started_at"] = "2020-01-01T00:00:00+00:00"
    (earlier / "run.json").write_text(json.dumps(record), "utf-8")
    ended = run("fix", audit, "--output", folder / "fixed", "--force")
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return Trip(audit, address, folder / "fixed", ended)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_each_entry_is_corrected_as_expected_and_no_other(trip: Trip) -> None:
    made = Counter(
        tuple(row[name].replace(trip.address, "") for name in _COLUMNS)
        for row in rows(trip.fixed / "changes.csv")
        if row["done"] != "left"
    )
    expected = Counter(tuple(row[name] for name in _COLUMNS) for row in rows(SITE / "changes.csv"))
    assert made - expected == Counter()
    assert expected - made == Counter()


def test_what_is_written_is_the_change_of_the_finding(trip: Trip) -> None:
    """Each finding is corrected by its own change, or left with a reason; none is lost."""
    changes = rows(trip.fixed / "changes.csv")
    findings = Counter(row["check"] for row in rows(trip.audit / "findings.csv"))
    left = [row for row in changes if row["done"] == "left"]
    assert all(row["reason"] for row in left)
    assert not Counter(row["check"] for row in left) - findings
    assert findings["sitemap/encoding-not-utf8"] == 1
    assert "sitemap/encoding-not-utf8" not in {row["check"] for row in left}
    said = f"{findings.total():,} findings: {findings.total() - len(left):,} corrected, "
    _, _, table = trip.ended.stdout.partition(f"{said}{len(left):,} left.\n")
    assert max(map(len, table.splitlines()[:-1])) <= 80
    counts = re.findall(r"^ *([0-9,]+)  [a-z]", table, re.MULTILINE)
    assert sum(int(each) for each in counts) == len(left)
    columns = ("check", "change_url", "action", "place", "to")
    told = {tuple(row[name] for name in columns) for row in rows(trip.audit / "findings.csv")}
    told |= {(*each[:4], read_link(each[4]).url or "") for each in told}
    places = {"entry removed": "loc", "hreflang added": "hreflang"}
    not_said = {check.name for check in load_checks() if check.fix in (Fix.REMOVE, Fix.ESCAPE)}
    others = set()
    for row in changes:
        what, _, done = row["done"].rpartition(" ")
        if done not in _ACTIONS or row["check"] in not_said:
            continue
        place = places.get(row["done"], "hreflang-url" if what == "hreflang" else what)
        to = row["to"].rpartition(" ")[2] if place == "hreflang-url" else row["to"]
        if (row["check"], row["sitemap_url"], _ACTIONS[done], place, to) not in told:
            others.add(tuple(row[name].replace(trip.address, "") for name in ("entry", "to")))
    assert others == {
        ("/en/old-shop", "de /de/shop"),  # the return link of the page that replaces it
    }


def test_all_else_stays_as_it_was(trip: Trip) -> None:
    (host,) = (path for path in trip.fixed.iterdir() if path.is_dir())
    pages = (host / "pages.xml").read_text("utf-8").replace(trip.address, "{{base}}")
    before = (SITE / "pages.xml").read_text("utf-8")
    for status in (401, 403, 429, 500, 503):
        assert f"<loc>{{{{base}}}}/status-{status}</loc>" in pages
    in_two_files = "  <url><loc>{{base}}/good/4</loc></url>\n"
    begun, _, _ = before.replace(in_two_files, "").partition("  <url><loc>{{base}}/moved-1<")
    assert pages.startswith(begun)
    assert "<loc>{{base}}/original</loc><changefreq>daily</changefreq>" in pages
    for part in ("<!-- a comment -->", "<image:loc>{{base}}/47.png</image:loc>", "0.5</priority>"):
        assert part in pages
    images = (host / "images.xml").read_text("utf-8").replace(trip.address, "{{base}}")
    assert images == (SITE / "images.xml").read_text("utf-8")


def test_served_again_it_has_no_such_finding_and_a_second_fix_changes_nothing(
    trip: Trip, tmp_path: Path
) -> None:
    (host,) = (path for path in trip.fixed.iterdir() if path.is_dir())
    shutil.copytree(SITE, tmp_path / "site")
    shutil.copytree(host, tmp_path / "site", dirs_exist_ok=True)
    port = int(trip.address.rpartition(":")[2])
    with demo.serving(tmp_path / "site", port=port) as address:
        run(address, "-o", tmp_path / "reports", *_OPTIONS)
    (audit,) = (tmp_path / "reports").glob("*/*Z")
    left = {
        (row["check"], (row["url"] or row["sitemap_url"]).replace(address, ""))
        for row in rows(audit / "findings.csv")
        if row["check"] in {change["check"] for change in rows(SITE / "changes.csv")}
    }
    assert left == LEFT
    again = run("fix", audit, "--dry-run")
    # It was not checked before: it is the page in place of one that redirected.
    assert " 1 changed; hreflang added: 1.\n" in again.stdout
    assert "@@ line 49: hreflang/missing-x-default @@\n" in again.stdout


def copied(trip: Trip, folder: Path) -> Path:
    """A copy of the audit, which a test may damage."""
    copy = folder / "reports" / "host" / trip.audit.name
    shutil.copytree(trip.audit, copy)
    return copy


def refused(*arguments: object) -> str:
    """The sentence that the command ends with."""
    ended = run("fix", *arguments)
    assert ended.returncode in (2, 3)
    assert "Traceback" not in ended.stderr
    return " ".join(ended.stderr.split())


def test_what_returned_404_once_stays(trip: Trip, tmp_path: Path) -> None:
    alone = copied(trip, tmp_path)
    ended = run("fix", alone, "--force", "--output", tmp_path / "fixed")
    assert re.search("^ +[0-9]+  seen only once: audit again\n {9}[a-z]", ended.stdout, re.M)
    changes = rows(tmp_path / "fixed" / "changes.csv")
    once = {row["check"] for row in changes if row["reason"] == "seen only once: audit again"}
    assert once == {
        *("hreflang/target-client-error", "index/child-error"),
        *("redirect/broken", "status/not-found"),
    }
    done = {row["entry"].replace(trip.address, "") for row in changes if row["done"] != "left"}
    assert "/moved-1" in done
    assert not done & {"/gone", "/moved-to-gone"}


def test_only_some_checks(trip: Trip, tmp_path: Path) -> None:
    ended = run(
        "fix", trip.audit, "--only", "entry/lastmod-invalid, indexability/noindex", "--dry-run"
    )
    assert "lastmod removed: 1, lastmod replaced: 1." in ended.stdout
    assert "entry removed: 2" in ended.stdout
    assert "status/not-found" not in ended.stdout
    assert "4 findings: 3 corrected, 1 left.\n" in ended.stdout
    other = run("fix", trip.audit, "--only", "status/server-error", "--dry-run").stdout
    assert " 0 changed.\n2 findings: 0 corrected, 2 left.\n" in other
    assert "There is no check" in refused(
        trip.audit, "--only", "no-such-check", "-o", tmp_path / "new"
    )


def test_a_dry_run_shows_the_differences_and_writes_nothing(trip: Trip) -> None:
    before = {path for path in trip.audit.rglob("*") if path.is_file()}
    ended = run("fix", trip.audit, "--dry-run")
    shown = ended.stdout.replace(trip.address, "")
    assert (
        "@@ line 67: canonical/canonicalized @@\n"
        "-<url><loc>/copy-of-unlisted</loc><changefreq>daily</changefreq></url>\n"
        "+<url><loc>/original</loc><changefreq>daily</changefreq></url>\n"
    ) in shown
    assert "-    <lastmod>2025-13-01</lastmod>\n     <priority>" in shown
    assert "2 of 7 entries of /list.txt would be removed: more than 20%" in shown
    assert ended.returncode == 0
    assert {path for path in trip.audit.rglob("*") if path.is_file()} == before


def test_to_remove_much_of_a_file_needs_force(trip: Trip, tmp_path: Path) -> None:
    told = refused(trip.audit, "-o", tmp_path / "new")
    assert "list.txt would be removed: more than 20%. See them with --dry-run, and pass" in told
    assert not [*tmp_path.iterdir()]


def test_a_folder_that_exists_is_not_overwritten(trip: Trip, tmp_path: Path) -> None:
    told = refused(trip.audit, "-o", tmp_path)
    assert f"{tmp_path} exists. Remove it, or choose another folder with --output." in told


def test_no_audit_or_no_sitemaps_as_received(trip: Trip, tmp_path: Path) -> None:
    assert f"No audit in {tmp_path}: run.json is missing." in refused(tmp_path)
    audit = copied(trip, tmp_path)
    shutil.rmtree(audit / "received")
    assert ".gz is missing. Restore it from a copy, or audit again." in refused(audit)


def test_an_audit_that_is_not_complete_is_refused(trip: Trip, tmp_path: Path) -> None:
    audit = copied(trip, tmp_path)
    record = json.loads((audit / "run.json").read_text("utf-8"))
    record |= {"complete": False, "incomplete_because": ["Ctrl-C stopped it."]}
    (audit / "run.json").write_text(json.dumps(record), "utf-8")
    told = refused(audit)
    assert "the audit is not complete. Ctrl-C stopped it. Continue it by 'sitemap-audit" in told


def test_a_damaged_sitemap_a_full_disk_or_ctrl_c_leaves_nothing_half(
    trip: Trip, tmp_path: Path
) -> None:
    audit = copied(trip, tmp_path)
    kept = max((audit / "received").iterdir(), key=lambda path: path.stat().st_size)
    whole = kept.read_bytes()
    kept.write_bytes(whole[:200])
    told = refused(audit, "--force")
    assert f"Cannot read {kept}: it is damaged. Restore it from a copy, or audit again." in told
    kept.write_bytes(whole)
    patch = (
        "import errno, os, signal\nfrom sitemap_audit.actions import sitemap_files\n"
        "def write(self, *_):\n    {}\nsitemap_files.SitemapWriter._write = write"
    )
    full = patch.format("raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))")
    ended = run("fix", audit, "--force", patch=full)
    assert ended.returncode == 3
    told = " ".join(ended.stderr.split())
    assert told == (
        f"sitemap-audit: Cannot write to {audit / 'fixed'}: No space left on device. Make room"
        " there, or choose another folder with --output."
    )
    assert not [*audit.glob("*fixed*")]
    ended = run("fix", audit, "--force", patch=patch.format("signal.raise_signal(signal.SIGINT)"))
    assert (ended.returncode, ended.stderr) == (
        130,
        "\nsitemap-audit: Stopped. Stored data is kept.\n",
    )
    assert not [*audit.glob("*fixed*")]


def test_a_file_that_cannot_have_its_name_stops_no_other(tmp_path: Path) -> None:
    deep = "/deep" * 2_500 + "/map.xml"
    site = tmp_path / "site"
    site.mkdir()
    (site / "map.xml").write_text(sitemap("{{base}}/"), "utf-8")
    listed = ["/map.xml", "/Map.xml", "/.well-known/map.xml", "/.git/map.xml", deep]
    (site / "robots.txt").write_text("".join(f"Sitemap: {{{{base}}}}{path}\n" for path in listed))
    (site / "site.toml").write_text('[[rule]]\npath = "*/*ap.xml"\nfile = "map.xml"\n')
    with served(site) as addresses:
        address = addresses["base"]
        few = ("--no-pages", "--workers", 0, "--select", "robots")
        run(address, "-o", tmp_path / "reports", *few)
    ended = run("fix", only(tmp_path / "reports"), "-o", tmp_path / "fixed", "--force")
    assert ended.returncode == 0, ended.stderr
    host = address.removeprefix("http://").replace(":", "_")
    (short,) = (tmp_path / "fixed" / host).glob("map-*.xml")
    files = {path for path in (tmp_path / "fixed").rglob("*.xml") if path.is_file()}
    named = [f"{host}/.well-known/map.xml", f"{host}/git/map.xml", f"{host}/Map.xml"]
    named += [f"{host}-2/map.xml", f"{host}/{short.name}"]
    assert files == {tmp_path / "fixed" / name for name in named}
    changes = rows(tmp_path / "fixed" / "changes.csv")
    renamed = {row["sitemap_url"]: row["to"] for row in changes if row["done"] == "file renamed"}
    assert renamed == {
        f"{address}/.git/map.xml": f"{host}/git/map.xml",
        f"{address}/map.xml": f"{host}-2/map.xml",
        f"{address}{deep}": f"{host}/{short.name}",
    }
    assert "3 files do not have the path of the URL" in ended.stdout
