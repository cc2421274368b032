"""What run.json and the summary say of the audit before, and the key figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from commanding import ROOT, page, record, run, sitemap
from mockserver import served
from mockserver.scripted import ReceivedRequest, answer, scripted

if TYPE_CHECKING:
    from pathlib import Path

FEW = ("--workers", "0", "--select", "status,canonical/missing")


class Site:
    """A site of a few pages, some of which fail."""

    def __init__(self) -> None:
        self.address = ""
        self.listed = ["/a", "/b", "/c", "/c", "/wall", "/c#d"]
        self.missing: set[str] = {"/c"}
        self.silent: set[str] = {"/b"}

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            rules = f"User-agent: *\nDisallow: /private\nSitemap: {self.address}/sitemap.xml"
            return answer(rules, kind="text/plain")
        if asked.target == "/sitemap.xml":
            return answer(sitemap(*(self.address + path for path in self.listed)), kind="text/xml")
        if asked.target in self.silent:
            return b""
        if asked.target == "/wall":
            return answer(status="403 Forbidden", headers=["cf-mitigated: challenge"])
        if asked.target in self.missing or asked.target.startswith("/no-such-page"):
            return answer("no", status="404 Not Found", kind="text/plain")
        canonical = f'<link rel="canonical" href="{self.address}{asked.target}">'
        return answer(page(asked.target, canonical))


def test_the_audit_before_and_the_key_figures_stand_in_run_json(tmp_path: Path) -> None:
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        arguments = (server.address, "-o", tmp_path, *FEW)
        assert run(*arguments).returncode == 0
        (first,) = tmp_path.glob("*/*")
        site.listed += ["/new", "/private"]
        site.missing = {"/a", "/b", "/new"}
        site.silent = set()
        done = run(*arguments)
    (second,) = (each for each in tmp_path.glob("*/*") if each != first)
    before, now = record(first), record(second)
    # Distinct listed URLs: /a, /b, /c and /wall, since /c#d is /c; then /new and /private too.
    figures = ("urls_in_sitemaps", "checked", "indexable", "urls_with_error", "not_checked")
    rest = {"refused": 1, "clusters": 0, "clusters_complete": 0}
    assert before["figures"] == dict(zip(figures, (4, 3, 1, 2, 1), strict=True)) | rest
    assert now["figures"] == dict(zip(figures, (6, 5, 1, 3, 1), strict=True)) | rest
    assert before["previous"] is None
    assert now["previous"] == {
        "folder": first.name,
        "started_at": before["started_at"],
        "figures": before["figures"],
        "checks": now["previous"]["checks"],
        "differences": [],
    }
    assert now["previous"]["checks"] == len(now["checks"]["results"])
    assert "URLs with errors:           3 (+1)" in done.stdout
    assert "Indexable:                  1 of 5 (20.0 %) (-13.3 points)" in done.stdout
    # /a was fetched; /b was not, and /new was not listed. /c is mended, /b responds.
    changes = now["changes"]
    assert changes["new"] == {"error": 1}
    assert changes["not_compared"] == {"error": 2}
    assert changes["sentence"] in done.stdout

    again = run("check", second)
    assert again.returncode == 0
    assert record(second)["changes"] == changes


@pytest.mark.thorough
def test_a_site_that_did_not_change_has_nothing_new_whatever_was_left_out(tmp_path: Path) -> None:
    done: set[Path] = set()
    told = []
    with served(ROOT / "tests" / "sites" / "redirects" / "site") as addresses:
        for options in (["--max-urls", "5"], ["--no-follow"], [], ["--no-pages"], []):
            ended = run(addresses["base"], "-o", tmp_path, "--workers", "0", *options)
            (folder,) = set(tmp_path.glob("*/*")) - done
            done.add(folder)
            assert record(folder)["complete"], ended.stdout
            told.append(record(folder)["changes"])
    assert sum(told[0]["not_compared"].values()) > 0
    assert [changes["new"] for changes in told] == [{}] * 5
    # An audit that left pages out is compared with no other one.
    assert [changes["gone"] for changes in told] == [None, None, None, 0, 0]
