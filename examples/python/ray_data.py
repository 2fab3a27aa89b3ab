"""Reads crawl archives on Ray: a task for each file, and the rows of `pellucid batch`.

    python ray_data.py CRAWL OUTPUT_FOLDER

CRAWL is a file, a folder or a pattern that all machines see. Rejected records are rows, too, with the reason in `reject`.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pellucid
import pyarrow as pa
import ray.data


def read_pages(files: pa.Table, **options: Any) -> Iterator[pa.Table]:
    """On a worker: the pages of files. One batch of them is in memory at a time."""
    for path in files["path"].to_pylist():
        for records in pellucid.read_records(path):
            yield pa.Table.from_batches([pellucid.process_batch(records, **options)])


def pages(*paths: str, **options: Any) -> ray.data.Dataset:
    """The pages of files, folders or patterns. The options are those of `pellucid.process_batch`."""
    files = [{"path": os.path.abspath(path)} for path in pellucid.input_files(list(paths))]
    dataset = ray.data.from_items(files, override_num_blocks=max(1, len(files)))
    return dataset.map_batches(read_pages, batch_size=1, batch_format="pyarrow", fn_kwargs=options)


if __name__ == "__main__":
    crawl, output = sys.argv[1:]
    found = pages(crawl, extract="main").materialize()
    found.write_parquet(output)
    counted = Counter(row["reject"] or "written" for row in found.select_columns(["reject"]).iter_rows())
    for what, count in counted.most_common():
        print(what, count)
