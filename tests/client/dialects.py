"""Other people's deployments: our own answers, said in their words.

Each dialect turns what we emit into what somebody else emits, for every kind of answer.
"""

from __future__ import annotations

from typing import Any, ClassVar

from tests.client.deployment import Deployment, Exchange, Seen


class Ours:
    """What we emit ourselves."""

    name = "ours"

    def person(self, person: dict[str, Any]) -> dict[str, Any]:
        return dict(person)

    def result(self, result: dict[str, Any]) -> dict[str, Any]:
        return {"score": result["score"], "person": self.person(result["person"])}

    def search_answer(self, answer: dict[str, Any]) -> Any:
        results = [self.result(result) for result in answer["data"]["results"]]
        return {**answer, "data": {**answer["data"], "results": results}}

    def status(self, status: str) -> str:
        return status

    def progress(self, progress: dict[str, Any]) -> dict[str, Any]:
        return dict(progress)

    def criteria(self, criteria: list[dict[str, Any]]) -> list[Any]:
        return criteria

    def search(self, search: dict[str, Any]) -> dict[str, Any]:
        return {
            **search,
            "status": self.status(search["status"]),
            "progress": self.progress(search["progress"]),
            "criteria": self.criteria(search["criteria"]),
        }

    def set(self, found: dict[str, Any]) -> Any:
        searches = [self.search(search) for search in found["searches"]]
        return {**found, "status": self.status(found["status"]), "searches": searches}

    def created(self, found: dict[str, Any]) -> Any:
        whole = self.set(found)
        return {**whole, "search": whole["searches"][0]}

    def item(self, item: dict[str, Any]) -> dict[str, Any]:
        return {**item, "person": self.person(item["person"])}

    def page(self, entries: list[Any], cursor: str | None) -> Any:
        return {"data": entries, "next_cursor": cursor, "has_more": cursor is not None}

    def canceled(self, found: dict[str, Any]) -> tuple[int, Any]:
        return 200, self.set(found)

    def enriched(self, answer: dict[str, Any]) -> Any:
        return answer

    def run(self) -> tuple[Any, dict[str, str]]:
        return {"data": {"run_id": "run_1", "status": "queued"}, "meta": {}}, {}

    def usage(self) -> Any:
        daily = {"budget": 50.0, "used": 5.0, "reserved": 1.0, "remaining": 44.0}
        key = {"daily": daily, "monthly": {"budget": None}}
        return {"data": {"plan": "pro", "credits": {"available": 90.0}, "api_key": key}, "meta": {}}

    def social(self, answer: dict[str, Any]) -> Any:
        return answer

    def network(self, answer: dict[str, Any]) -> Any:
        return answer

    def event(self, number: int, kind: str, data: dict[str, Any]) -> tuple[Any, str, Any]:
        return number, kind, {"id": number, "type": kind, "data": data}


class Wrapped(Ours):
    """Everything in `data`, camel case, percentages, numbers as cursors."""

    name = "wrapped"
    statuses: ClassVar = {"queued": "pending", "running": "processing", "canceled": "cancelled"}

    def person(self, person: dict[str, Any]) -> dict[str, Any]:
        known = dict(person)
        return {
            "id": known.pop("person_id"),
            "full_name": known.pop("name"),
            "job_title": known.pop("title"),
            "company": {"name": known.pop("company"), "domain": "senate.example"},
            "linkedin_url": known.pop("profile_url"),
            "photo_url": "https://people.example/photo.jpg",
            **known,
            "confidence": None,
            "contact_status": "unavailable",
        }

    def result(self, result: dict[str, Any]) -> dict[str, Any]:
        return {"score": result["score"], **self.person(result["person"])}

    def search_answer(self, answer: dict[str, Any]) -> Any:
        return {"data": [self.result(one) for one in answer["data"]["results"]], "meta": {}}

    def status(self, status: str) -> str:
        return {**self.statuses, "completed": "finished"}.get(status, status)

    def progress(self, progress: dict[str, Any]) -> dict[str, Any]:
        return {
            "found": progress["candidates"],
            "analyzed": progress["checked"],
            "verified_count": progress["admitted"],
            "completion": progress["completion"] * 100,
            "time_left": 12,
        }

    def criteria(self, criteria: list[dict[str, Any]]) -> list[Any]:
        return [one["description"] for one in criteria]

    def set(self, found: dict[str, Any]) -> Any:
        inner = super().set(found)
        return {"data": {"set_id": inner.pop("id"), **inner}, "meta": {"request_id": "req_w"}}

    def created(self, found: dict[str, Any]) -> Any:
        whole = self.set(found)
        whole["data"]["pricing"] = 3
        return whole

    def item(self, item: dict[str, Any]) -> dict[str, Any]:
        verdicts = [
            {"criterion": one["criterion"], "satisfied": "yes", "reasoning": one["reasoning"]}
            for one in item["verification"]
        ]
        person = self.person(item["person"])
        kept = {"id": item["id"], "created_at": 1761991200}
        return {**kept, "properties": {"type": "person", "person": person}, "evaluations": verdicts}

    def page(self, entries: list[Any], cursor: str | None) -> Any:
        flat = [entry.get("data", entry) for entry in entries]
        return {"data": {"items": flat}, "meta": {"next_cursor": int(cursor) if cursor else None}}

    def canceled(self, found: dict[str, Any]) -> tuple[int, Any]:
        return 202, self.set(found)

    def enriched(self, answer: dict[str, Any]) -> Any:
        meta = {**answer["meta"], "warnings": ["acme: timed out"]}
        return {**answer, "meta": meta}

    def run(self) -> tuple[Any, dict[str, str]]:
        return {"data": {"job_id": "run_1", "status_url": "/v1/other/run_1"}}, {}

    def usage(self) -> Any:
        acu = {"included": 100, "used": 10, "available": 90}
        key = {"daily_budget_cents": 500, "daily_used_cents": 50, "daily_remaining_cents": 440}
        return {"data": {"credits": {"acu": acu}, "acu_value_usd": 0.1, "api_key": key}}

    def social(self, answer: dict[str, Any]) -> Any:
        data = answer["data"]
        profile = self._account(data["profile"])
        return {"data": {"person": self.person(data["person"]), "profile": profile}}

    def network(self, answer: dict[str, Any]) -> Any:
        data = answer["data"]
        accounts = [self._account(one) for one in data["profiles"]]
        return {"data": {**self.person(data["person"]), "socials": accounts}}

    @staticmethod
    def _account(profile: dict[str, Any]) -> dict[str, Any]:
        return {
            "network": profile["platform"],
            "profile_url": profile["url"],
            "username": profile["handle"],
        }

    def event(self, number: int, kind: str, data: dict[str, Any]) -> tuple[Any, str, Any]:
        return number, "message", {"type": f"people.{kind[4:]}", "result": data, "v": 2}


