"""The pure derivation: from records to every derived table, as functions of DataFrames.

`steps.py` is the map. Nothing here imports anything of `headwater.pipeline` outside this room.
"""
