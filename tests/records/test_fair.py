"""Verifiable deals: the scheme to the bit, and every way to break a promise."""

from __future__ import annotations

import copy
import hmac
import json
import pickle
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import foretold
from foretold import BadRecord, Record, Unfair, fair, i18n
from foretold.fair import Fair, commitment, match_seed, verify
from foretold.games import Game
from tests.conftest import GAMES, every_game
from tests.records.fairness import SECRET, played, proof, share

PAGE = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text("utf-8")
VECTORS = json.loads(re.findall(r"```json\n(.*?)```", PAGE, re.S)[-1])


def deals(record: dict[str, Any]) -> list[int]:
    """The numbers of the deal events."""
    return [number for number, event in enumerate(record["events"]) if "deal" in event]


def refused(record: dict[str, Any], kind: type[BadRecord] = Unfair) -> BadRecord:
    """The error that a record gives, of exactly that class, with a sentence in both languages."""
    with pytest.raises(kind) as caught:
        verify(record)
    assert type(caught.value) is kind
    assert caught.value.sentence("en") != caught.value.sentence("ja")
    return caught.value


# The scheme -----------------------------------------------------------------------------------------------------


def test_a_commitment_is_a_sha_256_hash() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_the_seed_is_an_hmac_of_the_contributed_bytes() -> None:
    one, two = bytes(16), bytes([1]) * 16
    assert match_seed(SECRET, []) == match_seed(SECRET, [None] * 4) == hmac.new(SECRET, b"", "sha256").digest()
    assert match_seed(SECRET, [None, one, None, two]) == hmac.new(SECRET, one + two, "sha256").digest()
    assert match_seed(SECRET, [one, two]) != match_seed(SECRET, [two, one])


@pytest.mark.parametrize(("secret", "shares"), [(SECRET[1:], []), (SECRET, [bytes(15)]), (SECRET, [None, bytes(17)])])
def test_bytes_of_other_sizes_are_refused(secret: bytes, shares: list[bytes | None]) -> None:
    with pytest.raises(foretold.BadOption) as caught:
        match_seed(secret, shares)
    assert caught.value.sentence() == "a secret is 32 bytes and what a seat gives is 16"


@pytest.mark.parametrize("gaps", range(6))
def test_a_proof_round_trips(gaps: int) -> None:
    promised = proof(6, gaps)
    assert Fair.from_dict(promised.to_dict(), 6) == promised
    assert Fair.from_dict(json.loads(json.dumps(promised.to_dict())), 6).to_dict() == promised.to_dict()
    assert promised.seed == match_seed(SECRET, [share.given for share in promised.shares])
    assert pickle.loads(pickle.dumps(promised)) == promised
    assert set(promised.to_dict()) == {"scheme", "commitment", "secret", "shares"}


# What holds -----------------------------------------------------------------------------------------------------


@every_game
def test_a_whole_match_verifies(game: Game) -> None:
    record = played(game, rounds=99, gaps=game.players - 1)
    verified = verify(record)
    assert verified == verify(Record.from_dict(record))
    assert verified.seed == match_seed(SECRET, [share(0).given])
    assert verified.deals == len(deals(record))
    assert verified.shared == (0,)
    assert foretold.replay(record).over


@every_game
def test_a_cut_match_verifies(game: Game) -> None:
    record = played(game)
    for length in (0, 1, 2, deals(record)[-1], deals(record)[-1] + 1, len(record["events"]) - 1):
        cut = {**record, "events": record["events"][:length]}
        assert verify(cut).deals == len(deals(cut))


def test_hands_may_be_in_any_order_and_other_keys_are_ignored() -> None:
    record = played()
    for number in deals(record):
        deal = record["events"][number]["deal"]
        deal["note"] = "by hand"
        for hand in deal["hands"]:
            hand.reverse()
    assert verify(record).deals == len(deals(record))


# What does not hold ---------------------------------------------------------------------------------------------


def test_a_record_without_a_proof_is_refused() -> None:
    record = played()
    del record["fair"]
    error = refused(record)
    assert (error.reason, error.clause, error.event) == ("fair-absent", None, None)
    assert str(error).startswith("this record has no 'fair'")


def test_a_secret_other_than_the_promised_one_is_refused() -> None:
    record = played()
    record["fair"]["secret"] = "00" * 32
    assert str(refused(record)) == "the secret doesn't match its commitment: it isn't the one that was promised"


def test_another_secret_with_its_own_commitment_is_refused() -> None:
    record = played()
    record["fair"] |= {"secret": "00" * 32, "commitment": commitment(bytes(32))}
    assert refused(record).reason == "fair-deal"


