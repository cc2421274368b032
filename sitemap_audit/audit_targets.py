"""The targets of an audit: sites, sitemaps, lists of URLs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from glob import escape
from shlex import quote


class TargetKind(StrEnum):
    """What a target is, and so how its sitemaps are found."""

    SITE = "site"
    "Sitemaps are found by robots.txt. A robots.txt URL stands for its site."
    SITEMAP = "sitemap"
    "A sitemap. If the response is a page, the target becomes its site."
    LIST = "list"
    "A local list of URLs: no sitemap is searched for."


@dataclass(frozen=True, slots=True)
class Target:
    """A site, sitemap or list to audit."""

    url: str
    kind: TargetKind
    written: str
    page: str | None = None
    "Of a site: the URL of the page that the user passed; else None."
    list_of: str | None = None
    "Of a list: the site if all URLs are of one host, else the file name."
    local_folder: str | None = None
    "Of a sitemap in a local folder: the path of the folder, as in ``local_files`` of run.json."

    @property
    def site(self) -> str:
        """The name of the target."""
        return self.list_of or self.url

    @property
    def folder(self) -> str | None:
        """The URL of the folder of ``page``; None without a page or for the whole site."""
        if self.page is None:
            return None
        start, _, last = self.page.partition("?")[0].rpartition("/")
        is_file = not last or "." in last
        folder = f"{start}/" if is_file else f"{start}/{last}/"
        return folder if folder != self.url else None

    def explanation(self, *, is_restricted: bool) -> str:
        """Return a sentence on how the user's input was interpreted; empty if that is obvious.

        Args:
            is_restricted: whether the audit has --include or --exclude.
        """
        if self.kind is TargetKind.LIST:
            return f"{self.written} is a list of URLs: only these URLs are audited, no sitemaps."
        if self.page is None:
            return ""
        sentence = f"{self.page} is a page. Auditing its site, {self.url}."
        if self.folder is None or is_restricted:
            return sentence
        glob = quote(escape(self.folder) + "*")
        return f"{sentence} To crawl this path only, add --include {glob}."
