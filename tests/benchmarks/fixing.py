"""Corrected sitemaps of big sites: memory, and whether they have no finding any more.

``python tests/benchmarks/fixing.py memory 100000 10000000``: ``fix`` on stored audits of so many
entries, an eighth of them with a finding, a fifth with hreflang, in a process of its own. Printed
are the seconds, the peak memory and its ratio to that of the first size; it is at most 300 MB.

``python tests/benchmarks/fixing.py round 200000``: a site of so many pages with faults is audited,
fixed, served with its corrected sitemaps and audited again. Printed are the findings before and
after, by check.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import duckdb
import server
import uvloop
from rows import list_parts
from stored_audit import RUN

from sitemap_audit.actions.fix import Fixing, fix
from sitemap_audit.audit_place import AuditPlace

PER_FILE = 50_000
BASE = "https://www.example.com"
_URL = f"'{BASE}/p/' || {{n}}"
_FILE = f"'{BASE}/sitemap-' || {{n}} // {PER_FILE} || '.xml'"
_LINKED = "n // 10 * 10 + link"
_ONE = """
import sys
from pathlib import Path
from sitemap_audit.actions.fix import Fixing, fix
fix(Fixing(Path(sys.argv[1])), print)
(peak,) = (line for line in Path("/proc/self/status").open() if line.startswith("VmHWM"))
print(int(peak.split()[1]) * 1024)
"""
"A process of its own. getrusage would count the memory of the process that started it."
_PARTS = {
    "sitemaps": f"""
SELECT id, '{BASE}/sitemap-' || id || '.xml' AS url, id AS url_key, 'robots' AS found_by,
    200 AS status, 'urlset' AS kind, TRUE AS complete, 0 AS children, now() AS fetched_at,
    LEAST({PER_FILE}, $entries - id * {PER_FILE}) AS entries, 'sitemap-' || id AS received_hash
FROM range(($entries + {PER_FILE - 1}) // {PER_FILE}) AS numbers(id)""",
    "entries": f"""
SELECT n // {PER_FILE} AS sitemap_id, {_FILE.format(n="n")} AS sitemap_url,
    n % {PER_FILE} + 1 AS position, n % {PER_FILE} + 2 AS line, 'url' AS kind,
    {_URL.format(n="n")} AS loc, {_URL.format(n="n")} AS url, n AS url_key,
    CASE WHEN n % 40 = 3 THEN 'yesterday' ELSE '2026-01-01' END AS lastmod,
    CASE WHEN n % 10 IN (1, 2) THEN 2 ELSE 0 END AS alternates,
    0 AS images, 0 AS videos, 0 AS news
FROM range($entries) AS numbers(n)""",
    "entry_alternates": f"""
SELECT n // {PER_FILE} AS sitemap_id, {_FILE.format(n="n")} AS sitemap_url,
    n % {PER_FILE} + 1 AS position, link AS number, n % {PER_FILE} + 2 AS line,
    {_URL.format(n="n")} AS url, n AS url_key, 'alternate' AS rel, hreflang, hreflang AS code,
    {_URL.format(n=_LINKED)} AS href, {_URL.format(n=_LINKED)} AS alternate,
    {_LINKED} AS alternate_key
FROM (
    SELECT n, link, CASE link WHEN 1 THEN 'en' ELSE 'de' END AS hreflang
    FROM range($entries) AS numbers(n) CROSS JOIN range(1, 3) AS links(link)
    WHERE n % 10 IN (1, 2) AND (n % 40 <> 2 OR link = 2)
) AS written""",
    "url_states": f"""
SELECT {_URL.format(n="n")} || CASE WHEN m = 1 THEN '/new' ELSE '' END AS url,
    2 * n + m AS url_key, 200 AS status, 2 * n + m AS page_id,
    m = 1 OR n % 40 NOT IN (0, 7, 11) AS is_indexable,
    CASE WHEN m = 0 AND n % 40 = 0 THEN 'noindex' ELSE '' END AS reasons, 0 AS hreflang_links
FROM range($entries) AS numbers(n) CROSS JOIN range(2) AS pages(m)
WHERE m = 0 OR n % 40 IN (7, 11)""",
    "findings": f"""
SELECT
    CASE n % 40
        WHEN 0 THEN 'indexability/noindex' WHEN 3 THEN 'entry/lastmod-invalid'
        WHEN 1 THEN 'hreflang/missing-return-link' ELSE 'redirect/listed-url-redirects'
    END AS "check",
    {_URL.format(n="n")} AS url, {_FILE.format(n="n")} AS sitemap_url, n % {PER_FILE} + 2 AS line,
    CASE WHEN n % 40 <> 0 THEN {_FILE.format(n="n")} END AS change_url,
    CASE n % 40
        WHEN 0 THEN NULL WHEN 3 THEN 'remove' WHEN 1 THEN 'add' ELSE 'replace'
    END AS action,
    CASE n % 40
        WHEN 0 THEN NULL WHEN 3 THEN 'lastmod' WHEN 1 THEN 'hreflang' ELSE 'loc'
    END AS place,
    CASE n % 40
        WHEN 0 THEN NULL WHEN 3 THEN 'yesterday' WHEN 1 THEN NULL ELSE {_URL.format(n="n")}
    END AS "from",
    CASE
        WHEN n % 40 = 1 THEN 'en ' || {_URL.format(n="n")}
        WHEN n % 40 IN (7, 11) THEN {_URL.format(n="n")} || '/new'
    END AS "to",
    'f' || n AS finding_id, CASE WHEN n % 40 = 1 THEN {_URL.format(n="n + 1")} END AS related_url
FROM range($entries) AS numbers(n) WHERE n % 40 IN (0, 1, 3, 7, 11)""",
    "causes": "SELECT 'none' AS cause",
    "check_runs": "SELECT 'none' AS \"check\"",
}


