"""Alerts: who is told when something happens, and how messages are delivered.

What happens is found in the store, from the records of the log that were applied since the last
look. Subscriptions, and how far each has been told, lie in files of the data directory.
"""
