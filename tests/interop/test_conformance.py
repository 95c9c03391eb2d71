"""Each built client does what a referee expects of it."""

import subprocess
import sys

import pytest

from tests.interop.languages import LANGUAGES, Language


@pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if not language.lack()], ids=lambda language: language.name
)
def test_a_client_conforms(language: Language) -> None:
    judge = [sys.executable, "-m", "referee", "conformance", "--", *language.command()]
    done = subprocess.run(judge, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
