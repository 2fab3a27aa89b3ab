"""A plugin of pytest: notes for each test whether it ran code of `pellucid.compat`, or started another program."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest
from pellucid import compat

_OURS = str(Path(compat.__file__).parent)
_STARTS = subprocess.Popen.__init__.__code__


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_call(item):
    is_reached = False

    def watch(frame, event, argument):
        nonlocal is_reached
        if event == "call" and (frame.f_code is _STARTS or frame.f_code.co_filename.startswith(_OURS)):
            is_reached = True
            sys.setprofile(None)

    sys.setprofile(watch)
    threading.setprofile(watch)
    yield
    sys.setprofile(None)
    threading.setprofile(None)
    item.user_properties.append(("reached", is_reached))
