"""Raw bytes of any web page in, clear Unicode text out.

One call for most people, an object for reuse, a stream for the rest:

>>> import pellucid
>>> pellucid.decode("Привет, мир! Как дела?".encode("windows-1251")).text
'Привет, мир! Как дела?'
>>> detector = pellucid.Detector(content_type="text/html; charset=gbk", url="http://example.cn/")
>>> detector.detect("你好，世界".encode("gbk")).encoding
'GBK'
>>> stream = detector.stream()
>>> stream.feed("你好，世界".encode("gbk"))
>>> stream.finish().python_codec
'gbk'

`page` goes all the way to the main content of a page; `pellucid.compat` has the faces of chardet and charset-normalizer.
"""

from ._errors import BatchError, DecodeError, ModelError, OptionError, PellucidError, UnknownEncoding
from ._hints import BatchOptions, Hints
from ._native import (
    VERSION as __version__,
    Alternative,
    Decoded,
    Detector,
    Encoding,
    Evidence,
    Extracted,
    Guess,
    Layer,
    Page,
    Records,
    Repaired,
    Stream,
    batch,
    batch_schema,
    decode,
    detect,
    encoding,
    encodings,
    extract,
    input_files,
    languages,
    page,
    process_batch,
    read_records,
    repair,
)
from ._train import train

__all__ = [
    "Alternative",
    "BatchError",
    "BatchOptions",
    "DecodeError",
    "Decoded",
    "Detector",
    "Encoding",
    "Evidence",
    "Extracted",
    "Guess",
    "Hints",
    "Layer",
    "ModelError",
    "OptionError",
    "Page",
    "PellucidError",
    "Records",
    "Repaired",
    "Stream",
    "UnknownEncoding",
    "__version__",
    "batch",
    "batch_schema",
    "decode",
    "detect",
    "encoding",
    "encodings",
    "extract",
    "input_files",
    "languages",
    "page",
    "process_batch",
    "read_records",
    "repair",
    "train",
]
