"""The configuration `service.toml`; every field has a default.

An unknown field or a bad value stops the start, with the file, the line and the reason.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final, Literal, get_args
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)

from shortlist.contract.limits import ENRICH_DEADLINE_SECONDS, ENRICH_FIELDS, PERSON_PRICE, Plan
from shortlist.service.validation import describe_invalid

FILE_NAME = "service.toml"
PRICE_MAX = 10**9
"""ACU; sums of prices and balances stay far within what a database counts in."""


class ConfigError(Exception):
    """The configuration cannot be used; the text says where and why, on one line."""


def _address(given: str) -> str:
    try:
        parts = urlsplit(given)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole or not given.isprintable() or " " in given:
        raise ValueError("must be an address such as http://127.0.0.1:8888")
    return given


def _collection(given: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,60}", given):
        raise ValueError("takes 1 to 60 letters, digits, `_` and `-`")
    return given


def _host(given: str) -> str:
    if not re.fullmatch(r"[a-z0-9.-]{1,253}", given):
        raise ValueError("must be a host name in small letters, such as people.example.com")
    return given


Address = Annotated[str, AfterValidator(_address)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class WorkspaceConfig(_Section):
    """`[workspace]`: what the one workspace of this service may do."""

    plan: Plan = "pro"
    """How many requests a minute it may make: 10, 30, 300 or 1,000."""
    balance: int = Field(default=10_000, ge=0, le=10**12)
    """ACU it starts with; raised later, the difference is added."""
    active: bool = True
    """False: every request is refused with `active_account_required`."""
    requests_per_minute: int | None = Field(default=None, ge=1, le=10**9)
    """Raises (or lowers) the plan's request limit."""


class SearchConfig(_Section):
    """`[search]`: how long one may take."""

    timeout_seconds: float = Field(default=10, gt=0, le=60, strict=False)
    """Longer, and it is `search_timeout`: nothing partial is given."""


class IndexConfig(_Section):
    """`[index]`: a Qdrant cluster for the vectors; absent: Qdrant Edge in the data folder.

    The cluster's key is read from the environment, `SHORTLIST_QDRANT_API_KEY`.
    """

    qdrant_url: Address
    """Where the cluster answers."""
    collection: Annotated[str, AfterValidator(_collection)] = "shortlist"
    """Begins the names of the collections that are made."""


class ProviderConfig(_Section):
    """One of `[[enrichment.providers]]`, tried in order, per field."""

    name: str = Field(min_length=1, max_length=60)
    """What answers call it, as the `source` of a value; no two have the same."""
    type: Literal["directory", "http"]
    """`directory`: what imports hold of a person's contacts; `http`: a service at `url`."""
    url: Address | None = None
    """Where it is asked, by POST; for `http` and no other."""
    fields: Annotated[list[Literal["work_email", "personal_email", "phone"]], Field(min_length=1)]
    """What it is asked for; absent: all of them."""
    timeout_seconds: float = Field(default=10, gt=0, le=80, strict=False)
    """How long one field may take there."""

    @model_validator(mode="before")
    @classmethod
    def _every_field(cls, given: Any) -> Any:
        return {"fields": list(ENRICH_FIELDS), **given} if isinstance(given, dict) else given

    @model_validator(mode="after")
    def _url_when_http(self) -> ProviderConfig:
        if (self.type == "http") != (self.url is not None):
            raise ValueError("a provider of type http, and no other, needs a url")
        return self


class EnrichmentConfig(_Section):
    """`[enrichment]`: how long a request may take with all its providers."""

    deadline_seconds: float = Field(
        default=ENRICH_DEADLINE_SECONDS, gt=0, le=ENRICH_DEADLINE_SECONDS, strict=False
    )
    """Longer, and it is `upstream_timeout`: nothing is charged."""
    providers: list[ProviderConfig] = Field(
        default_factory=lambda: [
            ProviderConfig(name="directory", type="directory", fields=list(ENRICH_FIELDS))
        ]
    )

    @model_validator(mode="after")
    def _distinct_names(self) -> EnrichmentConfig:
        names = [provider.name for provider in self.providers]
        if len(set(names)) != len(names):
            raise ValueError("two providers have the same name")
        return self


class WebConfig(_Section):
    """`[web]`: where evidence pages come from; none: the index's own source pages."""

    type: Literal["searxng"]
    url: Address
    """Where the instance answers."""
    timeout_seconds: float = Field(default=4, gt=0, le=30, strict=False)
    """For one page of results."""


class ModelConfig(_Section):
    """`[model]`: a server of the OpenAI chat API that reads questions and checks criteria in words;
    absent: tables, grammar and quoted words do.

    Its key is read from the environment, `SHORTLIST_MODEL_API_KEY`.
    """

    base_url: Address | None = None
    """Where its API begins, `/v1` with it."""
    name: str | None = Field(default=None, min_length=1, max_length=200)
    """What the model is called there."""
    local: bool = False
    """Look for an Ollama or llama.cpp server on this machine."""
    timeout_seconds: float = Field(default=30, gt=0, le=600, strict=False)
    """For one batch of people that are checked."""
    read_seconds: float = Field(default=3, gt=0, le=30, strict=False)
    """For one question that is read, of the time that a search has."""
    calls_per_day: int = Field(default=2_000, ge=0, le=10**9)
    """Of all processes on one database; days are UTC. Past it, tables and words do its part."""

    @model_validator(mode="after")
    def _somewhere(self) -> ModelConfig:
        if self.local and self.base_url is not None:
            raise ValueError("has either a base_url or `local = true`")
        if not self.local and (self.base_url is None or self.name is None):
            raise ValueError("needs a base_url and a name, or `local = true`")
        return self


