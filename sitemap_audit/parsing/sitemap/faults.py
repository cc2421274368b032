"""What the parser's messages mean for the one who wrote the entry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lxml.etree import ErrorTypes

from sitemap_audit.parsing.sitemap.sink import INVALID_BYTES

if TYPE_CHECKING:
    from sitemap_audit.parsing.sitemap.blocks import Fault

_BARE_AMPERSAND = (ErrorTypes.ERR_NAME_REQUIRED, ErrorTypes.ERR_ENTITYREF_SEMICOL_MISSING)
_BARE_BRACKET = (ErrorTypes.ERR_NAME_REQUIRED, ErrorTypes.ERR_GT_REQUIRED)
_LINE = re.compile(r" line \d+")
"In messages of the parser, which counts from where an entry begins."


def explain(fault: Fault, name: str, *, is_closed: bool, has_doctype: bool) -> tuple[str, str, str]:
    """Code, what was found and what was expected, of an entry's first fault."""
    if fault.type == ErrorTypes.ERR_INVALID_CHAR and "CharRef" not in fault.message:
        return "invalid-bytes", INVALID_BYTES, "characters that XML allows, in UTF-8"
    if fault.type == ErrorTypes.ERR_UNDECLARED_ENTITY:
        code = "dtd" if has_doctype else "not-well-formed"
        return code, fault.message, "one of &amp; &lt; &gt; &quot; &apos;, or the character"
    if fault.type in _BARE_AMPERSAND and "ntity" in fault.message:
        return "not-well-formed", "& is not escaped", "&amp;"
    if not is_closed:
        return "not-well-formed", f"<{name}> is not closed", f"</{name}>"
    if fault.type in _BARE_BRACKET:
        detail = f"< is not escaped, or a tag is broken ({fault.message})"
        return "not-well-formed", detail, "&lt;, or a whole tag"
    return "not-well-formed", _LINE.sub("", fault.message), "well-formed XML"