def write(folder: Path, entries: int) -> None:
    """Write a stored audit with its sitemaps as received."""
    with duckdb.connect(config={"memory_limit": "1GB"}) as connection:
        for table, query in _PARTS.items():
            part = folder / "data" / table / "part-0.parquet"
            part.parent.mkdir(parents=True)
            values = {"entries": entries} if "$entries" in query else {}
            connection.execute(
                f"COPY ({query}) TO '{part}' (FORMAT parquet, COMPRESSION zstd)", values
            )
    (folder / "run.json").write_text(json.dumps(RUN), encoding="utf-8")
    list_parts(folder)
    received = folder / "received"
    received.mkdir()
    for number, first in enumerate(range(0, entries, PER_FILE)):
        with gzip.open(received / f"sitemap-{number}.gz", "wt", compresslevel=1) as file:
            file.write(
                '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
                ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
            )
            for n in range(first, min(first + PER_FILE, entries)):
                day = "yesterday" if n % 40 == 3 else "2026-01-01"
                links = "".join(
                    f'<xhtml:link rel="alternate" hreflang="{code}"'
                    f' href="{BASE}/p/{n // 10 * 10 + link}"/>'
                    for link, code in ((1, "en"), (2, "de"))
                    if n % 10 in (1, 2) and (n % 40 != 2 or link == 2)
                )
                file.write(f"<url><loc>{BASE}/p/{n}</loc><lastmod>{day}</lastmod>{links}</url>\n")
            file.write("</urlset>\n")


