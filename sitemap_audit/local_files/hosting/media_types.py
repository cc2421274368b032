"""The Content-Type of a file, by its extension."""

from __future__ import annotations

from mimetypes import MimeTypes

_TYPES = MimeTypes(filenames=())
"The table of Python alone: that of this machine is not the host's."
_OWN = {
    "xml": "application/xml",
    "rss": "application/rss+xml",
    "atom": "application/atom+xml",
    "webmanifest": "application/manifest+json",
    "gz": "application/gzip",
    "md": "text/markdown",
    "avif": "image/avif",
    "webp": "image/webp",
}
"Where mime-db, which the hosts use, says something else or more than Python."
_UNKNOWN = "application/octet-stream"


def content_type_of(name: str, charset: str | None) -> str:
    """Return the Content-Type that a host sends with a file.

    GitHub Pages takes it from mime-db (https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-github-pages-site#mime-types-on-github-pages);
    the other hosts do not say which list they use.

    Args:
        charset: what the host adds to texts; None if it adds nothing.
    """
    extension = name.rpartition(".")[2].lower()
    media_type = _OWN.get(extension) or _TYPES.guess_type(f"x.{extension}", strict=True)[0]
    if "." not in name or media_type is None:
        return _UNKNOWN
    return (
        f"{media_type}; charset={charset}"
        if charset and media_type.startswith("text/")
        else media_type
    )
