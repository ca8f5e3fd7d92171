"""The pipelines of the RFC's example, in rows."""

from tests.query.rows import Rows, uuid


def pipelines(rows: Rows) -> dict[str, int]:
    """Jobs D, E and F of the RFC's example, each with a run that has completed."""
    datasets = {
        "API": rows.dataset("API"),
        "DSY1": rows.dataset("DSY1-name", "DSY1-namespace"),
        "DSZ1": rows.dataset("DSZ1"),
        "DSZ2": rows.dataset("DSZ2-name", "DSZ2-namespace"),
    }
    uses = (("D", "API", "DSZ1"), ("E", "DSY1", "DSZ1"), ("F", "DSZ1", "DSZ2"))
    for number, (name, source, target) in enumerate(uses):
        job = rows.job(name)
        rows.uses(job, [datasets[source]], [datasets[target]])
        run = rows.run(
            job, uuid(number + 1), end=10 + number, reads={datasets[source]: None},
            writes=[datasets[target]],
        )  # fmt: skip
        rows.version(datasets[target], 10 + number, run=run)
    return datasets
