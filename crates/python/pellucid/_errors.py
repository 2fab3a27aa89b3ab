"""Errors. Bytes never raise one: errors are for options, models and files, and for `errors="strict"` and `errors="reject"`.

Each class also has a base class of Python's own, which users already catch.
"""


class PellucidError(Exception):
    """Base of all errors of this package, except for wrong types and for files that cannot be read."""

    __module__ = "pellucid"


class BatchError(PellucidError):
    """A run over many pages cannot start: its output exists already, or it cannot be resumed."""

    __module__ = "pellucid"


class DecodeError(PellucidError, UnicodeDecodeError):
    """Bytes do not decode, with `errors="strict"` or `errors="reject"`."""

    __module__ = "pellucid"


class ModelError(PellucidError, ValueError):
    """A file is not a model, is damaged, or is too new; or there is nothing to train a model on."""

    __module__ = "pellucid"


class OptionError(PellucidError, ValueError):
    """An option has an unknown value, or two options contradict each other."""

    __module__ = "pellucid"


class UnknownEncoding(PellucidError, LookupError):
    """No encoding has this name."""

    __module__ = "pellucid"
