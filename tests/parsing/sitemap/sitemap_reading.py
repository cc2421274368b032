"""Reads a sitemap in one go, and says what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeVar

from sitemap_audit.items import Entry, SitemapProblem
from sitemap_audit.parsing.sitemap import Limits, SitemapFacts, SitemapReader

if TYPE_CHECKING:
    from sitemap_audit.items import Row

R = TypeVar("R")
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
EXTENSIONS = (
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    ' xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'
    ' xmlns:video="http://www.google.com/schemas/sitemap-video/1.1"'
    ' xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
)


class Reading(NamedTuple):
    """What came of a file."""

    records: list[Row]
    "Table by table, each in the order of the file."
    facts: SitemapFacts

    def of(self, kind: type[R]) -> list[R]:
        """The records of one table."""
        return [record for record in self.records if isinstance(record, kind)]

    @property
    def entries(self) -> list[Entry]:
        return self.of(Entry)

    @property
    def problems(self) -> list[SitemapProblem]:
        return self.of(SitemapProblem)

    @property
    def codes(self) -> list[str]:
        return [problem.code for problem in self.problems]


def read(
    body: bytes | str,
    *,
    url: str = "https://example.com/sitemap.xml",
    chunk: int = 65_536,
    content_type: str | None = None,
    content_encoding: str | None = None,
    truncated: bool = False,
    limits: Limits | None = None,
) -> Reading:
    """Read a whole file that comes in chunks of a size."""
    data = body.encode("utf-8", "surrogatepass") if isinstance(body, str) else body
    reader = SitemapReader(
        (data[start : start + chunk] for start in range(0, len(data), chunk)),
        sitemap_id=7,
        url=url,
        content_type=content_type,
        content_encoding=content_encoding,
        truncated=truncated,
        limits=limits,
    )
    records = [record for batch in reader.batches() for record in batch]
    return Reading(sorted(records, key=lambda record: type(record).__name__), reader.facts)


def urlset(*inner: str, attributes: str = EXTENSIONS) -> str:
    """An XML sitemap around entries."""
    return f'<urlset xmlns="{NAMESPACE}"{attributes}>\n{"".join(inner)}</urlset>\n'
