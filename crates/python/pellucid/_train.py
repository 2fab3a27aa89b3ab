"""Training of models."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ._errors import OptionError
from ._native import encoding, train_chared, train_svm

if TYPE_CHECKING:
    from typing_extensions import Buffer

    _Page = Buffer | str | os.PathLike[str]
    _Pages = Iterable[_Page] | str | os.PathLike[str]

_log = logging.getLogger("pellucid")


def train(
    method: Literal["chared", "svm"],
    pages: _Pages | Mapping[str, _Pages] | None = None,
    *,
    text: str | None = None,
    encodings: Iterable[str] | None = None,
    **options: Any,
) -> bytes:
    """Trains a model for the hint `model`: the same bytes as `pellucid train` writes for the same input.

    "chared" learns a language from `pages` that declare their encodings. `pages` are bytes, paths, or the path of a folder. Its
    options are `language` (a tag; by default Pellucid detects it), `sample` (a text in the language; pages that are not like it are
    skipped) and `limit` (how many byte triples to keep).

    "svm" learns to distinguish encodings. `pages` are a folder with a subfolder for each encoding, or a mapping from their names to
    pages. Its options are `settings` ("extended" or "paper"), `keep_markup`, `documents`, `features`, `min_count`, `disparity`,
    `negatives` and `cost`: see `pellucid train svm --help`.

    Both can learn from a `text` instead, which is encoded in each of the `encodings`. The logger "pellucid" reports what is skipped,
    and how well the model does on what it was not made of. Raises ModelError if a model would be of no use.

    >>> import pellucid
    >>> model = pellucid.train("chared", text="Příliš žluťoučký kůň úpěl ďábelské ódy.", encodings=["windows-1250", "iso-8859-2"])
    >>> pellucid.detect("kůň úpěl žluťoučký".encode("iso8859_2"), model=model).encoding
    'ISO-8859-2'
    """
    if (pages is None) == (text is None):
        raise OptionError("pass either pages or a text")
    if text is not None and not text.strip():
        raise OptionError("the text is empty")
    names = None if encodings is None else [name for name in encodings if encoding(name)]
    if text is not None and not names:
        raise OptionError("a text needs encodings, a list of names")
    if method == "chared":
        if isinstance(pages, Mapping):
            raise OptionError("chared takes a list of pages, which declare their encodings; a mapping is for svm")
        read = (_bytes(page) for page in _files(() if pages is None else pages))
        model, left_out = train_chared(read, text, encodings=names, **options)
    elif method == "svm":
        labelled = _labelled(pages, names)
        counts = [(name, len(found)) for name, found in labelled.items()]
        model, left_out = train_svm(
            counts, lambda name, number: _bytes(labelled[name][number]), text, encodings=names or [], **options
        )
    else:
        raise OptionError(f"unknown method {method!r}; use one of: chared, svm")
    for line in left_out:
        _log.info("%s", line)
    return model


def _labelled(pages: Any, names: list[str] | None) -> dict[str, list[_Page]]:
    """The pages of each name, sorted by name."""
    if pages is None:
        return {}
    if isinstance(pages, (str, os.PathLike)):
        pages = {folder.name: folder for folder in Path(pages).iterdir() if folder.is_dir()}
    elif not isinstance(pages, Mapping):
        raise OptionError("svm takes a folder, or a mapping from names to pages")
    wanted = None if names is None else [name.lower() for name in names]
    found = {}
    for name in sorted(pages):
        encoding(name)
        if wanted is None or name.lower() in wanted:
            found[name] = list(_files(pages[name]))
    return found


def _files(pages: _Pages) -> Iterator[_Page]:
    """Pages as they are; for folders, every file in them, sorted by name. Links are skipped."""
    for page in [pages] if isinstance(pages, (str, os.PathLike)) else pages:
        if isinstance(page, (str, os.PathLike)) and os.path.isdir(page):
            for entry in sorted(os.scandir(page), key=lambda entry: os.fsencode(entry.name)):
                if entry.is_dir(follow_symlinks=False) or entry.is_file(follow_symlinks=False):
                    yield from _files(entry.path)
        else:
            yield page


def _bytes(page: _Page) -> Buffer:
    return Path(page).read_bytes() if isinstance(page, (str, os.PathLike)) else page
