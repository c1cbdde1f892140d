"""Policies on observations: what a policy does in a view.

A policy takes observations (k, size) and masks (k, actions) and returns k action numbers, or a pair of these and the
k scores it expects in this round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from foretold.adapters.numbering import bid_of, layable, numbering, refuse_laying
from foretold.adapters.observations import row_of_view
from foretold.cards import Action
from foretold.errors import BadOption
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.prophecy.view import ProphecyView
from foretold.games.seven.view import SevenView
from foretold.views import View

Policy = Callable[[Any, Any], Any]


class NetPolicy:
    """A network of fully connected layers, saved as NumPy arrays; takes the likeliest legal action.

    The file has `weight0`, `bias0`, `weight1` and so on, with ReLU between layers, and `scale`, which divides
    observations: the format of `examples/ppo.py` and `examples/imitate.py`. PyTorch is not needed.
    """

    def __init__(self, path: str | Path) -> None:
        try:
            with np.load(path) as saved:
                self.scale = float(saved["scale"])
                count = sum(name.startswith("weight") for name in saved.files)
                arrays = [(saved[f"weight{number}"], saved[f"bias{number}"]) for number in range(count)]
                self.about = str(saved["about"]) if "about" in saved.files else ""
        except (OSError, KeyError, ValueError) as error:
            raise BadOption("policy-missing", {"found": str(path)[:80], "why": str(error)[:200]}) from None
        self._layers = [(weight.astype(np.float32), bias.astype(np.float32)) for weight, bias in arrays]

    def __call__(self, observations: Any, mask: Any) -> Any:
        signal = observations.astype(np.float32) / self.scale
        for number, (weight, bias) in enumerate(self._layers):
            signal = (np.maximum(signal, 0) if number else signal) @ weight + bias
        return np.where(mask != 0, signal, -np.inf).argmax(axis=1)


def load_policy(path: str) -> Policy:
    """Loads a policy from `module:callable`, which may be in the working directory, or from an `.npz` file."""
    if path.endswith(".npz"):
        return NetPolicy(path)
    module, colon, name = path.partition(":")
    if not (module and colon and name):
        raise BadOption("policy-form", {"found": path[:80]})
    directory = str(Path.cwd())
    if directory not in sys.path:
        sys.path.insert(0, directory)
    try:
        policy = getattr(import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise BadOption("policy-missing", {"found": path[:80], "why": str(error)[:200]}) from None
    if not callable(policy):
        raise BadOption("policy-form", {"found": path[:80]})
    return policy  # type: ignore[no-any-return]


def act(view: View, policy: Policy) -> tuple[Action, float | None]:
    """Returns a policy's action in a view where its seat is to act, and the points it expects in the round, if known.

    A bid of Prophecy is laid card by card, as in the environments. The engine decides whether a card or prophecy
    is legal.
    """
    assert isinstance(view, SevenView | ProphecyView)
    game, numbers = view.rules, numbering(view.rules)
    if view.phase != "bid":
        number, value = _ask(policy, row_of_view(view), _mask_of(view))
        return numbers.actions[number], value
    assert isinstance(game, ProphecyGame)
    hand, value = game.mask(view.hand), None
    laid: tuple[int, ...] = ()
    while len(laid) < game.bid_size:
        mask = np.zeros((1, numbers.count), np.uint8)
        allowed = layable(game, hand, laid)
        mask[0, [card for card in range(numbers.cards) if allowed >> card & 1]] = 1
        number, value = _ask(policy, row_of_view(view, laid), mask)
        if not mask[0, number]:
            raise refuse_laying(game, hand, laid, number)
        laid = (*laid, number)
    return bid_of(game, laid), value


def _mask_of(view: View) -> Any:
    assert isinstance(view, SevenView | ProphecyView)
    numbers = numbering(view.rules)
    mask = np.zeros((1, numbers.count), np.uint8)
    mask[0, [numbers.numbers[action] for action in view.legal]] = 1
    return mask


def _ask(policy: Policy, row: Any, mask: Any) -> tuple[int, float | None]:
    answer = policy(row[None], mask)
    actions, values = answer if isinstance(answer, tuple) else (answer, None)
    number = int(np.asarray(actions).reshape(-1)[0])
    if not 0 <= number < mask.shape[1]:
        raise BadOption("action-number", {"found": str(number), "last": mask.shape[1] - 1})
    return number, None if values is None else float(np.asarray(values).reshape(-1)[0])
