"""Apply a finding's structured change to the text of a page."""

from __future__ import annotations

import re
from html import escape, unescape
from typing import TYPE_CHECKING

from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from checks.examples.manual import Row

TAG = re.compile(r"<(\w[\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")


def change_page(body: str, finding: Row) -> str:
    place = finding["place"] or ""
    if finding["action"] == "add":
        return _added(body, finding)
    if finding["action"] == "move":
        moved, body = _cut_out(body, finding["from"] or "")
        target = "</head>" if place == "head" else "<body>"
        if target in body:
            before, after = body.split(target, 1)
            return (
                f"{before}{moved}{target}{after}"
                if place == "head"
                else (f"{before}{target}{moved}{after}")
            )
        return body
    if place == "head":
        taken, left = _cut_out(body, finding["from"] or "")
        return left.replace("</head>", f"{finding['to']}</head>", 1) if taken else body
    return change_tags(body, finding)


def _added(body: str, finding: Row) -> str:
    to = finding["to"] or ""
    code, _, href = to.partition(" ")
    element = {
        "canonical": f'<link rel="canonical" href="{escape(to)}">',
        "hreflang": f'<link rel="alternate" hreflang="{code}" href="{escape(href)}">',
        "head": to,
    }.get(finding["place"] or "", "")
    if finding["place"] == "lang":
        body = body if re.search(r"<html\b", body) else f"<html>{body}"
        return re.sub(r"<html\b(?:\s+lang=\"\")?", f'<html lang="{to}"', body, count=1)
    head = re.search(r"<head\b[^>]*>|<title\b", body)
    at = head.start() if head and head[0] == "<title" else head.end() if head else 0
    return body[:at] + element + body[at:]


def _cut_out(body: str, element: str) -> tuple[str, str]:
    """Split the text into the element as written and the rest."""
    name, wanted = read_tag(element)
    for match in TAG.finditer(body):
        if match[1].lower() == name and read_tag(match[0])[1] == wanted:
            end = body.find(f"</{match[1]}>", match.end()) + len(f"</{match[1]}>")
            end = match.end() if end < match.end() else end
            return body[match.start() : end], body[: match.start()] + body[end:]
    is_text = not element.startswith("<") and element in body
    return (element, body.replace(element, "", 1)) if is_text else ("", body)


def read_tag(tag: str) -> tuple[str, dict[str, str]]:
    match = TAG.match(tag)
    if match is None:
        return "", {}
    found = _ATTRIBUTE.findall(match[2])
    return match[1].lower(), {n.lower(): unescape(a or b or c) for n, a, b, c in found}


_OF_EVERY = {"hreflang-url", "hreflang-code", "link", "robots"}
"Places where a change is of each tag with the text; elsewhere it is of the last one."


def change_tags(text: str, finding: Row) -> str:
    """Change the tags that the finding is about."""
    found = [
        (match, new)
        for match in TAG.finditer(text)
        if (new := change_link(match[1].lower(), match[0], finding)) is not None
    ]
    for match, new in reversed(found if finding["place"] in _OF_EVERY else found[-1:]):
        text = text[: match.start()] + new + text[match.end() :]
    return text


_ATTRIBUTE_OF = {
    "canonical": "href",
    "hreflang-url": "href",
    "hreflang-code": "hreflang",
    "lang": "lang",
    "meta": "content",
    "amphtml": "href",
    "alternate": "href",
    "link": "href",
    "robots": "content",
}


def change_link(name: str, tag: str, finding: Row) -> str | None:
    """Return the tag with the change applied; None if it is another tag."""
    place, attributes = finding["place"] or "", read_tag(tag)[1]
    rels = attributes.get("rel", "").lower().split()
    is_it = {
        "canonical": name == "link" and "canonical" in rels,
        "hreflang": "hreflang" in attributes,
        "hreflang-url": "hreflang" in attributes,
        "hreflang-code": "hreflang" in attributes,
        "lang": name == "html",
        "meta": name == "meta" and "property" in attributes,
        "robots": name == "meta" and "name" in attributes,
        "amphtml": "amphtml" in rels,
        "alternate": "alternate" in rels and "media" in attributes,
        "link": "href" in attributes,
    }.get(place, False)
    if not is_it or (name == "a") != (place == "link"):
        return None
    if place == "hreflang":
        return _annotation(tag, attributes, finding)
    attribute = _ATTRIBUTE_OF[place]
    was = (finding["from"] or "").removeprefix("og:url: ")
    to = None if finding["to"] is None else finding["to"].removeprefix("og:url: ")
    if place == "robots":
        words = [word.strip() for word in attributes.get("content", "").split(",")]
        left = [word for word in words if _bare(word) != _bare(was)]
        return None if left == words else _written(tag, "content", ", ".join(left))
    written = attributes.get(attribute, "")
    base = finding["change_url" if place == "link" else "url"]
    if was not in (written, urls.read_link(written, base or "").url):
        return None
    return "" if to is None else _written(tag, attribute, to)


def _bare(directive: str) -> str:
    return directive.lower().replace(" ", "")


def _annotation(tag: str, attributes: dict[str, str], finding: Row) -> str | None:
    if f"{attributes['hreflang']} {attributes.get('href')}" != finding["from"]:
        return None
    if finding["to"] is None:
        return ""
    code, _, href = finding["to"].partition(" ")
    return _written(_written(tag, "hreflang", code), "href", href)


def _written(tag: str, attribute: str, to: str) -> str:
    value = rf"\b{attribute}\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)"
    new = f'{attribute}="{escape(to)}"'
    if re.search(value, tag):
        return re.sub(value, lambda _: new, tag, count=1)
    return re.sub(r"\s*/?>$", f" {new}>", tag)


def change_header(name: str, value: str, finding: Row) -> str:
    """Return a Link or X-Robots-Tag header with the change applied."""
    if name.lower() == "link":
        return value.replace(f"<{finding['from']}>", f"<{finding['to']}>" if finding["to"] else "")
    if name.lower() == "x-robots-tag" and finding["place"] == "robots":
        words = [word.strip() for word in value.split(",")]
        return ", ".join(word for word in words if word != finding["from"])
    return value
