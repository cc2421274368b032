"""Send the requests of a submission, and keep the response to each."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sitemap_audit.machine.clock import clock
from sitemap_audit.parsing.dates import read_retry_after

if TYPE_CHECKING:
    from collections.abc import Callable

    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.submission.records import Request, Submission
    from sitemap_audit.submission.service import Response, Service

_PAUSE = 600.0
"Seconds to wait after 429 without Retry-After; no protocol names any."


class Sender:
    """Sends requests, and keeps the response to each."""

    def __init__(
        self,
        submission: Submission,
        service: Service,
        max_wait: float,
        stop: Stop,
        tell: Callable[[str], None],
    ) -> None:
        """Prepare to send.

        Args:
            max_wait: maximum seconds to wait in all where the service asks for it.
            stop: ends a pause, and what would be sent after the request under way.
            tell: prints a line.
        """
        self._submission, self._service = submission, service
        self._patience, self._stop, self._tell = max_wait, stop, tell
        self._least = 1.0
        "Seconds of the next pause, though the service asks for less."
        self._refused: set[str] = set()
        "Hosts of which nothing more is sent."

    def send(self, *, resends: bool) -> None:
        """Send the requests that were not accepted.

        Args:
            resends: also those without a response, which the service may have received.
        """
        for number, request in enumerate(self._submission.requests, 1):
            if request.is_accepted or request.host in self._refused:
                continue
            if self._service.room == 0:
                return
            urls = self._urls_to_send(number, request, resends=resends)
            if not urls:
                continue
            response = self._send(number, request, urls)
            if response is None:
                return
            if not response.is_accepted:
                if self._stop.is_requested or not response.is_of_host:
                    return
                if request.site is None:
                    self._refused.add(request.host)

    def _urls_to_send(self, number: int, request: Request, *, resends: bool) -> list[str]:
        """Return the URLs of a request that can be sent, as many as the service takes now.

        Where it cannot be sent, say why, and return none. Of a request with more URLs, the rest
        becomes the next request.
        """
        urls = self._submission.read_urls(request)
        if request.is_unanswered and not resends:
            self._tell(
                f"Request {number} ({self._service.describe(request, urls)}) was sent on"
                f" {request.sent_at}, and no response came. It is not sent again without --resend."
            )
            return []
        if refusal := self._service.refuse(request, urls):
            self._tell(f"Not sent: {refusal.sentence}")
            if refusal.is_of_host:
                self._refused.add(request.host)
            return []
        room = self._service.room
        if room is not None and room < len(urls):
            self._submission.split(request, room)
            return urls[:room]
        return urls

    def _send(self, number: int, request: Request, urls: list[str]) -> Response | None:
        """Send a request, again after a pause if the service asks for one.

        Returns:
            The last response; None if it was stopped before.
        """
        response = None
        while not self._stop.is_requested:
            name = f"Request {number} of {len(self._submission.requests)}"
            request.sent_at = clock.now().isoformat(timespec="seconds")
            request.status = request.response = None
            self._submission.save()
            response = self._service.send(request, urls)
            request.status, request.response = response.status, response.text
            request.is_accepted = response.is_accepted
            if not response.was_sent:
                request.sent_at = None
            self._submission.save()
            if response.status is None:
                self._tell(f"{name} failed: {self._service.where}: {response.text}.")
                return response
            sent = self._service.describe(request, urls)
            self._tell(f"{name}, {sent}: {response.status}, {response.told}.")
            if response.is_accepted:
                return response
            if request.response:
                self._tell(f"  The response says: {request.response}")
            if not self._waits(response):
                return response
        self._tell("Stopped. What was accepted is kept.")
        return response

    def _waits(self, response: Response) -> bool:
        """Wait as the service asks, if it does and --max-wait allows it."""
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
