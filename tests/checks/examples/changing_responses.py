"""Apply a finding's structured change to the text of a response in an example."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape
from typing import TYPE_CHECKING

from checks.examples.changing_pages import (
    TAG,
    change_header,
    change_page,
    change_tags,
    read_tag,
)
from checks.examples.response_rows import url_of
from checks.examples.responses import TABLES

if TYPE_CHECKING:
    from checks.examples.manual import Example, Row
    from checks.examples.responses import Response

_PREFIXES = {"image": "image:", "news": "news:", "video": "video:"}


def with_change_in_response(example: Example, finding: Row) -> Example | None:
    """Return the example with the response at ``change_url`` changed; None if there is none."""
    for place, response in enumerate(example.responses):
        if url_of(response) != finding["change_url"]:
            continue
        if new := changed(response, finding):
            rest = (*example.responses[:place], new, *example.responses[place + 1 :])
            return replace(example, responses=tuple(_found_by_line(each, finding) for each in rest))
    return None


def _found_by_line(response: Response, finding: Row) -> Response:
    """Set ``found_by`` of a sitemap that a new line of robots.txt names."""
    if finding["place"] != "sitemap" or url_of(response) != finding["to"]:
        return response
    names = {"found_by": "robots", "found_in": finding["change_url"]}
    return replace(response, columns={**response.columns, **names})


def changed(response: Response, finding: Row) -> Response | None:
    """Return the response with the change applied; None if it lacks the place."""
    if finding["place"] == "header" and finding["to"] is not None:
        name, _, value = finding["to"].partition(": ")
        others = tuple(pair for pair in response.headers if pair[0].lower() != name.lower())
        return replace(response, headers=(*others, (name, value)))
    if finding["place"] in ("header", "redirect", "status", "encoding"):
        return _with_response(response, finding)
    table = TABLES[response.kind]
    change = {"robots": _robots, "sitemaps": _sitemap, "pages": change_page}[table]
    body = change(response.body, finding)
    if table == "pages" and body == response.body:
        headers = tuple((n, change_header(n, v, finding)) for n, v in response.headers)
        headers = tuple(pair for pair in headers if pair[1])
        return replace(response, headers=headers) if headers != response.headers else None
    is_new = table == "robots" and finding["action"] == "add"
    columns = {**response.columns, "status": "200"} if is_new else response.columns
    return replace(response, body=body, columns=columns) if body != response.body else None


def _with_response(response: Response, finding: Row) -> Response | None:
    if finding["place"] == "encoding":
        body = re.sub(r"(<\?xml[^>]*encoding=)([\"'])[^\"']*\2", r"\1\2UTF-8\2", response.body)
        headers = tuple((n, re.sub(r"; *charset=.*", "", v)) for n, v in response.headers)
        packed = tuple(way for way in response.sent_as if way in ("gzip", "members"))
        return replace(response, body=body, headers=headers, sent_as=("utf-8", *packed))
    if finding["place"] == "header":
        name = (finding["from"] or "").partition(":")[0].lower()
        found = [pair for pair in response.headers if pair[0].lower() == name]
        left = tuple(pair for pair in response.headers if pair not in found[-1:])
        return replace(response, headers=left) if found else None
    if finding["place"] == "status":
        return replace(response, columns={**response.columns, "status": finding["to"]})
    others = tuple(pair for pair in response.headers if pair[0].lower() != "location")
    columns = {"status": "301", **response.columns}
    if TABLES[response.kind] == "robots":
        columns = {**response.columns, "redirects": "1", "final_url": finding["to"]}
    return replace(response, columns=columns, headers=(*others, ("Location", finding["to"] or "")))


def _robots(body: str, finding: Row) -> str:
    field = "Sitemap: " if finding["place"] == "sitemap" else ""
    to = None if finding["to"] is None else f"{field}{finding['to']}"
    lines = body.splitlines()
    if finding["action"] == "add" and field:
        return "\n".join([*lines, to or "", ""])
    if finding["action"] == "add":
        return "\n".join([*(f"{line}\n{to}" if _is_agent(line) else line for line in lines), ""])
    at = int(finding["line"] or 0) - 1
    if at < 0:
        found = [n for n, line in enumerate(lines) if (finding["from"] or "\n") in line]
        at = found[-1] if found else len(lines)
    lines[at : at + 1] = [] if to is None else [to]
    return "\n".join([*lines, ""])


def _is_agent(line: str) -> bool:
    return line.lower().startswith("user-agent")


def _sitemap(body: str, finding: Row) -> str:
    place = finding["place"] or ""
    if place in ("loc", "lastmod", "changefreq", "priority", "hints"):
        return _entry(body, finding)
    if place in _PREFIXES:
        return _in_its_entry(body, finding)
    if place == "hreflang" and finding["action"] == "add":
        return _annotated(body, finding)
    if place.startswith("hreflang"):
        return change_tags(body, finding)
    if place == "namespace" and finding["from"] is None:
        to = finding["to"] or ""
        to = to if to.startswith("xmlns") else f'xmlns="{to}"'
        return re.sub(r"<((?:\w+:)?(?:urlset|sitemapindex|rss))\b", rf"<\1 {to}", body, count=1)
    if place == "xml" and re.match(r"<image:\S+ ", finding["from"] or ""):
        return re.sub(
            r"(<image:image>)(.*?)(</image:image>)",
            lambda match: match[1] + _ordered(match[2], finding) + match[3],
            body,
            flags=re.DOTALL,
        )
    return _in_line(body, finding)


def _ordered(children: str, finding: Row) -> str:
    names = re.findall(r"<(image:\w+)>", children)
    if names != re.findall(r"[\w:]+", finding["from"] or ""):
        return children
    wanted = re.findall(r"[\w:]+", finding["to"] or "")
    pieces = [match[0] for match in re.finditer(r"<(image:\w+)>.*?</\1>", children, re.DOTALL)]
    return "".join(sorted(pieces, key=lambda piece: wanted.index(read_tag(piece)[0])))


def _in_line(body: str, finding: Row) -> str:
    """Replace or remove the quoted text, in the finding's line or else anywhere."""
    before, to = finding["from"] or "", finding["to"] or ""
    lines = body.split("\n")
    at = int(finding["line"] or 1) - 1
    if finding["action"] == "add":
        lines[at] = lines[at].replace("<xhtml:link ", f"<xhtml:link {to} ", 1)
        return "\n".join(lines)
    if before.startswith("the space before"):
        return body.lstrip("\ufeff \r\n")
    if named := re.fullmatch(r"the attribute ([\w:]+) of <([\w:]+)>", before):
        start = rf"(<(?:\w+:)?{named[2].rpartition(':')[2]}\b[^>]*?)\s{named[1]}=([\"']).*?\2"
        lines[at:] = re.sub(start, r"\1", "\n".join(lines[at:]), count=1).split("\n")
        return "\n".join(lines)
    if named := re.fullmatch(r"the elements of the (\w+) extension", before):
        return _without_extension(body, named[1])
    if named := re.fullmatch(r"the tags <([\w:]+)> and </\1> around .*", before):
        start, end = rf"<{named[1]}\b[^>]*>", rf"</{named[1]}\s*>"
        rest = re.sub(end, "", re.sub(start, "", "\n".join(lines[at:]), count=1), count=1)
        return "\n".join([*lines[:at], *rest.split("\n")])
    if re.fullmatch(r"<[\w:]+>", before):
        name, wanted = before[1:-1], to[1:-1]
        end = rf"</{name}\s*>"
        if not wanted:
            rest = "\n".join(lines[at:])
            rest = re.sub(rf"<{name}\b[^>]*>.*?{end}", "", rest, count=1, flags=re.DOTALL)
            return "\n".join([*lines[:at], *rest.split("\n")])
        text = re.sub(rf"<{name}\b", f"<{wanted}", body)
        return re.sub(end, f"</{wanted.split()[0]}>", text)
    if before == "&":
        lines[at] = re.sub(r"&(?!\w+;|#)", "&amp;", lines[at])
        return "\n".join(lines)
    piece = "\n".join(lines[at:])
    return "\n".join([*lines[:at], *piece.replace(before, to, 1).split("\n")])


