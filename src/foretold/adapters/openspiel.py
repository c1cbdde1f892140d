"""OpenSpiel: the three titles and a tiny one as games with explicit chance (docs/adapters.md).

Importing this module registers them:

>>> import pyspiel
>>> import foretold.adapters.openspiel
>>> game = pyspiel.load_game("foretold_prophecy(players=3,episode=round)")
>>> game.num_players()
3
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from foretold.adapters import MOST_ROUNDS, MissingExtra
from foretold.adapters.chance_nodes import dealt_cards, most_nodes
from foretold.adapters.numbering import numbering
from foretold.adapters.observations import observations
from foretold.adapters.resampling import resampled
from foretold.adapters.rules import load_rules
from foretold.adapters.tiny_prophecy import tiny
from foretold.adapters.tree import CHANCE, OVER, Node, root
from foretold.errors import BadOption
from foretold.games import TITLES, Game
from foretold.games.prophecy.game import ProphecyGame
from foretold.games.seven.edition import TRICKS
from foretold.games.seven.game import SevenGame
from foretold.views import MatchEnd, SeenDeal

try:
    import pyspiel
except ImportError:
    raise MissingExtra("OpenSpiel", "openspiel") from None

EPISODES = ("match", "round")
REWARDS = ("points", "ahead", "win")
TINY = "foretold_tiny_prophecy"
NAMES: dict[str, str] = {}  # titles by their OpenSpiel names


class ForetoldGame(pyspiel.Game):
    """A title with its player count, options, `episode` and `rewards` as an OpenSpiel game."""

    def __init__(self, short_name: str, params: Any = None) -> None:
        given = dict(params or {})
        if short_name == TINY:
            self.rules: Game = tiny()
            self.episode, self.reward_kind = "round", "ahead"
        else:
            title = TITLES[NAMES[short_name]]
            self.episode = _checked("episode", given.get("episode", "match"), EPISODES)
            self.reward_kind = _checked("rewards", given.get("rewards", "points"), REWARDS)
            options = {name: given[name] for name in title.options if given.get(name, "") != ""}
            self.rules = load_rules(title.name, given.get("players", 4), options)
        rules = self.rules
        self.rounds = 1 if self.episode == "round" else rules.rounds or MOST_ROUNDS
        low, high, total = _utilities(rules, self.rounds, self.reward_kind)
        info = pyspiel.GameInfo(
            num_distinct_actions=numbering(rules).count,
            max_chance_outcomes=rules.players + 2 + TRICKS,
            num_players=rules.players,
            min_utility=low,
            max_utility=high,
            utility_sum=total,
            max_game_length=self.rounds * _decisions(rules),
        )
        super().__init__(_game_type(short_name, self.reward_kind, total), info, given)
        self.first = root(rules, self.episode)  # made once, since every copy of a state starts from it

    def new_initial_state(self, *_: Any) -> ForetoldState:
        """Returns the match before its first deal."""
        return ForetoldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Returns an observer of what a seat sees."""
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def max_chance_nodes_in_history(self) -> int:
        """Returns the maximum number of chance nodes of a match."""
        return self.rounds * most_nodes(self.rules)


