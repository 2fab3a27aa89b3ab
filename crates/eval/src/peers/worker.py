"""One Python detector or extractor as a worker: worker.py PEER.  The protocol is described in process.rs.

Each function below loads a detector and returns its version and a function from bytes to (label, confidence);
a detector without a confidence gives None. For an extractor, the bytes are UTF-8, and the label is a text.
"""

import ctypes
import os
import struct
import sys
import time
from importlib.metadata import version

MEMORY = 0xFFFFFFFF


def chardet():
    from chardet import detect

    def answer(data):
        found = detect(data)
        return found["encoding"], found["confidence"]

    return version("chardet"), answer


def charset_normalizer():
    from charset_normalizer import from_bytes
    from charset_normalizer.constant import TOO_SMALL_SEQUENCE

    def answer(data):
        best = from_bytes(data).best()
        if best is None:
            return None, None
        # What its chardet-like `detect` reports as confidence, less on short input.
        confidence = 1 - best.chaos
        sure = best.encoding in ("utf_8", "ascii") or best.bom
        if confidence >= 0.9 and len(data) < TOO_SMALL_SEQUENCE and not sure:
            confidence -= 0.2
        return best.encoding, confidence

    return version("charset-normalizer"), answer


def faust_cchardet():
    from cchardet import detect

    def answer(data):
        found = detect(data)
        return found["encoding"], found["confidence"]

    return version("faust-cchardet"), answer


def icu():
    return _icu(markup_filter=False)


def icu_filter():
    return _icu(markup_filter=True)


def _icu(markup_filter):
    from icu import ICU_VERSION, CharsetDetector

    def answer(data):
        detector = CharsetDetector()
        if markup_filter:
            detector.enableInputFilter(True)
        detector.setText(data)
        match = detector.detect()
        return (match.getName(), match.getConfidence() / 100) if match else (None, None)

    return ICU_VERSION, answer


def uchardet():
    library = ctypes.CDLL("libuchardet.so.0")
    library.uchardet_new.restype = ctypes.c_void_p
    library.uchardet_get_charset.restype = ctypes.c_char_p
    for name in ("uchardet_reset", "uchardet_data_end", "uchardet_get_charset"):
        getattr(library, name).argtypes = [ctypes.c_void_p]
    library.uchardet_handle_data.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t]
    detector = library.uchardet_new()

    def answer(data):
        library.uchardet_reset(detector)
        library.uchardet_handle_data(detector, data, len(data))
        library.uchardet_data_end(detector)
        return library.uchardet_get_charset(detector).decode(), None

    # The library cannot tell its version; its file name can.
    path = next((line.split()[-1] for line in open("/proc/self/maps") if "libuchardet" in line), "")
    return os.path.realpath(path).rpartition(".so.")[2] or "unknown", answer


def resiliparse():
    from resiliparse.parse.encoding import detect_encoding

    return version("resiliparse"), lambda data: (detect_encoding(data), None)


def extract_trafilatura():
    return _trafilatura(fast=False)


def extract_trafilatura_fast():
    return _trafilatura(fast=True)


def _trafilatura(fast):
    import logging

    from trafilatura import extract

    logging.disable(logging.CRITICAL)
    return version("trafilatura"), lambda data: (extract(data.decode(), include_comments=False, fast=fast), None)


def extract_resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.html import HTMLTree

    def answer(data):
        tree = HTMLTree.parse_from_bytes(data, "utf-8")
        text = extract_plain_text(tree, main_content=True, alt_texts=False, links=False, comments=False,
                                  noscript=False, preserve_formatting=True)
        return text, None

    return version("resiliparse"), answer


def markdown_trafilatura():
    import logging

    from trafilatura import extract

    logging.disable(logging.CRITICAL)
    options = {"output_format": "markdown", "include_tables": True, "include_links": True, "include_images": True,
               "include_formatting": True}
    return version("trafilatura"), lambda data: (extract(data.decode(), **options), None)


