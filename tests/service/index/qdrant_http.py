"""The client's own HTTP requests, each held against what the server publishes, then carried out by
the client's local mode: no server, and no proof of one, but of what is sent to it."""

from __future__ import annotations

import json
from typing import Any

import httpx
from qdrant_client import QdrantClient, models
from tests.service.index.qdrant_openapi import check_answer, check_request


class Published:
    """Answers as a server would; for `QdrantClient(…, transport=httpx.MockTransport(self))`."""

    def __init__(self, local: QdrantClient) -> None:
        self._local = local
        self.asked: set[tuple[str, str]] = set()
        """The operations that were asked for."""

    def __call__(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content) if request.content else None
        method, path = request.method.lower(), request.url.path
        operation = check_request(method, path, dict(request.url.params), body)
        self.asked.add(operation)
        answer = self._answer(operation, path.split("/")[2], body)
        check_answer(operation, answer)
        return httpx.Response(200, json=answer)

    def _answer(self, operation: tuple[str, str], name: str, body: Any) -> dict[str, Any]:
        made = getattr(self, "_" + "_".join(operation[1].split("/")[3:] or ["collection"]))
        found = made(operation[0], name, body)
        return {"result": _plain(found), "status": "ok", "time": 0.0}

    def _exists(self, _method: str, name: str, _body: Any) -> Any:
        return {"exists": self._local.collection_exists(name)}

    def _collection(self, _method: str, name: str, body: Any) -> Any:
        told = models.CreateCollection.model_validate(body)
        return self._local.create_collection(
            name, told.vectors, sparse_vectors_config=told.sparse_vectors
        )

    def _index(self, _method: str, name: str, body: Any) -> Any:
        told = models.CreateFieldIndex.model_validate(body)
        return self._local.create_payload_index(name, told.field_name, told.field_schema)

    def _points(self, method: str, name: str, body: Any) -> Any:
        if method == "put":
            return self._local.upsert(name, models.PointsList.model_validate(body).points)
        told = models.PointRequest.model_validate(body)
        return self._local.retrieve(name, told.ids, told.with_payload, bool(told.with_vector))

    def _points_delete(self, _method: str, name: str, body: Any) -> Any:
        return self._local.delete(name, models.PointIdsList.model_validate(body))

    def _points_vectors(self, _method: str, name: str, body: Any) -> Any:
        return self._local.update_vectors(name, models.UpdateVectors.model_validate(body).points)

    def _points_query_batch(self, _method: str, name: str, body: Any) -> Any:
        told = models.QueryRequestBatch.model_validate(body)
        return self._local.query_batch_points(name, told.searches)

    def _points_scroll(self, _method: str, name: str, body: Any) -> Any:
        told = models.ScrollRequest.model_validate(body)
        points, offset = self._local.scroll(
            name,
            told.filter,
            limit=told.limit or 10,
            offset=told.offset,
            with_payload=told.with_payload or False,
        )
        return {"points": _plain(points), "next_page_offset": offset}

    def _points_count(self, _method: str, name: str, body: Any) -> Any:
        told = models.CountRequest.model_validate(body)
        return self._local.count(name, told.filter, exact=bool(told.exact))

    def _facet(self, _method: str, name: str, body: Any) -> Any:
        told = models.FacetRequest.model_validate(body)
        return self._local.facet(
            name, told.key, told.filter, limit=told.limit or 10, exact=bool(told.exact)
        )


def _plain(found: Any) -> Any:
    if isinstance(found, list):
        return [_plain(each) for each in found]
    return found.model_dump(mode="json") if hasattr(found, "model_dump") else found
