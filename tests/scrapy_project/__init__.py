"""What a Scrapy user gets: real crawls of a small site on loopback, started as Scrapy users do."""
