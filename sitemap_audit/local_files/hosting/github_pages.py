"""How GitHub Pages serves a folder."""

from __future__ import annotations

from sitemap_audit.local_files.hosting.serving import PlainServer, Served

_NO_JEKYLL = ".nojekyll"


class GithubPages(PlainServer):
    """GitHub Pages.

    ====================== =====================================================================
    ``/x/``                ``x/index.html``; ``x.html`` is not served for it
    ``/x``                 the file, else ``x.html``, else a redirect (301) to ``/x/``
    a missing file         404, with ``404.html`` of the root if there is one
    names that begin with  unclear without a file ``.nojekyll``: a site that is built from a
    an underscore          branch leaves them out, one that a workflow publishes does not
    redirects, headers     the site cannot have any
    ====================== =====================================================================

    The documentation says the 404 page
    (https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-custom-404-page-for-your-github-pages-site),
    the types
    (https://docs.github.com/en/pages/getting-started-with-github-pages/creating-a-github-pages-site)
    and what Jekyll leaves out
    (https://docs.github.com/en/pages/setting-up-a-github-pages-site-with-jekyll/about-github-pages-and-jekyll).
    Sites have names below ``github.io``
    (https://docs.github.com/en/pages/getting-started-with-github-pages/what-is-github-pages);
    a file ``CNAME`` or ``.nojekyll`` says nothing sure: other hosts and generators have them too.
    It is silent on slashes and extensions: these are as measured on a site of its own by
    https://github.com/slorber/trailing-slash-guide/blob/main/docs/Hosting-Providers.md.
    """

    title = "GitHub Pages"
    domain = "github.io"
    charset = "utf-8"

    def respond(self, path: str, query: str) -> Served:
        """Return the file, a redirect to the folder, or 404."""
        if "/_" in path and not self.has(_NO_JEKYLL):
            return Served(
                0,
                unclear="GitHub Pages leaves out names that begin with an underscore if it builds"
                " from a branch without a file .nojekyll",
            )
        return super().respond(path, query)
