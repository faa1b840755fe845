"""`shortlist`, and `python -m shortlist`."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a command; bare, open the app."""
    if len(sys.argv) == 1 and "_SHORTLIST_COMPLETE" not in os.environ:
        # The app's first paint waits for nothing that a command needs.
        from shortlist.cli.open import open_app

        try:
            code = open_app(None)
        except Exception as error:
            from shortlist.cli.main import fail

            code = fail(error)
        except KeyboardInterrupt:  # before the app had begun to listen
            code = 130
        sys.exit(code)
    from shortlist.cli.main import run

    sys.exit(run())


if __name__ == "__main__":
    main()
