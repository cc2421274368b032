"""The crawl: what is asked next, and what becomes of the answers."""