def _without_extension(body: str, name: str) -> str:
    declared = re.finditer(r"xmlns:(\w+)=([\"'])(.*?)\2", body)
    prefixes = [match[1] for match in declared if name.lower() in match[3].lower()]
    own = rf"<(\w+)\b[^>]*xmlns=([\"'])[^\"']*{name}[^\"']*\2[^>]*>.*?</\1\s*>"
    body = re.sub(own, "", body, flags=re.DOTALL | re.IGNORECASE)
    for prefix in prefixes:
        element = rf"<{prefix}:(\w+)\b[^>]*?(?:/>|>.*?</{prefix}:\1\s*>)"
        body = re.sub(element, "", body, flags=re.DOTALL)
    return body


def _entry(body: str, finding: Row) -> str:
    place = finding["place"] or ""
    names = ("changefreq", "priority") if place == "hints" else (place,)
    if not TAG.search(body):
        return _robots(body, finding)
    if finding["action"] == "add" and place == "loc":
        new, end = f"<url><loc>{escape(finding['to'] or '')}</loc></url>", body.rfind("</urlset")
        return f"{body[:end]}{new}{body[end:]}" if end >= 0 else body + new
    if finding["from"] is None and (place == "hints" or finding["line"] is None):
        return re.sub(rf"<({'|'.join(names)})>.*?</\1>", "", body, flags=re.DOTALL)
    entries = list(re.finditer(r"<(url|sitemap)\b[^>]*>.*?</\1\s*>", body, re.DOTALL))
    found = [each for each in entries if _holds(each[0], place, finding)]
    in_line = [e for e in found if str(body.count("\n", 0, e.start()) + 1) == finding["line"]]
    if not (in_line or found):
        return body
    entry = (in_line or found)[-1]
    written = entry[0]
    if finding["action"] == "remove" and place == "loc":
        written = ""
    elif finding["action"] == "add":
        written = written.replace("</loc>", f"</loc><{place}>{finding['to']}</{place}>")
    else:
        to = "" if finding["to"] is None else f"<{place}>{escape(finding['to'])}</{place}>"
        written = re.sub(
            rf"<{place}\s*(?:/>|>.*?</{place}\s*>)", lambda _: to, written, flags=re.DOTALL
        )
    return body[: entry.start()] + written + body[entry.end() :]


