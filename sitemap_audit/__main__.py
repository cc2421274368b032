"""The entry point of the command, and of ``python -m sitemap_audit``."""

import os


def main() -> None:
    """Run the command; Ctrl-C during its first imports ends it without a traceback."""
    try:
        from sitemap_audit.cli import main as run

        run()
    except KeyboardInterrupt:
        os._exit(130)  # cli.STOPPED, which may not be imported yet


if __name__ == "__main__":
    main()