class JudgeConfig(_Section):
    """`[judge]`, of earlier versions: a `[model]` that checks criteria and reads no questions."""

    type: Literal["openai"]
    base_url: Address
    model: str = Field(min_length=1)


class PricesConfig(_Section):
    """ACU each. Searches and Sets are priced by the interface: 1 ACU per 10 people."""

    work_email: int = Field(default=1, ge=0, le=PRICE_MAX)
    """Only when it is found, as the two that follow."""
    personal_email: int = Field(default=3, ge=0, le=PRICE_MAX)
    phone: int = Field(default=10, ge=0, le=PRICE_MAX)
    person: int = Field(default=PERSON_PRICE, ge=0, le=PRICE_MAX)
    """Research of one, on its first success."""

    def of_fields(self) -> dict[str, int]:
        """The price of each contact field."""
        return {name: getattr(self, name) for name in ENRICH_FIELDS}


class HttpConfig(_Section):
    """`[http]`: by what host names a proxy on this machine asks this service, beside its own."""

    hosts: list[Annotated[str, AfterValidator(_host)]] = Field(default_factory=list)
    """In small letters, without port."""


class MetricsConfig(_Section):
    """`[metrics]`: figures for Prometheus at `/metrics`, for whoever has a key."""

    enabled: bool = False
    """Needs `pip install '.[local,metrics]'`."""


class Config(_Section):
    """The whole of `service.toml`."""

    workspace: WorkspaceConfig = WorkspaceConfig()
    search: SearchConfig = SearchConfig()
    index: IndexConfig | None = None
    enrichment: EnrichmentConfig = Field(default_factory=EnrichmentConfig)
    web: WebConfig | None = None
    model: ModelConfig | None = None
    judge: JudgeConfig | None = None
    prices: PricesConfig = PricesConfig()
    http: HttpConfig = HttpConfig()
    metrics: MetricsConfig = MetricsConfig()

    @field_validator("judge")
    @classmethod
    def _one_model(cls, given: JudgeConfig | None, others: ValidationInfo) -> JudgeConfig | None:
        if given is not None and others.data.get("model") is not None:
            raise ValueError("[model] checks criteria too: leave [judge] out")
        return given

    @property
    def judging(self) -> ModelConfig | None:
        """The model that checks criteria in words."""
        if self.judge is None:
            return self.model
        return ModelConfig(base_url=self.judge.base_url, name=self.judge.model)


def _sections(of: type[_Section]) -> Iterator[tuple[str, type[_Section]]]:
    for name, field in of.model_fields.items():
        for inner in (field.annotation, *get_args(field.annotation)):
            if isinstance(inner, type) and issubclass(inner, _Section):
                yield from ((name, inner), *_sections(inner))


SECTIONS: Final = dict(_sections(Config))


def load_config(data_dir: Path, file: Path | None = None) -> Config:
    """The configuration of `file`, else of `service.toml` in `data_dir`, else the defaults.

    Raises `ConfigError`.
    """
    path = file or data_dir / FILE_NAME
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        if file is None:
            return Config()
        raise ConfigError(f"{path}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: cannot be read: {error}") from None
    return parse_config(text, str(path))


def parse_config(text: str, name: str) -> Config:
    """The configuration that `text` says; `name` is how errors call it. Raises `ConfigError`."""
    try:
        given = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        # Also of a number with thousands of digits, and lists that nest for ever.
        line = re.search(r"at line (\d+)", str(error))
        where = f"{name}:{line[1]}" if line else name
        raise ConfigError(f"{where}: not TOML: {error}") from None
    try:
        return Config.model_validate(given)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False)[0]
        raise ConfigError(f"{name}:{line_of(text, first['loc'])}: {_reason(first)}") from None


def _reason(error: Any) -> str:
    names = [part for part in error["loc"] if isinstance(part, str)]
    dotted = ".".join(names)
    if error["type"] == "extra_forbidden":
        return f"unknown field `{dotted}`; {_fields_beside(names)}"
    # A check of ours on a whole section speaks of its parts.
    colon = ":" if error["type"] == "value_error" else ""
    return f"`{dotted}`{colon} {describe_invalid([error])}"


def _fields_beside(names: list[str]) -> str:
    """What the section that the last of `names` stands in has, for whoever misspelt it."""
    section = SECTIONS[names[-2]] if len(names) > 1 else Config
    where = f"[{'.'.join(names[:-1])}]" if names[:-1] else "the file"
    return f"{where} has {', '.join(f'`{field}`' for field in section.model_fields)}"


_HEADER = re.compile(r"^\s*(\[\[?)\s*([^\]]+?)\s*\]\]?\s*(#.*)?$")
_KEY = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)


def line_of(text: str, loc: tuple[str | int, ...]) -> int:
    """The line (from 1) of the TOML `text` that sets `loc`, or the nearest one above it."""
    table: tuple[str | int, ...] = ()
    counts: dict[tuple[str | int, ...], int] = {}
    best, best_length = 1, -1
    for number, line in enumerate(text.splitlines(), 1):
        if header := _HEADER.match(line):
            table = _parts(header[2])
            if header[1] == "[[":
                counts[table] = counts.get(table, -1) + 1
                table = (*table, counts[table])
            path = table
        elif key := _KEY.match(line):
            path = (*table, *_parts(key[1]))
        else:
            continue
        if path == loc[: len(path)] and len(path) > best_length:
            best, best_length = number, len(path)
    return best


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))
