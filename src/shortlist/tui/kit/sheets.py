"""Style sheets that are parsed once for the colours that are worn."""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


class Sheets(Stylesheet):
    """Textual's, which keeps what it parsed.

    Whatever screen or dialog is opened first brings a sheet of its own, and Textual then parses
    all of them anew, three times for a screen: that is most of what its first key press costs.
    """

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self.colours = variables
        """Those it was given last."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """As Textual's; what was parsed with the same colours stays."""
        if variables != self.colours:
            self.colours = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        """As Textual's, of what was not parsed with these colours yet."""
        self.parse()
