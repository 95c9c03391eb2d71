"""The package comes in two distributions, which must not drift apart."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
WHOLE = tomllib.loads((ROOT / "pyproject.toml").read_text())
LIGHT = tomllib.loads((ROOT / "clients/python/pyproject.toml").read_text())


def test_both_have_one_version_and_are_built_alike() -> None:
    for key in ("version", "requires-python", "license"):
        assert LIGHT["project"][key] == WHOLE["project"][key]
    assert LIGHT["build-system"] == WHOLE["build-system"]


def test_the_light_one_needs_grpc_and_protobuf_as_the_whole_does_and_nothing_else() -> None:
    needed = LIGHT["project"]["dependencies"]
    assert [line.split(">")[0] for line in needed] == ["grpcio", "protobuf"]
    assert set(needed) <= set(WHOLE["project"]["dependencies"])


def test_its_licence_and_protocol_are_those_of_the_project() -> None:
    assert (ROOT / "clients/python/LICENSE").read_text() == (ROOT / "LICENSE").read_text()
    assert (ROOT / "clients/python/proto").resolve() == ROOT / "proto"
