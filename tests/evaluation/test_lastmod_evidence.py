"""Lastmod against the content of pages: a small site, audited twice by the real command."""

from __future__ import annotations

import csv
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from commanding import run
from mockserver.scripted import ReceivedRequest, answer, scripted
from openpyxl import load_workbook

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pages": [f"/{name}" for name in ("a", "b", "c", "d", "edited", "missed", "back", "gone")],
    "shop": [f"/shop/{n}" for n in range(6)],
    "new": ["/new/a"],
}
OLD, OLDER = "2025-03-01T10:00:00+00:00", "2024-03-01T10:00:00+00:00"
SELECTED = "entry/lastmod-churn,entry/lastmod-missed-change,entry/lastmod-regressed"


class Site:
    """Pages with a text and a lastmod each, in three sitemaps."""

    def __init__(self) -> None:
        self.address = ""
        paths = [path for listed in FILES.values() for path in listed]
        self.texts = dict.fromkeys(paths, "the text")
        self.lastmods = dict.fromkeys(paths, OLD)
        self.files = ["pages", "shop"]

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            files = "".join(f"Sitemap: {self.address}/{name}.xml\n" for name in self.files)
            return answer(f"User-agent: *\nAllow: /\n{files}", kind="text/plain")
        name = asked.target.strip("/").removesuffix(".xml")
        if name in self.files:
            entries = "".join(
                f"<url><loc>{self.address}{path}</loc><lastmod>{self.lastmods[path]}</lastmod></url>"
                for path in FILES[name]
            )
            space = "http://www.sitemaps.org/schemas/sitemap/0.9"
            return answer(f'<urlset xmlns="{space}">{entries}</urlset>', kind="text/xml")
        if asked.target not in self.texts:
            return answer("no", status="404 Not Found", kind="text/plain")
        words = f"{self.texts[asked.target]} of {asked.target} " * 10
        now = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S}"
        return answer(
            f"<!doctype html><title>{asked.target}</title>"
            f"<nav>{now} {id(asked)}</nav><main><p>{words}</p><p>{now}</p></main>"
        )


@pytest.mark.thorough
def test_two_audits_tell_which_lastmods_are_true(tmp_path: Path) -> None:
    site = Site()
    with scripted(site) as server:
        site.address = server.address
        arguments = (server.address, "-o", tmp_path, "--workers", "0", "--select", SELECTED)
        assert run(*arguments).returncode == 0
        (first,) = (path.parent for path in tmp_path.glob("*/*/run.json"))
        now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%fZ}"
        site.files.append("new")
        site.texts |= dict.fromkeys(("/edited", "/missed"), "another text")
        del site.texts["/gone"]
        site.lastmods |= dict.fromkeys(("/edited", *FILES["shop"]), now)
        site.lastmods["/back"] = OLDER
        done = run(*arguments)
    folders = {path.parent for path in tmp_path.glob("*/*/run.json")}
    (second,) = folders - {first}

    assert rows(first / "findings.csv") == []
    base = server.address
    assert sorted(map(told, rows(second / "findings.csv"))) == [
        ("entry/lastmod-churn", "", f"{base}/shop.xml", CHURN.format(base=base)),
        ("entry/lastmod-missed-change", f"{base}/missed", f"{base}/pages.xml", MISSED),
        ("entry/lastmod-regressed", f"{base}/back", f"{base}/pages.xml", OLDER),
    ], done.stdout

    # Of the pages, /gone returned no HTML, and /missed and /back contradict their lastmods.
    expected = {"pages": "71 % of 7 pages", "shop": "0 % of 6 pages", "new": "not checked"}
    assert shown(first) == dict.fromkeys(("pages", "shop"), "not checked")
    assert shown(second) == expected
    assert trusts(second) == {"pages": ("71.43", "7"), "shop": ("0.0", "6"), "new": ("", "")}
    page = (second / "report.html").read_text("utf-8")
    assert all(f">{text}</td>" in page for text in expected.values())

    assert run("report", second).returncode == 0
    assert shown(second) == expected, "reports written again have it"


CHURN = "Newer lastmod on 6 pages; the same content on 6 of them (100 %), such as {base}/shop/0"
MISSED = f"{OLD}, as in the previous audit"


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def told(row: dict[str, str]) -> tuple[str, ...]:
    return tuple(row[name] for name in ("check", "url", "sitemap_url", "observed"))


def trusts(folder: Path) -> dict[str, tuple[str, str]]:
    """The columns of sitemaps.csv, by the file's name."""
    return {
        name_of(row["url"]): (row["lastmod_trust"], row["lastmod_trust_pages"])
        for row in rows(folder / "tables/sitemaps.csv")
        if row["status"] == "200"
    }


def shown(folder: Path) -> dict[str, str]:
    """The cells of the workbook, by the file's name."""
    sheet: Any = load_workbook(folder / "report.xlsx", read_only=True)["Sitemaps"]
    head, *body = (row for row in sheet.iter_rows(values_only=True) if row[1] is not None)
    table = [dict(zip(head, row, strict=True)) for row in body]
    return {name_of(row["Sitemap"]): row["lastmod trust"] for row in table if row["Status"] == 200}


def name_of(url: str) -> str:
    return url.rpartition("/")[2].removesuffix(".xml")
