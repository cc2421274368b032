"""Requests on their way: who may be asked, how fast, with what secrets, by which connection."""
