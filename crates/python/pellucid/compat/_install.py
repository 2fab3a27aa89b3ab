"""Makes programs use Pellucid that have no hook for detection. Only on request, and it can be undone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
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


# requests and bs4 look for a module with a function `detect`.
_PLACES: dict[str, _Place] = {
    "requests": ("requests.models", "chardet", _module),
    "bs4": ("bs4.dammit", "chardet_module", _module),
    "scrapy": ("scrapy.http.response.text", "TextResponse._auto_detect_fun", _auto_detect),
}
# The packages that are replaced as a whole, and their modules that others import. The rest is found on demand.
_PACKAGES = {
    "chardet": ("detector", "enums"),
    "charset_normalizer": ("api", "constant", "legacy", "models", "utils", "version"),
}
_before: dict[str, object] = {}


def install(*libraries: str) -> list[str]:
    """Makes libraries detect encodings with Pellucid instead of chardet, cchardet or charset-normalizer.

    `libraries` are some of "requests", "bs4" and "scrapy"; without names, all of these that can be imported. "chardet" and
    "charset_normalizer" are themselves replaced: a later `import chardet` gives `pellucid.compat.chardet`, whether or not the original is
    installed. What was imported by name before stays what it is. Returns the names of the libraries that now use
    Pellucid. docs/python.md says what each of them does with the answer.

    >>> from pellucid import compat
    >>> compat.installed()
    []
    >>> compat.install("chardet")
    ['chardet']
    >>> from chardet.detector import UniversalDetector
    >>> UniversalDetector is compat.UniversalDetector
    True
    >>> compat.uninstall()
    []
    """
    for name in libraries:
        if name not in _PLACES and name not in _PACKAGES:
            raise ValueError(f"unknown library {name!r}; use one of: {', '.join([*_PLACES, *_PACKAGES])}")
    for name in libraries or _PLACES:
        if name in _before:
            continue
        if name in _PACKAGES:
            _before[name] = _replaced(name)
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
        if name not in _before:
            continue
        before = _before.pop(name)
        if name in _PACKAGES and isinstance(before, dict):
            _taken(name)
            sys.modules.update(before)
        else:
            setattr(*_owner(name), before)
    return installed()


def installed() -> list[str]:
    """The names of the libraries that use Pellucid."""
    return list(_before)


def _replaced(package: str) -> dict[str, ModuleType]:
    """Puts a package of ours in the place of its original; returns the modules of that."""
    ours = {package: import_module(f".{package}", __package__)}
    for module in _PACKAGES[package]:
        ours[f"{package}.{module}"] = import_module(f".{package}.{module}", __package__)
    before = _taken(package)
    sys.modules.update(ours)
    return before


def _taken(package: str) -> dict[str, ModuleType]:
    """The modules of a package that are loaded, which from now on are not."""
    names = [name for name in sys.modules if name == package or name.startswith(f"{package}.")]
    return {name: sys.modules.pop(name) for name in names}


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
