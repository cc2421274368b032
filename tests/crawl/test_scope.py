"""What is audited: the site of a page that is given, and what --include and --exclude leave."""

from __future__ import annotations

import signal
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest
from commanding import Ended, command, forked, only, page, record, run, sitemap, wait_for
from mockserver.scripted import ReceivedRequest, ScriptedServer, answer, scripted

from sitemap_audit.storage.duckdb import DuckDBStore

if TYPE_CHECKING:
    from pathlib import Path

XML = "text/xml"
FEW = ("--workers", 0, "--select", "sitemap,robots,status,redirect")


class Project:
    """A site of which a folder is a project with a sitemap of its own."""

    def __init__(self, *, names_sitemap: bool = False, has_map: bool = True) -> None:
        self.address = ""
        self._names_sitemap, self._has_map = names_sitemap, has_map

    def __call__(self, asked: ReceivedRequest) -> bytes:
        if asked.target == "/robots.txt":
            line = f"Sitemap: {self.address}/main.xml\n" if self._names_sitemap else ""
            return answer(f"User-agent: *\nDisallow:\n{line}", kind="text/plain")
        if asked.target == "/main.xml" and self._names_sitemap:
            return answer(sitemap(f"{self.address}/", f"{self.address}/project/"), kind=XML)
        if asked.target == "/project/sitemap.xml" and self._has_map:
            return answer(sitemap(f"{self.address}/project/"), kind=XML)
        if asked.target == "/project":
            return answer(status="301 Moved", headers=[f"Location: {self.address}/project/"])
        if asked.target in ("/", "/project/", "/project/index.html"):
            return answer(page(asked.target))
        return answer("nothing here", status="404 Not Found", kind="text/plain")


class Projects(NamedTuple):
    """An audit of pages of several such sites."""

    done: Ended
    addresses: dict[str, str]
    requested: dict[str, list[str]]

    def rows(self, table: str, column: str, name: str) -> list[str]:
        """Values of a column in the rows of a site, in order."""
        rows = self.done.table(table)
        key = "url" if "url" in rows else "loc"
        return list(rows.loc[rows[key].str.startswith(f"{self.addresses[name]}/"), column])


GIVEN = {
    "page": ("/project", Project()),
    "index": ("/project/index.html", Project()),
    "named": ("/project/", Project(names_sitemap=True)),
    "no map": ("/project/", Project(names_sitemap=True, has_map=False)),
    "none": ("/project/index.html", Project(has_map=False)),
}


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Projects:
    output = tmp_path_factory.mktemp("projects")
    with ExitStack() as stack:
        servers = {}
        for number, (name, (_, project)) in enumerate(GIVEN.items(), start=1):
            servers[name] = stack.enter_context(scripted(project, host=f"127.0.0.{number}"))
            project.address = servers[name].address
        pages = (server.address + GIVEN[name][0] for name, server in servers.items())
        done = command(*pages, "-o", output, *FEW, "--concurrency", 1, output=output)
    return Projects(
        done,
        {name: server.address for name, server in servers.items()},
        {name: server.targets() for name, server in servers.items()},
    )


@pytest.mark.parametrize("name", ["page", "index"])
def test_a_page_that_is_given_has_its_site_audited(name: str, projects: Projects) -> None:
    done, address = projects.done, projects.addresses[name]
    assert done.status == 0, done.output
    assert f"{address}/" in done.run["sites"]
    (told,) = (note for note in done.run["notes"] if address in note)
    assert told.endswith(
        f"is a page. Auditing its site, {address}/."
        f" To crawl this path only, add --include '{address}/project/*'."
    )
    assert told in done.output
    assert projects.rows("sitemaps", "url", name) == [f"{address}/project/sitemap.xml"]
    assert projects.rows("ledger", "outcome", name) == ["fetched"]
    assert set(projects.rows("findings", "check", name)) == {"robots/no-sitemap-line"}, (
        "it is no sitemap with a fault"
    )
    assert "/sitemap_index.xml" not in projects.requested[name], (
        "none is guessed where there is one"
    )


def test_the_sitemap_of_the_folder_comes_first_and_others_as_ever(projects: Projects) -> None:
    maps = [target for target in projects.requested["named"] if target.endswith(".xml")]
    assert maps == ["/project/sitemap.xml", "/main.xml"]
    assert sorted(projects.rows("ledger", "outcome", "named")) == [
        "duplicate",
        "fetched",
        "fetched",
    ]


