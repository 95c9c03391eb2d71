from pathlib import Path

from tournament.config import load
from tournament.config_text import toml


def config(file: Path) -> str:
    return toml(load(file))
