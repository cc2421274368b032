"""A Scrapy project of somebody's own that takes the audit in."""