class ForetoldState(pyspiel.State):
    """A match as an OpenSpiel state."""

    def __init__(self, game: ForetoldGame) -> None:
        super().__init__(game)
        self.node: Any = game.first

    def current_player(self) -> int:
        """Returns the seat to act, or OpenSpiel's number for chance or the end."""
        player: int = self.node.player
        return player

    def _legal_actions(self, player: int) -> list[int]:
        node: Node = self.node
        return node.numbers() if player == node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the deal's next outcomes with their probabilities."""
        assert self.node.dealing is not None
        outcomes: list[tuple[int, float]] = self.node.dealing.outcomes()
        return outcomes

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal {action}"
        return str(self.node.numbering.actions[action])

    def is_terminal(self) -> bool:
        """True if the episode is over."""
        return bool(self.node.player == OVER)

    def returns(self) -> list[float]:
        """Returns each seat's utility at the end; zeros before."""
        node: Node = self.node
        if node.player != OVER:
            return [0.0] * node.game.players
        game: ForetoldGame = self.get_game()
        return _returns(node, game.episode, game.reward_kind)

    def __str__(self) -> str:
        node: Node = self.node
        dealing = "" if node.dealing is None else f" dealt {','.join(map(str, node.dealing.given))}"
        hands = [",".join(map(str, node.game.cards(node.state._hand(seat)))) for seat in node.game.seats]
        return f"{node.text(None)}{dealing} hands {' '.join(hands)} laid {node.laid}"

    def information_state_string(self, player: int | None = None) -> str:
        """Returns everything the seat has seen since the start of the match."""
        node: Node = self.node
        seat = node.player if player is None else player
        if node.player >= 0 and 0 <= seat < node.game.players:
            return node.text(seat)
        text: str = super().information_state_string(*(() if player is None else (player,)))
        return text

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> ForetoldState:
        """Samples a state that the seat can't distinguish from this one; its history is that of its own world."""
        node: Node = self.node
        if node.dealing is not None:
            raise pyspiel.SpielError("a deal is under way: resample when a seat is to act")
        resampled_node = resampled(node, player_id, Random(int(probability_sampler() * (1 << 53))))
        state: ForetoldState = self.get_game().new_initial_state()
        steps = resampled_node.steps()
        state.node = _Steps([player for player, _ in steps])
        for _, number in steps:
            state.apply_action(number)
        state.node = resampled_node
        return state


class _Steps:
    """Replays a known history step by step: says who acts next."""

    def __init__(self, players: list[int]) -> None:
        self._players = players
        self._at = 0

    @property
    def player(self) -> int:
        return self._players[self._at]

    def after(self, number: int) -> _Steps:
        """Advances by one step."""
        self._at += 1
        return self


