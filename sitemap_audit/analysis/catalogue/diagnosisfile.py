"""Read and validate the file of a diagnosis: header, manual, query."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from sitemap_audit.analysis.catalogue.checkfile import parts_of, read_manual
from sitemap_audit.analysis.catalogue.checkheader import (
    CatalogueError,
    one_of,
    read_header,
    text_of,
    texts,
)

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


_HEADER = ("explains", "certainty", "see", "since")


class Certainty(StrEnum):
    """How certain it is that the statement explains the findings."""

    CERTAIN = "certain"
    "The audit has seen what proves it."
    LIKELY = "likely"


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """One statement that explains findings of several checks, or of many pages."""

    name: str
    title: str
    explains: tuple[str, ...]
    "Checks whose findings it can explain."
    certainty: Certainty
    see: tuple[str, ...]
    "URLs of the rule or its basis."
    since: str
    "First version with it."
    what_it_finds: str
    why_it_matters: str
    how_to_fix_it: str
    example: str
    "Cases in the form of a check's; what they find are rows of ``diagnoses``."
    sql: str


@cache
def load_diagnoses() -> tuple[Diagnosis, ...]:
    """Every diagnosis, by name.

    Raises:
        CatalogueError: one is not in the form that the README of the diagnoses describes.
    """
    folder = files("sitemap_audit") / "diagnoses"
    found = [_read(file) for file in folder.iterdir() if file.name.endswith(".sql")]
    return tuple(sorted(found, key=lambda diagnosis: diagnosis.name))


def _read(file: Traversable) -> Diagnosis:
    name = file.name.removesuffix(".sql")
    try:
        head, manual, sql = parts_of(file.read_text(encoding="utf-8"))
        title, finds, why, fix, example = read_manual(manual)
        header = read_header(head, required=_HEADER, optional=())
        return Diagnosis(
            name=name,
            title=title,
            explains=texts(header, "explains"),
            certainty=one_of(Certainty, header, "certainty"),
            see=texts(header, "see"),
            since=text_of(header, "since"),
            what_it_finds=finds,
            why_it_matters=why,
            how_to_fix_it=fix,
            example=example,
            sql=sql,
        )
    except CatalogueError as error:
        raise CatalogueError(f"The diagnosis {name} cannot be read: {error}.") from error
