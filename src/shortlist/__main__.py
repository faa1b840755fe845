"""`shortlist`, and `python -m shortlist`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a command; bare, open the app."""
    if len(sys.argv) == 1 and "_SHORTLIST_COMPLETE" not in os.environ:
        # The app's first paint waits for nothing that a command needs.
        from shortlist.cli.open import open_app

        sys.exit(open_app(None))
    from shortlist.cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
