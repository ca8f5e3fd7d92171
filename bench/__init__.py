"""Measurements, and the data they are made on."""