def test_a_folder_without_a_sitemap_is_no_fault_where_robots_txt_names_one(
    projects: Projects,
) -> None:
    assert "/project/sitemap.xml" in projects.requested["no map"]
    assert projects.rows("findings", "check", "no map") == []


def test_a_site_without_any_sitemap_is_told_so_by_a_page_of_it_too(projects: Projects) -> None:
    assert "/sitemap_index.xml" in projects.requested["none"]
    assert "sitemap/none-found" in projects.rows("findings", "check", "none")


OTHERS = {
    "a text sitemap": ("/export", "200 OK", "{address}/listed", "text/plain", None),
    "nothing": ("/export", "404 Not Found", "", "text/html", "sitemap/http-error"),
    "a page by the name of a sitemap": (
        *("/gone.xml", "200 OK", "<!doctype html><title>Gone</title>", "text/html"),
        "sitemap/html",
    ),
}
"By what a URL redirects to: path, status, body, Content-Type, and the check that finds it."


def test_what_is_no_page_is_a_sitemap_as_ever(tmp_path: Path) -> None:
    def site(asked: ReceivedRequest) -> bytes:
        path, status, body, kind, _ = OTHERS[by_host[asked.server]]
        if asked.target == "/map":
            return answer(status="302 Found", headers=[f"Location: {path}"])
        if asked.target == path:
            address = f"http://{asked.headers['host']}"
            return answer(body.format(address=address), status=status, kind=kind)
        if asked.target == "/listed":
            return answer(page("Listed"))
        return answer(status="404 Not Found")

    by_host = {f"127.0.0.{number}": name for number, name in enumerate(OTHERS, start=1)}
    with ExitStack() as stack:
        addresses = {
            by_host[host]: stack.enter_context(scripted(site, host=host)).address
            for host in by_host
        }
        given = [f"{address}/map" for address in addresses.values()]
        done = command(*given, "-o", tmp_path, *FEW, output=tmp_path)
    urls = [addresses[name] + path for name, (to, *_) in OTHERS.items() for path in ("/map", to)]
    assert sorted(done.table("sitemaps")["url"]) == sorted(urls)
    assert done.run["sites"] == given
    assert done.run["notes"] == []
    found = done.table("findings")
    for name, (*_, check) in OTHERS.items():
        of_host = found[found["sitemap_url"].str.startswith(f"{addresses[name]}/")]
        assert check is None or check in set(of_host["check"]), name


def alternates(address: str, **paths: str) -> str:
    return "".join(
        f'<link rel="alternate" hreflang="{code}" href="{address}{path}">'
        for code, path in paths.items()
    )


class Languages:
    """A site in three languages; a page of its German part points out of it."""

    def __init__(self) -> None:
        self.address = ""
        self.may_answer = threading.Event()
        self.may_answer.set()

    def __call__(self, asked: ReceivedRequest) -> bytes:
        address = self.address
        if asked.target == "/robots.txt":
            return answer(f"Sitemap: {address}/sitemap.xml", kind="text/plain")
        if asked.target == "/sitemap.xml":
            listed = ("/de/a", "/de/b", "/de/c", "/de/old", "/en/a", "/en/b", "/de/big.pdf")
            return answer(sitemap(*(address + path for path in listed)), kind=XML)
        self.may_answer.wait()
        head = {
            "/de/a": alternates(address, de="/de/a", en="/en/a", fr="/fr/a"),
            "/de/b": f'<link rel="canonical" href="{address}/en/elsewhere">',
        }
        if asked.target == "/de/old":
            return answer(status="301 Moved", headers=[f"Location: {address}/en/new"])
        if asked.target.startswith(("/de/", "/no-such-page")):
            return answer(page(asked.target, head.get(asked.target, "")))
        return answer(status="404 Not Found")


GLOBS = ("--include", "*/de/*", "--exclude", "*.pdf")
RELATIONS = ("hreflang/target-client-error", "canonical/target-client-error")
RESTRICTED = {"fetched": 4, "out-of-scope:not-included": 2, "out-of-scope:excluded": 1}


