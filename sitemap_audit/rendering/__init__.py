"""Pages as a browser shows them, once their scripts have run, beside what the server sent.

Rendering comes last in a crawl, when every page has been fetched. Nothing here starts a browser,
or imports what drives one, before there is a page to render.
"""
