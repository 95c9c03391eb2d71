"""The small clients under `clients/`: what each needs, how it is built and how it is started."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

CLIENTS = Path(__file__).parents[2] / "clients"


@dataclass(frozen=True, slots=True)
class Language:
    name: str
    """Its folder in `clients/`, where it is built."""
    run: tuple[str, ...]
    """The command that starts its bot; {here} is its folder."""
    tools: tuple[str, ...] = ()
    """The programs that have to be installed."""
    probe: tuple[str, ...] = ()
    """What succeeds, called in its folder, where they are new enough."""
    oldest: str = ""
    """What they have to be, at the least."""
    build: tuple[tuple[str, ...], ...] = ()
    """What to call in its folder, one after the other."""
    check: tuple[tuple[str, ...], ...] = ()
    """The same, once it is built: its unit tests, linters, formatters."""

    def lack(self) -> str:
        """Return why it cannot be built on this machine, or nothing."""
        if missing := [tool for tool in self.tools if shutil.which(tool) is None]:
            return f"{', '.join(missing)} not found"
        if self.probe and self._call(self.probe).returncode:
            return f"no {self.oldest} or newer"
        return ""

    def command(self) -> list[str]:
        return [word.format(here=CLIENTS / self.name) for word in self.run]

    def is_built(self) -> bool:
        return not self.build or Path(self.command()[-1]).exists()

    def make(self) -> None:
        """Build and check it. Raise BuildError."""
        for words in (*self.build, *self.check):
            done = self._call(words)
            if done.returncode:
                raise BuildError(f"{self.name}: {' '.join(words)} failed:\n{done.stdout}")

    def _call(self, words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=CLIENTS / self.name, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
        )


class BuildError(Exception):
    """What a compiler or a check said."""


LANGUAGES = (
    Language("python", run=(sys.executable, "-m", "paiju.bots.random")),
    Language(
        "node",
        tools=("node", "npm"),
        probe=("node", "-e", "process.exit(+(process.versions.node.split('.')[0] < 20))"),
        oldest="Node.js 20",
        build=(("npm", "ci", "--silent"), ("npm", "run", "--silent", "build")),
        check=(("npm", "run", "--silent", "check"),),
        run=("node", "{here}/dist/bot.js"),
    ),
    Language(
        "go",
        tools=("go", "gofmt"),
        probe=("go", "list", "-m"),  # go.mod names the oldest
        oldest="Go 1.26",
        build=(("go", "generate"), ("go", "build", "-o", "bin/bot")),
        check=(("sh", "-c", "! gofmt -d . | grep ."), ("go", "vet", "./..."), ("go", "test", "./...")),
        run=("{here}/bin/bot",),
    ),
    Language(
        "java",
        tools=("java", "javac", "mvn"),
        probe=("javac", "--release", "17", "-version"),
        oldest="Java 17",
        build=(("mvn", "--batch-mode", "--quiet", "package"),),
        run=("java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-jar", "{here}/target/bot.jar"),
    ),
    Language(
        "rust",
        tools=("cargo", "rustc", "rustfmt"),
        probe=("sh", "-c", "printf '1.88\\n%s\\n' $(rustc --version | cut -d ' ' -f 2) | sort -CV"),
        oldest="Rust 1.88",
        build=(("cargo", "build", "--release", "--locked", "--quiet"),),
        check=(("cargo", "fmt", "--check"),),
        run=("{here}/target/release/paiju-bot",),
    ),
    Language(
        "cpp",
        tools=("cmake", "c++", "pkg-config", "protoc", "grpc_cpp_plugin"),
        probe=("pkg-config", "--exists", "grpc++ >= 1.51"),
        oldest="gRPC C++ 1.51",
        build=(
            ("cmake", "-S", ".", "-B", "build", "-DCMAKE_BUILD_TYPE=Release"),
            ("cmake", "--build", "build", "--parallel", "2"),
        ),
        run=("{here}/build/bot",),
    ),
)

PLAIN = Language("python-plain", run=(sys.executable, str(CLIENTS / "python/plain_bot.py")))
"""Python again, by `Listen` and `Act`: even one language alone has somebody to play with."""