def test_bytes_other_than_the_promised_ones_are_refused() -> None:
    record = played()
    record["fair"]["shares"][1]["bytes"] = "00" * 16
    error = refused(record)
    assert str(error).startswith("the bytes of seat 1 don't match their commitment")
    assert error.sentence("ja").startswith("席1の乱数がコミットメントと一致しません")
    record["fair"]["shares"][1]["commitment"] = commitment(bytes(16))
    assert refused(record).reason == "fair-deal"


def test_a_seat_dropped_or_added_afterwards_is_refused() -> None:
    record = played(gaps=1)
    shares = record["fair"]["shares"]
    for seat, other in ((0, {"none": "bot"}), (len(shares) - 1, share(9).to_dict())):
        changed = copy.deepcopy(record)
        changed["fair"]["shares"][seat] = other
        assert refused(changed).reason == "fair-deal"


def test_a_record_that_breaks_rules_does_not_verify() -> None:
    record = played(rounds=99)
    record["events"][-1]["match"]["scores"][0] += 1
    error = refused(record, BadRecord)
    assert (error.reason, error.event) == ("wrong-result", len(record["events"]) - 1)
    unknown = {**played(), "game": "whist"}
    assert refused(unknown, BadRecord).reason == "unknown-game"


def test_a_deal_of_another_round_is_refused() -> None:
    """Dealt again: the second round is the third one's, with a starter that the rules allow."""
    record = played(foretold.load("prophecy", players=3, wheel="SSSSSSSS"), rounds=3)
    second, third = deals(record)[1:3]
    dealt = {**record["events"][third]["deal"], "dealer": record["events"][second]["deal"]["dealer"]}
    record["events"] = [*record["events"][:second], {"deal": dealt}]
    error = refused(record)
    assert (error.reason, error.event, error.values) == ("fair-deal", second, {"round": 2, "key": "hands"})
    assert str(error) == f"event {second}: the deal of round 2 isn't the one the seed gives: 'hands' differs"
    assert error.sentence("ja") == "第2ラウンドの配札が、シードから決まる配札と違います(「hands」が一致しません)"


def test_more_deals_than_a_match_has_are_refused() -> None:
    record = played(foretold.load("prophecy", players=2, variant="short"), rounds=99)
    record["events"].append(record["events"][0])
    assert refused(record, BadRecord).reason == "after-the-end"


def test_the_error_is_a_foretold_error() -> None:
    error = Unfair("fair-share", {"seat": 2})
    assert issubclass(Unfair, BadRecord)
    assert foretold.Unfair is Unfair
    placed = error.at(file="a.jsonl", line=3)
    assert type(placed) is type(pickle.loads(pickle.dumps(placed))) is Unfair
    assert str(placed).startswith("a.jsonl, line 3: the bytes of seat 2 ")


def test_every_reason_has_a_sentence() -> None:
    source = Path(fair.__file__).read_text("utf-8")
    reasons = set(re.findall(r'\b(?:Unfair|BadRecord|BadOption)\("([a-z-]+)"', source))
    assert len(reasons) > 10
    for language in i18n.languages():
        assert {f"no.{reason}" for reason in reasons} <= set(i18n.phrases(language))


# The form -------------------------------------------------------------------------------------------------------

Change = Callable[[dict[str, Any]], object]
HASH = "ab" * 32

