"""Parts of the answer to why, as text."""

from headwater.answers.why import Why


def not_compared(found: Why) -> str:
    """Why a run is compared with no other."""
    if found.run.stub:
        return "only the runs that it started name it: it told nothing itself that can be compared"
    return "no run of the job completed before it: there is nothing to compare it with"
