"""Render pages in a browser, to compare rendered with raw HTML.

Rendering starts when every page has been fetched. Playwright is imported, and a browser started,
only when there is a page to render.
"""