WRONG_FORMS: list[tuple[str, str, Change]] = [
    ("fair-scheme", "scheme 'foretold-fair/2'", lambda it: it.update(scheme="foretold-fair/2", more=1)),
    ("wrong-type", "'fair.scheme' must be a string", lambda it: it.update(scheme=1)),
    ("missing-key", "'fair.scheme' is missing", lambda it: it.pop("scheme")),
    ("missing-key", "'fair.commitment' is missing", lambda it: it.pop("commitment")),
    ("missing-key", "'fair.secret' is missing", lambda it: it.pop("secret")),
    ("missing-key", "'fair.shares' is missing", lambda it: it.pop("shares")),
    ("fair-key", "'fair.more' isn't a key of foretold-fair/1", lambda it: it.update(more=1)),
    ("fair-hex", "'fair.secret' must be 64 hex", lambda it: it.update(secret=it["secret"][1:])),
    ("fair-hex", "'fair.secret' must be 64 hex", lambda it: it.update(secret=it["secret"] + "00")),
    ("fair-hex", "'fair.secret' must be 64 hex", lambda it: it.update(secret=it["secret"].upper())),
    ("fair-hex", "'fair.secret' must be 64 hex", lambda it: it.update(secret=" " + it["secret"][1:])),
    ("fair-hex", "'fair.secret' must be 64 hex", lambda it: it.update(secret="٣" * 64)),
    ("fair-hex", "found 'xxxxxxx", lambda it: it.update(secret="x" * 10_000)),
    ("fair-hex", "'fair.commitment' must be 64 hex", lambda it: it.update(commitment=it["commitment"][:-1] + "\n")),
    ("wrong-type", "'fair.commitment' must be a string", lambda it: it.update(commitment=7)),
    ("wrong-type", "'fair.secret' must be a string", lambda it: it.update(secret=None)),
    ("wrong-type", "'fair.shares' must be a list", lambda it: it.update(shares={})),
    ("wrong-count", "fair.shares has 2 entries: there must be 3", lambda it: it["shares"].pop()),
    ("wrong-count", "fair.shares has 4 entries", lambda it: it["shares"].append({"none": "bot"})),
    ("wrong-type", "'fair.shares[1]' must be an object", lambda it: it["shares"].__setitem__(1, None)),
    ("missing-key", "'fair.shares[1].commitment' is missing", lambda it: it["shares"].__setitem__(1, {})),
    ("missing-key", "'fair.shares[1].commitment' is missing", lambda it: it["shares"][1].pop("commitment")),
    ("missing-key", "'fair.shares[1].bytes' is missing", lambda it: it["shares"][1].pop("bytes")),
    ("fair-both", "'fair.shares[1]' has both", lambda it: it["shares"][1].update(none="silent")),
    ("fair-hex", "'fair.shares[1].bytes' must be 32 hex", lambda it: it["shares"][1].update(bytes="AB" * 16)),
    ("fair-hex", "'fair.shares[1].bytes' must be 32 hex", lambda it: it["shares"][1].update(bytes="ab" * 32)),
    ("fair-hex", "'fair.shares[1].commitment' must", lambda it: it["shares"][1].update(commitment="ab" * 16)),
    ("wrong-type", "'fair.shares[1].bytes' must be a string", lambda it: it["shares"][1].update(bytes=None)),
    ("fair-key", "'fair.shares[1].byte' isn't a key", lambda it: it["shares"][1].update(byte="")),
    ("fair-reason", "for one of bot, device, silent", lambda it: it["shares"][2].update(none="late")),
    ("wrong-type", "'fair.shares[2].none' must be a string", lambda it: it["shares"][2].update(none=None)),
    ("fair-committed", "only a silent seat", lambda it: it["shares"][2].update(none="device", commitment=HASH)),
    ("fair-hex", "commitment' must be 64 hex", lambda it: it["shares"][2].update(none="silent", commitment="")),
    ("wrong-type", "must be a string", lambda it: it["shares"][2].update(none="silent", commitment=None)),
]


@pytest.mark.parametrize(("reason", "part", "change"), WRONG_FORMS)
def test_the_form_of_a_proof_is_strict(reason: str, part: str, change: Change) -> None:
    record = played(foretold.load("seven-prophecies", players=3))
    change(record["fair"])
    error = refused(record, BadRecord)
    assert error.reason == reason
    assert part in str(error)
    assert len(str(error)) < 250


def test_a_proof_that_is_not_an_object_is_refused() -> None:
    sources: list[Any] = [None, [], "text", 1]
    for source in sources:
        with pytest.raises(BadRecord) as caught:
            Fair.from_dict(source, 3)
        assert caught.value.reason == "wrong-type"


# Any change is caught -------------------------------------------------------------------------------------------

games = st.sampled_from(GAMES)
numbers = st.integers(0, 10**9)


@given(games, numbers, st.sampled_from("0123456789abcdefABCDEFg \u0660"))
def test_any_changed_digit_is_caught(game: Game, place: int, digit: str) -> None:
    """Of the secret, its commitment, any bytes and their commitment."""
    record = played(game)
    holders = [(record["fair"], key) for key in ("commitment", "secret")]
    holders += [
        (share, key) for share in record["fair"]["shares"] if "bytes" in share for key in ("commitment", "bytes")
    ]
    holder, key = holders[place % len(holders)]
    text = holder[key]
    at = place // len(holders) % len(text)
    holder[key] = text[:at] + digit + text[at + 1 :]
    if holder[key] == text:
        assert verify(record).deals == len(deals(record))
    else:
        hexadecimal = digit in "0123456789abcdef"
        assert refused(record, Unfair if hexadecimal else BadRecord).reason in ("fair-secret", "fair-share", "fair-hex")


@given(games, st.data())
def test_any_other_order_of_shares_is_caught(game: Game, data: st.DataObject) -> None:
    record = played(game, gaps=0)
    shares = record["fair"]["shares"]
    order = data.draw(st.permutations(range(len(shares))).filter(lambda seats: seats != sorted(seats)))
    record["fair"]["shares"] = [shares[seat] for seat in order]
    error = refused(record)
    assert (error.reason, error.event) == ("fair-deal", 0)


