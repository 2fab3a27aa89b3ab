"""Raw bytes of any web page in, clear Unicode text out.

One call for most people, a configured object for reuse, and a stream for pages that arrive in pieces:

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

`page` extracts the main content of a page. `pellucid.compat` has the functions of chardet and charset-normalizer, and
`pellucid.spark` reads crawls on Apache Spark.
"""

from ._answers import Alternative, Check, Evidence, Layer, Metadata, Mixed, Span, Tally
from ._errors import BatchError, DecodeError, ModelError, OptionError, PellucidError, UnknownEncoding
from ._hints import BatchOptions, Hints, TextHints
from ._native import (
    VERSION as __version__,
    Decoded,
    Detector,
    Encoding,
    Extracted,
    Guess,
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
    "Check",
    "DecodeError",
    "Decoded",
    "Detector",
    "Encoding",
    "Evidence",
    "Extracted",
    "Guess",
    "Hints",
    "Layer",
    "Metadata",
    "Mixed",
    "ModelError",
    "OptionError",
    "Page",
    "PellucidError",
    "Records",
    "Repaired",
    "Span",
    "Stream",
    "Tally",
    "TextHints",
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
