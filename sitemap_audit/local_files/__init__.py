"""Local sitemap files that are audited as if the site already served them.

:mod:`.input_files` reads the files that a user passes. When the audit starts, :mod:`.copies` copies
them into its folder, under their future URLs; a request for such a URL gets the copy as its
response (:mod:`.middleware`). Nothing else is read from disk, whatever a sitemap lists.
"""