class Flat(Ours):
    """Bare arrays, people flat, repeated cursors, no bodies where none is needed."""

    name = "flat"

    def result(self, result: dict[str, Any]) -> dict[str, Any]:
        person = self.person(result["person"])
        outer = {"title": person.pop("name"), "url": person.pop("profile_url")}
        return {"score": result["score"], **outer, "person": person}

    def search_answer(self, answer: dict[str, Any]) -> Any:
        return {"people": [self.result(one) for one in answer["data"]["results"]]}

    def status(self, status: str) -> str:
        return {"completed": "succeeded", "running": "in_progress"}.get(status, status)

    def criteria(self, criteria: list[dict[str, Any]]) -> list[Any]:
        return [{"label": one["description"], "successRate": 40} for one in criteria]

    def set(self, found: dict[str, Any]) -> Any:
        return {"set": super().set(found)}

    def created(self, found: dict[str, Any]) -> Any:
        return self.set(found)

    def item(self, item: dict[str, Any]) -> dict[str, Any]:
        own = ("id", "created_at")
        flat = {name: value for name, value in item.items() if name in own}
        person = {**item["person"], "headline": "Serves Minnesota"}
        return {**flat, **person}

    def page(self, entries: list[Any], cursor: str | None) -> Any:
        flat = [entry.get("set", entry) for entry in entries]
        return {"results": flat, "pagination": {"next": cursor or ""}}

    def canceled(self, found: dict[str, Any]) -> tuple[int, Any]:
        return 204, None

    def enriched(self, answer: dict[str, Any]) -> Any:
        warning = {"provider": "acme", "detail": "timed out"}
        return {"data": answer["data"], "meta": {"warnings": [warning]}}

    def run(self) -> tuple[Any, dict[str, str]]:
        return {"status": "queued"}, {"location": "https://elsewhere.example/v1/person/runs/run_1"}

    def usage(self) -> Any:
        return {"plan": "scale", "available_credits": 90, "balance_usd": 9.0}

    def social(self, answer: dict[str, Any]) -> Any:
        profile = answer["data"]["profile"]
        return {"socials": {profile["platform"]: profile["url"]}}

    def network(self, answer: dict[str, Any]) -> Any:
        data = answer["data"]
        return {
            "person": data["person"],
            "links": {p["platform"]: p["url"] for p in data["profiles"]},
        }

    def event(self, number: int, kind: str, data: dict[str, Any]) -> tuple[Any, str, Any]:
        return number, kind.replace("set.", "list_", 1).replace(".", "_"), data


DIALECTS = (Ours(), Wrapped(), Flat())


class Spoken(Deployment):
    """A deployment that speaks a dialect."""

    def speak(self, dialect: Ours) -> Spoken:
        self.dialect = dialect
        return self

    async def answer(self, exchange: Exchange) -> None:
        seen, said = exchange.seen, self.dialect
        headers: dict[str, str] = {}
        if seen.method == "POST":
            status, body, _ = self.run(seen)
            if seen.path == "/v1/search":
                body = said.search_answer(body)
            elif seen.path == "/v1/enrich":
                body = said.enriched(body)
            elif seen.path == "/v1/socials":
                body = said.social(body)
            elif seen.path == "/v1/sets":
                body = said.created(body)
            elif seen.path == "/v1/person":
                body, headers = said.run()
            elif seen.path.endswith("/cancel"):
                status, body = said.canceled(body)
        else:
            status, body = self._told(seen)
        await exchange.send(status, b"" if body is None else body, headers)

    def _told(self, seen: Seen) -> tuple[int, Any]:
        said = self.dialect
        if seen.path == "/v1/account/usage":
            return 200, said.usage()
        status, body = self._read(seen)
        parts = seen.path.strip("/").split("/")
        if parts[1] == "network":
            return status, said.network(body)
        if parts[1] != "sets" or status != 200:
            return status, body
        if len(parts) == 2:
            return 200, said.page([said.set(one) for one in body["data"]], None)
        if parts[-1] == "items":
            items = [said.item(item) for item in body["data"]]
            return 200, said.page(items, body["next_cursor"])
        return 200, said.set(body)
