"""Two workers of Spark, each in its own process; a crawl, and the rows of `pellucid.batch` for it."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pellucid
import pytest
from archives import write_crawl

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def no_spark() -> str | None:
    """Why Spark cannot run here."""
    try:
        import pyspark
    except ImportError:
        return "no pyspark: crates/python/requirements-spark.txt"
    home = os.environ.get("JAVA_HOME")
    java = shutil.which(f"{home}/bin/java" if home else "java")
    output = subprocess.run([java, "-version"], capture_output=True, text=True).stderr if java else ""
    version = re.search(r'version "(\d+)', output)
    if version is None or int(version[1]) < 17:
        return f"pyspark {pyspark.__version__} needs Java 17 or later"
    return None


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    if why := no_spark():
        pytest.skip(f"SPARK WAS NOT TESTED: {why}")
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    # Two workers, each in its own process, with one core and one gigabyte.
    builder = SparkSession.Builder().master("local-cluster[2,1,1024]").appName("pellucid")
    settings = {
        "spark.ui.enabled": False,
        "spark.driver.host": "127.0.0.1",
        "spark.local.dir": tmp_path_factory.mktemp("spark"),
        "spark.sql.warehouse.dir": tmp_path_factory.mktemp("warehouse"),
        "spark.sql.shuffle.partitions": 2,
    }
    for name, value in settings.items():
        builder = builder.config(name, str(value))
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def crawl(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_crawl(tmp_path_factory.mktemp("data") / "crawl")


Rows = dict[tuple[str, int], dict[str, Any]]


@pytest.fixture
def batch(tmp_path: Path) -> Callable[..., tuple[Rows, Rows]]:
    """Runs `pellucid.batch`: its rows and its rejects, by their places."""

    def run(inputs: Path, **options: Any) -> tuple[Rows, Rows]:
        pellucid.batch(inputs, tmp_path / "out.jsonl", rejects=tmp_path / "rejects.jsonl", overwrite=True, **options)
        return rows(tmp_path / "out.jsonl"), rows(tmp_path / "rejects.jsonl")

    def rows(path: Path) -> Rows:
        read = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        return {(row["file"], row["offset"]): row for row in read}

    return run
