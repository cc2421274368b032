"""What a project needs for an audit, and four components of its own."""

SPIDER_MODULES = ["sitemap_audit.spiders"]

ITEM_PIPELINES = {"userproject.components.Titles": 300}
SPIDER_MIDDLEWARES = {"userproject.components.Depths": 100}
DOWNLOADER_MIDDLEWARES = {"userproject.components.Statuses": 950}
EXTENSIONS = {"userproject.components.Scraped": 500}
