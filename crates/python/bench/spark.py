"""Measures what Spark costs more than `pellucid batch`: both turn the same archives into Parquet, in one run.

    cargo build --release --bin pellucid && pip install '.[spark]'
    python crates/python/bench/spark.py [--pages 1500] [--files 4] [--rounds 2]

The figures are CPU time, user and system, of all processes: the command; or the Java machine and its Python workers. The first job
of Spark does not count, since it starts and warms them up. The pages are those of crawl.py.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

from crawl import ROOT, cpu_of, pages, write_archive


def cpu_below(root):
    """CPU seconds of a process and of all below it, including those that have ended."""
    processes = {}
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                fields = Path(f"/proc/{name}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            processes[int(name)] = (int(fields[1]), sum(map(int, fields[11:15])))
    found = {root}
    while more := {one for one, (parent, _) in processes.items() if parent in found} - found:
        found |= more
    return sum(processes[one][1] for one in found if one in processes) / os.sysconf("SC_CLK_TCK")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--files", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pellucid", default=str(ROOT / "target/release/pellucid"))
    arguments = parser.parse_args()

    os.environ["PYSPARK_PYTHON"] = sys.executable
    from pellucid import spark as pellucid_spark
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory() as folder:
        crawl = Path(folder, "crawl")
        crawl.mkdir()
        bodies = pages(arguments.pages)
        write_archive(crawl / "0.warc.gz", bodies)
        for number in range(1, arguments.files):
            shutil.copy(crawl / "0.warc.gz", crawl / f"{number}.warc.gz")
        count, size = arguments.files * len(bodies), arguments.files * sum(map(len, bodies)) / 1e6
        best = {}

        def took(name, cpu, passed):
            best[name] = min(best.get(name, (float("inf"), 0)), (cpu, passed))

        session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        session.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "500")
        session.conf.set("spark.sql.parquet.compression.codec", "zstd")
        jobs = {
            "Spark: read_warc(extract='main')": lambda: pellucid_spark.read_warc(session, crawl, extract="main"),
            "Spark: read_warc, then extract_df": lambda: pellucid_spark.extract_df(
                pellucid_spark.read_warc(session, crawl), "content"
            ),
        }
        for turn in range(arguments.rounds + 1):
            command = [arguments.pellucid, "batch", "-q", "--overwrite", "-j", "2", crawl, "-o", f"{folder}/rows.parquet"]
            took("pellucid batch -j 2", *cpu_of(command))
            for name, job in jobs.items():
                before, start = cpu_below(os.getpid()), time.monotonic()
                job().write.mode("overwrite").parquet(f"{folder}/spark")
                if turn > 0:
                    took(name, cpu_below(os.getpid()) - before, time.monotonic() - start)
        session.stop()
    print(f"\n{count} pages, {size:.0f} MB, in {arguments.files} files; best of {arguments.rounds}\n")
    print("| | CPU seconds | pages/s/core | MB/s/core | seconds passed |\n|---|---:|---:|---:|---:|")
    for name, (cpu, passed) in best.items():
        print(f"| {name} | {cpu:.1f} | {count / cpu:.0f} | {size / cpu:.1f} | {passed:.1f} |")


if __name__ == "__main__":
    main()
