"""Faulty lines of a robots.txt as they are meant: line breaks restored, decoration removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.parsing.robots_rules import AGENT, RULES, SITEMAP, agent_of, read_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sitemap_audit.items import RobotsLine
    from sitemap_audit.parsing.robots_rules import ParsedLine

_QUOTES = "\"'`\u2018\u2019\u201a\u201c\u201d\u201e\u00ab\u00bb"
_NAME = (
    r"user[- ]?agent|d(?:iss|is)s?all?[oa]w|diasllow|allow|site-?maps?|crawl-delay|clean-param|host"
    r"|noindex|nofollow|request-rate|visit-time|license|content-signal|content-usage"
)
_BOLD = r"(?:\*\*|__)?"
_FIELD = re.compile(
    rf"(?P<name>{_NAME})[{_QUOTES}]?{_BOLD}[ \t\u00a0]*[:\uff1a](?P<blank>{_BOLD}\s*)",
    re.IGNORECASE,
)
# Another sign for the colon, and none.
_OTHER_COLON = re.compile(r"(site-?map|user-agent|(?:dis)?allow)[ \t]*=[ \t]*", re.IGNORECASE)
_NO_COLON = re.compile(r"(site-?map)[ \t]+(?=https?:)", re.IGNORECASE)
# Line breaks as text; they are breaks only before another line.
_BREAKS = re.compile(
    r"(?:(?:\\r)?\\n|&#1[03];|%0[ad]|[\v\f\u0085\u2028\u2029]|<br\s*/?>"
    r"|</(?:p|div|li|tr|pre|h\d)>)+",
    re.IGNORECASE,
)
_NEXT_LINE = re.compile(rf"\s*(?:$|\#|<|\\|[^\w\s]*\s*(?:{_NAME})\s*[:=])", re.IGNORECASE)
# A value in which nothing else can be: it is not looked at twice.
_PLAIN = re.compile(
    r"(?:https?://)?(?:[\w/.*?$~@!+=&-]|%(?!0[ad]))*(?<!\.)", re.ASCII | re.IGNORECASE
)
_PLAIN_REMARK = re.compile(r"[^:\uff1a\\<&%]*")
_ANCHOR = re.compile(r"<a\s[^<>]*href\s*=\s*[\"']?([^\"'\s<>]+)[^<>]*>[^<>]*</a>", re.IGNORECASE)
_TAG = re.compile(
    r"<(title|style|script)\b[^<>]*>[^<]*</\1>"
    r"|</?(?:!doctype|a|article|b|blockquote|body|br|center|code|div|em|font|h\d|head|html|i|li|main"
    r"|meta|ol|p|pre|section|span|strong|table|tbody|td|title|tr|ul)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_UNSEEN = re.compile("[\u00a0\ufeff\u200b\u200e\u200f\u2060\u00ad]")
_INVISIBLE = re.compile("[\ufeff\u200b\u200e\u200f\u2060\u00ad]|&nbsp;")
_LINK = re.compile(r"\[([^\]\[]*)\]\(\s*<?((?:https?:|/)[^()\[\s>]+)>?[^)\[]*\)", re.IGNORECASE)
_AROUND_URL = re.compile(
    rf"[{_QUOTES}<>\\]|&(?:lt|gt|quot);|%9[1-4](?=https?:|$)|[(\[](?=[\s{_QUOTES}<]*https?:)",
    re.IGNORECASE,
)
_BETWEEN_URLS = re.compile(
    r"\s*[,;|]\s*(?=https?:|www\.|/|$)|\s+|(?<=\.xml|\.txt|\.php)(?=https?:)|(?<=\.gz)(?=https?:)",
    re.IGNORECASE,
)
_URL = re.compile(r"https?://|www\.|/", re.IGNORECASE)
_RELATIVE = re.compile(r"(site-?maps?: )(www\.|//?)", re.IGNORECASE)
_SITEMAP_FILE = re.compile(r"\.(?:xml|gz|txt|php|rss|atom)$", re.IGNORECASE)
_AGENT_LIST = re.compile(r"(?:\*|[\w-]+)(?:\s*[,;|]\s*(?:\*|[\w-]+))+", re.ASCII)
_BULLET_BEHIND = re.compile(r"\s[-\u2013\u2014\u2022\u00b7>]+$")
_DECORATION = f"{_QUOTES}*_\\-+>\u2013\u2014\u2022\u00b7\u2023\u25e6\u25aa<[(\\s,;|"
_ONLY_DECORATION = re.compile(rf"(?:[{_DECORATION}]|\d+[.)]\s)*")
_GLUED_TO_COMMENT = re.compile(
    rf"(?<=[\w.)])(?:Sitemap[:\uff1a]\s*[{_QUOTES}<]?https?:|User-agent[:\uff1a]\s*[*\w])"
)
# In the only line of a file, a comment that has the rules, too.
_AGENT_IN_COMMENT = re.compile(r"(?<=[^#\s]\s)user-agent[:\uff1a]", re.IGNORECASE)
_RULE_IN_COMMENT = re.compile(
    r"(?<=[^#\s]\s)(?:(?:dis)?allow[:\uff1a]\s*[/*]|sitemap[:\uff1a]\s*http)", re.IGNORECASE
)


class Meaning(NamedTuple):
    """What is meant by a faulty line."""

    lines: list[str]
    "To be written in its place."
    sitemaps: list[str]
    "Their URLs in it."
    written: str | None
    "The field that is read, as written."
    problem: str
    "glued | decorated | sitemap (the value of a Sitemap line is not one URL)."
    lost: str
    "What of the lines search engines do not read: ``1 rule, 1 sitemap``."


def meant_by(line: RobotsLine, whole: str, *, is_alone: bool) -> Meaning | None:
    """Return what is meant by a line of a robots.txt; None if that is what is read.

    Args:
        line: as search engines read it.
        whole: its text, with its comment.
        is_alone: the file has no other line.
    """
    before, _, remark = whole.partition("#")
    is_plain = _is_known(line.field) and line.written is None and _PLAIN.fullmatch(line.value)
    if (is_plain or not before.strip()) and _PLAIN_REMARK.fullmatch(remark):
        return None
    lines = mend(whole, is_alone=is_alone)
    fields = _fields(lines)
    are_known = any(_is_known(each.field) for each in fields)
    if not are_known or [(each.field, each.value) for each in fields] == [(line.field, line.value)]:
        return None
    lines = [_with_absolute_url(text, line.origin) for text in lines]
    fields = _fields(lines)
    are_urls = {line.field, *(each.field for each in fields)} == {SITEMAP}
    if are_urls and len(_FIELD.findall(whole)) < 2:
        problem = SITEMAP
    else:
        problem = "decorated" if len(lines) == 1 else "glued"
    return Meaning(
        lines,
        [each.value for each in fields if each.field == SITEMAP],
        read_line(before.strip()).written or None,
        problem,
        _unread(whole, fields, agent_of(line.value) if line.field == AGENT else None),
    )


def _is_known(field: str | None) -> bool:
    return re.fullmatch(_NAME, field or "") is not None


def _fields(lines: Iterable[str]) -> list[ParsedLine]:
    """Parse the lines without their comments; leave out comments."""
    texts = (line.partition("#")[0].strip() for line in lines)
    return [read_line(text) for text in texts if text]


def _with_absolute_url(line: str, origin: str) -> str:
    """Return a line, the URL of a Sitemap line absolute."""
    if (found := _RELATIVE.match(line)) is None:
        return line
    scheme = origin.partition("//")[0]
    start = {"/": origin, "//": scheme}.get(found[2], f"{scheme}//")
    return f"{found[1]}{start}{line[found.end(1) :]}"


def _unread(text: str, fields: Sequence[ParsedLine], agent: str | None) -> str:
    """Return what search engines do not read of a line: ``1 rule, 1 sitemap``.

    Args:
        fields: the lines that it means.
        agent: the product token that is read in it; None without one.
    """
    agents = [agent_of(line.value) for line in fields if line.field == AGENT]
    numbers = {
        "User-agent line": len(agents) - (agent in agents),
        "rule": sum(line.field in RULES for line in fields),
        "sitemap": sum(line.field == SITEMAP for line in fields),
    }
    numbers["other line"] = len(fields) - len(agents) - numbers["rule"] - numbers["sitemap"]
    lost = [f"{n} {what}{'s' * (n > 1)}" for what, n in numbers.items() if n]
    if agents and agent not in agents:
        lost[0] += " with the rules below"
    codes = sorted({f"U+{ord(character):04X}" for character in _UNSEEN.findall(text)})
    return "; ".join([", ".join(lost), *([f"contains {', '.join(codes)}"] if codes else [])])


def mend(text: str, *, is_alone: bool) -> list[str]:
    """Return the lines that a line means; of one that is right the same.

    Text that is no field becomes a comment; of a line of HTML tags nothing is left.

    Args:
        is_alone: the file has no other line.
    """
    plain = _TAG.sub("", _BREAKS.sub(_broken, _ANCHOR.sub(r" \1 ", _INVISIBLE.sub("", text))))
    lines: list[str] = []
    for part in plain.split("\n"):
        text, mark, remark = part.partition("#")
        lines += _lines(text) if text.strip() else ()
        if not mark:
            continue
        in_comment = _GLUED_TO_COMMENT.search(remark)
        if in_comment is None and is_alone:
            has_agent = text.lower().startswith("user-agent")
            in_comment = (_RULE_IN_COMMENT if has_agent else _AGENT_IN_COMMENT).search(remark)
        comment = f"#{remark[: in_comment.start() if in_comment else None]}".strip()
        if text.strip() and lines:
            lines[-1] += f" {comment}"
        else:
            lines.append(comment)
        lines += _lines(remark[in_comment.start() :]) if in_comment else ()
    return lines


def _broken(breaks: re.Match[str]) -> str:
    return "\n" if _NEXT_LINE.match(breaks.string, breaks.end()) else breaks[0]


def _lines(text: str) -> Iterator[str]:
    text = _LINK.sub(_unlinked, _NO_COLON.sub(r"\1: ", text.strip()))
    text = _OTHER_COLON.sub(r"\1: ", text, count=1) if _OTHER_COLON.match(text) else text
    fields = [match for match in _FIELD.finditer(text) if _begins(match)]
    before = text[: fields[0].start() if fields else None]
    if not _ONLY_DECORATION.fullmatch(before):
        yield before.strip() if ":" in before else f"# {before.strip()}"
    if not fields:
        return
    ends = [*(match.start() for match in fields[1:]), len(text)]
    for match, end in zip(fields, ends, strict=True):
        value = text[match.end() : end]
        if end < len(text):
            value = _BULLET_BEHIND.sub("", value.rstrip()).rstrip(" \t,;|")
        field = read_line(f"{match['name']}:").field or ""
        name = match["name"] if match["name"].lower() == field else field.capitalize()
        if value[:1] in _QUOTES or any(quote in before + match[0] for quote in _QUOTES):
            value = value.strip(f"{_QUOTES}, ")
        if "**" in before:
            value = value.removesuffix("**")
        is_repeated = not value.strip() and text[end:].lower().startswith(match["name"].lower())
        for each in () if is_repeated else _values(field, value.strip()):
            yield f"{name}: {each}".rstrip()
        before = text[match.end() + len(value) : end]


def _unlinked(link: re.Match[str]) -> str:
    """Return a Markdown link's text if it is a line or a path; else its URL."""
    if _FIELD.search(link[1]) or link[1].startswith("/"):
        return link[1]
    return f"{link[1]}: {link[2]}" if re.fullmatch(_NAME, link[1], re.IGNORECASE) else link[2]


