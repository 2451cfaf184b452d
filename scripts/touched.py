"""Print the tests near the files that differ from a commit: `make touched`, or `make touched SINCE=HEAD~3`.

Near a file are the tests in the folder of its app and those that import the module. A few tests of the whole
repository are always included, browser tests never. Only `make test` is complete: a change can have effects far away.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
ALWAYS = ("house_rules", "translations", "addresses", "patterns", "schemas", "docs", "security_list")
# The tests of a folder, if not in the folder of the same name. The first match counts.
FOLDERS = {
    "rules/core/advice": "core/advice",
    "rules/core/game": "core/game",
    "rules/core/odds": "core/odds",
    "rules/core": "core",
    "rules/odds": "rules/odds",
    "fixtures/rules": "rules",
    "templates/account": "accounts",
    "templates/mfa": "accounts",
    "templates/odds": "rules/odds",
    "scripts": "scripts",
}


def changed(since: str) -> list[str]:
    commands = (
        ["diff", "--name-only", "--diff-filter=d", since],
        ["ls-files", "--others", "--exclude-standard"],
    )
    answers = [
        subprocess.run(["git", *each], cwd=ROOT, capture_output=True, text=True, check=True) for each in commands
    ]
    return [line for answer in answers for line in answer.stdout.splitlines()]


def near(path: str) -> set[Path]:
    file = ROOT / path
    if TESTS in file.parents:
        return {file if file.name.startswith("test_") else file.parent}
    folders = [there for here, there in FOLDERS.items() if path.startswith(f"{here}/")]
    found = [TESTS / name for name in [*folders, *file.relative_to(ROOT).parts[:2]] if (TESTS / name).is_dir()]
    return importers(path) | set(found[:1])


def importers(path: str) -> set[Path]:
    if not path.endswith(".py"):
        return set()
    package, _, module = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__").rpartition(".")
    imports = re.compile(rf"^from {re.escape(package)}(\.{module} import| import .*\b{module}\b)", re.MULTILINE)
    return {test for test in TESTS.rglob("test_*.py") if imports.search(test.read_text(encoding="utf-8"))}


def main() -> None:
    paths = set().union(*(near(path) for path in changed(sys.argv[1])))
    paths |= {TESTS / f"test_{name}.py" for name in ALWAYS}
    print(*sorted(path.relative_to(ROOT).as_posix() for path in paths))


if __name__ == "__main__":
    main()
