"""URL traps of the shop: pages that are made when they are requested, without end."""

from __future__ import annotations

import re
from typing import NamedTuple

HOST = "tea.example"
BASE = f"http://{HOST}"


class Trap(NamedTuple):
    """A URL trap."""

    url: str
    budget: int
    "URLs of it that are to be crawled."
    plain: tuple[str, ...] = ()
    "Those at its beginning, which look like other pages: linked and not listed."


_MAZE = (
    "/maze/",
    *(f"/maze/{'/'.join(str(n * 10) for n in range(1, end))}/" for end in range(2, 13)),
)
TRAPS = {
    "calendar": Trap(f"{BASE}/events/2026/01", 100),
    "session IDs": Trap(f"{BASE}/basket/1;jsessionid=1", 10),
    "repeated directories": Trap(f"{BASE}/loop/", 10, ("/loop/", "/loop/loop/")),
    "deep paths": Trap(f"{BASE}/maze/", 50, _MAZE),
    "filters and pagination": Trap(f"{BASE}/finder?color=0&size=0", 200),
}
"By their names in the summary."


def trap_links(target: str) -> list[str] | None:
    """Return the links of a page of a trap, to the next ones; None for another page."""
    if month := re.fullmatch(r"/events/(\d{4})/(\d\d)", target):
        months = int(month[1]) * 12 + int(month[2])
        following = (divmod(months + n, 12) for n in range(12))
        return _urls(*(f"/events/{year}/{month + 1:02}" for year, month in following))
    if session := re.fullmatch(r"/basket/1;jsessionid=(\d+)", target):
        return _urls(*(f"/basket/1;jsessionid={int(session[1]) + n}" for n in (1, 2, 3)))
    if re.fullmatch(r"/loop/(loop/)*", target):
        return _urls(f"{target}loop/")
    if re.fullmatch(r"/maze/(\d+/)*", target):
        steps = target.count("/") - 1
        return _urls(*(f"{target}{steps * 10 + n}/" for n in range(1 if steps < 12 else 9)))
    if facets := re.fullmatch(r"/finder\?color=(\d+)&size=(\d+)", target):
        color, size = map(int, facets.groups())
        return _urls(*(f"/finder?color={color + n}&size={size + 2 - n}" for n in range(3)))
    return None


def _urls(*paths: str) -> list[str]:
    return [BASE + path for path in paths]
