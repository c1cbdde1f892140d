"""Compiles kernels with Numba, caches them on disk, and makes plain functions callable from compiled ones."""

from __future__ import annotations

import hashlib
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload, register_jitable

from foretold.games import primitives
from foretold.games.seven import edition
from foretold.kernels import bits, nets, prophecy_policy, prophecy_student, selection, seven_policy, seven_student
from foretold.kernels.selection import select_bit

Function = TypeVar("Function", bound=Callable[..., Any])


def cache_directory() -> Path | None:
    """Returns the cache directory, named by a hash of everything compiled code depends on; None if none is writable."""
    home = os.environ.get("FORETOLD_CACHE") or os.environ.get("XDG_CACHE_HOME")
    if home is None:
        home = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    try:
        base = Path(home) if home else Path.home() / ".cache"
        path = base / "foretold" / f"kernels-{source_hash()}"
        path.mkdir(parents=True, exist_ok=True)
        probe = path / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, RuntimeError):
        return None
    return path


def source_hash() -> str:
    """Hashes what compiled code depends on: kernels, the rules they use, compiler and machine."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.version} {platform.machine()}".encode())
    here = Path(__file__).parent
    for path in [*sorted(here.glob("*.py")), Path(primitives.__file__), Path(edition.__file__)]:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


_CACHE = cache_directory()
_setting = Lock()  # Numba's setting is global for all threads


def kept_whole() -> Path | None:
    """Returns the marker file that exists once everything a table needs is cached; None without a cache."""
    return None if _CACHE is None else _CACHE / "whole"


def kernel(function: Function) -> Function:
    """Compiles a function on first call, without the GIL, cached on disk if possible."""
    settings: Any = numba.config
    compiler: Any = numba.njit
    with _setting:
        before = settings.CACHE_DIR
        try:
            settings.CACHE_DIR = str(_CACHE or "")
            # Kernels are never called through a pointer: without that entry point they compile faster.
            made: Function = compiler(nogil=True, no_cfunc_wrapper=True, cache=_CACHE is not None)(function)
        finally:
            settings.CACHE_DIR = before
    return made


@intrinsic
def _count(typing_context: Any, mask: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def _lowest(typing_context: Any, mask: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], cgutils.false_bit)


@intrinsic
def _deposit(typing_context: Any, value: Any, mask: Any) -> Any:
    """BMI2's PDEP: the lowest bits of a value, put where the mask has bits."""

    def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, [word, word]))
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), emit


@overload(bits.count_bits, strict=False)
def _count_bits(mask: Any) -> Any:
    return lambda mask: _count(mask)  # type: ignore[call-arg]


@overload(bits.lowest_bit, strict=False)
def _lowest_bit(mask: Any) -> Any:
    return lambda mask: _lowest(mask)  # type: ignore[call-arg]


@overload(bits.nth_bit, strict=False)
def _nth_bit(mask: Any, rank: Any) -> Any:
    if deposits_quickly():
        return lambda mask, rank: _deposit(1 << rank, mask)  # type: ignore[call-arg]
    return lambda mask, rank: select_bit(mask, rank)


def deposits_quickly() -> bool:
    """Returns True if this processor has PDEP, and not as microcode, as AMD's had before Zen 3."""
    settings: Any = numba.config
    if settings.CPU_NAME is not None or settings.CPU_FEATURES is not None:  # compiled for another processor
        return False
    name, features = llvm.get_host_cpu_name(), llvm.get_host_cpu_features()
    return bool(features.get("bmi2")) and name not in ("bdver4", "znver1", "znver2")


def usable_in_kernels(module: Any) -> None:
    """Makes every function that a module defines callable from compiled code; plain callers see no difference."""
    for function in list(vars(module).values()):
        if callable(function) and getattr(function, "__module__", None) == module.__name__:
            register_jitable(function)


for _module in (primitives, selection, seven_policy, prophecy_policy, nets, seven_student, prophecy_student):
    usable_in_kernels(_module)
