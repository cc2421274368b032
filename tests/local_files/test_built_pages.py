"""--pages DIR: pages come from a folder, as a host would serve them, and nothing is requested."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from commanding import audit, command, sitemap

from sitemap_audit.storage.run_file import read_run, write_run

if TYPE_CHECKING:
    from pathlib import Path

    from commanding import Ended

BASE = "https://www.built.example"
# Writes down each connection and each lookup of a host name.
GUARD = """
import os, sys
def note(event, arguments):
    if event == "socket.getaddrinfo" or (
        event == "socket.connect" and isinstance(arguments[1], tuple)
    ):
        with open(os.environ["CONNECTED"], "a") as file:
            file.write(f"{event} {arguments}\\n")
sys.addaudithook(note)
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of a built site, and beside it a module that notes connections."""
    folder = tmp_path_factory.mktemp("built")
    public = folder / "public"
    (public / "a").mkdir(parents=True)
    for name in ("index", "a/index", "b", "404"):
        (public / f"{name}.html").write_text(
            f'<!doctype html><html lang="en"><title>{name}</title><h1>{name}</h1>'
            '<link rel="alternate" hreflang="de" href="https://other.example/">'
        )
    paths = ("/", "/a", "/b", "/gone", "//b", "/private/")
    (public / "sitemap.xml").write_text(sitemap(*(BASE + path for path in paths)))
    (public / "robots.txt").write_text(
        f"User-agent: *\nDisallow: /private/\nSitemap: {BASE}/sitemap.xml\n"
    )
    (folder / "guard").mkdir()
    (folder / "guard" / "sitecustomize.py").write_text(GUARD)
    return folder


@pytest.fixture(scope="module")
def audited(made: Path) -> Ended:
    return audit(
        *(made / "public", "--base", BASE, "--pages", made / "public", "--offline"),
        output=made / "reports",
        environment={"PYTHONPATH": str(made / "guard"), "CONNECTED": str(made / "connected")},
    )


def test_pages_are_those_of_the_folder(audited: Ended) -> None:
    pages = audited.table("pages").set_index("url")
    status = pages["status"].to_dict()
    expected = {"/": "200", "/a": "301", "/a/": "200", "/b": "200", "/gone": "404"}
    assert {path: status.get(BASE + path) for path in expected} == expected
    errors = pages["error"][pages["error"] != ""].to_dict()
    assert errors == {
        f"{BASE}//b": "hosting",
        f"{BASE}/private/": "disallowed",
        "https://other.example/": "offline",
    }
    files = pages["file"]
    assert files[f"{BASE}/b"].endswith("public/b.html")
    assert files[f"{BASE}/gone"].endswith("public/404.html")
    assert files[f"{BASE}/a"] == ""


def test_the_report_says_where_pages_come_from_and_is_complete(audited: Ended) -> None:
    assert audited.folder is not None
    record = read_run(audited.folder)
    assert record.complete
    assert "as a plain web server serves them" in " ".join(audited.output.split())


def test_nothing_is_requested(audited: Ended, made: Path) -> None:
    assert audited.folder is not None
    assert not (made / "connected").exists()


def test_resume_needs_the_folder_again(audited: Ended) -> None:
    assert audited.folder is not None
    record = read_run(audited.folder)
    write_run(audited.folder, replace(record, complete=False))
    done = command("resume", audited.folder, output=audited.folder.parent.parent)
    write_run(audited.folder, record)
    assert done.status == 2
    assert "Pass --pages again" in " ".join(done.output.split())


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--offline", "--render", "sample"), "--render needs the live site"),
        (("--pages", ".", "--no-pages"), "Leave one of them out"),
        (("--pages", ".", "--map", f"{BASE}=https://b.example"), "--map needs the live site"),
        (("--pages", "./no-such-folder"), "Cannot read"),
    ],
)
def test_options_that_contradict(
    made: Path, tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    done = command(made / "public", "--base", BASE, *options, "-o", tmp_path, output=tmp_path)
    assert done.status == 2
    assert sentence in " ".join(done.output.split())
