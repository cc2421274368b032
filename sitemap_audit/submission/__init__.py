"""Submit sitemaps and the changed URLs of a site to search engines."""
