"""Read access logs: requests by URL, bot, status code and day."""
