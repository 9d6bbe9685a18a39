"""The one module that talks to Numba's compiler.

Two decorators: :func:`rule` for the scalar functions the rules are written in, and :func:`kernel`
for the few functions that Python calls, each a loop over a batch.  Only kernels are cached on disk.

Numba's file cache looks at one source file at a time and would go on running an old rule after an
edit in another file.  Here the cache directory is named after a digest of every source the engine
is made of, so an edited engine never finds the old code.
"""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import numba
import numpy as np
from numba.core import config as numba_config
from numba.core import event

#: Numba fills its settings in at run time, unseen by type checkers.
config: Any = numba_config

Params = ParamSpec("Params")
Result = TypeVar("Result")

PACKAGE = Path(__file__).resolve().parent.parent
#: The sources that end up inside compiled kernels.
COMPILED = ("engine/*.py", "decks/*.py", "house_rules/*.py", "round/*.py", "observation.py", "seat_kernels.py")
CACHES_KEPT = 4

JIT_ENABLED = not config.DISABLE_JIT


def compiled_sources() -> list[Path]:
    """Every source file that compiled kernels are made of."""
    return sorted(source for pattern in COMPILED for source in PACKAGE.glob(pattern))


def source_digest() -> str:
    """A digest of every source file that the engine's kernels are made of."""
    return _digest(numba.__version__, PACKAGE, compiled_sources())


def _digest(base: str, package: Path, sources: Iterable[Path]) -> str:
    digest = hashlib.sha256(base.encode())
    for source in sources:
        digest.update(f"{source.relative_to(package)}\n".encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def caches_folder() -> Path:
    """Where compiled engines are kept: ``UNO_ENV_CACHE_DIR``, else the user's cache folder."""
    chosen = os.environ.get("UNO_ENV_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser()
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "uno_env"


def _make_cache_folder(owner: str, digest: str) -> Path:
    for base in (caches_folder(), Path(tempfile.gettempdir()) / f"uno_env-{os.getuid()}"):
        parent = base / owner
        folder = parent / digest
        try:
            folder.mkdir(parents=True, exist_ok=True)
            os.utime(folder)
            _forget_old_caches(parent)
        except OSError:
            continue
        return folder
    raise OSError(
        f"no folder for the compiled engine: {caches_folder()} cannot be written. "
        "Set UNO_ENV_CACHE_DIR to a folder that can."
    )


def _forget_old_caches(parent: Path) -> None:
    """Keep the engines used last; each edit of a rule makes a new one."""
    engines = [each for each in parent.iterdir() if each.is_dir() and len(each.name) == 16]
    engines.sort(key=lambda each: each.stat().st_mtime, reverse=True)
    for old in engines[CACHES_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)


CACHE_FOLDER = _make_cache_folder("", source_digest()) if JIT_ENABLED else None


@contextmanager
def _caching_into(folder: Path) -> Iterator[None]:
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        config.CACHE_DIR = before


class _Announcer(event.Listener):
    """Tells the user once that the engine is being compiled, and when it is done."""

    def __init__(self) -> None:
        self.kernels: set[int] = set()
        self.told = False

    def on_start(self, event: Any) -> None:
        if id(event.data["dispatcher"]) not in self.kernels or self.told:
            return
        self.told = True
        print(
            "uno_env: compiling the engine for this machine, once, in less than a minute ...",
            file=sys.stderr,
            flush=True,
        )

    def on_end(self, event: Any) -> None:
        pass


_announcer = _Announcer()
if JIT_ENABLED:
    event.register("numba:compile", _announcer)  # type: ignore[no-untyped-call]


def rule(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """A scalar function over one game, compiled into the kernels that use it."""
    compiled: Callable[Params, Result] = numba.njit(error_model="numpy")(function)
    return compiled


def arithmetic(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """As :func:`rule`, for sums over arrays of floats: products may be fused with sums, which is faster and not less
    exact, but makes the last bit depend on the machine.
    """
    compiled: Callable[Params, Result] = numba.njit(error_model="numpy", fastmath={"contract"})(function)
    return compiled


def kernel(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """A function over a batch that Python calls; compiled on first use, then kept on disk."""
    return _compiled_into(CACHE_FOLDER, function)


def _compiled_into(folder: Path | None, function: Callable[Params, Result]) -> Callable[Params, Result]:
    if folder is None:
        return _quiet(function)
    with _caching_into(folder):
        compiled: Callable[Params, Result] = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    _announcer.kernels.add(id(compiled))
    return compiled


class KernelsOf:
    """A :func:`kernel` for a package built on the engine: its cache knows the package's sources and the engine's."""

    def __init__(self, package: Path, *patterns: str) -> None:
        self.sources = sorted(source for pattern in patterns for source in package.glob(pattern))
        #: Changes with every source that the kernels are made of.
        self.digest = _digest(source_digest(), package, self.sources)
        self._folder = _make_cache_folder(package.name, self.digest) if JIT_ENABLED else None

    def __call__(self, function: Callable[Params, Result]) -> Callable[Params, Result]:
        """Compile a function of that package over a batch."""
        return _compiled_into(self._folder, function)


def _quiet(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Plain Python: fields of records are attributes, as in compiled code, and 64-bit arithmetic wraps
    around on purpose, so numpy need not warn.
    """

    def with_attributes(argument: Any) -> Any:
        is_records = isinstance(argument, np.ndarray) and argument.dtype.names is not None
        return argument.view(np.recarray) if is_records else argument

    @functools.wraps(function)
    def silently(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        assert not kwargs, "kernels take positional arguments only"
        with np.errstate(over="ignore"):
            return function(*(with_attributes(each) for each in args))  # type: ignore[call-arg]

    return silently
