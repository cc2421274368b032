"""The registered languages, scripts and regions, and what is written for them by mistake."""

from __future__ import annotations

from functools import cache

import pycountry

len(pycountry.languages)  # reads the list, whose indices spare looking at its 8,000 languages
_TWO_LETTERS = pycountry.languages.indices["alpha_2"]

LANGUAGES = frozenset(_TWO_LETTERS) - {"sh"}
"""ISO 639-1, lower case; "sh" was withdrawn in 2000."""

REGIONS = frozenset(country.alpha_2 for country in pycountry.countries)
"""ISO 3166-1 alpha-2, upper case."""

SCRIPTS = frozenset(script.alpha_4 for script in pycountry.scripts)
"""ISO 15924, title case."""

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

MEANT_LANGUAGE = {
    "cn": "zh",
    "cz": "cs",
    "dk": "da",
    "gr": "el",
    "in": "id",
    "iw": "he",
    "ji": "yi",
    "jp": "ja",
    "jw": "jv",
    "mo": "ro",
    "sh": "sr",
    "ua": "uk",
    "vn": "vi",
}
"""Country codes and withdrawn codes that are written for a language."""

MEANT_CODE = {
    "at": "de-AT",
    "au": "en-AU",
    "cn": "zh-CN",
    "gb": "en-GB",
    "mx": "es-MX",
    "nz": "en-NZ",
    "uk-uk": "uk-UA",
    "us": "en-US",
    "zh-chs": "zh-Hans",
    "zh-cht": "zh-Hant",
}
"""Wrong codes that say plainly what was meant."""

DOUBTFUL = {"kr": "ko", "kr-kr": "ko-KR", "se": "sv", "se-se": "sv-SE"}
"""Valid codes (Kanuri, Northern Sami) that are mostly written for Korean and Swedish."""


@cache
def three_letter_languages() -> dict[str, str | None]:
    """ISO 639-2 and 639-3 codes, and the two-letter one of each that has one."""
    codes: dict[str, str | None] = dict.fromkeys(pycountry.languages.indices["alpha_3"])
    codes |= {language.alpha_3: short for short, language in _TWO_LETTERS.items()}
    for code, language in pycountry.languages.indices["bibliographic"].items():
        codes[code] = codes[language.alpha_3]
    return codes


@cache
def language_names() -> dict[str, str]:
    """English name, lower case, and ISO 639-1 code."""
    return {language.name.lower(): short for short, language in _TWO_LETTERS.items()}
