"""Detection copies no large page as a whole, and other threads of Python run meanwhile."""

from __future__ import annotations

import array
import ctypes
import mmap
import subprocess
import sys
import threading
import time
from pathlib import Path

import pellucid
import pytest

PAGE = "<p>Tout le monde déjà là, où çà ? L’été, à Noël.</p>\n".encode()
LARGE = PAGE * 60_000  # 3.5 MB: several pieces


@pytest.fixture
def mapped(tmp_path: Path) -> mmap.mmap:
    file = tmp_path / "page"
    file.write_bytes(LARGE)
    with file.open("rb") as opened:
        return mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)


def buffers(data: bytes) -> list[object]:
    values = (ctypes.c_ubyte * len(data)).from_buffer_copy(data)
    return [
        data,
        bytearray(data),
        memoryview(data),
        memoryview(bytearray(data)),
        memoryview(b"x" + data + b"x")[1:-1],
        memoryview(data[::-1])[::-1],
        array.array("B", data),
        values,
    ]


@pytest.mark.parametrize("data", [b"", b"a", PAGE, LARGE], ids=["empty", "letter", "page", "large"])
def test_every_buffer_gives_the_same_answer(data: bytes) -> None:
    guess, decoded = pellucid.detect(data), pellucid.decode(data)
    for buffer in buffers(data):
        assert pellucid.detect(buffer) == guess, type(buffer)  # type: ignore[arg-type]
        assert pellucid.decode(buffer).text == decoded.text, type(buffer)  # type: ignore[arg-type]


def test_maps_and_wide_items(mapped: mmap.mmap) -> None:
    assert pellucid.detect(mapped) == pellucid.detect(LARGE)
    assert pellucid.decode(mapped).text == LARGE.decode()
    assert pellucid.page(mapped).text == pellucid.page(LARGE).text
    assert pellucid.decode(mapped, mixed=True).text == LARGE.decode()
    wide = array.array("I", LARGE[: len(LARGE) // 4 * 4])
    assert pellucid.detect(wide) == pellucid.detect(LARGE[: len(LARGE) // 4 * 4])
    stream = pellucid.Detector().stream()
    stream.feed(mapped)
    assert stream.finish() == pellucid.detect(LARGE)
    with pytest.raises(ValueError):
        mapped.close()
        pellucid.detect(mapped)


def test_damage_is_found_across_pieces() -> None:
    """A buffer of several pieces, with a character across their border; the last byte but one is wrong."""
    data = bytearray(b"a" + "é".encode() * 1_200_000 + b"\xff.")
    decoded = pellucid.decode(data, encoding="utf-8")
    assert decoded.positions == [(len(data) - 2, len(data) - 1)]
    with pytest.raises(pellucid.DecodeError) as error:
        pellucid.decode(data, encoding="utf-8", errors="strict")
    assert error.value.start == len(data) - 2


PEAK = """
import mmap, resource, sys
import pellucid
what, path, size = sys.argv[1], sys.argv[2], int(sys.argv[3])
pellucid.detect(b"\\xe9")                      # loads the models
if what == "bytes":
    data = open(path, "rb").read()
else:
    opened = open(path, "rb")
    data = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
    for start in range(0, size, 4096):         # what is mapped counts as resident once it is read
        data[start]
    data = memoryview(data)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
guess = pellucid.detect(data)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
assert guess.encoding == "UTF-8", guess
print(after - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peak memory is counted in KiB on Linux only")
@pytest.mark.parametrize("what", ["bytes", "mmap"])
def test_a_large_page_is_not_copied(what: str, tmp_path: Path) -> None:
    """64 MB of UTF-8: at the end the process has been less than 8 MB larger than before."""
    file = tmp_path / "page"
    file.write_bytes(PAGE * (64_000_000 // len(PAGE)))
    size = str(file.stat().st_size)
    output = subprocess.run([sys.executable, "-c", PEAK, what, file, size], capture_output=True, text=True)
    assert output.returncode == 0, output.stderr
    assert int(output.stdout) < 8_000, f"{output.stdout} KiB more"


def test_other_threads_run() -> None:
    """While Pellucid reads a long page, a thread of Python counts: the interpreter's lock is released."""
    data = "Съешь ещё этих мягких булок. ".encode("koi8_r") * 400_000
    ticks: list[float] = []
    done = threading.Event()

    def count() -> None:
        while not done.is_set():
            ticks.append(time.perf_counter())
            time.sleep(0.0005)

    work = {
        "detect": lambda: pellucid.detect(data),
        "decode": lambda: pellucid.decode(data, encoding="koi8-r"),
        "page": lambda: pellucid.page(data[: len(data) // 8]),
        "repair": lambda: pellucid.repair("Ã©t".join(["a"] * 400_000)),
        "bytearray": lambda: pellucid.detect(bytearray(data)),
    }
    counter = threading.Thread(target=count)
    counter.start()
    try:
        for name, call in work.items():
            began = time.perf_counter()
            call()
            ended = time.perf_counter()
            within = [tick for tick in ticks if began < tick < ended]
            longest = max(b - a for a, b in zip([began, *within], [*within, ended]))
            # Making a str of the result keeps the lock for a moment.
            assert longest < max(0.6 * (ended - began), 0.05), f"{name}: {longest:.3f} of {ended - began:.3f} s"
    finally:
        done.set()
        counter.join()


def test_many_threads_share_a_detector() -> None:
    detector = pellucid.Detector()
    pages = [("é" * n + " déjà vu").encode(codec) for n in range(1, 40) for codec in ("utf-8", "cp1252")]
    wanted = [detector.detect(page) for page in pages]
    failed: list[int] = []

    def work() -> None:
        for _ in range(20):
            for page, guess in zip(pages, wanted):
                if detector.detect(page) != guess:
                    failed.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
