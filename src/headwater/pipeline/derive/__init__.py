"""The pure derivation: from records to every derived table, as functions of DataFrames.

`steps.py` is the map. Nothing here imports from the other rooms of `headwater.pipeline`.
"""
