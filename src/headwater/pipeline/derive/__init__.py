"""The pure derivation: from what records say to every derived table.

`derive.stated` is the first half of a rebuild and `derive.histories` the second; both take packs
and make packs (`derive.packs`). Nothing here imports from the other rooms of `headwater.pipeline`.
"""
