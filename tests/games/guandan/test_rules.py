import pytest

from referee.cards import NotationError
from referee.games.guandan.rules import OPTIONS, PROFILES, parse
from tests.games.guandan.playing import guandan


def test_the_declared_defaults_are_those_of_the_source() -> None:
    assert parse({}).options == {option.name: option.default for option in OPTIONS}
    assert parse({"profile": "source"}) == parse({})


@pytest.mark.parametrize("profile", PROFILES)
def test_a_profile_sets_its_options_and_no_others(profile: str) -> None:
    options = parse({"profile": profile}).options
    changed = {name: value for name, value in options.items() if value != parse({}).options[name]}
    assert changed == PROFILES[profile] | ({} if profile == "source" else {"profile": profile})


def test_what_is_given_wins_over_the_profile() -> None:
    assert parse({"profile": "pagat", "gain_12": "3"}).gain_12 == 3


@pytest.mark.parametrize("options", [{}, {"profile": "official"}, {"a_max_fails": "0", "level_track": "shared"}])
def test_the_options_of_a_game_make_an_equal_game(options: dict[str, str]) -> None:
    game = guandan(**options)
    assert guandan(**game.options) == game
    assert (game == guandan()) == (options == {})


@pytest.mark.parametrize(
    ("given", "message"),
    [
        pytest.param(
            {"wild": "2"}, "wild: there is no such option; there are profile, start_level,", id="unknown option"
        ),
        pytest.param({"profile": "x"}, "profile: 'x' is not allowed; allowed: source, official, pagat", id="word"),
        pytest.param({"tribute": "True"}, "tribute: 'True' is not allowed; allowed: false, true", id="bool"),
        pytest.param({"gain_12": "-1"}, "gain_12: '-1' is not allowed; allowed: a number from 0", id="number"),
        pytest.param({"gain_12": "9" * 5000}, "is not allowed; allowed: a number from 0 to 99999", id="long number"),
        pytest.param({"start_level": "1"}, "start_level: '1' is not allowed; allowed: 2, 3,", id="level"),
        pytest.param(
            {"level_track": "shared"}, "a_max_fails: '3 with level_track = shared' is not allowed; allowed: 0", id="fit"
        ),
    ],
)
def test_a_bad_option_is_named_with_what_is_allowed(given: dict[str, str], message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(given)
    assert message in str(caught.value)
