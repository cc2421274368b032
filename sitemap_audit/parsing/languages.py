"""Parsing of language codes: hreflang and ``<html lang>``.

hreflang allows an ISO 639-1 language, optionally an ISO 15924 script, optionally an ISO 3166-1
alpha-2 region, or ``x-default`` (Google, "Localized versions of your pages"). ``lang`` allows any
BCP 47 tag: also three-letter languages, UN M.49 areas, variants and extensions.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from sitemap_audit.parsing.language_registry import (
    RESERVED_REGIONS,
    WITH_EXTENSION,
    language_names,
    languages,
    regions,
    scripts,
    three_letter_languages,
    three_letter_regions,
)

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
"""Valid codes (Kanuri, Northern Sami) that are usually written for Korean and Swedish."""


class CodeProblem(StrEnum):
    """What is wrong with a language code."""

    EMPTY = "empty"
    UNDERSCORE = "underscore"
    REVERSED_ORDER = "reversed-order"
    REGION_ONLY = "region-only"
    UNKNOWN_LANGUAGE = "unknown-language"
    UNKNOWN_REGION = "unknown-region"
    UNKNOWN_SCRIPT = "unknown-script"
    THREE_LETTER = "three-letter"
    UN_M49 = "un-m49"
    X_DEFAULT_MALFORMED = "x-default-malformed"
    RESERVED_REGION = "reserved-region"
    "Kept back in ISO 3166-1 and not assigned: UK, EU, UN, XK."
    MALFORMED = "malformed"


class Code(NamedTuple):
    """A parsed language code."""

    code: str | None
    "Normal form: en-GB, zh-Hant-TW, x-default; None where there is a problem."
    problem: CodeProblem | None
    suggestion: str | None
    "What was probably meant. Without a problem: valid, but usually written for another language."

    @property
    def meant(self) -> str | None:
        """The code itself if it is valid, otherwise the suggestion."""
        return self.code or self.suggestion


X_DEFAULT = "x-default"

_BLANK = " \t\r\n\f\v\0"
_SEPARATORS = re.compile(r"[-_\s/.\u2010-\u2015\u2212]+")
_X_DEFAULT_LIKE = re.compile(r"x?[-_\s]*default", re.IGNORECASE)
_LETTERS = re.compile(r"[a-z]+")
_MAX_LENGTH = 100
"Characters; no valid hreflang code has more."


@lru_cache(maxsize=4096)
def read_code(text: str | None) -> Code:
    """Parse a hreflang attribute, case-insensitively."""
    written = (text or "").strip(_BLANK)
    folded = written.lower()
    if folded == X_DEFAULT:
        return Code(X_DEFAULT, None, None)
    if not folded:
        return Code(None, CodeProblem.EMPTY, None)
    if len(folded) > _MAX_LENGTH:
        return Code(None, CodeProblem.MALFORMED, None)
    if _X_DEFAULT_LIKE.fullmatch(folded):
        return Code(None, CodeProblem.X_DEFAULT_MALFORMED, X_DEFAULT)
    if "_" in folded:
        meant = read_code(_SEPARATORS.sub("-", folded).strip("-")).meant
        return Code(None, CodeProblem.UNDERSCORE, meant)
    problem = _problem(folded.split("-"))
    if problem is None:
        return Code(_normal_tag(folded), None, DOUBTFUL.get(folded))
    return Code(None, problem, _suggestion(folded, problem))


def _problem(parts: list[str]) -> CodeProblem | None:
    if not all(part.isascii() and part.isalnum() for part in parts):
        return CodeProblem.MALFORMED
    language, rest = parts[0], parts[1:]
    if not rest:
        return _language_problem(language, alone=True)
    if len(rest) == 1 and _is_reversed(language, rest[0]):
        return CodeProblem.REVERSED_ORDER
    if len(rest) == 2 and _is_region(rest[0]) and _is_script(rest[1]):
        return CodeProblem.REVERSED_ORDER
    if problem := _language_problem(language):
        return problem
    if len(rest[0]) == 4 and rest[0].isalpha():
        if not _is_script(rest[0]):
            return CodeProblem.UNKNOWN_SCRIPT
        rest = rest[1:]
    if len(rest) > 1:
        return CodeProblem.MALFORMED
    return _region_problem(rest[0]) if rest else None


def _is_reversed(first: str, second: str) -> bool:
    """Return whether it is region-language and cannot be read as language-region."""
    if second not in languages() or not _may_be_region(first):
        return False
    return first not in languages() or not _may_be_region(second)


def _may_be_region(part: str) -> bool:
    return _is_region(part) or part.upper() in RESERVED_REGIONS


def _is_region(part: str) -> bool:
    return part.upper() in regions()


def _is_script(part: str) -> bool:
    return part.title() in scripts()


def _language_problem(part: str, *, alone: bool = False) -> CodeProblem | None:
    if part in languages():
        return None
    if alone and _is_region(part):
        return CodeProblem.REGION_ONLY
    if part in three_letter_languages():
        return CodeProblem.THREE_LETTER
    is_word = part.isalpha() and len(part) > 1
    return CodeProblem.UNKNOWN_LANGUAGE if is_word else CodeProblem.MALFORMED


def _region_problem(part: str) -> CodeProblem | None:
    if _is_region(part):
        return None
    if part.upper() in RESERVED_REGIONS:
        return CodeProblem.RESERVED_REGION
    if len(part) == 3 and part.isdigit():
        return CodeProblem.UN_M49
    is_region_like = part.isalpha() and len(part) in (2, 3)
    return CodeProblem.UNKNOWN_REGION if is_region_like else CodeProblem.MALFORMED


def _suggestion(code: str, problem: CodeProblem) -> str | None:
    if code in MEANT_CODE:
        return MEANT_CODE[code]
    parts = code.split("-")
    if problem is CodeProblem.REVERSED_ORDER:
        return _unreversed(parts)
    if problem is CodeProblem.RESERVED_REGION:
        return _valid([*parts[:-1], "gb"] if parts[-1] == "uk" else parts[:-1])
    if problem in (CodeProblem.UN_M49, CodeProblem.UNKNOWN_SCRIPT):
        return _valid(parts[:-1])
    if problem is CodeProblem.UNKNOWN_REGION:
        return _with_real_region(parts)
    if problem is CodeProblem.MALFORMED:
        return _from_pieces(code)
    language = _meant_language(parts[0])
    return _valid([language, *parts[1:]]) if language else None


def _meant_language(part: str) -> str | None:
    if part in MEANT_LANGUAGE:
        return MEANT_LANGUAGE[part]
    return three_letter_languages().get(part) or language_names().get(part)


def _unreversed(parts: list[str]) -> str | None:
    if len(parts) == 3:
        return _valid([parts[0], parts[2], parts[1]])
    region, language = parts
    return _valid([language, "gb" if region == "uk" else region]) or language


def _with_real_region(parts: list[str]) -> str | None:
    *front, region = parts
    if len(region) == 3:
        short = three_letter_regions().get(region.upper())
        if short is not None:
            return _valid([*front, short.lower()])
    return _valid(front) if region == parts[0] else None


def _from_pieces(code: str) -> str | None:
    """Parse a code with a wrong separator or an extra subtag: 'en/US', 'de-CH-1996'."""
    parts = [part for part in _SEPARATORS.split(code) if part]
    while parts and _problem(parts) is CodeProblem.MALFORMED:
        parts.pop()
    pieces = "-".join(parts)
    return read_code(pieces).meant if pieces != code else None


def _valid(parts: list[str]) -> str | None:
    return _normal_tag("-".join(parts)) if parts and _problem(parts) is None else None


@lru_cache(maxsize=4096)
def read_lang(text: str | None) -> Code:
    """Parse a lang attribute (BCP 47, the IANA registry)."""
    written = (text or "").strip(_BLANK)
    if not written:
        return Code(None, CodeProblem.EMPTY, None)
    if "_" in written:
        meant = read_lang(_SEPARATORS.sub("-", written).strip("-")).meant
        return Code(None, CodeProblem.UNDERSCORE, meant)
    problem = _tag_problem(written.lower())
    if problem is None:
        return Code(_normal_tag(written), None, None)
    return Code(None, problem, _suggestion(written.lower(), problem))


def _tag_problem(tag: str) -> CodeProblem | None:
    if _is_plain(tag.split("-")):
        return None
    from langcodes import tag_is_valid
    from langcodes.tag_parser import LanguageTagError, parse_tag

    try:
        subtags = dict(parse_tag(tag)) if tag.isascii() else {}  # type: ignore[no-untyped-call]  # not typed
    except LanguageTagError:
        subtags = {}
    if not subtags:
        return CodeProblem.MALFORMED
    language = subtags.get("language", "")
    return _subtag_problem(language, subtags) or (
        None if tag_is_valid(tag) else CodeProblem.MALFORMED
    )


def _is_plain(parts: list[str]) -> bool:
    """Return whether it is an ISO 639-1 language, with or without region (no registry lookup)."""
    return len(parts[-1]) == 2 and len(parts) <= 2 and _problem(parts) is None


def _subtag_problem(language: str, subtags: dict[str, str]) -> CodeProblem | None:
    from langcodes.data_dicts import VALIDITY

    if language and not language.startswith("x-"):
        if three_letter_languages().get(language):
            return CodeProblem.THREE_LETTER
        if not VALIDITY.match(language):
            return _language_problem(language, alone=len(subtags) == 1)
    extension = subtags.get("extlang")
    if extension and language not in WITH_EXTENSION:
        return CodeProblem.UNKNOWN_REGION
    region = subtags.get("territory")
    if region == "UK":
        return CodeProblem.RESERVED_REGION
    if region and not VALIDITY.match(region):
        return CodeProblem.UNKNOWN_REGION
    script = subtags.get("script")
    return CodeProblem.UNKNOWN_SCRIPT if script and not _is_script(script) else None


def _normal_tag(tag: str) -> str:
    """Return a BCP 47 tag in lower case, except script and region, up to the first singleton.

    Scripts are in title case, regions in upper case (RFC 5646, 2.1.1).
    """
    language, *rest = tag.lower().split("-")
    parts, is_open = [language], len(language) > 1
    for part in rest:
        is_open = is_open and len(part) > 1
        parts.append(_cased(part) if is_open else part)
    return "-".join(parts)


def _cased(part: str) -> str:
    if len(part) == 2:
        return part.upper()
    return part.title() if len(part) == 4 and _LETTERS.fullmatch(part) else part
