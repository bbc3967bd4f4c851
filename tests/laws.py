"""How laws (property tests) are drawn, and the line to paste for one that fails.

The gate (`make test`) tries the same cases every time, at most ``GATE_CASES`` a law, and every counterexample
ever found, which stands above its law as an ``@example``. The search (`make laws`) tries others each time.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Generator, Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from hypothesis.internal.constants_ast import Constants

__all__ = ["GATE", "GATE_CASES", "check_laws", "example_of", "is_law", "settings_of", "tries"]

GATE, SEARCH = "default", "laws"
"""The profiles; ``HYPOTHESIS_PROFILE`` chooses one."""
GATE_CASES = 200

# A slow machine is no reason to fail.
_common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True)
settings.register_profile(GATE, _common, max_examples=GATE_CASES, derandomize=True, database=None)
settings.register_profile(SEARCH, _common, max_examples=10_000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", GATE))

if settings.get_current_profile_name() != SEARCH:
    # Hypothesis draws from the constants of whatever modules happen to be imported by then: another test, or
    # a line changed anywhere, and each law would be tried on other cases.
    providers._get_local_constants = Constants

_COUNTEREXAMPLE = "counterexample"
_ENUM = re.compile(r"<(\w+\.\w+): [^>]+>")
"""A member of an enumeration as it is shown, which is no Python."""
_BLOB = re.compile(r"@reproduce_failure\(.+?\)(?= |$)", re.MULTILINE)


def tries(gate: int, search: int) -> int:
    """Give how many cases a law that is dear to try draws, in the gate and in the search."""
    return search if settings.get_current_profile_name() == SEARCH else gate


def is_law(item: pytest.Item) -> bool:
    """Tell whether a test is a property test."""
    return bool(getattr(getattr(item, "obj", None), "is_hypothesis_test", False))


def settings_of(law: pytest.Item) -> settings:
    """Give the settings that a law runs with."""
    test: Any = getattr(law, "obj", None)
    return test._hypothesis_internal_use_settings


def check_laws(items: Iterable[pytest.Item]) -> None:
    """Raise UsageError for laws that would make the gate decide otherwise another time, or take long."""
    if settings.get_current_profile_name() != GATE:
        return
    wrong = sorted(
        {
            item.nodeid.partition("[")[0]
            for item in items
            if is_law(item)
            and (not (own := settings_of(item)).derandomize or own.database or own.max_examples > GATE_CASES)
        }
    )
    if wrong:
        raise pytest.UsageError(
            f"In the gate a law draws at most {GATE_CASES} cases, the same every time: {', '.join(wrong)}"
        )


def example_of(case: str, report: str) -> str:
    """Give the line to paste above a law: of a case as it was called, else of the blob in the report.

    A case that was drawn in the middle of a law (``data``), or whose values cannot be written down, only has
    the blob. It holds as long as the law draws alike.
    """
    arguments = _ENUM.sub(r"\1", case[case.index("(") :])
    try:
        ast.parse(f"case{arguments}")
    except SyntaxError:
        pass
    else:
        if "data(...)" not in arguments:
            return f"@example{arguments}"
    blob = _BLOB.search(report)
    return blob[0] if blob else f"cannot be written down: {case}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Send the cases that broke a law along with its report: another process may write the summary."""
    report = yield
    if report.when == "call" and report.failed:
        cases: list[str] = getattr(item, "_hypothesis_failing_examples", [])
        report.user_properties += [(_COUNTEREXAMPLE, example_of(case, report.longreprtext)) for case in cases]
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """End with what to paste for each law that failed."""
    found = [
        (report.nodeid, line)
        for report in terminalreporter.stats.get("failed", ())
        for name, line in report.user_properties
        if name == _COUNTEREXAMPLE
    ]
    if found:
        terminalreporter.section("counterexamples, to be pasted above the law")
    for law, line in found:
        terminalreporter.write_line(f"{law}\n{line}")
