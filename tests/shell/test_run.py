"""`./run` finds a Python that really works, and says in words what is missing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("bash", "dirname", "cat", "cksum", "env", "sed")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A folder as the whole PATH: the few tools that the script needs, and whatever a test puts there."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for tool in TOOLS:
        found = shutil.which(tool)
        assert found, tool
        (folder / tool).symlink_to(found)
    return folder


def put(path: Path, name: str, script: str) -> Path:
    file = path / name
    file.write_text(f"#!/usr/bin/env bash\n{script}\n")
    file.chmod(0o755)
    return file


def pretend(path: Path, name: str, version: str, real: bool = True) -> Path:
    """An interpreter that answers as this version would: `real` ones exist where they say they do."""
    where = path / name if real else "/nowhere/python"
    return put(path, name, f'echo "{version.replace(".", " ")} {where}"')


def run(path: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": str(path), "HOME": str(path.parent / "home"), **more}
    return subprocess.run(
        [str(path / "bash"), str(ROOT / "run"), *arguments],
        env=environment, capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_the_newest_python_that_works_is_taken(path: Path) -> None:
    pretend(path, "python3", "3.11")
    newest = pretend(path, "python3.12", "3.12")
    assert run(path, "python").stdout.strip() == str(newest)


@pytest.mark.parametrize(
    "shim",
    [
        'echo "pyenv: python3.13: command not found" >&2; exit 127',
        "echo 'The `python3.13` command exists in these versions: 3.13.0'; exit 0",
        "exit 0",
        'echo "3 13"',
        'echo "3 thirteen /bin/sh"',
    ],
)
def test_an_interpreter_that_only_claims_to_be_there_is_passed_over(path: Path, shim: str) -> None:
    put(path, "python3.13", shim)
    works = pretend(path, "python3.11", "3.11")
    answer = run(path, "python")
    assert answer.stdout.strip() == str(works)
    assert answer.returncode == 0


def test_one_that_names_a_place_where_nothing_is_does_not_count(path: Path) -> None:
    pretend(path, "python3.14", "3.14", real=False)
    works = pretend(path, "python3.12", "3.12")
    assert run(path, "python").stdout.strip() == str(works)


def test_a_version_managers_folder_is_looked_into(path: Path) -> None:
    folder = path.parent / "home/.pyenv/versions/3.12.1/bin"
    folder.mkdir(parents=True)
    kept = pretend(folder, "python", "3.12")
    pretend(path, "python3", "3.11")
    assert run(path, "python").stdout.strip() == str(kept)


def test_one_may_be_named(path: Path) -> None:
    pretend(path, "python3", "3.11")
    mine = pretend(path, "mine", "3.12")
    assert run(path, "python", PYTHON=str(mine)).stdout.strip() == str(mine)


@pytest.mark.parametrize("version", ["3.10", "2.7", "4.12"])
def test_without_a_python_it_says_what_to_do(path: Path, version: str) -> None:
    pretend(path, "python3", version)
    answer = run(path, "python")
    assert answer.returncode != 0
    assert "needs Python 3.11 or newer" in answer.stderr
    assert "apt install" in answer.stderr


def test_the_python_of_these_tests_passes_the_real_question(path: Path) -> None:
    (path / "python3").symlink_to(getattr(sys, "_base_executable", sys.executable))
    answer = run(path, "python")
    assert answer.returncode == 0, answer.stderr
    assert os.access(answer.stdout.strip(), os.X_OK)


def test_an_unknown_word_is_answered_with_the_known_ones(path: Path) -> None:
    answer = run(path, "dance")
    assert answer.returncode != 0
    assert "./run help" in answer.stderr
    known = run(path, "help").stdout
    assert all(f"./run {word} " in known for word in ("test", "fix", "bench", "prepare", "process"))
