"""The store: every derived table, in SQLite or PostgreSQL, behind one interface.

The store is a cache of the log. Each batch of the pipeline is one transaction, which also holds the
log positions it reached. A rebuild makes new tables beside the live ones, and moves all readers
over in one step.
"""

from headwater.store.batches import Batch, failure, recent_batches
from headwater.store.claims import Claim
from headwater.store.compare import RowDifference, StoreComparison, differences
from headwater.store.connect import Store, open_store
from headwater.store.ends import EndNote
from headwater.store.read import Snapshot, arrow_schema
from headwater.store.write import Rebuild, Transaction

__all__ = [
    "Batch",
    "Claim",
    "EndNote",
    "Rebuild",
    "RowDifference",
    "Snapshot",
    "Store",
    "StoreComparison",
    "Transaction",
    "arrow_schema",
    "differences",
    "failure",
    "open_store",
    "recent_batches",
]
