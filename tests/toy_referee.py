"""Serve the toy game: `python -m tests.toy_referee PLAYERS ADMIN TOKEN_FILE`."""

import asyncio
import sys
from pathlib import Path

from referee.server.serve import announce, serve
from referee.server.settings import Settings
from tests.toy import TOY_GAMES

if __name__ == "__main__":
    players, admin, token_file = sys.argv[1:]
    settings = Settings(address=players, admin=admin, admin_token=Path(token_file).read_text())
    asyncio.run(serve(TOY_GAMES, settings, announce))
