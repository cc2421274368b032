"""Fetch the pages of an audit on Apache Spark (``--cluster``).

The process of the command reads robots.txt, the home page and the sitemaps as always. Then it
fetches the listed pages, and what they point to, in rounds: :mod:`.rounds` computes what is left
from the stored audit, :mod:`.partition` divides it into slices, :mod:`.task` runs the spider on one
of them in a process of its own (:mod:`.crawler`). What few pages are left in the end, what is asked
after the pages (probes, redirect loops, media, rendering), the checks and the reports are again
those of the command.

What holds for a host over the whole cluster:

* It is in one slice at a time, so ``--concurrency``, ``--delay``, Crawl-delay, AutoThrottle and
  the pauses of 429, 503 and Retry-After are those of one process.
* Only a host with so many pages that it alone would keep several executors busy is divided, if its
  robots.txt is known. ``--concurrency`` and AutoThrottle's target are divided then, and delays are
  multiplied, by the number of its slices. A pause holds for the slice that was told so; the others
  pause as soon as they are.
* ``--max-rate`` is divided by the number of slices, of which there are as many as cores then.
* ``--max-wait`` counts over all rounds.
* If Spark starts a slice a second time (speculative execution, an executor that lost its network),
  the first crawler stops as soon as it sees the second, within a second.

A slice whose crawl failed is fetched further on another executor, if there is one; if that fails
too, its other pages are not checked. The request statistics of a lost attempt are lost with it.
"""
