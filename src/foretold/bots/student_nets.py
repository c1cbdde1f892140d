"""The networks of `student`: files of half-precision numbers in JSON, which need neither NumPy nor a compiler to read.

`weights/GAME.json` holds the networks by name, `weights/GAME.about.json` says how they were made
(`foretold train GAME`).
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from struct import pack, unpack
from typing import Any, NamedTuple

from foretold.games import Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.kernels.nets import Net

FORMAT = "foretold-networks/1"
CARDS, CHOICES = "cards", "choices"  # names of networks: for cards, and for prophecies or bids


class Layer(NamedTuple):
    """A fully connected layer: `weights` row by row, a row for every input."""

    inputs: int
    outputs: int
    weights: tuple[float, ...]
    bias: tuple[float, ...]


Layers = tuple[Layer, Layer, Layer]
Networks = Mapping[str, Layers]


def net_of(layers: Layers, row: Callable[[Sequence[Any]], Any]) -> Net:
    """Makes a network with rows of this kind: `list`, or a function that makes arrays."""
    first, second, third = layers
    parts = []
    for inputs, outputs, weights, bias in layers:
        parts += [row([list(weights[at * outputs : (at + 1) * outputs]) for at in range(inputs)]), row(bias)]
    sizes = (first.outputs, first.outputs, second.outputs, third.outputs)
    return Net(first.inputs, *sizes[1:], *parts, *(row([0.0] * size) for size in sizes))


def class_of(game: Game) -> str:
    """Returns which networks play a game: in Seven Prophecies by number of players, in Prophecy the same for all."""
    return "all" if isinstance(game, ProphecyGame) else str(game.players)


@cache
def networks(game: str) -> Networks:
    """Returns the networks of a game that are in the package, by name."""
    return parse(files("foretold.bots").joinpath(f"weights/{game}.json").read_text("utf-8"))


def parse(text: str) -> Networks:
    """Reads networks from the text of a file."""
    document = json.loads(text)
    if document["format"] != FORMAT:
        raise ValueError(f"not networks of the format {FORMAT}")
    networks: dict[str, Layers] = {}
    for name, layers in document["networks"].items():
        first, second, third = (
            Layer(layer["inputs"], layer["outputs"], _numbers(layer["weights"]), _numbers(layer["bias"]))
            for layer in layers
        )
        networks[name] = (first, second, third)
    return networks


def write(path: Path, networks: Networks) -> None:
    """Writes networks into a file, in half precision."""
    document = {
        "format": FORMAT,
        "networks": {
            name: [
                {
                    "inputs": layer.inputs,
                    "outputs": layer.outputs,
                    "weights": _text(layer.weights),
                    "bias": _text(layer.bias),
                }
                for layer in layers
            ]
            for name, layers in networks.items()
        },
    }
    path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")


def _numbers(text: str) -> tuple[float, ...]:
    body = b64decode(text)
    return unpack(f"<{len(body) // 2}e", body)


def _text(numbers: Sequence[float]) -> str:
    return b64encode(pack(f"<{len(numbers)}e", *numbers)).decode("ascii")
