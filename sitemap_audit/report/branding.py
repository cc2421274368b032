"""What an agency may change of a report: its title and its logo."""

from __future__ import annotations

import base64
import logging
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

_TYPES = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}
"By the first bytes. No SVG: it may hold scripts and other images."
_MOST_BYTES = 500_000


logger = logging.getLogger(__name__)


class Brand(NamedTuple):
    """The title and the logo of a report."""

    title: str | None = None
    "In place of 'Sitemap audit of …'."
    logo: str | None = None
    "A data URL."


def read_brand(title: str | None, logo: Path | None) -> Brand:
    """Read title and logo. A logo that was removed since the audit began is left out and logged."""
    try:
        return Brand(title, read_logo(logo) if logo else None)
    except UsageError as error:
        logger.warning("%s", error)
        return Brand(title)


def read_logo(path: Path) -> str:
    """Read an image file as a data URL.

    Raises:
        UsageError: it cannot be read, is no PNG, JPEG, GIF or WebP, or is over 500 kB.
    """
    try:
        image = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"Cannot read the logo {path}: {error.strerror or error}. Check the path."
        ) from None
    kind = next((kind for start, kind in _TYPES.items() if image.startswith(start)), None)
    if kind is None:
        raise UsageError(f"The logo {path} is not a PNG, JPEG, GIF or WebP image. Convert it.")
    if len(image) > _MOST_BYTES:
        raise UsageError(f"The logo {path} has {len(image):,} bytes. Use one of at most 500 kB.")
    return f"data:{kind};base64,{base64.b64encode(image).decode()}"
