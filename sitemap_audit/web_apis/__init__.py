"""Requests to the APIs of search engines and Google Drive, and signing in."""
