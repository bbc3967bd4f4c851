"""Secrets never reach the store: usual ones, own patterns, in texts and in data; no pattern can hang."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daw_bridges.errors import UsageError
from orbit.memory.keyed import Policy
from orbit.memory.keyed.redaction import Redactor
from tests.orbit.memory.keyed.holding import asking, contents, remembering

SECRETS = {
    "e-mail": ("write to Kim.Doe+x@mail.example.org, please", "Kim.Doe"),
    "password": ("password: hunter2 and so on", "hunter2"),
    "said password": ('My Password is "hunter2"', "hunter2"),
    "api key": ("api_key=abcdef123456", "abcdef"),
    "bearer": ("Authorization: Bearer abcdefghijklmnop123", "abcdefghijklmnop"),
    "service key": ("use sk-proj-abcdefghij0123456789 for it", "abcdefghij"),
    "hub token": ("ghp_" + "a1B2" * 9, "a1B2"),
    "cloud key": ("AKIA" + "ABCDEFGH12345678", "ABCDEFGH"),
    "web token": ("eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSM", "SflKxw"),
    "card": ("pay with 4111 1111 1111 1111 today", "4111"),
    "private key": ("-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----", "MIIE"),
    "cut private key": ("-----BEGIN PRIVATE KEY-----\nMIIE", "MIIE"),
    "login": ("https://kim:hunter2@host.example/x", "hunter2"),
}


@pytest.mark.local_files
@pytest.mark.parametrize("name", SECRETS)
def test_usual_secrets_never_reach_the_file(name: str, tmp_path: Path) -> None:
    text, secret = SECRETS[name]
    memory = remembering(tmp_path)
    said = asking(memory)(
        "append", "a", payload=[text, {"content": {"deep": [text]}, "metadata": {"m": text}}]
    )
    assert said.redacted >= 3
    memory._store.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret.encode() not in kept
    assert b"[redacted]" in kept


@pytest.mark.parametrize(
    "text",
    [
        "compress the bass at 4:1 with −24 dB", "tempo 128, bar 17, 1/8 notes", "call 0049 30 1234567",
        "4111 1111 1111 1112 is no card", "secret sauce on the vocals", "a@b", "key of A minor",
        "the password protected set",
    ],
)  # fmt: skip
def test_what_is_no_secret_stays(text: str) -> None:
    assert Redactor().text(text) == (text, 0)


def test_a_value_called_a_secret_goes_whole() -> None:
    data = {"password": "x y z", "api key": 12345, "user": "kim", "tokens": [{"Secret": "s"}]}
    assert Redactor().value(data) == (
        {
            "password": "[redacted]",
            "api key": "[redacted]",
            "user": "kim",
            "tokens": [{"Secret": "[redacted]"}],
        },
        3,
    )


def test_own_patterns_and_their_groups(tmp_path: Path) -> None:
    policy = Policy(redact=("(?i)project ([a-z]+)",), redaction="■")
    memory = remembering(tmp_path, policy)
    asking(memory)("append", "a", payload="Ümläut: project Nightfall, PROJECT dawn")
    assert contents(memory, "a") == ["Ümläut: project ■, PROJECT ■"]


def test_nothing_goes_where_the_rules_say_so() -> None:
    assert Redactor(usual=False).text("kim@example.org") == ("kim@example.org", 0)


@pytest.mark.parametrize("pattern", ["(", "(?=a)", r"(a)\1", "a" * 1001, "((a{900}){900})"])
def test_a_pattern_that_cannot_be_is_refused(pattern: str) -> None:
    with pytest.raises(UsageError, match="pattern"):
        Redactor((pattern,))


def test_a_pattern_made_to_hang_does_not() -> None:
    redactor = Redactor(("(a+)+$", "(a|a)*b", "(.*){9}x"), usual=False)
    assert redactor.text("a" * 50_000 + "c")[0] == "a" * 50_000 + "c"


@given(st.text(max_size=300))
def test_taking_out_twice_takes_out_no_more(text: str) -> None:
    once, _ = Redactor().text(text)
    assert Redactor().text(once) == (once, 0)
