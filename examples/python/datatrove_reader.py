"""A reader for datatrove: documents from crawl archives, and no page dropped silently.

    python datatrove_reader.py CRAWL.warc.gz OUTPUT_FOLDER

datatrove's own reader decodes pages as UTF-8, else by a guess from their bytes alone, and skips what fails. This one uses
everything that is known about a page, and returns its main content. The statistics of the run count the records that are not pages, by
their reason; with `rejects`, each of them gets a line in a file.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pellucid
from datatrove.data import Document, DocumentsPipeline
from datatrove.executor import LocalPipelineExecutor
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.writers import JsonlWriter


class PellucidReader(PipelineStep):
    """Documents from files, folders or patterns: WARC, Parquet, JSON lines, pages.

    - extract: "main", "all" or "none" (the decoded page, for an extractor of your own)
    - rejects: a folder for records that are not pages

    Other options are those of `pellucid.process_batch`. Each task of the executor reads its share of the files.
    """

    type = "📖 - READER"
    name = "🔎 Pellucid"

    def __init__(
        self, *paths: str, extract: str = "main", rejects: str | None = None, **options: Any
    ) -> None:
        super().__init__()
        self.paths = paths
        self.options = {**options, "extract": extract}
        self.rejects = rejects

    def run(self, data: DocumentsPipeline = None, rank: int = 0, world_size: int = 1) -> DocumentsPipeline:
        """The documents of earlier steps, then those of this task's files."""
        if data:
            yield from data
        rejects = None
        if self.rejects:
            Path(self.rejects).mkdir(parents=True, exist_ok=True)
            rejects = open(Path(self.rejects) / f"{rank:05}.jsonl", "w", encoding="utf-8")
        for path in pellucid.input_files(list(self.paths))[rank::world_size]:
            for row in self.rows(path):
                if row["reject"] is None:
                    document = self.document(row)
                    self.update_doc_stats(document)
                    yield document
                    continue
                self.stat_update(f"rejected: {row['reject']}")
                if rejects:
                    print(json.dumps(row, ensure_ascii=False), file=rejects)
        if rejects:
            rejects.close()

    def rows(self, path: str) -> Iterator[dict[str, Any]]:
        """The rows of a file."""
        for records in pellucid.read_records(path):
            yield from pellucid.process_batch(records, **self.options).to_pylist()

    @staticmethod
    def document(row: dict[str, Any]) -> Document:
        """A document: its text, and everything else as metadata."""
        text = row.pop("text") or ""
        identity = row.pop("id") or f"{row['file']}:{row['offset']}"
        metadata = {name: value for name, value in row.items() if value is not None}
        return Document(text=text, id=identity, metadata=metadata)


if __name__ == "__main__":
    archive, output = sys.argv[1:]
    pipeline = [
        PellucidReader(archive, rejects=f"{output}/rejects"),
        JsonlWriter(f"{output}/text", compression=None),
    ]
    print(LocalPipelineExecutor(pipeline, logging_dir=f"{output}/log").run().get_repr("in all"))
