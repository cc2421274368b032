"""What is to be rendered, and why it could not be."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from scrapy.exceptions import IgnoreRequest


class Problem(StrEnum):
    """Why nothing is known of how a page renders."""

    TIMEOUT = "timeout"
    CRASHED = "crashed"
    "The page took its own process down."
    BROWSER_LOST = "browser-lost"
    "The browser ended while the page was open."
    MEMORY = "memory"
    TOO_LARGE = "too-large"
    DOWNLOAD = "download"
    "The browser was offered a file."
    NETWORK = "network"
    REFUSED = "refused"
    "The server answered the browser otherwise than before: a bot wall, an error, a redirect."
    NOT_ALLOWED = "not-allowed"
    "robots.txt forbids it, or cannot be read."
    NO_BROWSER = "no-browser"
    OTHER = "other"


class Unrendered(IgnoreRequest):
    """A page that could not be rendered, with the reason."""

    def __init__(self, problem: Problem, detail: str) -> None:
        super().__init__(detail)
        self.problem = problem


class RenderTarget(NamedTuple):
    """A page to render."""

    page_id: int
    url: str
    key: int
    requested: str
    pattern: str
    tls_problem: str | None = None
    is_second: bool = False
    "It is asked for again, since the browser was lost."


class Visited(NamedTuple):
    """What became known of a page while it was open; names are those of the renders table."""

    redirect_url: str | None
    redirect_key: int | None
    address: str | None
    address_key: int | None
    reloads: int
    is_settled: bool
    links: int
    requests: int
    console_errors: int
    script_errors: int


class Disallowed(NamedTuple):
    """What a page needs and robots.txt disallows; names are those of the renders table."""

    disallowed: int
    disallowed_url: str | None
    disallowed_rule: str | None
