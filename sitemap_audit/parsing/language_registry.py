"""Codes of the ISO and IANA registries of languages, scripts and regions."""

from __future__ import annotations

from functools import cache
from typing import Any

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
    return frozenset(_registered("alpha_2")) - {"sh"}


@cache
def regions() -> frozenset[str]:
    """Return the ISO 3166-1 alpha-2 codes, upper case."""
    import pycountry

    return frozenset(country.alpha_2 for country in pycountry.countries)


@cache
def scripts() -> frozenset[str]:
    """Return the ISO 15924 codes, title case."""
    import pycountry

    return frozenset(script.alpha_4 for script in pycountry.scripts)


def _registered(kind: str) -> dict[str, Any]:
    """Return the languages of ISO 639 by one of their codes; the first call is slow."""
    import pycountry

    len(pycountry.languages)  # reads the list, whose indices spare looking at its 8,000 languages
    codes: dict[str, Any] = pycountry.languages.indices[kind]
    return codes


@cache
def three_letter_languages() -> dict[str, str | None]:
    """Map ISO 639-2 and 639-3 codes to the two-letter code, if there is one."""
    codes: dict[str, str | None] = dict.fromkeys(_registered("alpha_3"))
    codes |= {language.alpha_3: short for short, language in _registered("alpha_2").items()}
    for code, language in _registered("bibliographic").items():
        codes[code] = codes[language.alpha_3]
    return codes


@cache
def language_names() -> dict[str, str]:
    """Map English language names, lower case, to ISO 639-1 codes."""
    return {language.name.lower(): short for short, language in _registered("alpha_2").items()}
