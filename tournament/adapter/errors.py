"""Why an adapter stops for its bot's sake."""

from tournament.errors import TourneyError


class NoBotError(TourneyError):
    """The bot cannot be started."""

    exit_code = 2


class BotEndedError(TourneyError):
    """The bot has ended by itself, or reads or writes nothing sensible any longer."""

    def __init__(self, text: str, exit_code: int = 1) -> None:
        super().__init__(text)
        self.exit_code = exit_code
