"""Notices for somebody who looks at another window when what they wait for has ended."""

from __future__ import annotations

import os
from collections.abc import Callable

from shortlist.desk.notices import notice_sequence


class Attention:
    """Where the terminal is not in front, an end is told to the terminal: a notice of the desktop,
    or a bell, as `notify` in `config.toml` says. A terminal that tells nothing of its focus counts
    as being in front."""

    def __init__(self, send: Callable[[str], None], way: str) -> None:
        """`send`: text as it is, to the terminal itself."""
        self._send, self._way = send, way
        self.elsewhere = False
        """Somebody looks at something else."""

    def tell_end(self, text: str) -> None:
        """Something ended; `text` may be anybody's, and is cleaned."""
        if self.elsewhere and (told := notice_sequence(text, self._way, os.environ)):
            self._send(told)
