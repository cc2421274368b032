"""A finding's structured change, done to the text of an answer that an example gives."""

from __future__ import annotations

import re
from dataclasses import replace
from html import escape, unescape
from typing import TYPE_CHECKING

from checks.examples.answer_rows import url_of
from checks.examples.answers import TABLES
from sitemap_audit.parsing import urls

if TYPE_CHECKING:
    from collections.abc import Callable

    from checks.examples.answers import Answer
    from checks.examples.manual import Example, Row

_TAG = re.compile(r"<(\w[\w:-]*)((?:[^<>\"']|\"[^\"]*\"|'[^']*')*?)(/?)>")
_ATTRIBUTE = re.compile(r"([\w:-]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+)))?")
_PREFIXES = {"image": "image:", "news": "news:", "video": "video:"}


def with_change_in_answer(example: Example, finding: Row) -> Example | None:
    """The example with the answer at ``change_url`` changed; None where it is not found there."""
    for place, answer in enumerate(example.answers):
        if url_of(answer) != finding["change_url"]:
            continue
        if changed := _changed(answer, finding):
            rest = (*example.answers[:place], changed, *example.answers[place + 1 :])
            return replace(example, answers=tuple(_found_by_line(each, finding) for each in rest))
    return None


def _found_by_line(answer: Answer, finding: Row) -> Answer:
    """A sitemap that a new line of robots.txt names is no guess any more."""
    if finding["place"] != "sitemap" or url_of(answer) != finding["to"]:
        return answer
    names = {"found_by": "robots", "found_in": finding["change_url"]}
    return replace(answer, columns={**answer.columns, **names})


def _changed(answer: Answer, finding: Row) -> Answer | None:
    if finding["place"] == "header" and finding["to"] is not None:
        name, _, value = finding["to"].partition(": ")
        others = tuple(pair for pair in answer.headers if pair[0].lower() != name.lower())
        return replace(answer, headers=(*others, (name, value)))
    if finding["place"] in ("header", "redirect", "status", "encoding"):
        return _with_response(answer, finding)
    table = TABLES[answer.kind]
    change = {"robots": _robots, "sitemaps": _sitemap, "pages": _page}[table]
    body = change(answer.body, finding)
    if table == "pages" and body == answer.body:
        headers = tuple((n, _header(n, v, finding)) for n, v in answer.headers)
        headers = tuple(pair for pair in headers if pair[1])
        return replace(answer, headers=headers) if headers != answer.headers else None
    is_new = table == "robots" and finding["action"] == "add"
    columns = {**answer.columns, "status": "200"} if is_new else answer.columns
    return replace(answer, body=body, columns=columns) if body != answer.body else None


def _with_response(answer: Answer, finding: Row) -> Answer | None:
    if finding["place"] == "encoding":
        body = re.sub(r"(<\?xml[^>]*encoding=)([\"'])[^\"']*\2", r"\1\2UTF-8\2", answer.body)
        headers = tuple((n, re.sub(r"; *charset=.*", "", v)) for n, v in answer.headers)
        packed = tuple(way for way in answer.sent_as if way in ("gzip", "members"))
        return replace(answer, body=body, headers=headers, sent_as=("utf-8", *packed))
    if finding["place"] == "header":
        name = (finding["from"] or "").partition(":")[0].lower()
        found = [pair for pair in answer.headers if pair[0].lower() == name]
        left = tuple(pair for pair in answer.headers if pair not in found[-1:])
        return replace(answer, headers=left) if found else None
    if finding["place"] == "status":
        return replace(answer, columns={**answer.columns, "status": finding["to"]})
    others = tuple(pair for pair in answer.headers if pair[0].lower() != "location")
    columns = {"status": "301", **answer.columns}
    if TABLES[answer.kind] == "robots":
        columns = {**answer.columns, "redirects": "1", "final_url": finding["to"]}
    return replace(answer, columns=columns, headers=(*others, ("Location", finding["to"] or "")))


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
        return _part(body, finding)
    if place.startswith("hreflang"):
        return _TAG.sub(_once(lambda name, tag: _link(name, tag, finding)), body)
    if place == "namespace" and finding["from"] is None:
        to = finding["to"] or ""
        to = to if to.startswith("xmlns") else f'xmlns="{to}"'
        return re.sub(r"<(urlset|sitemapindex)\b", rf"<\1 {to}", body, count=1)
    if place == "xml" and (finding["from"] or "").startswith("<image:"):
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
    return "".join(sorted(pieces, key=lambda piece: wanted.index(_read(piece)[0])))


