"""Groups of jobs, shown as the jobs that started them (semantics 3.5, 6.5)."""

from collections.abc import Callable, Collection, Iterable

from headwater.questions.graph import GroupBy
from headwater.store import Snapshot


class Groups:
    """Which job each job is shown as.

    Grouped by parent, a job that started no other is shown as the job that started it. Grouped by
    root, every job is shown as the job at the top. Parents are those as of `at`, among `visible`
    jobs.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        at: int,
        group_by: GroupBy,
        visible: Callable[[Iterable[int]], Collection[int]],
    ) -> None:
        self._snapshot = snapshot
        self._at = at
        self._group_by = group_by
        self._visible = visible
        self._shown_as: dict[int, int] = {}

    @property
    def rolls_up(self) -> bool:
        """Whether a job may be shown as another."""
        return self._group_by != "none"

    def shown_as(self, jobs: Iterable[int]) -> dict[int, int]:
        """The job that each of these jobs is shown as, possibly itself."""
        wanted = set(jobs)
        missing = {job for job in wanted if job not in self._shown_as}
        if self._group_by == "none":
            return {job: job for job in wanted}
        if self._group_by == "parent":
            parents = self.parents(missing)
            busy = {parent for parent, _ in self._children(missing)}
            self._shown_as |= {
                job: job if job in busy else parents.get(job, job) for job in missing
            }
        else:
            self._shown_as |= self._roots(missing)
        return {job: self._shown_as[job] for job in wanted}

    def members(self, shown: Iterable[int]) -> set[int]:
        """Every job that is shown as one of these, including themselves."""
        found = set(shown)
        if self._group_by == "none":
            return found
        frontier = found
        while frontier:
            children = {child for _, child in self._children(frontier)} - found
            if self._group_by == "parent":
                shown = self.shown_as(children)
                return found | {child for child in children if shown[child] in found}
            found |= children
            frontier = children
        return found

    def by_group(self, shown: Iterable[int]) -> dict[int, set[int]]:
        """The members of each of these groups."""
        found: dict[int, set[int]] = {top: set() for top in shown}
        for job, top in self.shown_as(self.members(found)).items():
            found[top].add(job)
        return found

    def _roots(self, jobs: set[int]) -> dict[int, int]:
        parents: dict[int, int] = {}
        frontier = jobs
        climbed: set[int] = set()
        while frontier:
            climbed |= frontier
            above = self.parents(frontier)
            parents |= above
            frontier = set(above.values()) - climbed
        return {job: _top(job, parents) for job in jobs}

    def parents(self, jobs: Collection[int]) -> dict[int, int]:
        """The job that started each of these, if one is known."""
        return {child: parent for parent, child in self._links("job_id", jobs)}

    def children(self, job: int) -> set[int]:
        """The jobs that this job starts."""
        return {child for _, child in self._children([job])}

    def _children(self, jobs: Collection[int]) -> list[tuple[int, int]]:
        return self._links("parent_id", jobs)

    def _links(self, column: str, jobs: Collection[int]) -> list[tuple[int, int]]:
        """Pairs (parent, child) in force at `at`. A job that names itself has no parent."""
        rows = self._snapshot.query_in(
            f"SELECT parent_id, job_id FROM job_parents WHERE {column} IN {{keys}}"
            " AND valid_from <= ? AND valid_to > ? AND parent_id <> job_id",
            sorted(jobs),
            (self._at, self._at),
        )
        visible = self._visible({job for row in rows for job in row})
        return [(parent, child) for parent, child in rows if {parent, child} <= set(visible)]


def _top(job: int, parents: dict[int, int]) -> int:
    """The job at the top. In a circle of jobs that started each other, it is the smallest."""
    path = [job]
    while (above := parents.get(path[-1])) is not None:
        if above in path:
            return min(path[path.index(above) :])
        path.append(above)
    return path[-1]