def languages(output: Path, *options: object) -> tuple[Ended, ScriptedServer]:
    """An audit of the site, with the checks of relations to pages that are not there."""
    site = Languages()
    with scripted(site) as server:
        site.address = server.address
        given = (*options, "--workers", 0, "--select", ",".join(RELATIONS))
        done = command(server.address, "-o", output, *given, output=output)
    return done, server


def test_what_is_left_out_is_in_the_ledger_and_a_relation_to_it_not_checked(tmp_path: Path) -> None:
    done, server = languages(tmp_path, *GLOBS)
    assert done.status == 0, done.output
    asked = {target for target in server.targets() if not target.startswith("/no-such-page")}
    assert asked == {"/robots.txt", "/sitemap.xml", "/de/a", "/de/b", "/de/c", "/de/old"}
    assert done.run["ledger"]["outcomes"] == RESTRICTED
    assert done.run["ledger"]["listed"] == len(done.table("entries")) == 7
    assert "Restricted by --include */de/* --exclude *.pdf" in done.output
    checks = done.table("checks").set_index("check")
    # Two relations and one lead to what is left out; what its three pages say is not known either.
    assert checks.loc[list(RELATIONS), ["found", "unknown"]].to_numpy().tolist() == [
        ["0", "5"],
        ["0", "4"],
    ]


@pytest.mark.thorough
def test_without_globs_the_same_site_has_these_faults(tmp_path: Path) -> None:
    done, server = languages(tmp_path)
    assert {"/en/a", "/fr/a", "/en/elsewhere", "/en/new", "/"} <= set(server.targets())
    assert done.run["ledger"]["outcomes"] == {"fetched": 7}
    assert set(done.table("findings")["check"]) == set(RELATIONS)


def test_a_limit_counts_what_is_in_scope(tmp_path: Path) -> None:
    done, _ = languages(tmp_path, "--exclude", "*/de/*", "--max-urls", 1)
    assert done.run["ledger"]["outcomes"] == {
        "out-of-scope:excluded": 5,
        "fetched": 1,
        "over-limit": 1,
    }


@pytest.mark.thorough
def test_an_audit_that_is_resumed_leaves_out_the_same(tmp_path: Path) -> None:
    site = Languages()
    site.may_answer.clear()
    with scripted(site) as server:
        site.address = server.address
        with forked(server.address, "-o", tmp_path, *FEW, *GLOBS) as process:
            wait_for(lambda: "/de/c" in server.targets())
            process.send_signal(signal.SIGINT)
            (log,) = tmp_path.glob("*/*/audit.log")
            wait_for(lambda: "Closing spider" in log.read_text())
            site.may_answer.set()
            process.communicate()
        folder = only(tmp_path)
        assert record(folder)["complete"] is False
        resumed = run("resume", folder)
    assert resumed.returncode == 0, resumed.stderr
    assert record(folder)["ledger"]["outcomes"] == RESTRICTED
    assert not [target for target in server.targets() if target.startswith(("/en/", "/fr/"))]


def test_left_out_pages_keep_no_pointer_of_others(tmp_path: Path) -> None:
    """The first entry that names an alternate is left out; the second one names it too."""

    def entry(server: ScriptedServer, path: str) -> str:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{server.address}{each}"/>'
            for code, each in (("en", "/en/a"), ("de", "/de/a"), ("x-default", "/global"))
        )
        return f"<url><loc>{server.address}{path}</loc>{links}</url>"

    def site(asked: ReceivedRequest) -> bytes:
        if asked.target == "/sitemap.xml":
            spaces = (
                'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
                ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
            )
            entries = entry(server, "/en/a") + entry(server, "/de/a")
            return answer(f"<urlset {spaces}>{entries}</urlset>", kind=XML)
        return answer(page(asked.target))

    with scripted(site) as server:
        command(
            f"{server.address}/sitemap.xml",
            *("-o", tmp_path, *FEW, "--exclude", "*/en/*"),
            output=tmp_path,
        )
    assert "/global" in server.targets()
    assert "/en/a" not in server.targets()
    with DuckDBStore(only(tmp_path)) as store:
        assert store.value("SELECT COUNT(*) FROM entry_alternates") == 6


def test_a_glob_that_no_url_can_fit_gets_a_sentence(tmp_path: Path) -> None:
    done = run("https://www.example.com", "--include", "/de/*", "-o", tmp_path)
    assert done.returncode == 2
    assert "include is '/de/*'; it must be a glob on the whole URL, such as" in done.stderr
