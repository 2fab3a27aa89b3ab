"""Puts Pellucid in the place of a library, in every Python that is started with this folder in its path."""

import importlib.util
import os
import sys

_library = os.environ.get("PELLUCID_DROP_IN")
if _library:
    _original = importlib.util.find_spec(_library)
    from pellucid import compat

    compat.install(_library)
    # What of the original has no replacement stays: its tests import tables from there to judge the answers.
    if _original and _original.submodule_search_locations:
        sys.modules[_library].__path__.extend(_original.submodule_search_locations)
