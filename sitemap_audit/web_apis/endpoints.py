"""The base URLs of the APIs, and the variables by which tests replace them."""

from __future__ import annotations

import os
from enum import StrEnum


class Endpoint(StrEnum):
    """The API of a product, by its base URL. Each variable is SITEMAP_AUDIT_ENDPOINT_ and its name.

    GOOGLE_TOKEN, GOOGLE_AUTH, GOOGLE_REVOKE: https://developers.google.com/identity/protocols/oauth2
    SEARCH_CONSOLE: https://developers.google.com/webmaster-tools/v1/api_reference_index
    URL_INSPECTION: https://developers.google.com/webmaster-tools/v1/urlInspection.index/inspect
    DRIVE, DRIVE_UPLOAD: https://developers.google.com/workspace/drive/api/reference/rest/v3
    BING: https://learn.microsoft.com/bingwebmaster/getting-access
    YANDEX: https://yandex.com/dev/webmaster/doc/en/concepts/getting-started
    BAIDU: https://ziyuan.baidu.com/college/courseinfo?id=267
    """

    GOOGLE_AUTH = "https://accounts.google.com/o/oauth2/auth"
    GOOGLE_TOKEN = "https://oauth2.googleapis.com/token"  # noqa: S105 - a URL
    GOOGLE_REVOKE = "https://oauth2.googleapis.com/revoke"
    SEARCH_CONSOLE = "https://www.googleapis.com/webmasters/v3"
    URL_INSPECTION = "https://searchconsole.googleapis.com/v1/urlInspection/index:inspect"
    DRIVE = "https://www.googleapis.com/drive/v3"
    DRIVE_UPLOAD = "https://www.googleapis.com/upload/drive/v3"
    BING = "https://ssl.bing.com/webmaster/api.svc/json"
    YANDEX = "https://api.webmaster.yandex.net/v4"
    BAIDU = "http://data.zz.baidu.com"

    @property
    def url(self) -> str:
        """The base URL: of the product, or of a test server."""
        return os.environ.get(f"SITEMAP_AUDIT_ENDPOINT_{self.name}", self.value)