def _annotated(body: str, finding: Row) -> str:
    """Add an annotation to the entry of the page that lacks it: the one that it does not name."""
    code, _, href = (finding["to"] or "").partition(" ")
    owner = finding["related_url"] if href == finding["url"] else finding["url"]
    link = f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(href)}"/>'
    entry = _entry_of(body, owner)
    if entry is None:
        return body
    at = entry.end() - len("</url>")
    return body[:at] + link + body[at:]


def _in_its_entry(body: str, finding: Row) -> str:
    """Change an image, a video or news in the entry of the finding's URL, or else anywhere."""
    if entry := _entry_of(body, finding["url"]):
        changed = _part(entry[0], finding)
        if changed != entry[0]:
            return body[: entry.start()] + changed + body[entry.end() :]
    return _part(body, finding)


def _entry_of(body: str, url: str | None) -> re.Match[str] | None:
    entries = re.finditer(r"<url\b[^>]*>.*?</url>", body, re.DOTALL)
    named: Row = {"from": url, "related_url": None}
    return next((entry for entry in entries if url and _holds(entry[0], "loc", named)), None)


def _holds(entry: str, place: str, finding: Row) -> bool:
    if finding["from"] is None:
        wanted = finding["related_url"]
        return wanted is None or wanted in entry
    texts = re.findall(rf"<{place}\s*>(.*?)</{place}\s*>", entry, re.DOTALL)
    written = [_text(text) for text in texts]
    return finding["from"] in (*written, *map(str.strip, written)) or (
        finding["from"] == "" and re.search(rf"<{place}\s*/>", entry) is not None
    )


def _text(written: str) -> str:
    return "".join(
        part if is_cdata else unescape(part)
        for place, part in enumerate(re.split(r"<!\[CDATA\[(.*?)\]\]>", written, flags=re.DOTALL))
        for is_cdata in [place % 2]
    )


def _part(body: str, finding: Row) -> str:
    prefix = _PREFIXES[finding["place"] or ""]
    if finding["place"] == "image" and not (finding["from"] or "").strip():
        bare = r"<image:image\s*/>|<image:image>\s*(?:<image:loc>\s*</image:loc>)?\s*</image:image>"
        return re.sub(bare, "", body, count=1)
    name, colon, text = (finding["from"] or "").partition(": ")
    if not colon:
        for each in name.split(", "):
            element = rf"<{prefix}{each}\b[^>]*?(?:/>|>.*?</{prefix}{each}>)|\s{each}=\"[^\"]*\""
            body = re.sub(element, "", body, flags=re.DOTALL)
        return body
    if not text:
        return re.sub(rf"<{prefix}{name}\s*/>", "", body, count=1)
    if name == "uploader info":
        return re.sub(r"\sinfo=([\"']).*?\1", "", body)
    for match in re.finditer(
        rf"(<{prefix}{name}\b[^>]*>)(.*?)(</{prefix}{name}>)", body, re.DOTALL
    ):
        if _text(match[2]) != text:
            continue
        to = (finding["to"] or "").partition(": ")[2]
        new = f"{match[1]}{escape(to)}{match[3]}" if finding["to"] else ""
        if name == "loc":
            start, end = (body.rfind(f"<{prefix}image>", 0, match.start()), match.end())
            end = body.index(f"</{prefix}image>", end) + len(f"</{prefix}image>")
            return body[:start] + body[end:]
        return body[: match.start()] + new + body[match.end() :]
    return body