@given(games, numbers, numbers, numbers)
def test_any_moved_card_is_caught(game: Game, which: int, one: int, two: int) -> None:
    """Two cards of any deal change places: hands, future row, cards aside; in one hand the order is free."""
    record = played(game)
    number = deals(record)[which % len(deals(record))]
    before = copy.deepcopy(record["events"][number]["deal"])
    deal = record["events"][number]["deal"]
    lists = [*deal["hands"], deal["hidden"], deal.get("open", [])]
    lists += [deal["future"]] if game.name == "seven-prophecies-2017" else []
    places = [(cards, at) for cards in lists for at in range(len(cards))]
    (here, i), (there, j) = places[one % len(places)], places[two % len(places)]
    here[i], there[j] = there[j], here[i]
    same_hands = [sorted(hand) for hand in deal["hands"]] == [sorted(hand) for hand in before["hands"]]
    if same_hands and {**deal, "hands": 0} == {**before, "hands": 0}:
        assert verify(record).deals == len(deals(record))
    else:
        error = refused(record)
        assert (error.reason, error.event) == ("fair-deal", number)


@given(games, numbers, st.data())
def test_any_other_deal_is_caught(game: Game, which: int, data: st.DataObject) -> None:
    """A deal that follows from another seed, and colours in another order."""
    record = played(game)
    number = deals(record)[0]
    deal = record["events"][number]["deal"]
    if "future_hidden" in deal and data.draw(st.booleans()):
        colours = data.draw(st.permutations([*deal["future"], *deal["future_hidden"]]))
        other = {**deal, "future": colours[:10], "future_hidden": colours[10:]}
    else:
        other = game.start(seed=which).record().events[0]["deal"]
    record["events"][number]["deal"] = other
    if other == deal:
        assert verify(record).deals == len(deals(record))
    else:
        error = refused(record)
        assert (error.reason, error.event) == ("fair-deal", number)


# The page -------------------------------------------------------------------------------------------------------


def plain_python() -> dict[str, Any]:
    """What the page defines."""
    (block,) = re.findall(r"```python\n(.*?)```", PAGE, re.S)
    assert len([line for line in block.splitlines() if line]) == 15
    namespace: dict[str, Any] = {}
    exec(block, namespace)
    return namespace


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['game']}-{vector['players']}")
def test_documented_test_vectors_match(vector: dict[str, Any]) -> None:
    game = foretold.load(vector["game"], players=vector["players"], **vector["options"])
    promised = Fair.from_dict(vector["fair"], game.players)
    assert promised.to_dict() == vector["fair"]
    assert promised.seed.hex() == vector["seed"]
    dealt = replace(game.start(seed=bytes.fromhex(vector["seed"])).record(), extra={"fair": vector["fair"]})
    assert dealt.events[0]["deal"]["hands"] == vector["hands"]
    assert verify(dealt).seed.hex() == vector["seed"]


def test_test_vectors_cover_none_one_and_four_shares_with_gaps() -> None:
    gave = [[seat for seat, share in enumerate(vector["fair"]["shares"]) if "bytes" in share] for vector in VECTORS]
    assert [len(seats) for seats in gave] == [0, 1, 4, 4]
    assert gave[-1] != list(range(4))


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: f"{vector['game']}-{vector['players']}")
def test_the_documented_python_matches_its_vectors(vector: dict[str, Any]) -> None:
    code = plain_python()
    seed = code["seed_of"](vector["fair"])
    assert seed.hex() == vector["seed"]
    game = foretold.load(vector["game"], players=vector["players"], **vector["options"])
    cards = code["shuffled"](list(map(str, game.deck)), seed, game.players, 0)
    size = len(vector["hands"][0])
    for seat, hand in enumerate(vector["hands"]):
        assert sorted(cards[size * seat : size * seat + size]) == sorted(hand)
    broken = copy.deepcopy(vector["fair"])
    broken["secret"] = "00" * 32
    with pytest.raises(AssertionError):
        code["seed_of"](broken)


@every_game
def test_the_documented_python_matches_every_round(game: Game) -> None:
    code = plain_python()
    record = played(game)
    seed = code["seed_of"](record["fair"])
    for round_number, event in enumerate(deals(record)):
        cards = code["shuffled"](list(map(str, game.deck)), seed, game.players, round_number)
        deal = record["events"][event]["deal"]
        size = len(deal["hands"][0])
        hands = [sorted(cards[size * seat : size * seat + size]) for seat in game.seats]
        assert hands == [sorted(hand) for hand in deal["hands"]]
        assert cards[len(cards) - len(deal["hidden"]) :] == deal["hidden"]
