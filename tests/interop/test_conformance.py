"""Each built client does what a referee expects of it."""

import subprocess
import sys

import pytest

from tests.interop.languages import LANGUAGES, PLAIN, Language


@pytest.mark.parametrize(
    "client", [client for client in (*LANGUAGES, PLAIN) if not client.lack()], ids=lambda client: client.name
)
def test_a_client_conforms(client: Language) -> None:
    judge = [sys.executable, "-m", "referee", "conformance", "--", *client.command()]
    done = subprocess.run(judge, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, done.stdout
