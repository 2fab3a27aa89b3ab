"""The examples, run as users run them, on a small crawl with damage."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pellucid
import pytest
from archives import write_crawl

EXAMPLES = Path(__file__).resolve().parents[4] / "examples" / "python"


@pytest.fixture(scope="module")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("data") / "crawl")


@pytest.fixture(scope="module")
def expected(crawl: Path) -> list[dict[str, Any]]:
    """The rows of the crawl, one for each record."""
    rows: list[dict[str, Any]] = []
    for path in pellucid.input_files([str(crawl)]):
        for records in pellucid.read_records(path):
            rows += pellucid.process_batch(records).to_pylist()
    assert 100 < len([row for row in rows if row["reject"] is None]) < len(rows)
    return rows


def needs(*libraries: str) -> None:
    for library in libraries:
        pytest.importorskip(library, reason=f"AN EXAMPLE WAS NOT TESTED: no {library}, see requirements-examples.txt")


def run(example: str, *arguments: object) -> str:
    environment = {**os.environ, "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0", "RAY_USAGE_STATS_ENABLED": "0"}
    command = [sys.executable, str(EXAMPLES / example), *map(str, arguments)]
    result = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def rejects(rows: list[dict[str, Any]]) -> dict[str, int]:
    reasons = [row["reject"] for row in rows if row["reject"] is not None]
    return {reason: reasons.count(reason) for reason in reasons}


def test_datatrove(crawl: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    needs("datatrove")
    output = run("datatrove_reader.py", crawl, tmp_path)
    lines = [json.loads(line) for file in (tmp_path / "text").iterdir() for line in file.read_text("utf-8").splitlines()]
    pages = {(row["file"], row["offset"]): row["text"] for row in expected if row["reject"] is None and row["text"]}
    assert {(line["metadata"]["file"], line["metadata"]["offset"]): line["text"] for line in lines if line["text"]} == pages
    written = (tmp_path / "rejects" / "00000.jsonl").read_text("utf-8").splitlines()
    assert len(written) + len(lines) == len(expected)
    for reason, count in rejects(expected).items():
        assert f"rejected: {reason}: {count}" in output


def test_ray(crawl: Path, expected: list[dict[str, Any]], tmp_path: Path) -> None:
    needs("ray.data")
    import pyarrow.parquet as pq

    output = run("ray_data.py", crawl, tmp_path / "out").splitlines()
    rows = pq.read_table(tmp_path / "out").to_pylist()
    place = lambda row: (row["file"], row["offset"])  # noqa: E731
    assert sorted(rows, key=place) == sorted(expected, key=place)
    for reason, count in rejects(expected).items():
        assert f"{reason} {count}" in output


def test_duckdb_and_polars(crawl: Path, expected: list[dict[str, Any]]) -> None:
    needs("duckdb", "polars")
    example = runpy.run_path(str(EXAMPLES / "duckdb_polars.py"))
    counted = {what: pages for what, pages, _ in example["encodings"](str(crawl))}
    assert sum(counted.values()) == len(expected)
    for reason, count in rejects(expected).items():
        assert counted[f"rejected: {reason}"] == count
    assert counted["KOI8-R"] == len([row for row in expected if row["encoding"] == "KOI8-R"])
    assert "французских булок" in run("duckdb_polars.py", crawl)
