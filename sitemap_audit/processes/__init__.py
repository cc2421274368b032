"""One audit in several processes: those that fetch pages, and those that read big sitemaps.

The process that began an audit keeps what concerns it as a whole: what is to be fetched next, the
progress, the end. The others are started by it, write parts of their own into the audit's folder,
tell it over a channel what comes of their work, and end when it does.
"""