def _in_line(body: str, finding: Row) -> str:
    """Replace or remove what the finding quotes, in its line or else anywhere."""
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
    if re.fullmatch(r"<[\w:]+>", before):
        name, wanted = before[1:-1], to[1:-1]
        end = rf"</{name}\s*>"
        if not wanted:
            return re.sub(rf"<{name}\b[^>]*>.*?{end}", "", body, count=1, flags=re.DOTALL)
        text = re.sub(rf"<{name}\b", f"<{wanted}", body)
        return re.sub(end, f"</{wanted}>", text)
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
    if finding["from"] is None and (place == "hints" or finding["line"] is None):
        return re.sub(rf"<({'|'.join(names)})>.*?</\1>", "", body, flags=re.DOTALL)
    if not _TAG.search(body):
        return _robots(body, finding)
    entries = list(re.finditer(r"<(url|sitemap)\b[^>]*>.*?</\1\s*>", body, re.DOTALL))
    if finding["action"] == "add" and place == "loc":
        return f"{body}<url><loc>{escape(finding['to'] or '')}</loc></url>"
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


def _page(body: str, finding: Row) -> str:
    place = finding["place"] or ""
    if finding["action"] == "add":
        return _added(body, finding)
    if finding["action"] == "move":
        moved, body = _taken(body, finding["from"] or "")
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
        taken, left = _taken(body, finding["from"] or "")
        return left.replace("</head>", f"{finding['to']}</head>", 1) if taken else body
    return _TAG.sub(_once(lambda name, tag: _link(name, tag, finding)), body)


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


def _taken(body: str, element: str) -> tuple[str, str]:
    """The element as written, and the text without it."""
    name, wanted = _read(element)
    for match in _TAG.finditer(body):
        if match[1].lower() == name and _read(match[0])[1] == wanted:
            return match[0], body[: match.start()] + body[match.end() :]
    is_text = not element.startswith("<") and element in body
    return (element, body.replace(element, "", 1)) if is_text else ("", body)


def _read(tag: str) -> tuple[str, dict[str, str]]:
    match = _TAG.match(tag)
    if match is None:
        return "", {}
    found = _ATTRIBUTE.findall(match[2])
    return match[1].lower(), {n.lower(): unescape(a or b or c) for n, a, b, c in found}


def _once(change: Callable[[str, str], str | None]) -> Callable[[re.Match[str]], str]:
    def changed(match: re.Match[str]) -> str:
        new = change(match[1].lower(), match[0])
        return match[0] if new is None else new

    return changed


_ATTRIBUTE_OF = {
    "canonical": "href",
    "hreflang-url": "href",
    "hreflang-code": "hreflang",
    "lang": "lang",
    "meta": "content",
    "amphtml": "href",
    "alternate": "href",
    "robots": "content",
}


def _link(name: str, tag: str, finding: Row) -> str | None:
    """A tag with what the finding says done to it; None where it is another."""
    place, attributes = finding["place"] or "", _read(tag)[1]
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
    }.get(place, False)
    if not is_it or name == "a":
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
    if was not in (written, urls.read_link(written, finding["url"] or "").url):
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


def _header(name: str, value: str, finding: Row) -> str:
    """A Link or X-Robots-Tag header with the change done to it."""
    if name.lower() == "link":
        return value.replace(f"<{finding['from']}>", f"<{finding['to']}>" if finding["to"] else "")
    if name.lower() == "x-robots-tag" and finding["place"] == "robots":
        words = [word.strip() for word in value.split(",")]
        return ", ".join(word for word in words if word != finding["from"])
    return value
