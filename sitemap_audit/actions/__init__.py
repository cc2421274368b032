"""Acts on the findings of an audit: writes corrected sitemaps."""
