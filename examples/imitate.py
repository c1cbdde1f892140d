"""Learns from the choices of `seer`: python imitate.py DATASET [--minutes 2] [--out student.npz]

DATASET is a directory that `foretold dataset TASK` has written. Needs PyTorch (pip install torch); what it saves needs
NumPy alone: foretold benchmark TASK --policy student.npz
"""

import argparse
import json
import time
from typing import Any

import numpy as np
import torch
from torch import nn

from foretold.research.dataset import read

SCALE, PART, RATE = 4.0, 512, 1e-3
SOFT = 0.3  # points: how much worse an action may be and still be a good example
HELD_OUT = 10  # every tenth round tests what was learned from the others


def targets(rows: dict[str, Any]) -> Any:
    """What to imitate: all that `seer` valued, by how good it is; where it valued nothing its choice."""
    values, choices = rows["values"], rows["action"]
    best = np.nanmax(np.where(np.isnan(values), -np.inf, values), axis=1, keepdims=True)
    behind = np.minimum(np.nan_to_num(values) - np.maximum(best, -1e9), 0.0)
    soft = np.where(np.isnan(values), 0.0, np.exp(behind / SOFT))
    chosen = np.eye(values.shape[1])[choices]
    weights = np.where(np.isfinite(best), soft, chosen)
    return (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def score(net: nn.Module, seen: torch.Tensor, mask: torch.Tensor, rows: dict[str, Any]) -> tuple[float, float]:
    """How often the likeliest action is `seer`'s, and how many points it loses by `seer`'s own values."""
    with torch.no_grad():
        guess = net(seen).masked_fill(~mask, -1e9).argmax(-1).numpy()
    valued = rows["values"][np.arange(len(guess)), guess]
    known = np.isfinite(valued) & np.isfinite(rows["value"])
    return float((guess == rows["action"]).mean()), float((rows["value"] - valued)[known].mean())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("dataset")
    parser.add_argument("--minutes", type=float, default=2.0, help="of CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="student.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    rows = read(given.dataset)
    test = rows["round"] % HELD_OUT == 0
    learned = {name: column[~test] for name, column in rows.items()}
    tested = {name: column[test] for name, column in rows.items()}
    seen = torch.from_numpy(learned["observation"].astype(np.float32) / SCALE)
    mask = torch.from_numpy(learned["mask"] != 0)
    wanted = torch.from_numpy(targets(learned))
    test_seen = torch.from_numpy(tested["observation"].astype(np.float32) / SCALE)
    test_mask = torch.from_numpy(tested["mask"] != 0)
    wide = (128, 64)
    layers = [nn.Linear(seen.shape[1], wide[0]), nn.Linear(wide[0], wide[1]), nn.Linear(wide[1], mask.shape[1])]
    net = nn.Sequential(layers[0], nn.ReLU(), nn.Dropout(0.1), layers[1], nn.ReLU(), layers[2])
    adam = torch.optim.AdamW(net.parameters(), RATE, weight_decay=1e-3)
    begun, curve = time.process_time(), list[tuple[float, float, float]]()
    while time.process_time() - begun < 60 * given.minutes:
        net.train()
        for part in torch.randperm(len(seen)).split(PART):
            odds = net(seen[part]).masked_fill(~mask[part], -1e9).log_softmax(-1)
            loss = -(wanted[part] * odds).sum(-1).mean()
            adam.zero_grad()
            loss.backward()
            adam.step()
        net.eval()
        curve.append((round(time.process_time() - begun, 1), *score(net, test_seen, test_mask, tested)))
        print("{:6.0f} s  same choice {:.3f}, points lost by seer's values {:.3f}".format(*curve[-1]), flush=True)
    arrays = {f"weight{n}": layer.weight.detach().numpy().T.astype(np.float16) for n, layer in enumerate(layers)}
    arrays |= {f"bias{n}": layer.bias.detach().numpy().astype(np.float16) for n, layer in enumerate(layers)}
    about = json.dumps({"command": vars(given), "rows": len(seen), "curve": curve})
    np.savez_compressed(given.out, scale=np.float32(SCALE), about=np.array(about), **arrays)


if __name__ == "__main__":
    main()
