"""Licences of the packages that are installed with the project and all of its extras."""

from __future__ import annotations

import re
from importlib.metadata import PackageNotFoundError, distribution
from typing import TYPE_CHECKING

from commanding import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from importlib.metadata import Distribution

PERMISSIVE = re.compile(
    r"MIT|MIT-0|Apache|Apache-2\.0|BSD|BSD-[23]-Clause|0BSD|PSF-2\.0|ISC|Zlib|ZPL-2\.1|CC0-1\.0"
    r"|Python Software Foundation"
)


def test_the_packages_of_all_extras_are_permissive_but_for_those_that_the_docs_name() -> None:
    packages = installed()
    assert len(packages) > 90
    others = {name for name, each in packages.items() if not is_permissive(each)}
    page = (ROOT / "docs" / "options.md").read_text("utf-8")
    (sentence,) = re.findall(r"have permissive licences.*?MPL 2\.0", page, re.S)
    assert others == {name for name in packages if f"`{name}`" in sentence}
    assert all("MPL" in " ".join(licences(packages[name])).upper() for name in others)


def installed() -> dict[str, Distribution]:
    """The packages that ours needs, directly or by another one, with every extra of it."""
    ours = distribution("sitemap-audit")
    found: dict[str, Distribution] = {"sitemap-audit": ours}
    pending = [("sitemap-audit", frozenset(ours.metadata.get_all("Provides-Extra") or ()))]
    for needing, extras in pending:  # it grows
        for requirement in map(Requirement, found[needing].requires or ()):
            name, marker = canonicalize_name(requirement.name), requirement.marker
            if marker and not any(marker.evaluate({"extra": each}) for each in (*extras, "")):
                continue
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                continue  # of another system
            if (more := (str(name), frozenset(requirement.extras))) not in pending:
                pending.append(more)
    return found


def licences(package: Distribution) -> list[str]:
    """The licences that its metadata names: an expression, or else classifiers, or else a name."""
    known = package.metadata
    if expression := known["License-Expression"]:
        return re.split(r" AND ", expression)
    classifiers = known.get_all("Classifier") or ()
    named = [each for each in classifiers if each.startswith("License ::")]
    return named or [(known["License"] or "").partition("\n")[0]]


def is_permissive(package: Distribution) -> bool:
    """Whether each of its licences is permissive, or one of those to choose from."""
    return all(re.search(rf"\b(?:{PERMISSIVE.pattern})\b", each) for each in licences(package))
