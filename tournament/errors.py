"""What organisers can mend.

TourneyError
    ConfigError            the configuration cannot be used (tournament.config)
    StoreError             the database cannot be used, or refuses (tournament.store)
    UnknownBotError        no such bot has played (tournament.rating)
    UnknownGameError       the referee plays no such game (tournament.checks)
    FolderError            the output directory cannot be used (tournament.folder)
    BrokenCommitmentError  a referee dealt from another seed (tournament.archive)
    StartError             a program could not be started (tournament.processes)
    WardenLostError        the warden is gone, and all programs with it (tournament.processes)
    NoBotError             an adapter cannot start its bot (tournament.adapter)
    BotEndedError          an adapter's bot has ended (tournament.adapter)
    RefereeLostError       no referee answers (tournament.client)
    RefereeRefusedError    a referee answers, but not so (tournament.client)
"""


class TourneyError(Exception):
    """Its text is for people, one line a fault: what, where, and what would do."""
