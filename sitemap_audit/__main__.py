"""``python -m sitemap_audit``."""

from sitemap_audit.cli import main

if __name__ == "__main__":
    main()
