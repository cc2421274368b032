"""Send the requests of a submission, and keep the response to each."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sitemap_audit.machine.clock import clock
from sitemap_audit.parsing.dates import read_retry_after
from sitemap_audit.plural import counted
from sitemap_audit.submission import indexnow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.submission.keys import KeyFiles
    from sitemap_audit.submission.records import Request, Submission

_PAUSE = 600.0
"""Seconds to wait after 429 without Retry-After; the protocol names none."""
_STATUSES = {
    200: "accepted",
    202: "accepted; the key file is still to be validated",
    400: "refused: the request is not valid",
    403: "refused: the key is not valid. Check the key file; if it is right, make a new key by"
    " --new-key",
    422: "refused: the URLs do not belong to the host, or the key has the wrong form",
    429: "refused: too many requests",
}
_OF_HOST = (403, 422)
"Statuses that concern one host; after any other failure nothing more is sent."


class Sender:
    """Sends requests, and keeps the response to each."""

    def __init__(
        self,
        submission: Submission,
        keys: KeyFiles,
        endpoint: str,
        max_wait: float,
        stop: Stop,
        tell: Callable[[str], None],
    ) -> None:
        """Prepare to send.

        Args:
            max_wait: maximum seconds to wait in all where the endpoint asks for it.
            stop: ends a pause, and what would be sent after the request under way.
            tell: prints a line.
        """
        self._submission, self._keys, self._endpoint = submission, keys, endpoint
        self._patience, self._stop, self._tell = max_wait, stop, tell
        self._least = 1.0
        "Seconds of the next pause, though the endpoint asks for less."
        self._refused: set[str] = set()
        "Hosts of which nothing more is sent."

    def send(self, *, resends: bool) -> None:
        """Send the requests that were not accepted.

        Args:
            resends: also those without a response, which the endpoint may have received.
        """
        for number, request in enumerate(self._submission.requests, 1):
            if request.is_accepted or request.host in self._refused:
                continue
            if request.is_unanswered and not resends:
                self._tell(
                    f"Request {number} ({counted(request.urls, 'URL')}) was sent on"
                    f" {request.sent_at}, and no response came. It is not sent again without"
                    " --resend."
                )
                continue
            urls = self._submission.read_urls(request)
            if not self._is_allowed(request, urls) or self._send(number, request, urls):
                continue
            if self._stop.is_requested or request.status not in _OF_HOST:
                return
            self._refused.add(request.host)

    def _is_allowed(self, request: Request, urls: list[str]) -> bool:
        """Whether the key file is valid, and allows the URLs; say so if not."""
        keys, origin = self._keys, request.origin
        if fault := keys.fault_of(origin):
            self._refused.add(request.host)
            self._tell(f"Not sent: the URLs of {request.host}. {fault}. Put the key file there.")
        elif not all(keys.allows(origin, url) for url in urls):
            self._tell(
                f"Not sent: {counted(request.urls, 'URL')} of {request.host} outside"
                f" {keys.folder_of(origin)}, the folder of the key file."
            )
        else:
            return True
        return False

    def _send(self, number: int, request: Request, urls: list[str]) -> bool:
        """Send a request, again after a pause if the endpoint asks for one.

        Returns:
            Whether the endpoint has accepted it.
        """
        name = f"Request {number} of {len(self._submission.requests)}"
        body = {
            "host": request.host,
            "key": self._keys.key,
            "keyLocation": self._keys.location_of(request.origin),
            "urlList": urls,
        }
        while not self._stop.is_requested:
            request.sent_at = clock.now().isoformat(timespec="seconds")
            request.status = request.response = None
            self._submission.save()
            response = indexnow.post(self._endpoint, body)
            request.status, request.response = response.status, response.text
            if not response.was_sent:
                request.sent_at = None
            self._submission.save()
            if response.status is None:
                self._tell(f"{name} failed: {self._endpoint}: {response.text}.")
                return False
            told = _STATUSES.get(response.status, "not accepted. Check --endpoint, or try later")
            sent = f"{counted(request.urls, 'URL')} of {request.host}"
            self._tell(f"{name}, {sent}: {response.status}, {told}.")
            if request.is_accepted:
                return True
            if request.response:
                self._tell(f"  The response says: {request.response}")
            if not self._waits(response):
                return False
        self._tell("Stopped. What was accepted is kept.")
        return False

    def _waits(self, response: indexnow.Response) -> bool:
        """Wait as the endpoint asks, if it does and --max-wait allows it."""
        asked = read_retry_after(response.retry_after, datetime.now(UTC))
        if response.status == 429 and asked is None:
            asked = _PAUSE
        if response.status not in (429, 503) or asked is None:
            return False
        asked = max(asked, self._least)
        self._least *= 2
        if asked > self._patience:
            self._tell(f"The endpoint asks to wait {asked:,.0f} seconds: more than --max-wait.")
            return False
        self._patience -= asked
        self._tell(f"Waiting {asked:,.0f} seconds.")
        until = time.monotonic() + asked
        while not self._stop.is_requested and (rest := until - time.monotonic()) > 0:
            time.sleep(min(rest, 0.1))
        return True
