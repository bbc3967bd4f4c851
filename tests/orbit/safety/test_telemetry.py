"""Nothing leaves the machine: no telemetry, and nothing that another program's settings ask for."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from orbit.memory.embedding.minilm import find_minilm

needs_minilm = pytest.mark.skipif(find_minilm() is None, reason="the MiniLM package is not installed")

_ELSEWHERE = "192.0.2.1"  # reserved for documentation, so that nobody is there

_DOT_ENV = f"""
CHROMA_API_IMPL=chromadb.api.fastapi.FastAPI
CHROMA_SERVER_HOST={_ELSEWHERE}
CHROMA_SERVER_HTTP_PORT=8000
CHROMA_OTEL_GRANULARITY=all
CHROMA_OTEL_COLLECTION_ENDPOINT=http://{_ELSEWHERE}:4317
"""
"""The .env of another program that uses Chroma too."""

_SEEN_BY_PYTHON = """
import ipaddress, json, socket, sys

went = []

def watch(event, given):
    if event in ("socket.getaddrinfo", "socket.gethostbyname"):
        name = given[0]
    elif event in ("socket.connect", "socket.sendto", "socket.sendmsg") and isinstance(given[1], tuple):
        name = given[1][0]
    else:
        return
    if name not in (None, "", "localhost") and not ipaddress.ip_address(name).is_loopback:
        went.append(str(name))

sys.addaudithook(watch)
from orbit.interfaces.cli import run

status = run(sys.argv[1:])
print(json.dumps({"status": status, "went": went, "ran": "onnxruntime" in sys.modules}))
"""

_COUNTED_BY_THE_KERNEL = f"""
import fcntl, json, socket, struct, sys

def counts():
    with open("/proc/self/net/snmp") as file:
        lines = file.read().splitlines()
    counted = {{}}
    for names, values in zip(lines[::2], lines[1::2]):
        kind, *names = names.split()
        counted |= {{kind.rstrip(":") + name: int(value) for name, value in zip(names, values.split()[1:])}}
    with open("/proc/self/net/snmp6") as file:
        counted |= {{name: int(value) for name, value in map(str.split, file)}}
    # Whatever has no way out of the namespace, and each look-up that a resolver on this machine would answer.
    wanted = ("IpOutNoRoutes", "Ip6OutNoRoutes", "UdpOutDatagrams", "Udp6OutDatagrams")
    return [counted[name] for name in wanted]

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    lo = struct.pack("16sh14x", b"lo", 0)
    _, flags = struct.unpack("16sh14x", fcntl.ioctl(any_socket, 0x8913, lo))
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", flags | 1))

before = counts()
try:
    socket.create_connection(("{_ELSEWHERE}", 80))
except OSError:
    tried = counts()
from orbit.interfaces.cli import run

status = run(sys.argv[1:])
seen = {{"status": status, "before": before, "tried": tried, "after": counts()}}
print(json.dumps(seen))
"""


@pytest.fixture
def home(tmp_path: Path, minilm_cache: Path) -> Path:
    """A fresh home, in which only the embedding's graph is ready."""
    home = tmp_path / "home"
    shutil.copytree(minilm_cache, home / "data" / "cache")
    (home / ".env").write_text(_DOT_ENV, "utf-8")
    return home


def _started(home: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    environment = {"HOME": str(home), "PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LANG": "C.UTF-8"}
    return subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, check=False)


def _request(home: Path, program: str, *before: str) -> dict[str, Any]:
    words = ("do", "make the bass duck under the kick", "--yes", "--data-dir", home / "data")
    ended = _started(home, *before, sys.executable, "-c", program, *words)
    assert ended.stdout, ended.stderr
    return json.loads(ended.stdout.splitlines()[-1])


def _beside_the_data(home: Path) -> set[str]:
    return {path.name for path in home.iterdir()} - {"data", ".env"}


@needs_minilm
def test_a_request_looks_nothing_up_and_leaves_nothing_in_the_home(home: Path) -> None:
    assert _request(home, _SEEN_BY_PYTHON) == {"status": 0, "went": [], "ran": True}
    assert _beside_the_data(home) == set()


@needs_minilm
def test_the_kernel_counts_nothing_that_a_request_sends_out(home: Path) -> None:
    # Python's own hooks do not see what native code does; a network of the process's own sees all of it.
    own_network = ("unshare", "--map-root-user", "--net")
    if shutil.which("unshare") is None or _started(home, *own_network, "true").returncode:
        pytest.skip("this machine lets nobody make a network namespace; it takes Linux and user namespaces")
    seen = _request(home, _COUNTED_BY_THE_KERNEL, *own_network)
    assert seen["status"] == 0
    assert sum(seen["tried"]) == sum(seen["before"]) + 1
    assert seen["after"] == seen["tried"]


@needs_minilm
@pytest.mark.parametrize("first", ["orbit", "orbit.memory", "benchmarks.retrieval"])
def test_as_a_library_it_sends_nothing_either(home: Path, first: str) -> None:
    [graph] = (home / "data" / "cache").glob("*.onnx")
    use = f"import onnxruntime; onnxruntime.InferenceSession({str(graph)!r})"
    program = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[3])!r}); import {first}; {use}"
    ended = _started(home, sys.executable, "-c", program)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert _beside_the_data(home) == set()
