"""Makes libraries use Pellucid that have no hook for detection. Only on request, and it can be undone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from .._native import detect
from ._codec import codec, codec_of

# The module, its attribute, and what replaces it.
_Place = tuple[str, str, Callable[[], object]]


def _module() -> object:
    return sys.modules[__package__]


def _auto_detect() -> object:
    def _auto_detect_fun(self: Any, text: bytes) -> str | None:
        return codec(text, url=self.url)

    return _auto_detect_fun


# Both libraries look for a module with a function `detect`.
_PLACES: dict[str, _Place] = {
    "requests": ("requests.models", "chardet", _module),
    "bs4": ("bs4.dammit", "chardet_module", _module),
    "scrapy": ("scrapy.http.response.text", "TextResponse._auto_detect_fun", _auto_detect),
}
_before: dict[str, object] = {}


def install(*libraries: str) -> list[str]:
    """Makes libraries detect encodings with Pellucid instead of chardet, cchardet or charset-normalizer.

    `libraries` are some of "requests", "bs4" and "scrapy"; without names, all of these that can be imported. Returns the names of
    the libraries that now use Pellucid. docs/python.md says what each of them does with the answer.

    >>> from pellucid import compat
    >>> compat.installed()
    []
    """
    for name in libraries:
        if name not in _PLACES:
            raise ValueError(f"unknown library {name!r}; use one of: {', '.join(_PLACES)}")
    for name in libraries or _PLACES:
        if name in _before:
            continue
        try:
            owner, attribute = _owner(name)
        except ModuleNotFoundError:
            if libraries:
                raise
            continue
        _before[name] = getattr(owner, attribute)
        setattr(owner, attribute, _PLACES[name][2]())
    return installed()


def uninstall(*libraries: str) -> list[str]:
    """Undoes `install`, for some libraries or for all. Returns the names of the libraries that still use Pellucid."""
    for name in libraries or tuple(_before):
        if name in _before:
            setattr(*_owner(name), _before.pop(name))
    return installed()


def installed() -> list[str]:
    """The names of the libraries that use Pellucid."""
    return list(_before)


def _owner(library: str) -> tuple[Any, str]:
    """The object whose attribute is replaced, and the name of that attribute."""
    module, path, _ = _PLACES[library]
    owner: Any = import_module(module)
    *outer, attribute = path.split(".")
    for name in outer:
        owner = getattr(owner, name)
    return owner, attribute


def set_encoding(response: Any, *_: Any, **__: Any) -> Any:
    """A hook for sessions of requests: sets `response.encoding` from the header, the page and its address.

    `session.hooks["response"].append(pellucid.compat.set_encoding)`. It reads the whole page.
    """
    content_type = response.headers.get("Content-Type")
    guess = detect(response.content or b"", content_type=content_type, url=response.url)
    response.encoding = codec_of(guess)
    return response
