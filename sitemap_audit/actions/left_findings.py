"""Account for each finding: corrected, or left, and why."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from sitemap_audit.actions.plan import make_steps
from sitemap_audit.plural import counted
from sitemap_audit.report.words import not_checked
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from sitemap_audit.storage.duckdb import DuckDBStore

MOST_CHECKS = 4
"That are named of one reason."
WIDTH = 80
_NO_BREAK = "\N{NO-BREAK SPACE}"
REASONS: Mapping[str, str] = {
    "not-confirmed": "not fetched with status 200 in this audit, or not indexable any more",
    "url-trap": "in a possible URL trap",
    "listed-variant": "a sitemap lists another variant of the URL",
    "variants": "several unlisted variants of one URL",
    "copies": "several unlisted URLs with the same text",
    "no-sitemap": "no XML or text sitemap lists pages of its origin",
    "add": "a page to add: pass --add-missing",
    "choice": "nothing says which of two is right",
    "changed": "fix changes the entry in another way",
    "follows": "its root is corrected: audit again",
    "file": "its sitemap is a feed, or was not read whole",
    "form": "its sitemap cannot be changed",
    "login": "the site may refuse only the crawl",
    "once": "seen only once: audit again",
    "page": "the change is in a page, not in a sitemap",
    "part": "fix does not change this part of a sitemap",
    "robots": "the change is in robots.txt",
    "root": "its root is to be mended first",
    "server": "the change is on the server",
    "target": "the URL to write is not indexable",
    "undone": "no such entry or annotation in its sitemap",
    "unsaid": "the finding names no exact change",
    "whole": "more is wrong with its sitemap",
}
"Why a finding is left, by reason."


def account(
    store: DuckDBStore, failed: Iterable[int], undone: Iterable[tuple[int, int]], whole: set[str]
) -> None:
    """Make ``fix_left``: the ID of each finding that is not corrected, and the reason.

    Args:
        failed: IDs of the sitemaps that cannot be changed.
        undone: sitemap IDs and positions of entries that are not as the audit has stored them.
        whole: URLs of the sitemaps that were escaped or split.
    """
    store.execute(step("fix/failed"))
    store.insert("fix_failed", ({"sitemap_id": each} for each in failed))
    store.insert("fix_failed", ({"sitemap_id": each, "position": at} for each, at in undone))
    store.execute(step("fix/whole"))
    store.insert("fix_whole", ({"url": url} for url in whole))
    make_steps(store, ("made", "outcomes", "left"))


def remarks(store: DuckDBStore, *, adds_missing: bool) -> Iterator[str]:
    """Yield lines on the findings and files that stay as they are.

    Args:
        adds_missing: whether pages that no sitemap lists were to be added.
    """
    left = store.rows(step("fixed_files/left_by_reason"))
    every = store.count("fix_told")
    number = sum(row[2] for row in left)
    yield f"{counted(every, 'finding')}: {every - number:,} corrected, {number:,} left."
    yield from _table(left)
    if adds_missing:
        yield from _unchecked(store)
    for url, kind, is_complete in store.rows(step("fixed_files/left_out_files")):
        why = "was not read to its end" if not is_complete else "is not kept as received"
        why = f"is a feed ({kind})" if kind.startswith(("rss", "atom")) else why
        yield f"{url} is left out: it {why}."


def _table(left: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    """Yield a line for each reason, with its checks below it, those with most findings first."""
    reasons: dict[str, dict[str, int]] = {}
    for reason, check, number in left:
        reasons.setdefault(REASONS[reason], {})[check] = number
    for reason, checks in sorted(reasons.items(), key=lambda each: -sum(each[1].values())):
        begin = f"{sum(checks.values()):>7,}  "
        yield f"{begin}{reason}"
        names = [f"{check} {number:,}" for check, number in checks.items()]
        if len(names) > MOST_CHECKS + 1:
            names[MOST_CHECKS:] = [counted(len(names) - MOST_CHECKS, "other check")]
        whole = ", ".join(name.replace(" ", _NO_BREAK) for name in names)
        lines = textwrap.wrap(whole, WIDTH - len(begin), break_on_hyphens=False)
        yield textwrap.indent("\n".join(lines), " " * len(begin)).replace(_NO_BREAK, " ")


def _unchecked(store: DuckDBStore) -> Iterator[str]:
    """Say which pages that no sitemap lists were not checked."""
    for check, unknown, reasons in store.rows(step("fixed_files/not_checked")):
        why = f" ({told})" if (told := not_checked(reasons)) else ""
        yield f"{check}: {counted(unknown, 'URL')} not checked{why}. They are not added."
