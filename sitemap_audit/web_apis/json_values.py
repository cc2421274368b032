"""Read values in the JSON that an API returns; what is not as documented is an error."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

_SURROGATE = re.compile("[\ud800-\udfff]")
"Half of a character, which JSON can escape and no table can hold."


def rows(body: Any, name: str, default: Any = None) -> list[dict[str, Any]]:
    """Return a list of objects; ``default`` where it is left out."""
    found = body.get(name, default) if isinstance(body, dict) else None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise unreadable()
    return found


def text(item: Any, name: str) -> str:
    """Return a text of an object."""
    value = item.get(name) if isinstance(item, dict) else None
    if not isinstance(value, str) or _SURROGATE.search(value):
        raise unreadable()
    return value


def text_or_none(item: Mapping[str, Any], name: str) -> str | None:
    """Return a text; None if it is left out."""
    return None if item.get(name) is None else text(item, name)


def count(item: Mapping[str, Any], name: str) -> int | None:
    """Return a number of 0 or more; None if it is left out.

    Integers of 64 bits may be written as texts, and clicks with a decimal point.
    """
    value = item.get(name)
    if value is None:
        return None
    try:
        number = int(value)
    except (TypeError, ValueError, OverflowError):
        raise unreadable() from None
    if not 0 <= number < 2**63:
        raise unreadable()
    return number


def flag(item: Mapping[str, Any], name: str) -> bool | None:
    """Return true or false; None if it is left out."""
    value = item.get(name)
    if not isinstance(value, bool | None):
        raise unreadable()
    return value


def moment(item: Mapping[str, Any], name: str) -> datetime | None:
    """Return a date and time of ISO 8601, as UTC; None if it is left out."""
    value = item.get(name)
    if value is None:
        return None
    try:
        read = datetime.fromisoformat(value)
        return read.replace(tzinfo=UTC) if read.tzinfo is None else read.astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        raise unreadable() from None


def unreadable() -> ApiError:
    """Return the error of a response that is not as documented."""
    return ApiError(Problem.UNREADABLE, "its response is not what its documentation says")
