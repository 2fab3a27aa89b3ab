"""What can go wrong. Bytes never do: errors are for options, models, and for `errors="strict"`.

Each class is also the one of Python's own that its users already catch.
"""


class PellucidError(Exception):
    """Any error of this package, but for wrong types and files that cannot be read."""

    __module__ = "pellucid"


class BatchError(PellucidError):
    """Many pages cannot be worked on: the output is there already, or a run that cannot be gone on with."""

    __module__ = "pellucid"


class DecodeError(PellucidError, UnicodeDecodeError):
    """Bytes mean nothing in the encoding, and `errors="strict"` was asked for."""

    __module__ = "pellucid"


class ModelError(PellucidError, ValueError):
    """A file is no model, or one that is damaged or too new; or nothing was found to train one on."""

    __module__ = "pellucid"


class OptionError(PellucidError, ValueError):
    """An option has a value that it cannot have, or two options contradict each other."""

    __module__ = "pellucid"


class UnknownEncoding(PellucidError, LookupError):
    """No encoding has this name."""

    __module__ = "pellucid"
