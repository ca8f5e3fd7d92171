"""Random lineage, for properties that hold of every graph."""

from hypothesis import strategies as st

from headwater.store import Store
from tests.query.rows import Rows


class RandomLineage:
    """A random graph of jobs, datasets and flows, with cycles, hubs and self-reads."""

    def __init__(self, store: Store, picks: list[tuple[int, int, int]]) -> None:
        rows = Rows()
        self.datasets = [rows.dataset(f"d{number}") for number in range(6)]
        jobs = [rows.job(f"j{number}") for number in range(5)]
        uses: dict[int, tuple[set[int], set[int]]] = {job: (set(), set()) for job in jobs}
        for job, dataset, how in picks:
            chosen, other = jobs[job % 5], self.datasets[dataset % 6]
            if how in (0, 1):
                uses[chosen][how].add(other)
            elif how == 2:
                target = self.datasets[(dataset * 3 + job) % 6]
                rows.flow(chosen, target, other, "explicit")
                rows.edge(chosen, target, "explicit", stated_by=chosen)
                rows.edge(other, chosen, "explicit", stated_by=chosen)
            elif how == 3 and chosen != jobs[dataset % 5]:
                rows.edge(chosen, jobs[dataset % 5], "explicit", stated_by=chosen)
                rows.flow(chosen, jobs[dataset % 5], chosen, "explicit")
            elif how == 4 and other != self.datasets[job]:
                rows.edge(other, self.datasets[job], "explicit", stated_by=self.datasets[job])
                rows.flow(self.datasets[job], self.datasets[job], other, "explicit")
            elif how == 5:
                rows.parent(chosen, jobs[dataset % 5])
        for job, (inputs, outputs) in uses.items():
            rows.uses(job, inputs, outputs)
        rows.write(store)


graphs = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 5), st.integers(0, 5)), max_size=25)
