"""Contracts and products as documents: read from bytes, by whatever standard, into one form."""
