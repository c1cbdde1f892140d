"""PPO on one core: python ppo.py [--minutes 5] [--game seven-prophecies] [--players 4] [--out ppo.npz]

One seat learns against `greedy` at the others: first by copying it, then by PPO. Needs PyTorch (pip install torch);
what it saves needs NumPy alone: foretold benchmark seven-prophecies-4 --policy ppo.npz
"""

import argparse
import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from torch import nn

from foretold.adapters.one_seat import OneSeat
from foretold.adapters.vector import batch

TABLES, STEPS = 512, 36  # decisions of a collection: about four rounds of every table
EPOCHS, PARTS = 3, 8
CLIP, ENTROPY, VALUE, RATE = 0.2, 0.01, 0.5, 1e-3
SCALE = 4.0  # what observations are divided by
PRETRAIN = 0.25  # of the time: copying `greedy`, so that learning starts from play that makes sense


class Net(nn.Module):
    """Two hidden layers; logits of all actions and the expected lead of the round."""

    def __init__(self, size: int, actions: int, wide: tuple[int, int] = (192, 96)) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, wide[0]), nn.ReLU(), nn.Linear(wide[0], wide[1]), nn.ReLU())
        self.head = nn.Linear(wide[1], actions)
        self.value = nn.Linear(wide[1], 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        hidden = self.body(seen)
        return self.head(hidden).masked_fill(~mask, -1e9), self.value(hidden).squeeze(-1)


def tensors(rows: Any, mask: Any) -> tuple[torch.Tensor, torch.Tensor]:
    return torch.from_numpy(rows.astype(np.float32) / SCALE), torch.from_numpy(mask != 0)


def collect(table: OneSeat, choose: Callable[[torch.Tensor, torch.Tensor], torch.Tensor]) -> dict[str, torch.Tensor]:
    """Plays `STEPS` decisions at every table; of rounds that ended what was seen, done and gained."""
    seen, masks, actions, ends, ahead = [], [], [], [], []
    for _ in range(STEPS):
        rows, mask = tensors(table.observations, table.mask)
        action = choose(rows, mask)
        table.step(action.numpy())
        seen.append(rows)
        masks.append(mask)
        actions.append(action)
        ends.append(table.ended != 0)
        ahead.append(table.results[:, 0] - table.results[:, 1:].mean(axis=1))
    gain, known = np.zeros(table.size), np.zeros(table.size, bool)
    gains, kept = np.zeros((STEPS, table.size), np.float32), np.zeros((STEPS, table.size), bool)
    for step in reversed(range(STEPS)):  # no discount: a round's result counts for all that was done in it
        gain, known = np.where(ends[step], ahead[step], gain), known | ends[step]
        gains[step], kept[step] = gain, known
    rows_kept = torch.from_numpy(kept.ravel())
    parts = {"seen": torch.cat(seen), "mask": torch.cat(masks), "action": torch.cat(actions)}
    return {name: part[rows_kept] for name, part in {**parts, "gain": torch.from_numpy(gains.ravel())}.items()}


def copy_step(net: Net, adam: torch.optim.Optimizer, data: dict[str, torch.Tensor]) -> None:
    """Supervised: the actions of `greedy`, and the gains as values."""
    for part in torch.randperm(len(data["gain"])).chunk(PARTS):
        logits, value = net(data["seen"][part], data["mask"][part])
        loss = nn.functional.cross_entropy(logits, data["action"][part])
        loss = loss + VALUE * (value - data["gain"][part]).pow(2).mean()
        adam.zero_grad()
        loss.backward()
        adam.step()


def ppo_step(net: Net, adam: torch.optim.Optimizer, data: dict[str, torch.Tensor]) -> None:
    """The clipped objective of PPO with a value function and an entropy bonus."""
    with torch.no_grad():
        logits, value = net(data["seen"], data["mask"])
        before = logits.log_softmax(-1).gather(1, data["action"][:, None]).squeeze(1)
        advantage = data["gain"] - value
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(before)).chunk(PARTS):
            logits, value = net(data["seen"][part], data["mask"][part])
            odds = logits.log_softmax(-1)
            ratio = (odds.gather(1, data["action"][part][:, None]).squeeze(1) - before[part]).exp()
            gain = torch.min(ratio * advantage[part], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[part]).mean()
            entropy = -(odds.exp() * odds).sum(-1).mean()
            loss = VALUE * (value - data["gain"][part]).pow(2).mean() - gain - ENTROPY * entropy
            adam.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            adam.step()


def share_of_rounds(net: Net, opponents: str, game: str, players: int, rounds: int = 4000) -> tuple[float, float]:
    """The share of rounds that the likeliest actions win, and half its 95 % interval."""
    table = OneSeat(batch(game, players, TABLES, episode="round"), opponents)
    table.reset(range(10**12, 10**12 + TABLES))  # other deals than those of training
    shares: list[float] = []
    while len(shares) < rounds:
        with torch.no_grad():
            logits, _ = net(*tensors(table.observations, table.mask))
        table.step(logits.argmax(-1).numpy())
        points = table.results[table.ended != 0].astype(float)
        best = points.max(axis=1, keepdims=True) if len(points) else points
        winners = (points == best) | (best <= 0)
        shares += list(winners[:, 0] / winners.sum(axis=1))
    return float(np.mean(shares)), float(1.96 * np.std(shares) / len(shares) ** 0.5)


def save(net: Net, path: str, **facts: object) -> None:
    """The layers as NumPy arrays, in half precision, with how they came about."""
    layers = [net.body[0], net.body[2], net.head]
    arrays = {}
    for number, layer in enumerate(layers):
        assert isinstance(layer, nn.Linear)
        arrays[f"weight{number}"] = layer.weight.detach().numpy().T.astype(np.float16)
        arrays[f"bias{number}"] = layer.bias.detach().numpy().astype(np.float16)
    np.savez_compressed(path, scale=np.float32(SCALE), about=np.array(json.dumps(facts)), **arrays)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", default="seven-prophecies")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--minutes", type=float, default=5.0, help="of CPU time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="ppo.npz")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    table = OneSeat(batch(given.game, given.players, TABLES, episode="round"), "greedy")
    table.reset(range(given.seed, given.seed + TABLES))
    net = Net(table.observations.shape[1], table.mask.shape[1])
    adam = torch.optim.Adam(net.parameters(), RATE)

    def sample(rows: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            logits, _ = net(rows, mask)
        return torch.distributions.Categorical(logits=logits).sample()

    begun, curve, updates = time.process_time(), list[tuple[float, float]](), 0
    spent = 0.0
    while spent < 60 * given.minutes:
        copying = spent < PRETRAIN * 60 * given.minutes
        data = collect(table, (lambda *_: torch.from_numpy(table.greedy_actions())) if copying else sample)
        (copy_step if copying else ppo_step)(net, adam, data)
        updates += 1
        spent = time.process_time() - begun
        if updates % 10 == 0:
            curve.append((round(spent, 1), round(float(data["gain"].mean()), 3)))
            print(f"{spent:6.0f} s  {'copying' if copying else 'ppo':8} {curve[-1][1]:+.3f} ahead", flush=True)
    strength = {who: share_of_rounds(net, who, given.game, given.players) for who in ("greedy", "random")}
    for who, (share, half) in strength.items():
        print(f"share of rounds against {who}: {share:.3f} ± {half:.3f}")
    save(net, given.out, command=vars(given), updates=updates, curve=curve, strength=strength)


if __name__ == "__main__":
    main()