def markdown_readability():
    import logging

    from markdownify import markdownify
    from readability import Document

    logging.disable(logging.CRITICAL)
    return (version("readability-lxml"),
            lambda data: (markdownify(Document(data.decode()).summary(), heading_style="ATX"), None))


def markdown_html2text():
    """The whole page: what is lost where nothing is left out."""
    from html2text import HTML2Text

    def answer(data):
        converter = HTML2Text()
        converter.body_width = 0
        return converter.handle(data.decode()), None

    return version("html2text"), answer


def metadata_trafilatura():
    import json
    import logging

    from trafilatura import extract_metadata

    logging.disable(logging.CRITICAL)

    def answer(data):
        found = extract_metadata(data.decode())
        authors = (found.author or "").split("; ") if found.author else []
        known = {"title": found.title, "authors": authors, "date": found.date, "site": found.sitename,
                 "categories": found.categories or []}
        return json.dumps(known), None

    return version("trafilatura"), answer


def metadata_htmldate():
    import json
    import logging

    from htmldate import find_date

    logging.disable(logging.CRITICAL)

    def answer(data):
        text = data.decode()
        known = {"date": find_date(text, original_date=True), "modified": find_date(text, original_date=False)}
        return json.dumps(known), None

    return version("htmldate"), answer


def metadata_extruct():
    """What the syntaxes declare, the first that says something: it finds data, and chooses nothing."""
    import json

    import extruct as library

    def texts(value):
        values = value if isinstance(value, list) else [value]
        values = [value.get("name") if isinstance(value, dict) else value for value in values]
        return [value for value in values if isinstance(value, str) and value]

    def answer(data):
        found = library.extract(data.decode(), syntaxes=["json-ld", "microdata", "opengraph"], uniform=True, errors="ignore")
        objects = [inner for group in ("json-ld", "microdata", "opengraph") for outer in found.get(group, [])
                   for inner in [outer, *[each for each in outer.get("@graph", []) if isinstance(each, dict)]]]
        first = lambda *names: next((value for each in objects for name in names for value in [texts(each.get(name))] if value), [])
        one = lambda *names: (first(*names) or [None])[0]
        known = {"title": one("headline", "og:title"), "authors": first("author"),
                 "date": one("datePublished", "article:published_time"),
                 "modified": one("dateModified", "article:modified_time"), "language": one("inLanguage", "og:locale"),
                 "site": one("og:site_name", "publisher"), "categories": first("articleSection", "article:section")}
        return json.dumps(known), None

    return version("extruct"), answer


def ftfy():
    from ftfy import fix_encoding

    return version("ftfy"), lambda data: (fix_encoding(data.decode()), None)


def on_one_line(text):
    for character, escape in (("\\", "\\\\"), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(character, escape)
    return "\\" + text if text.startswith("!") else text


def memory(field):
    # Not getrusage: its peak counts the process from which this one was started.
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(field))


def main():
    load = globals()[sys.argv[1].replace("-", "_")]
    # Whatever a detector prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="replace")
    os.dup2(2, 1)
    requests = sys.stdin.buffer
    name, answer = load()
    print(name, file=answers, flush=True)
    after_first = None
    while len(head := requests.read(4)) == 4:
        (length,) = struct.unpack("<I", head)
        if length == MEMORY:
            print(after_first or 0, memory("VmHWM"), sep="\t", file=answers, flush=True)
            continue
        data = requests.read(length)
        start = time.thread_time_ns()
        failed = None
        try:
            label, confidence = answer(data)
        except Exception as error:  # a detector that fails on a page has not found its encoding
            label, confidence, failed = None, None, "!" + type(error).__name__
        took = time.thread_time_ns() - start
        after_first = after_first or memory("VmRSS")
        line = failed or on_one_line(label or "")
        print(line, "" if confidence is None else confidence, took, sep="\t", file=answers, flush=True)


main()
