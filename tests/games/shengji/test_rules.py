import pytest

from referee.cards import NotationError, Rank
from referee.games.shengji.chaodi import OPTIONS as OPTIONS_OF_CHAODI
from referee.games.shengji.rules import OPTIONS, parse
from tests.games.shengji.playing import chaodi


def test_the_declared_defaults_are_those_of_two_decks() -> None:
    assert parse({}).options == {option.name: option.default for option in OPTIONS}


@pytest.mark.parametrize(
    ("given", "name", "value"),
    [
        pytest.param({"decks": "1"}, "kitty_size", "6", id="one deck: kitty"),
        pytest.param({"decks": "1"}, "bid_policy", "reveal_only", id="one deck: declaring"),
        pytest.param({"decks": "1"}, "attacker_level_cap", "3", id="one deck: cap"),
        pytest.param({"decks": "3"}, "kitty_size", "6", id="three decks: kitty"),
        pytest.param({"decks": "3"}, "bid_policy", "ladder", id="three decks: declaring"),
        pytest.param({"decks": "3"}, "attacker_level_cap", "none", id="three decks: no cap"),
        pytest.param({"two_trump": "true"}, "start_level", "3", id="permanent 2s: levels begin at 3"),
        pytest.param({"mandatory_levels": " K, 5"}, "mandatory_levels", "5,K,A", id="A is always mandatory"),
        pytest.param({"kitty_point_limit": "20"}, "kitty_point_limit", "20", id="a limit"),
        pytest.param({"decks": "3", "kitty_size": "10"}, "kitty_size", "10", id="what is given wins"),
        pytest.param({"decks": "1", "kitty_size": "2"}, "kitty_size", "2", id="a small kitty"),
        pytest.param(
            {"decks": "1", "kitty_size": "14", "kitty_point_limit": "10"}, "kitty_point_limit", "10", id="a low limit"
        ),
    ],
)
def test_options_that_depend_on_others(given: dict[str, str], name: str, value: str) -> None:
    assert parse(given).options[name] == value


@pytest.mark.parametrize(
    ("decks", "kitty", "policy"),
    [pytest.param("2", "8", "first_event", id="two decks"), pytest.param("3", "6", "ladder", id="three decks")],
)
def test_chaodi_has_defaults_of_its_own(decks: str, kitty: str, policy: str) -> None:
    chosen = chaodi(decks=decks).options
    own = {"fandi": "true", "fan_doubles": "true", "allow_partner_protect": "false", "nobody_bids": "no_trump"}
    others = {"attacker_level_cap": "none", "kitty_size": kitty, "bid_policy": policy, "coins": "false"}
    assert (own | others).items() <= chosen.items()
    assert {option.name: option.default for option in OPTIONS_OF_CHAODI} == dict(chaodi().options)


def test_chaodi_is_not_played_with_one_deck() -> None:
    with pytest.raises(NotationError, match="decks: '1' is not allowed; allowed: 2, 3"):
        chaodi(decks="1")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param({"deck": "2"}, "deck: there is no such option; there are decks, two_trump,", id="unknown option"),
        pytest.param({"decks": "4"}, "decks: '4' is not allowed; allowed: 1, 2, 3", id="unknown value"),
        pytest.param({"two_trump": "True"}, "two_trump: 'True' is not allowed; allowed: false, true", id="bool"),
        pytest.param({"throw_penalty": "-5"}, "throw_penalty: '-5' is not allowed; allowed: a number from 0", id="int"),
        pytest.param({"throw_penalty": "none"}, "throw_penalty: 'none' is not allowed", id="a number that must be"),
        pytest.param(
            {"kitty_point_limit": "x"},
            "'x' is not allowed; allowed: a number from 0 to 99999, none",
            id="a number or none",
        ),
        pytest.param({"room_factor": "100000"}, "allowed: a number from 0 to 99999", id="a number too great"),
        pytest.param({"coin_win_rate": "9/0"}, "coin_win_rate: '9/0' is not allowed; allowed: a ratio", id="no ratio"),
        pytest.param({"coin_win_rate": "half"}, "a ratio from 0 to 1, such as 9/10", id="a word for a ratio"),
        pytest.param({"coin_win_rate": "1.1"}, "a ratio from 0 to 1, such as 9/10", id="a ratio too great"),
        pytest.param({"decks": "1", "fandi": "true"}, "fandi: 'true with decks = 1' is not allowed", id="fan-di"),
        pytest.param({"mandatory_levels": "5,1"}, "mandatory_levels: '1' is not allowed", id="a word of a list"),
        pytest.param({"kitty_size": "6"}, "'6 with decks = 2' is not allowed; allowed: 4, 8, 12, 16, 20", id="kitty"),
        pytest.param(
            {"decks": "1", "kitty_size": "14", "kitty_point_limit": "5"},
            "kitty_point_limit: '5 with kitty_size = 14' is not allowed; allowed: 10 or more, none",
            id="a limit that not every hand can keep",
        ),
        pytest.param({"decks": "1", "no_trump_bid": "four_jokers"}, "allowed: joker_pair, off", id="jokers"),
        pytest.param(
            {"two_trump": "true", "start_level": "2"}, "start_level: '2 with two_trump' is not allowed", id="level"
        ),
    ],
)
def test_a_bad_option_is_named_with_what_is_allowed(given: dict[str, str], message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(given)
    assert message in str(caught.value)


def test_levels_begin_at_three_where_the_twos_are_trumps() -> None:
    assert parse({"two_trump": "true"}).ladder[0] == Rank.THREE
    assert parse({}).ladder[0] == Rank.TWO


@pytest.mark.parametrize(
    ("decks", "sizes"),
    [
        pytest.param("1", {"2": 13, "6": 12, "10": 11, "14": 10}, id="one deck"),
        pytest.param("2", {"4": 26, "8": 25, "12": 24, "16": 23, "20": 22}, id="two decks"),
        pytest.param("3", {"2": 40, "6": 39, "10": 38, "14": 37, "18": 36}, id="three decks"),
    ],
)
def test_a_kitty_leaves_equal_hands(decks: str, sizes: dict[str, int]) -> None:
    for size, hand in sizes.items():
        assert parse({"decks": decks, "kitty_size": size}).hand_size == hand