class Observer:
    """Writes what a seat may see into a tensor and a text, like OpenSpiel's observers."""

    def __init__(self, game: ForetoldGame, kind: Any, params: Any) -> None:
        if params:
            raise BadOption("option-value", {"option": "observer", "found": str(params)[:40], "choices": "–"})
        self._rules = game.rules
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = kind.perfect_recall
        self._rounds = game.rounds if self._recall else 1
        self._layout = observations(self._rules, (0,)).layout
        players = self._rules.players
        self.tensor = np.zeros(players + self._rounds * self._layout.size, np.float32)
        self.dict = {"player": self.tensor[:players]}
        rows = self.tensor[players:].reshape(self._rounds, self._layout.size)
        for part in self._layout.parts:
            shape = (self._rounds, *part.shape) if self._recall else part.shape
            self.dict[part.name] = rows[:, part.start : part.start + part.size].reshape(shape)
        self._rows = rows

    def set_from(self, state: ForetoldState, player: int) -> None:
        """Fills the tensor with what the seat sees."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        node: Node = state.node
        for at, row in enumerate(self._seen(node, player)[-self._rounds :]):
            self._rows[at] = row
        if not self._public:
            for part in self._layout.parts:
                if part.name not in ("hand", "bid", "prophecy"):
                    self._rows[:, part.start : part.start + part.size] = 0

    def _seen(self, node: Node, player: int) -> list[Any]:
        """Returns one row per round, the running one last."""
        watched = observations(self._rules, (player,))
        rows: list[Any] = []
        for event in node.state.view(player if self._private else None).history:
            if isinstance(event, MatchEnd):
                continue
            if isinstance(event, SeenDeal) and watched.number:
                rows.append(watched.row(player))
            watched.show([event])
        if self._private and player == node.player:
            for card in node.laid:
                watched.lay(player, card)  # type: ignore[attr-defined]
        rows.append(watched.row(player))
        return rows

    def string_from(self, state: ForetoldState, player: int) -> str:
        """Returns what the seat sees, as text: of the whole match with perfect recall, else of the running round."""
        node: Node = state.node
        if not self._public:
            return self._hand(node, player) if self._private else ""
        if self._recall:
            return node.text(player if self._private else None)
        scores = ",".join(map(str, node.state.scores))
        own = node.seen.private[player] if self._private else ""
        return f"seat {player} scores {scores}{node.seen.public}{own}"

    def _hand(self, node: Node, player: int) -> str:
        """Returns what only the seat sees; during a deal, the cards it has got so far."""
        if node.dealing is None:
            return node.seen.private[player].strip()
        dealt = zip(dealt_cards(node.game), node.dealing.given, strict=False)
        return "hand " + ",".join([str(card) for card, place in dealt if place == player])


def _returns(node: Node, episode: str, kind: str) -> list[float]:
    state, seats = node.state, node.game.seats
    points = [sum(ended.points[seat] for ended in state.finished) for seat in seats]
    if kind == "points":
        return [float(own) for own in points]
    if kind == "ahead":
        others = len(points) - 1
        return [own - (sum(points) - own) / others for own in points]
    best = state.winners if episode == "match" else [seat for seat in seats if points[seat] == max(points)]
    return [1 / len(best) if seat in best else 0.0 for seat in seats]


def _checked(option: str, value: Any, choices: tuple[str, ...]) -> str:
    if value not in choices:
        raise BadOption("option-value", {"option": option, "found": str(value)[:40], "choices": ", ".join(choices)})
    return str(value)


def _decisions(rules: Game) -> int:
    """Returns the maximum number of decisions in a round."""
    if isinstance(rules, ProphecyGame):
        return rules.players * (rules.bid_size + rules.tricks)
    return rules.players * (1 + TRICKS)


def _utilities(rules: Game, rounds: int, kind: str) -> tuple[float, float, float | None]:
    """Returns the lowest and highest utility of a seat, and the sum over all seats if it is fixed."""
    unbounded = rules.rounds is None and rounds > 1
    if kind == "win":
        return 0.0, 1.0, None if unbounded else 1.0
    if isinstance(rules, SevenGame):
        low, high = rules.scoring.least, rules.scoring.most
        target = rules.scoring.target
        most = target - 1 + high if unbounded and target is not None else high * rounds
    else:
        assert isinstance(rules, ProphecyGame)
        low, high = 0, rules.tricks + rules.bonus
        most = high * rounds
    low, high = low * rounds, most
    return (float(low), float(high), None) if kind == "points" else (float(low - high), float(high - low), 0.0)


def _game_type(short_name: str, kind: str, total: float | None) -> Any:
    utility = pyspiel.GameType.Utility.GENERAL_SUM
    if total is not None:
        utility = pyspiel.GameType.Utility.CONSTANT_SUM if total else pyspiel.GameType.Utility.ZERO_SUM
    players: tuple[int, ...] = (2,)
    long_name = "Tiny Prophecy"
    parameters: dict[str, Any] = {}
    if short_name != TINY:
        title = TITLES[NAMES[short_name]]
        players, long_name = title.players, title.label
        parameters = {"players": 4, "episode": "match", "rewards": "points"}
        defaults = title.defaults({})
        parameters |= {name: "" if name == "wheel" else defaults[name] for name in title.options}
    return pyspiel.GameType(
        short_name=short_name,
        long_name=long_name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players[-1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters,
    )


def register_titles() -> None:
    """Registers every title with its options in OpenSpiel; call it again after registering a new title."""
    NAMES.update({f"foretold_{name.replace('-', '_')}": name for name in TITLES})
    for short_name in (*NAMES, TINY):
        kind = type(short_name, (ForetoldGame,), {"__init__": _maker(short_name), "__module__": __name__})
        total = 0.0 if short_name == TINY else None
        pyspiel.register_game(_game_type(short_name, "points", total), kind)


def _maker(short_name: str) -> Callable[..., None]:
    def make(self: ForetoldGame, params: Any = None) -> None:
        ForetoldGame.__init__(self, short_name, params)

    return make


register_titles()

__all__ = ["NAMES", "TINY", "ForetoldGame", "ForetoldState", "Observer", "register_titles"]
