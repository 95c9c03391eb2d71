"""The small clients under `clients/`: what each needs, how it is built and how it is started."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

CLIENTS = Path(__file__).parents[2] / "clients"


@dataclass(frozen=True, slots=True)
class Language:
    name: str
    """Its folder in `clients/`."""
    run: tuple[str, ...]
    """The command that starts its bot; {here} is its folder."""
    tools: tuple[str, ...] = ()
    """The programs that have to be installed."""
    build: tuple[tuple[str, ...], ...] = ()
    """What to call in its folder, one after the other."""

    def missing(self) -> list[str]:
        return [tool for tool in self.tools if shutil.which(tool) is None]

    def command(self) -> list[str]:
        return [word.format(here=CLIENTS / self.name) for word in self.run]

    def is_built(self) -> bool:
        return not self.build or Path(self.command()[-1]).exists()

    def make(self) -> None:
        """Build it. Raise BuildError."""
        for words in self.build:
            done = subprocess.run(
                words, cwd=CLIENTS / self.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
            )
            if done.returncode:
                raise BuildError(f"{self.name}: {' '.join(words)} failed:\n{done.stdout}")


class BuildError(Exception):
    """What a compiler said."""


LANGUAGES = (
    Language("python", run=(sys.executable, "-m", "paiju.bots.random")),
    Language(
        "node",
        tools=("node", "npm"),
        build=(("npm", "ci", "--silent"), ("npm", "run", "--silent", "build")),
        run=("node", "{here}/dist/bot.js"),
    ),
    Language(
        "go",
        tools=("go",),
        build=(("go", "generate"), ("go", "build", "-o", "bin/bot")),
        run=("{here}/bin/bot",),
    ),
    Language(
        "java",
        tools=("java", "mvn"),
        build=(("mvn", "--batch-mode", "--quiet", "package"),),
        run=("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", "{here}/target/bot.jar"),
    ),
    Language(
        "rust",
        tools=("cargo",),
        build=(("cargo", "build", "--release", "--locked", "--quiet"),),
        run=("{here}/target/release/paiju-bot",),
    ),
    Language(
        "cpp",
        tools=("cmake", "c++", "protoc", "grpc_cpp_plugin"),
        build=(
            ("cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release"),
            ("cmake", "--build", "build", "--parallel", "2"),
        ),
        run=("{here}/build/bot",),
    ),
)
