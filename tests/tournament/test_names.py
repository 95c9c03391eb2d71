import pytest

from tournament.names import fault_of, slug, slugs


@pytest.mark.parametrize("name", ["a", "Bot 7", "search-v3", "x_y.z", "é", "贪心", "x" * 32])
def test_plain_names_are_taken(name: str) -> None:
    assert fault_of(name) is None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        pytest.param("", "1 to 32 characters", id="empty"),
        pytest.param("x" * 33, "1 to 32 characters", id="long"),
        pytest.param("e\u0301", "composed characters (Unicode NFC)", id="decomposed"),
        pytest.param("=SUM(A1)", "letters, digits, space, _ . and - only, not U+003D", id="formula"),
        pytest.param("+1", "letters, digits, space, _ . and - only, not U+002B", id="plus"),
        pytest.param("@all", "letters, digits, space, _ . and - only, not U+0040", id="at"),
        pytest.param("-rf", "no space at either end and no - in front", id="option"),
        pytest.param(" a", "no space at either end and no - in front", id="space in front"),
        pytest.param("a ", "no space at either end and no - in front", id="space behind"),
        pytest.param("a/b", "letters, digits, space, _ . and - only, not U+002F", id="path"),
        pytest.param("a\u202eb", "letters, digits, space, _ . and - only, not U+202E", id="right to left"),
        pytest.param("a\u200bb", "letters, digits, space, _ . and - only, not U+200B", id="zero width"),
        pytest.param("a\x1b[2Jb", "letters, digits, space, _ . and - only, not U+001B", id="terminal"),
        pytest.param("a\0b", "letters, digits, space, _ . and - only, not U+0000", id="nul"),
        pytest.param("<b>", "letters, digits, space, _ . and - only, not U+003C", id="html"),
    ],
)
def test_names_that_could_do_harm_somewhere_are_refused(name: str, fault: str) -> None:
    assert fault_of(name) == fault


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Tractor demo cup", "tractor-demo-cup"),
        ("Ünal & Söhne", "unal-sohne"),
        ("..", "5ec1f7e7"),
        ("贪心", "060d2c1a"),
    ],
)
def test_a_slug_is_ascii_and_never_empty(name: str, expected: str) -> None:
    assert slug(name) == expected


def test_slugs_of_different_names_differ_whatever_their_order() -> None:
    names = ["a b", "a-b", "a.b", "c", "A-B-2"]
    short = slugs(names)
    assert len(set(short.values())) == len(names)
    assert short["c"] == "c"
    assert slugs(reversed(names)) == short