def measure_memory(sizes: list[int], folder: Path | None) -> None:
    """Print a line for each number of entries."""
    print(f"{'entries':>12} {'seconds':>9} {'peak':>9} {'ratio':>6}")
    least = 0.0
    for entries in sizes:
        with tempfile.TemporaryDirectory(dir=folder) as temporary:
            audit = Path(temporary) / "host" / "2026-01-01T12-00-00Z"
            audit.mkdir(parents=True)
            write(audit, entries)
            begun = time.monotonic()
            command = [sys.executable, "-c", _ONE, str(audit)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            told, peak = done.stdout.splitlines()[0], int(done.stdout.splitlines()[-1])
            seconds = time.monotonic() - begun
        least = least or peak
        print(
            f"{entries:>12,} {seconds:>7.1f} s {peak / 1e6:>6,.0f} MB {peak / least:>6.2f}  {told}"
        )


class FaultySite(server.Site):
    """A site with hreflang in its sitemaps and a fault here and there, each in another cluster."""

    fixed: Path | None = None
    "Folder of the corrected sitemaps."

    def answer(self, path: str) -> bytes:
        """A whole response."""
        if path == "/robots.txt" or path.startswith(("/sitemap", "/hidden")):
            return self.own(path)
        name = path.rpartition("/")[2]
        if name and not name.isdecimal():
            return _head(404)
        number = int(name or 2)
        if path.startswith("/p/") and number % 300 == 0:
            return _head(301, f"Location: {self.base}/new/{number}\r\n")
        if path.startswith("/p/") and number % 300 == 3:
            return _head(301, f"Location: {self.base}/p/{number + 1}\r\n")
        if number % 300 == 6:
            return _head(404)
        if number % 300 == 15:
            return _head(403)
        body = self.page(path, number)
        return _head(200, "Content-Type: text/html; charset=utf-8\r\n", body)

    def page(self, path: str, number: int) -> str:
        """A page, some of them noindex or canonicalized."""
        lang = ("en", "de", "fr")[number % 3]
        canonical = f"{self.base}{path}"
        if number % 300 == 12:
            canonical = f"{self.base}/p/2"
        noindex = '<meta name="robots" content="noindex">' if number % 300 == 9 else ""
        return (
            f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8">'
            f"<title>Page {number}</title>{noindex}"
            f'<link rel="canonical" href="{canonical}"></head><body><h1>Page {number}</h1>'
            f"<p>{f'{number} ' * 40}</p></body></html>"
        )

    def own(self, path: str) -> bytes:
        """robots.txt, or a sitemap."""
        if path == "/robots.txt":
            lines = (f"Sitemap: {self.base}/sitemap-{n}.xml\n" for n in range(self.files()))
            return _head(200, "Content-Type: text/plain\r\n", "".join(lines))
        kind = "Content-Type: application/xml\r\n"
        if self.fixed is not None:
            found = self.fixed / path.lstrip("/")
            return _head(200, kind, found.read_text()) if found.exists() else _head(404)
        name = path.removeprefix("/sitemap-").removesuffix(".xml")
        if not name.isdecimal() or int(name) >= self.files():
            return _head(404)
        return _head(200, kind, "".join(self.sitemap(int(name))))

    def files(self) -> int:
        """Number of sitemaps."""
        return -(-self.pages // 60_000)

    def sitemap(self, number: int) -> list[str]:
        """The lines of a sitemap of 60,000 URLs, more than it may have."""
        lines = [
            '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
            ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        ]
        for n in range(number * 60_000, min(self.pages, (number + 1) * 60_000)):
            base = "" if n % 300 == 24 else self.base
            day = "2026-13-01" if n % 300 == 21 else "2026-01-01"
            links = "".join(self.links(n)) if n < 30_000 else ""
            entry = f"<url><loc>{base}/p/{n}</loc><lastmod>{day}</lastmod>{links}</url>\n"
            lines += [entry, entry] if n % 300 == 18 else [entry]
        return [*lines, "</urlset>\n"]

    def links(self, number: int) -> list[str]:
        """The alternates of an entry; one of some is missing."""
        first = number // 3 * 3
        return [
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{self.base}/p/{first + n}"/>'
            for n, code in enumerate(("en", "de", "fr"))
            if not (number % 300 == 30 and first + n != number and n != 0)
        ]


def _head(status: int, more: str = "", body: str = "") -> bytes:
    data = body.encode()
    return f"HTTP/1.1 {status} X\r\n{more}Content-Length: {len(data)}\r\n\r\n".encode() + data


def serve(pages: int, port: int, fixed: Path | None) -> None:
    """Serve the faulty site until the end."""
    FaultySite.pages, FaultySite.fixed = pages, fixed
    FaultySite.base = f"http://127.0.0.1:{port}"

    async def listen() -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        served = await loop.create_server(FaultySite, "127.0.0.1", port)
        print("serving", flush=True)
        await served.serve_forever()

    uvloop.run(listen())


def audit(pages: int, port: int, output: Path, fixed: Path | None = None) -> Path:
    """Audit the site; return the folder of the audit."""
    command = [sys.executable, __file__, "serve", str(pages), "--port", str(port)]
    command += ["--fixed", str(fixed)] if fixed else []
    with subprocess.Popen(command, stdout=subprocess.PIPE) as site:
        assert site.stdout is not None
        site.stdout.readline()
        address = f"http://127.0.0.1:{port}"
        options = f"-q --delay 0 --concurrency 32 -o {output}".split()
        subprocess.run(
            [sys.executable, "-m", "sitemap_audit", address, *options],
            check=False,
            stdout=subprocess.DEVNULL,
        )
        site.terminate()
    return sorted(output.glob("*/*Z"))[-1]


def found(folder: Path) -> dict[str, list[str]]:
    """What is found, by check."""
    findings = defaultdict(list)
    with (folder / "findings.csv").open(encoding="utf-8-sig", newline="") as file:
        for row in csv.DictReader(file):
            findings[row["check"]].append(f"{row['url']} {row['observed']} {row['related_url']}")
    return findings


def round_trip(pages: int, port: int, folder: Path | None) -> None:
    """Audit, fix and audit again."""
    with tempfile.TemporaryDirectory(dir=folder) as temporary:
        output = Path(temporary) / "before"
        first = audit(pages, port, output)
        earlier = first.with_name("2020-01-01T00-00-00Z")  # sees each 404 for the first time
        shutil.copytree(first, earlier)
        run = json.loads((earlier / "run.json").read_text("utf-8"))
        run["started_at"] = "2020-01-01T00:00:00+00:00"
        (earlier / "run.json").write_text(json.dumps(run), encoding="utf-8")
        begun = time.monotonic()
        fixed = Path(temporary) / "fixed"
        fix(Fixing(AuditPlace(first), fixed), print)
        print(f"fixed in {time.monotonic() - begun:.1f} s")
        (host,) = (path for path in fixed.iterdir() if path.is_dir())
        after = audit(pages, port, Path(temporary) / "after", host)
        counts = found(first), found(after)
    print(f"{'check':<34} {'before':>8} {'after':>8}")
    for check in sorted({*counts[0], *counts[1]}):
        print(f"{check:<34} {len(counts[0][check]):>8,} {len(counts[1][check]):>8,}")
        for text in counts[1][check][:5]:
            print(f"    {text}")


def main() -> None:
    """Run one of the benchmarks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["memory", "round", "serve"])
    parser.add_argument("values", nargs="+")
    parser.add_argument("--folder", type=Path, help="for temporary files")
    parser.add_argument("--port", type=int, default=8799)
    parser.add_argument("--fixed", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.what == "memory":
        measure_memory([int(value) for value in given.values], given.folder)
    elif given.what == "serve":
        serve(int(given.values[0]), given.port, given.fixed)
    else:
        round_trip(int(given.values[0]), given.port, given.folder)


if __name__ == "__main__":
    main()
