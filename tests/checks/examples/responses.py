"""Parse the responses in an example: a robots.txt, a sitemap, a page.

A line gives the kind, in backticks, and the URL: `` `sitemap` https://example.com/a.xml ``. Without
a URL it is the usual one of ``example.com``. Lines ``Name: value`` below it are headers where
they begin with a capital, else columns of its row (``status: 404``, ``found_by: guess``). The body
follows in a fence of three backticks; there may be none.

``urlset`` and ``sitemapindex`` are sitemaps of which only the elements inside of the root are
written. ``as: …`` says how the body is sent: encodings (``utf-16``), ``gzip``, ``members`` (gzip in
two parts), ``damaged`` (its last bytes are zeros), ``half`` (truncated in the middle) or
``escapes`` (``\\xNN`` is a byte), with commas between, the first done first.
``{a*300}`` stands for three hundred times ``a``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

TABLES = {
    "robots.txt": "robots",
    "sitemap": "sitemaps",
    "urlset": "sitemaps",
    "sitemapindex": "sitemaps",
    "page": "pages",
}
"""Kinds of response, with the table of their rows."""

_RESPONSE = re.compile(
    r"^`(?P<kind>robots\.txt|sitemap|urlset|sitemapindex|page)`(?: +(?P<url>\S+))? *\n"
    r"(?P<lines>(?:[\w-]+:[^\n]*\n)*)"
    r"(?:\n*```\w*\n(?P<body>.*?)^```$)?",
    re.MULTILINE | re.DOTALL,
)
_REPEATED = re.compile(r"\{([^{}]+)\*(\d+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """One response of a server, as an example writes it."""

    kind: str
    "A key of TABLES."
    url: str | None
    headers: tuple[tuple[str, str], ...]
    columns: dict[str, str | None]
    "Columns of its row that do not follow from the rest."
    sent_as: tuple[str, ...]
    "Encodings of the body, in order."
    body: str


def split_responses(text: str) -> tuple[tuple[Response, ...], str]:
    """Split the text of an example into its responses and the rest."""
    responses = tuple(_response(match) for match in _RESPONSE.finditer(text))
    return responses, _RESPONSE.sub("", text)


def _response(match: re.Match[str]) -> Response:
    pairs = [line.partition(":")[::2] for line in match["lines"].splitlines()]
    said = {name: value.strip() for name, value in pairs if not name[0].isupper()}
    sent_as = said.pop("as", "utf-8")
    return Response(
        kind=match["kind"],
        url=match["url"],
        headers=tuple((name, value.strip()) for name, value in pairs if name[0].isupper()),
        columns={name: value or None for name, value in said.items()},
        sent_as=tuple(word.strip() for word in sent_as.split(",")),
        body=repeated(match["body"] or ""),
    )


def repeated(text: str) -> str:
    """Return the text with ``{a*3}`` expanded to ``aaa``."""
    return _REPEATED.sub(lambda match: match[1] * int(match[2]), text)
