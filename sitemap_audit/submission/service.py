"""What a search engine does with a request, whatever its protocol."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.plural import counted

if TYPE_CHECKING:
    from sitemap_audit.submission.records import Request


class Response(NamedTuple):
    """The response to a request, or why there is none."""

    status: int | None
    "None: no response."
    text: str
    "Its body, one line; or why there is none."
    told: str = ""
    "What it means, and what to do."
    is_accepted: bool = False
    is_of_host: bool = False
    "Whether what is refused concerns the host, or this sitemap; else nothing more is sent."
    retry_after: str | None = None
    was_sent: bool = True
    "False if the request did not reach the server whole: it can be sent again."


class Refusal(NamedTuple):
    """Why a request is not sent."""

    sentence: str
    is_of_host: bool
    "Whether it holds for all requests of the host."


class Service(ABC):
    """The API of a search engine that takes requests."""

    title: str
    "Name of the engine."
    where: str
    "URL or name, where no response comes."
    room: int | None = None
    "Number of URLs that it takes now; None without a limit."

    @abstractmethod
    def send(self, request: Request, urls: list[str]) -> Response:
        """Send a request once."""

    def describe(self, request: Request, urls: list[str]) -> str:  # noqa: ARG002 - of sitemaps
        """Return what a request has: 2 URLs of www.example.com."""
        return f"{counted(request.urls, 'URL')} of {request.host}"

    def refuse(self, request: Request, urls: list[str]) -> Refusal | None:  # noqa: ARG002
        """Return why a request cannot be sent, or None."""
        return None


class UrlService(Service):
    """A service that takes the URLs that were added, changed or removed."""

    name: str
    "Of its folder of submissions."
    takes_removed: bool
    "Whether it takes URLs that are gone."
    note: str = ""
    "What is worth knowing besides."

    @property
    @abstractmethod
    def most_urls(self) -> int:
        """Maximum URLs of one request."""

    def is_allowed(self, origin: str, url: str) -> bool:  # noqa: ARG002 - of a key file
        """Whether it takes a URL of an origin; those that it does not have their own requests."""
        return True

    @abstractmethod
    def fault_of(self, origin: str) -> str | None:
        """Return why it takes no URL of an origin, or None."""
