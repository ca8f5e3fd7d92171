import json
from collections.abc import Callable

import pytest
from click.testing import Result

from tests.cli.conftest import JANUARY, SECOND
from tests.query.rows import Rows, uuid

Invoke = Callable[..., Result]

WHY = f"""\
run {uuid(12)} of job:ns:report  FAILED 2025-01-02T00:12:30Z
  not a number: 'HB-1'
    in price
compared with the last completed before it: run {uuid(2)}  COMPLETED 2025-01-01T00:02:30Z

1. retype  score 399
   price of prices became STRING, it was INT: written by run {uuid(11)} of load at \
2025-01-02T00:01:00Z
       dataset:ns:prices#VERSION
     > job:ns:report  run:{uuid(12)}

2. code  score 298
   load ran other code in run {uuid(11)} at 2025-01-02T00:00:00Z: c2, it was c1
       job:ns:load  run:{uuid(11)}
     > dataset:ns:prices#VERSION
     > job:ns:report  run:{uuid(12)}

3. datasets  score 298
   load now reads lookup: seen in run {uuid(11)} at 2025-01-02T00:00:00Z
       job:ns:load  run:{uuid(11)}
     > dataset:ns:prices#VERSION
     > job:ns:report  run:{uuid(12)}

4. volume  score 99
   prices has 1000 rows, it had 100 (10.0 times as many): counted by run {uuid(11)} of load
       dataset:ns:prices#VERSION
     > job:ns:report  run:{uuid(12)}
"""


@pytest.mark.usefixtures("two_days")
def test_why_lists_causes_with_the_way_they_took(invoke: Invoke) -> None:
    result = invoke("why", uuid(12))
    assert result.exit_code == 0, result.stderr
    found = json.loads(invoke("why", uuid(12), "--json").stdout)
    version = found["causes"][0]["evidence"]["path"][0]
    assert result.stdout == WHY.replace("dataset:ns:prices#VERSION", version)
    assert found["comparison"] == "lastCompleted"
    assert found["causes"][0]["fields"] == [{"name": "price", "before": "INT", "after": "STRING"}]
    assert invoke("why", f"run:{uuid(12)}", "--against", uuid(2)).stdout.splitlines()[3] == (
        f"compared with run {uuid(2)}  COMPLETED 2025-01-01T00:02:30Z"
    )


@pytest.mark.usefixtures("two_days")
def test_why_has_colours_in_a_terminal(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    shown = invoke("why", uuid(12)).stdout
    assert "\x1b[1;31mFAILED" in shown
    assert "\x1b[1;33m1. retype" in shown


@pytest.mark.usefixtures("two_days")
def test_why_says_what_there_is_where_nothing_can_be_compared(
    invoke: Invoke, written: Callable[[Rows], None]
) -> None:
    rows = Rows()
    dag, task, d = rows.job("dag"), rows.job("task"), rows.dataset("d")
    rows.uses(task, [d], [], since=JANUARY)
    above = rows.run(dag, uuid(31), start=JANUARY, end=JANUARY + SECOND, state="FAILED")
    rows.run(
        task,
        uuid(32),
        start=JANUARY,
        end=JANUARY + SECOND,
        state="FAILED",
        parent_run_key=above,
        parent_job_id=dag,
    )
    written(rows)
    assert invoke("why", uuid(31)).stdout.splitlines()[1:] == [
        "no run of the job completed before it: there is nothing to compare it with",
        "failed below it:",
        f"  run {uuid(32)} of job:ns:task  FAILED 2025-01-01T00:00:01Z",
        "nothing that went into what failed was different, failed or was missing",
    ]
    assert invoke("why", uuid(32)).stdout.splitlines()[1:] == [
        "it reported no inputs: those of its job's version are assumed",
        "no run of the job completed before it: there is nothing to compare it with",
        "nothing that went into it failed, or contradicts itself",
    ]
    assert invoke("why", uuid(2), "--against", uuid(2)).stdout.splitlines()[-1] == (
        "nothing that went into it was different, failed or was missing"
    )


@pytest.mark.usefixtures("two_days")
def test_wrong_uses_of_why_are_told(invoke: Invoke) -> None:
    for arguments, code, part in (
        (("job:ns:load",), 2, "is a job; expected a run"),
        ((uuid(99),), 1, "nothing is known of"),
        ((uuid(12), "--against", uuid(1)), 2, "two runs of one job"),
    ):
        result = invoke("why", *arguments)
        assert (result.exit_code, result.stdout) == (code, "")
        assert part in result.stderr
