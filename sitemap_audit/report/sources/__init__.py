"""What sitemaps, internal links, search engines and web analytics know of the URLs of a site."""
