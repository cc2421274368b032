"""Make the table ``left_out``: listed or linked URLs that the options of an audit leave out.

The selection depends only on the stored entries, so that a resumed audit and its reports repeat it.
"""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from sitemap_audit.parsing.patterns import pattern
from sitemap_audit.parsing.scope import FILTERED, NOT_IN_SITEMAP, NOT_MODIFIED, NOT_SAMPLED
from sitemap_audit.steps import step

if TYPE_CHECKING:
    from sitemap_audit.parsing.scope import Selection
    from sitemap_audit.storage import Store


def make_left_out(store: Store, selection: Selection) -> None:
    """Make the tables ``left_out`` and ``sampled`` from the entries, one row per distinct URL."""
    store.execute(step("left_out/no_left_out"))
    store.execute(step("left_out/no_sampled"))
    if not selection.scope.is_everything:
        with store.function("why_left_out", selection.scope.why_left_out):
            store.insert_query("left_out", step("left_out/out_of_scope"))
    if not selection.sitemaps.is_everything:
        with store.function("why_left_out", selection.sitemaps.why_left_out):
            store.create("other_sitemaps", step("left_out/other_sitemaps"))
        store.insert_query("left_out", step("left_out/not_in_sitemap"), {"why": NOT_IN_SITEMAP})
        store.drop("other_sitemaps")
    if store.value(step("left_out/filtered_entries")):
        store.insert_query("left_out", step("left_out/filtered"), {"why": FILTERED})
    if selection.sample is not None:
        _draw_sample(store, selection, selection.sample)


def _draw_sample(store: Store, selection: Selection, sample: str) -> None:
    since = selection.since and selection.since.isoformat()
    with store.function("url_pattern", pattern):
        store.create("candidates", step("left_out/candidates"), {"since": since})
    most = _size(sample, store.count("candidates"))
    store.create("largest_strata", step("left_out/largest_strata"), {"kept": most // 2})
    store.create("strata", step("left_out/strata"))
    chosen = {"seed": selection.seed, "most": most}
    store.create("chosen_urls", step("left_out/chosen_urls"), chosen)
    store.insert_query("sampled", step("left_out/sampled"))
    why = NOT_MODIFIED if since else NOT_SAMPLED
    store.insert_query("left_out", step("left_out/not_sampled"), {"why": why})
    store.drop("candidates", "largest_strata", "strata", "chosen_urls")


def _size(sample: str, candidates: int) -> int:
    """Return the number of URLs to choose: of ``1000``, or of a share such as ``5%``."""
    if sample.endswith("%"):
        return ceil(candidates * float(sample[:-1]) / 100)
    return int(sample)
