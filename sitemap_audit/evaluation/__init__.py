"""Evaluate a stored audit: run its checks and write its reports, in a separate process."""
