"""Codes of the ISO and IANA registries of languages, scripts and regions.

``iso_codes.csv`` has them, with where they come from: languages and regions by their code of three
letters, ``short`` is that of two.
"""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files

RESERVED_REGIONS = frozenset(
    (
        *("AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "FX", "IC", "SU", "TA", "UK", "UN"),
        *("AN", "BU", "CS", "NT", "SF", "TP", "YU", "ZR"),
        "XK",
    )
)
"""ISO 3166-1: reserved exceptionally, reserved in transition, and Kosovo's user-assigned code."""

WITH_EXTENSION = frozenset({"ar", "kok", "lv", "ms", "sgn", "sw", "uz", "zh"})
"""Languages that the IANA registry has extended language subtags for (RFC 5646, 2.2.2)."""


@cache
def languages() -> frozenset[str]:
    """Return the ISO 639-1 codes, lower case; "sh" was withdrawn in 2000."""
    return frozenset(filter(None, three_letter_languages().values())) - {"sh"}


@cache
def regions() -> frozenset[str]:
    """Return the ISO 3166-1 alpha-2 codes, upper case."""
    return frozenset(three_letter_regions().values())


@cache
def scripts() -> frozenset[str]:
    """Return the ISO 15924 codes, title case."""
    return frozenset(code for code, _, _ in _codes()["script"])


@cache
def three_letter_languages() -> dict[str, str | None]:
    """Map ISO 639-2 and 639-3 codes to the two-letter code, if there is one."""
    return {code: short or None for code, short, _ in _codes()["language"]}


@cache
def three_letter_regions() -> dict[str, str]:
    """Map ISO 3166-1 alpha-3 codes to the alpha-2 codes, upper case."""
    return {code: short for code, short, _ in _codes()["region"]}


@cache
def language_names() -> dict[str, str]:
    """Map English language names, lower case, to ISO 639-1 codes."""
    return {name.lower(): short for _, short, name in _codes()["language"] if name}


@cache
def _codes() -> dict[str, list[tuple[str, str, str]]]:
    """Return code, short code and name of each kind."""
    with (files("sitemap_audit.parsing") / "iso_codes.csv").open(encoding="utf-8") as file:
        lines = csv.reader(line for line in file if not line.startswith("#"))
        next(lines)
        codes: dict[str, list[tuple[str, str, str]]] = {}
        for kind, code, short, name in lines:
            codes.setdefault(kind, []).append((code, short, name))
    return codes
