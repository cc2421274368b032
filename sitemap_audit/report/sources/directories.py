"""Read the directories of a site with their missing pages and orphans, of a link crawl."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.storage import Store


class Directory(NamedTuple):
    """The first directory of a path, behind that of a language; the numbers are of its URLs."""

    directory: str
    pages: int
    "Indexable."
    listed: int
    linked: int
    not_in_sitemap: int
    "Found by checks of indexable pages that no sitemap lists."
    orphans: int | None
    "None if the check could check none of its listed pages."
    not_checked: int
    "Pages that these checks could not check."
    missing_check: str | None
    "The check of those not in a sitemap; None if they are of several."
    orphan_check: str | None


class Directories(NamedTuple):
    """The directories with most missing pages and orphans."""

    shown: list[Directory]
    number: int
    "Of all."


def read_directories(store: Store, most: int) -> Directories | None:
    """Read the first directories; None without a link crawl.

    Args:
        store: with the view ``reported_directories``.
    """
    number = store.count("reported_directories")
    if not number:
        return None
    rows = store.rows(step("report/directories"), {"rows": most})
    return Directories([Directory(*row) for row in rows], number)
