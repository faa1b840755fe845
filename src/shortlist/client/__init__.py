"""The API client, usable alone: `from shortlist.client import Shortlist`."""