def _begins(match: re.Match[str]) -> bool:
    """Return whether a name and colon are the field of a line, not a part of its value."""
    text, name, start = match.string, match["name"], match.start()
    rest = text[match.end() :].lstrip(f"{_QUOTES}<([")
    if _ONLY_DECORATION.fullmatch(text[:start]):
        return True
    field = read_line(f"{name}:").field
    last, is_in_value = text[start - 1], ":" in text[:start]
    is_in_word = last in "-_" or (last.isalpha() and (last.isupper() or name[0].islower()))
    if field == SITEMAP:
        return rest[:4].lower() in ("http", "www.") or (rest[:1] == "/" and bool(match["blank"]))
    if field in (AGENT, "disallow"):
        return is_in_value or not is_in_word
    if is_in_value and last.isupper() and name[0].isupper():
        is_in_word = False
    if field == "allow":
        if is_in_value and match["blank"] and rest.startswith(("/", "*")):
            return True
        return not is_in_word and (rest[:1] in ("", "/", "*", "#") or bool(_FIELD.match(rest)))
    return not is_in_word and bool(match["blank"] and rest)


def _values(field: str, value: str) -> Sequence[str]:
    if field == SITEMAP:
        return _urls(value)
    if value.startswith("<") and value.endswith(">"):
        value = value[1:-1].strip()
    if field == AGENT:
        value = value.removeprefix("\\") if value.startswith("\\*") else value
        is_list = _AGENT_LIST.fullmatch(value)
        return re.split(r"\s*[,;|]\s*", value) if is_list else [value]
    paths = value.split() if field in RULES else []
    if len(paths) > 1 and all(path[0] in "/*" and ":" not in path for path in paths):
        return [*(path.rstrip(",;|") for path in paths[:-1]), paths[-1]]
    return [value]


def _urls(value: str) -> Sequence[str]:
    """Return the URLs of a Sitemap line, each with the text behind it as a comment."""
    found: list[str] = []
    texts: list[str] = []
    for part in _BETWEEN_URLS.split(_AROUND_URL.sub(" ", value).strip()):
        if _URL.match(part):
            part = part.rstrip(",;)]")
            found.append(part[:-1] if _SITEMAP_FILE.search(part[:-1]) and part[-1] == "." else part)
        elif re.search(r"\w", part) and part != "and":
            texts.append(part)
    is_one_with_blanks = texts and not (found and _SITEMAP_FILE.search(found[0]))
    if not found or is_one_with_blanks or ("?" in found[0] and "," in value):
        return [value]
    if texts:
        found[-1] += f" # {' '.join(texts)}"
    return found
