"""Patterns that match URLs in normal form (see :mod:`urls`)."""

from __future__ import annotations

# Already in normal form: normalising does not change it. The last label has letters only, or the
# host is four plain numbers, so it is no IPv4 address in disguise (0x7f, 1). There is nothing to
# backtrack into: a long path that fails at its end must fail at once. A look ahead over the whole
# host would cost twice.
_PORT = (
    r"(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])"
    r"(?![0-9])"
)
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_ESCAPED = "%(?:[89A-F][0-9A-F]|[01][0-9A-F]|2[0-9A-CF]|3[A-F]|40|5[B-E]|60|7[B-DF])"
"An escape that the normal form keeps: in upper case, and of no unreserved character."
_IN_PATH = r"A-Za-z0-9_~/:@!$&'()*+,;=\-"  # no dot: a segment that begins with one may be resolved
_IN_QUERY = r"A-Za-z0-9._~/:@!$&()*+,;=?\-"
_ORIGIN = (
    rf"https?://(?:(?>(?:(?!xn--)[a-z0-9][a-z0-9-]*+\.)*)[a-z]{{2,}}+|(?:{_BYTE}\.){{3}}{_BYTE})"
    rf"(?::(?!(?:80|443)(?![0-9])){_PORT})?"
)
NORMAL_REST = (
    rf"/[{_IN_PATH}]*+(?>(?:(?:(?>(?:{_ESCAPED})+)|(?<!/)\.)[{_IN_PATH}]*+)*)"
    rf"(?:\?(?=.)[{_IN_QUERY}]*+(?>(?:(?>(?:{_ESCAPED})+)[{_IN_QUERY}]*+)*))?"
)
"Path and query in normal form."
NORMAL = _ORIGIN + NORMAL_REST
PLAIN = (
    r"https?://(?>www\.|)((?>(?:(?!xn--)[a-z0-9][a-z0-9-]*+\.)*)[a-z]{2,}+"
    r"/[a-z0-9_~/-]*+(?>(?:(?<!/)(?<!/index)(?<!/default)\.[a-z0-9_~/-]*+)*))"
)
"Most URLs: in normal form, and what follows scheme and www is the near form but for its end."
