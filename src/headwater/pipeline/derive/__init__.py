"""The pure derivation: from what records say to every derived table.

Its steps, in the order in which a rebuild takes them. All of them take packs and make packs
(`derive.packs`), which are rows on their way through Spark:

1. `derive.stated` brings together what all ranges of the log say: events, names, facets and edits
   once (`derive.contents`), and runs of their parts (`derive.runs`).
2. `derive.nodes` says which names stand for one job or dataset.
3. `derive.histories` folds the items of each job and of each family of datasets (`derive.items`)
   into versions, flows and edges.

A batch takes the same functions. Nothing here imports from the other rooms of `headwater.pipeline`.
"""
