"""Settings for all tests."""

import signal

from hypothesis import settings

# The first example of a property may have to compile the engine.
settings.register_profile("engine", deadline=None, print_blob=True)
settings.load_profile("engine")

# Whoever runs the tests in the background may have them ignore Ctrl-C, and what they start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
