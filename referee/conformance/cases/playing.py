"""How a client plays by the rules."""

from referee.conformance.client import Client
from referee.conformance.sitting import sit
from referee.games import GAMES


async def whole_deals(client: Client) -> None:
    """Plays a whole deal of every game, all at the same time, and never against the rules."""
    await client.play(*(sit(f"table {name}", name) for name in GAMES))


CASES = (whole_deals,)
