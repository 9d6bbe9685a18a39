"""Settings for all tests."""

import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# The first example of a property may have to compile the engine.
settings.register_profile("engine", deadline=None, print_blob=True)
settings.load_profile("engine")

# Whoever runs the tests in the background may have them ignore Ctrl-C, and what they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOM = pytest.StashKey[str]()


def pytest_configure(config: pytest.Config) -> None:
    """Libraries leave things in the home folder and in /tmp: for the tests both are a room that is thrown away.

    Caches stay where they are.  Workers of the same run inherit the room.
    """
    if hasattr(config, "workerinput"):
        return
    home = Path.home()
    os.environ.setdefault("XDG_CACHE_HOME", str(home / ".cache"))
    os.environ.setdefault("MPLCONFIGDIR", f"{os.environ['XDG_CACHE_HOME']}/matplotlib")
    room = tempfile.mkdtemp(prefix="uno-")  # a short name: Ray puts sockets there
    os.environ.update(HOME=room, TMPDIR=room)
    tempfile.tempdir = None
    config.stash[ROOM] = room


def pytest_unconfigure(config: pytest.Config) -> None:
    """Throw the room away."""
    room = config.stash.get(ROOM, None)
    if room is not None:
        shutil.rmtree(room, ignore_errors=True)
