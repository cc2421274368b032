"""Read and validate the file of a view: header, what a row is in words, query."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sitemap_audit.analysis.catalogue.checkfile import RestsOn, parts_of
from sitemap_audit.analysis.catalogue.checkheader import CatalogueError, one_of, read_header
from sitemap_audit.items import RowOf


class Unread(StrEnum):
    """What pages must say to have a row; those that were not read have none."""

    ANNOTATIONS = "annotations"
    REDIRECTS = "redirects"


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A view: header, what a row is in words, and the query."""

    folder: str
    row: RowOf
    rests_on: RestsOn
    unread: Unread | None
    "None if each row that could be there is there, read or not."
    text: str
    sql: str


def read_view(path: str, text: str) -> View:
    """Parse the text of a view's file, by its path: folder/name.

    Raises:
        CatalogueError: it is not in the form that the README of the views describes.
    """
    try:
        head, words, sql = parts_of(text)
        header = read_header(head, required=("row", "rests_on"), optional=("unread",))
        return View(
            folder=path.partition("/")[0],
            row=one_of(RowOf, header, "row"),
            rests_on=one_of(RestsOn, header, "rests_on"),
            unread=one_of(Unread, header, "unread") if "unread" in header else None,
            text=words,
            sql=sql,
        )
    except CatalogueError as error:
        raise CatalogueError(f"The view {path} cannot be read: {error}.") from error
