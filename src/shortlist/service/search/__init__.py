"""Search, `POST /v1/search` (section 4.1): understanding a query, finding, ranking."""
