"""Deliver an audit: publish its folder and send notices."""
