"""A third rule system takes only its own files and one line in the registry.

The toy's files lie in tests/toy as they would lie in the product. A copy of the product gets them, and the line; there a
fight of it is prepared, fought and ended through HTTP.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOY = ROOT / "tests" / "toy"
COPIED = ("combat", "ctg_site", "static", "templates", "pyproject.toml", "manage.py", "LICENSE")
LINE = "from combat.systems.toy import TOY; SYSTEMS[TOY.key] = TOY  # noqa: E702\n"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy(source, tmp_path / name)
    (tmp_path / "tests").mkdir()
    for name in ("__init__.py", "conftest.py"):
        shutil.copy(ROOT / "tests" / name, tmp_path / "tests" / name)
    return tmp_path


def test_the_toy_replaces_no_file_of_the_product() -> None:
    files = [path.relative_to(TOY) for path in TOY.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert len(files) > 20
    assert not [path for path in files if (ROOT / path).exists()]


def test_a_third_system_takes_only_its_own_files_and_one_registry_line(copy: Path) -> None:
    shutil.copytree(TOY, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "combat" / "registry.py").open("a") as registry:
        registry.write(LINE)
    environment = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL")}
    environment |= {"HIGH_CARD_DATA": str(copy / "data"), "PYTHONPATH": str(copy)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/toy_fight.py"],
        cwd=copy, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert "2 passed" in done.stdout
