"""What bot processes said, in files, as `output.keep_logs` has it."""

from collections import Counter

from tournament.bots import Exit, Life
from tournament.folder import Folder, telling
from tournament.names import slug


class Logs:
    """A file a life: `logs/NAME.NUMBER.log`."""

    def __init__(self, folder: Folder, keep: str) -> None:
        self._folder = folder
        self._keep = keep
        self._numbers: Counter[str] = Counter()

    def choose(self, name: str) -> str:
        """Return a file for a life that begins, one that no earlier life has had; nothing if logs are not kept."""
        if self._keep == "none":
            return ""
        while True:
            self._numbers[name] += 1
            file = f"logs/{slug(name)}.{self._numbers[name]}.log"
            if not (self._folder.path / file).exists():
                return file

    def write(self, life: Life, end: Exit) -> None:
        """Keep what is to be kept of a life that has ended. Raise FolderError."""
        if life.log and (self._keep == "all" or life.is_faulty or not life.is_asked):
            text = f"{life.name}: {end.how}\n\nstandard error\n{end.stderr}\n\nstandard output\n{end.stdout}\n"
            path = self._folder.path / life.log
            with telling(path):
                path.write_text(text, encoding="utf-8", errors="replace")
