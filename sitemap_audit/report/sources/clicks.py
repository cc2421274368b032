"""Read how many clicks of imported lists are on URLs with errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from sitemap_audit.plural import counted
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sitemap_audit.storage import Store

LABEL = "Clicks on URLs with errors"
"The name of the figure."
_PERIOD = re.compile(r"\d{4}-\d\d-\d\d to ")


class Clicks(NamedTuple):
    """Clicks in search results by imported lists, and those of URLs with errors."""

    total: int
    "Known clicks of all URLs of the site."
    urls: int
    "URLs whose clicks are known."
    with_error: int
    "Clicks of URLs that have an error which is no consequence of another finding."
    urls_with_error: int
    "URLs with an error and at least one click."
    sources: tuple[str, ...]
    "Lists that they come from: 'Search Console, export of 2026-01-30'."
    by_check: Mapping[str, int]
    "Clicks of the affected URLs of each check of which some are known."

    @property
    def source(self) -> str:
        """The lists, and their period: 'Search Console, 2026-01-01 to 2026-01-31'."""
        lists = "; ".join(self.sources) or "imported lists"
        has_periods = self.sources and all(_PERIOD.search(each) for each in self.sources)
        return lists if has_periods else f"{lists}; period not stated"

    @property
    def share(self) -> float | None:
        """Clicks of URLs with errors, from 0 to 1; None without clicks."""
        return self.with_error / self.total if self.total else None

    @property
    def affected(self) -> str:
        """'12 URLs, listed or not': the figure 'URLs with errors' counts listed ones."""
        return f"{counted(self.urls_with_error, 'URL')}, listed or not"

    @property
    def sentence(self) -> str:
        """All of it: '412 of 9,120 known clicks are on URLs with errors (12 URLs, …; …)'."""
        verb = "is" if self.with_error == 1 else "are"
        urls = f"{self.affected}; " if self.with_error else ""
        return (
            f"{self.with_error:,} of {counted(self.total, 'known click')} {verb} on URLs with"
            f" errors ({urls}{self.source})"
        )

    def record(self) -> dict[str, Any]:
        """Return it for run.json."""
        return {
            "total": self.total,
            "urls": self.urls,
            "with_error": self.with_error,
            "urls_with_error": self.urls_with_error,
            "sources": list(self.sources),
        }


def read_clicks(store: Store) -> Clicks | None:
    """Read the clicks; None if no imported list has any.

    Args:
        store: with the views ``reported_findings`` and ``search_urls``.
    """
    ((total, urls),) = store.rows(step("report/clicks"))
    if not urls:
        return None
    ((with_error, urls_with_error),) = store.rows(step("report/clicks_at_risk"))
    told = store.rows(step("report/click_sources"))
    sources = sorted({each for (lists,) in told for each in lists.split("; ")})
    return Clicks(
        *(int(total), int(urls), int(with_error or 0), int(urls_with_error), tuple(sources)),
        {check: int(clicks) for check, clicks in store.rows(step("report/clicks_of_checks"))},
    )
