"""Read what Bing and Yandex have of the submitted sitemaps of an audited site."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sitemap_audit.errors import UsageError
from sitemap_audit.imports.site import site_of
from sitemap_audit.machine.stopping import stoppable
from sitemap_audit.masking import quoted
from sitemap_audit.parsing.urls import read_link
from sitemap_audit.run_record import ImportedFile
from sitemap_audit.search_engines.bing_webmaster import BingWebmaster
from sitemap_audit.search_engines.engine_keys import read_keys, variable
from sitemap_audit.search_engines.storing import Source, store_failure
from sitemap_audit.search_engines.submitted import KIND, store_sitemaps
from sitemap_audit.search_engines.yandex_webmaster import YandexWebmaster
from sitemap_audit.web_apis.json_api import ApiError, Problem

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from sitemap_audit.audit_place import AuditPlace
    from sitemap_audit.machine.stopping import Stop
    from sitemap_audit.options import Options
    from sitemap_audit.run_record import RunRecord


class _Product(NamedTuple):
    """The webmaster tools of a search engine."""

    prefix: str
    engine: str
    key: str
    "Name of the key in EngineKeys."
    connect: Callable[[str, Stop], BingWebmaster | YandexWebmaster]


_PRODUCTS = (
    _Product("bing-webmaster", "bing", "bing_key", lambda key, stop: BingWebmaster(key, stop=stop)),
    _Product(
        "yandex-webmaster",
        "yandex",
        "yandex_token",
        lambda token, stop: YandexWebmaster(token, stop=stop),
    ),
)


def webmaster_readers(
    keys: Path | None,
) -> Mapping[str, Callable[[AuditPlace, RunRecord, Options, str], ImportedFile]]:
    """Return the readers by what stands before the colon in 'import DIR bing-webmaster:SITE'.

    Args:
        keys: file of keys; None for the variables alone.
    """
    return {each.prefix: partial(_read, each, keys) for each in _PRODUCTS}


def _read(
    product: _Product,
    keys: Path | None,
    place: AuditPlace,
    run: RunRecord,
    _: Options,
    written: str,
) -> ImportedFile:
    """Read the sitemaps of a site into a stored audit, and say what was read.

    Where they cannot be read, say why in one sentence; what was read before stays.

    Raises:
        UsageError: the site is not of the audit, or there is no key.
        OSError: the folder cannot be written.
    """
    url = read_link(written.strip()).url
    if url is None:
        raise UsageError(
            f"Cannot read {product.prefix}:{quoted(written)[1:-1]}: it is no URL. Write the URL of"
            f" the site as in its webmaster tools: {product.prefix}:https://www.example.com/"
        )
    site = site_of(place.folder, run, None)
    if not site.has(url):
        raise UsageError(
            f"Cannot read {product.prefix}:{url}: it is of another site than the audit, which is of"
            f" {site.name}. Pass the URL of this site."
        )
    key = getattr(read_keys(keys), product.key)
    if key is None:
        raise UsageError(
            f"Cannot read {product.prefix}:{url}: there is no key. Set {variable(product.key)}, or"
            f" write {product.key} into a file for --engine-keys."
        )
    source = Source(f"{product.prefix}:{url}", product.engine, product.engine, url)
    told, not_read = [], []
    try:
        with stoppable() as stop:
            client = product.connect(key, stop)
            name = _name_of(url, client.sites())
            told.append(store_sitemaps(place.folder, source, client.sitemaps(name)))
    except ApiError as error:
        stays = store_failure(place.folder, source, KIND, str(error))
        kept = " What was read before stays." if stays else ""
        not_read.append(
            f"Cannot read the submitted sitemaps of {source.name}: {error}.{kept}"
            f" {error.advice}".rstrip()
        )
    return ImportedFile(file=source.name, told=told, not_read=not_read, is_of_api=True)


def _name_of(url: str, sites: list[str]) -> str:
    """Return a verified site as the engine writes it.

    Raises:
        ApiError: it is not verified.
    """
    for each in sites:
        if read_link(each).url == url:
            return each
    verified = f" Verified are: {', '.join(sites[:5])}." if sites else ""
    raise ApiError(
        Problem.NOT_FOUND,
        "it is not verified with the account of the key",
        advice=f"Verify it there, or pass one that is.{verified}",
    )
